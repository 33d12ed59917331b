"""*It is done*, with its evidence: the event that satisfies an alert's matter, recorded by a page.

As the form in Slack does it: what would change is shown first, and what is recorded is what the
fields hold when that is confirmed. Where the deal or the fields are others by then, a new preview
is shown. Only kinds of event that a page can ask for in full are offered; of any other the person
says that it is done, and the event is recorded elsewhere.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from dealclock.access.people import People, Person, action_of, may
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation
from dealclock.engine.contradictions import ContradictoryFactsError
from dealclock.facts.fact import fact_id_from
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS
from dealclock.files.source import InvalidFilesError
from dealclock.media.pages import MOVED, SETTLED, DoneForm, DonePreview
from dealclock.messages import words
from dealclock.messages.changes import NOTHING, render_lines
from dealclock.messages.view import Matter
from dealclock.store import PersonalLink, StoredDeal
from dealclock.store.errors import DealClosedError, FactConflictError, FactRefusedError
from dealclock.usecases.desk.interactions import fields, options
from dealclock.usecases.desk.load import LoadRefusedError
from dealclock.usecases.desk.record import preview, record_in
from dealclock.usecases.desk.respond import met_by
from dealclock.usecases.desk.web.response import BY
from dealclock.usecases.services import Services

_SUPPORTED = frozenset({"given", "about", "amount"})
_REFUSED = (
    ContradictoryFactsError,
    FactRefusedError,
    FactConflictError,
    LoadRefusedError,
    DealClosedError,
)


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """What came of the form: what was recorded, what would be, or what is wrong."""

    lines: tuple[str, ...] = ()
    wrong: str = ""
    preview: DonePreview | None = None


def form_for(
    deal: StoredDeal, m: Matter, person: Person, people: People, assessment: Assessment
) -> DoneForm | None:
    """What the page asks for; None where the person, or the page, cannot record that event."""
    kind = kind_for(deal, m.instance, person, people)
    if kind is None or not isinstance(m.part, Obligation):
        return None
    if _about(deal, kind, m.instance, assessment) is None:
        return None
    methods = options.methods(deal, {}, assessment.as_of) if "given" in kind.needs else ()
    return DoneForm(
        description=kind.description,
        today=assessment.as_of,
        methods=tuple((each.value, each.more) for each in methods),
        amount="amount" in (*kind.needs, *kind.asks),
        may_not_know="amount" in kind.asks,
    )


def record_event(
    deal: StoredDeal,
    link: PersonalLink,
    kind: FactKind,
    person: Person,
    assessment: Assessment,
    form: Mapping[str, str],
    services: Services,
) -> RecordOutcome | None:
    """Record the event of a kind that the form holds, or show what that would change; None where
    `form_for` is. `assessment` is the deal's own, as of its day."""
    obligation = assessment.obligation(link.instance)
    about = _about(deal, kind, link.instance, assessment) if obligation else None
    if obligation is None or about is None:
        return None
    values = _values(deal, kind, about, form)
    new_id = fact_id_from(f"{link.fingerprint} {json.dumps(values, sort_keys=True)}")
    wanted = fields.fact_data(values, kind, new_id, person.name)
    if deal.meta.rehearsal:  # as the form in Slack has it
        wanted["recorded_at"] = assessment.known_at
    if any(fact.id == new_id for fact in deal.log.facts):
        return RecordOutcome(lines=(f"Recorded before, as {new_id}; nothing new.",))
    if not obligation.is_open:
        return RecordOutcome(wrong=SETTLED)
    if link.due not in (None, obligation.due):
        return RecordOutcome(wrong=MOVED)
    if wrong := _wrong(wanted, values, kind, assessment.as_of):
        return RecordOutcome(wrong=wrong)
    try:
        return _recorded(deal, wanted, form.get("seen", ""), assessment, services)
    except InvalidFilesError as invalid:
        problems = (f"{fields.field_of(p.where, values)}: {p.allowed}" for p in invalid.problems)
        return RecordOutcome(wrong=". ".join(words.sentence(problem) for problem in problems))
    except _REFUSED as refused:
        return RecordOutcome(wrong=words.sentence(str(refused)))


def _recorded(
    deal: StoredDeal,
    wanted: Mapping[str, Any],
    seen_stamp: str,
    assessment: Assessment,
    services: Services,
) -> RecordOutcome:
    previewed = preview(fields.source_of(wanted), deal, services, assessment)
    changes = tuple(render_lines(previewed.changes)) or (NOTHING,)
    description = f"{KINDS[wanted['kind']].description.rstrip('.')}, {words.day(wanted['on'])}"
    stamp = _stamp(deal, wanted)
    if seen_stamp != stamp:
        changed = "The deal or the form changed since the last preview." if seen_stamp else ""
        return RecordOutcome(preview=DonePreview(description, changes, stamp, changed))
    record_in(deal, previewed, services, BY)
    return RecordOutcome(lines=(f"Recorded as {wanted['id']}: {description}.", *changes))


def kind_for(deal: StoredDeal, instance: str, person: Person, people: People) -> FactKind | None:
    """The kind of event that satisfies the instance, where a page can ask for it in full and the
    person may record it."""
    kind = KINDS.get(met_by(instance.partition("/")[0], deal))
    if kind is None or not set(kind.needs) <= _SUPPORTED:
        return None
    if "given" in kind.needs and not options.addressees(deal, kind.id):
        return None
    allowed = may(person, action_of(kind.id, None, deal.log.facts), people)
    return kind if allowed else None


def _about(deal: StoredDeal, kind: FactKind, instance: str, assessment: Assessment) -> str | None:
    """What an event that satisfies the instance is about; "" for nothing, None if not clear."""
    offered = {
        c.value for _, candidate in options.abouts(deal, kind, assessment) for c in candidate
    }
    fact_id = instance.partition("/")[2]
    subject = next(
        (candidate for candidate in (instance, fact_id) if candidate and candidate in offered), ""
    )
    return subject if subject or "about" not in kind.needs else None


def _values(
    deal: StoredDeal, kind: FactKind, about: str, form: Mapping[str, str]
) -> dict[str, str | Sequence[str]]:
    """The form as the fields of Slack's form have it."""
    names = ("on", "given-method", "given-acknowledged", "amount", "evidence", "note")
    values: dict[str, str | Sequence[str]] = {n: form[n] for n in names if form.get(n)}
    if about:
        values["about"] = about
    if "given" in kind.needs:
        values["given-to"] = options.addressees(deal, kind.id)
    return values


def _wrong(wanted: Mapping[str, Any], values: fields.Values, kind: FactKind, today: date) -> str:
    on = wanted["on"]
    if not isinstance(on, date):
        return "Give the day it was done."
    if on > today:
        return f"Give a day up to {words.day(today)}; a future event cannot be recorded."
    if "given" in kind.needs and "given" not in wanted:
        return "Give the method of delivery."
    return " ".join(fields.missing_details(values, kind).values())


def _stamp(deal: StoredDeal, wanted: Mapping[str, Any]) -> str:
    """What was previewed: these fields, of the deal as it is now."""
    m = deal.meta
    state = [m.terms_version, m.team_version, m.fact_sequence, str(m.day), dict(wanted)]
    return hashlib.sha256(json.dumps(state, sort_keys=True, default=str).encode()).hexdigest()[:16]
