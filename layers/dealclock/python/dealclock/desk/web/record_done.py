"""The event that a form on an alert's page records: what satisfies the matter, or a conclusion.

It is handed in as the form in Slack is (`interactions/entry`). Only kinds of event that a page can
ask for in full are offered; of any other the person says that it is done, and the event is recorded
elsewhere.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dealclock.alerts.response_options import default_of, is_possible_default
from dealclock.desk.interactions import fields, options
from dealclock.desk.interactions.entry import (
    PreviewStamp,
    conclusion_on,
    describe_consequences,
    hand_in,
    known_from,
)
from dealclock.desk.web.response import BY
from dealclock.engine.assessment import Assessment
from dealclock.facts.fact import fact_id_from
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.jobs.services import Services
from dealclock.messages.changes import NOTHING
from dealclock.messages.pages import MOVED, SETTLED, DoneForm, DonePreview, PageAct
from dealclock.messages.status_lines import describe_conclusion
from dealclock.messages.status_words import satisfied_on
from dealclock.people.people import People, Person, action_of, may
from dealclock.store import PersonalLink, StoredDeal, StoredDelivery

CONCLUSIONS: Mapping[PageAct, FactKind] = {
    "confirm": KINDS[CONFIRMED],
    "dispute": KINDS[DISPUTED],
}
_SUPPORTED = frozenset({"given", "about", "amount"})


@dataclass(frozen=True, slots=True)
class PageEvent:
    """An event that a form of the page records: its kind, and what it is about, "" for nothing."""

    kind: FactKind
    about: str


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """What came of the form: what was recorded, what would be, or what is wrong."""

    lines: tuple[str, ...] = ()
    wrong: str = ""
    preview: DonePreview | None = None


def event_of(
    act: PageAct,
    link: PersonalLink,
    stored: StoredDelivery | None,
    deal: StoredDeal,
    assessment: Assessment,
) -> PageEvent | None:
    """The event that a form of that act records; None where the page cannot ask for it in full.

    A conclusion is about the default of the email, possible ones first.
    """
    if act in CONCLUSIONS:
        own = link.instance if assessment.default(link.instance) else ""
        name = default_of(stored.alerts if stored else (), assessment) or own
        return PageEvent(CONCLUSIONS[act], name) if name else None
    kind = options.satisfying(deal, link.instance, assessment)
    if kind is None or not set(kind.needs) <= _SUPPORTED:
        return None
    if "given" in kind.needs and not options.addressees(deal, kind.id):
        return None
    about = options.subject(deal, kind, link.instance, assessment)
    return None if about is None else PageEvent(kind, about)


def may_record(event: PageEvent, person: Person, people: People) -> bool:
    """Whether the person may record such an event."""
    return may(person, action_of(event.kind.id, None, ()), people)


def form_for(
    deal: StoredDeal, event: PageEvent, person: Person, assessment: Assessment, now: datetime
) -> DoneForm:
    """What the page asks for."""
    kind = event.kind
    methods = options.methods(deal, {}, assessment.as_of) if "given" in kind.needs else ()
    default = assessment.default(event.about)
    return DoneForm(
        description=kind.description,
        today=assessment.as_of,
        methods=tuple((each.value, each.more) for each in methods),
        amount="amount" in (*kind.needs, *kind.asks),
        may_not_know="amount" in kind.asks,
        about=default.title if default and kind in CONCLUSIONS.values() else "",
        consequences=describe_consequences(deal, kind, person, now),
    )


def record_event(
    deal: StoredDeal,
    link: PersonalLink,
    event: PageEvent,
    person: Person,
    assessment: Assessment,
    form: Mapping[str, str],
    services: Services,
) -> RecordOutcome:
    """Record the event that the form holds, or show what that would change. `assessment` is the
    deal's own, as of its day."""
    values = _values(deal, event, form)
    new_id = fact_id_from(f"{link.fingerprint} {json.dumps(values, sort_keys=True)}")
    wanted = fields.fact_data(values, event.kind, new_id, person.name)
    wanted = known_from(wanted, deal, services.now())
    if any(fact.id == new_id for fact in deal.log.facts):
        return RecordOutcome(lines=(f"Recorded before, as {new_id}; nothing new.",))
    if wrong := _settled(link, event, assessment):
        return RecordOutcome(wrong=wrong)
    seen = PreviewStamp(form.get("seen", "")[:16], form.get("seen", "")[16:])
    entry = hand_in(deal, wanted, values, seen, services, BY, assessment)
    if entry.wrong or entry.refused:
        return RecordOutcome(wrong=entry.refused or " ".join(_named(entry.wrong)))
    heading, changes = entry.heading.rstrip(":"), entry.changes or (NOTHING,)
    if entry.recorded:
        return RecordOutcome(lines=(f"Recorded as {new_id}: {heading}.", *changes))
    stamp = f"{entry.seen.deal}{entry.seen.fields}"
    return RecordOutcome(preview=DonePreview(heading, changes, stamp, entry.cautions))


def _settled(link: PersonalLink, event: PageEvent, assessment: Assessment) -> str:
    """Why the matter of the link no longer takes such an event; "" if it does."""
    if event.kind in CONCLUSIONS.values():
        return _concluded(event, assessment)
    obligation, window = assessment.obligation(link.instance), assessment.window(link.instance)
    default = assessment.default(link.instance)
    due = obligation.due if obligation else window.closes if window else None
    is_open = (
        (obligation is not None and obligation.is_open)
        or (window is not None and window.done_on is None)
        or (default is not None and default.is_open)
    )
    if not is_open:
        return SETTLED
    return MOVED if due is not None and link.due not in (None, due) else ""


def _concluded(event: PageEvent, assessment: Assessment) -> str:
    """Why the page takes no conclusion on the default any more; "" if it does."""
    default = assessment.default(event.about)
    if default is None or is_possible_default(event.about, assessment):
        return ""
    status = satisfied_on(default) or describe_conclusion(default)
    return conclusion_on(default, event.kind.id) or (
        f"{default.title}: {status}. Nothing was recorded. /deal record {event.kind.id} still can."
    )


def _named(wrong: Mapping[str, str]) -> list[str]:
    """Each problem as a sentence, with its field where its words do not name it."""
    own = ("on", "given-method", "amount")
    return [
        text if name in own else f"{name.capitalize()}: {text[:1].lower()}{text[1:]}"
        for name, text in wrong.items()
    ]


def _values(
    deal: StoredDeal, event: PageEvent, form: Mapping[str, str]
) -> dict[str, str | Sequence[str]]:
    """The form as the fields of Slack's form have it."""
    names = ("on", "given-method", "given-acknowledged", "amount", "evidence", "note")
    values: dict[str, str | Sequence[str]] = {n: form[n] for n in names if form.get(n)}
    if event.about:
        values["about"] = event.about
    if "given" in event.kind.needs:
        values["given-to"] = options.addressees(deal, event.kind.id)
    return values
