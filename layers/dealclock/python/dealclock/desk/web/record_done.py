"""The event that a form on an alert's page records: what satisfies the matter, or a conclusion.

It is an act as the form in Slack is (`interactions/entry`). Only kinds of event that a page can
ask for in full are offered; of any other the person says that it is done, and the event is recorded
elsewhere.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from dealclock.alerts.response_options import is_possible_default
from dealclock.desk.act_form import unconfirmed
from dealclock.desk.actor import Actor
from dealclock.desk.interactions import fields, options
from dealclock.desk.interactions.entry import conclusion_on, describe_consequences, plan_event
from dealclock.desk.interactions.options import AlertEvent
from dealclock.engine.assessment import Assessment
from dealclock.errors import RefusedError
from dealclock.facts.fact import fact_id_from
from dealclock.messages import event_form
from dealclock.messages.changes import NOTHING
from dealclock.messages.form import ActForm, Preview, Values
from dealclock.messages.pages import MOVED, SETTLED, PageAct
from dealclock.messages.status_lines import describe_conclusion
from dealclock.messages.status_words import satisfied_on
from dealclock.messages.view import View
from dealclock.records import record
from dealclock.store import PersonalLink, StoredDeal, StoredDelivery

_FROM_THE_LINK = frozenset({"given-to", "given-on", "about", "about-named"})
_TITLES: Mapping[PageAct, str] = {
    "done": "It is done",
    "confirm": "Confirm the default",
    "dispute": "Dispute the default",
}


@record
class FormResult:
    """What a form came to: the lines above the page, what was wrong with it, or its preview.

    `view` is the deal as the form was checked against, where it was and nothing was recorded.
    """

    lines: tuple[str, ...] = ()
    wrong: str = ""
    preview: Preview | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    view: View | None = None


def event_of(
    act: PageAct,
    link: PersonalLink,
    stored: StoredDelivery | None,
    deal: StoredDeal,
    assessment: Assessment,
) -> AlertEvent | None:
    """The event that a form of that act records; None where the page cannot ask for it in full.

    A conclusion is about the default of the email, possible ones first.
    """
    alerts = stored.alerts if stored else ()
    event = options.event_of(act, link.instance, alerts, deal, assessment)
    if event and "given" in event.kind.needs and not options.addressees(deal, event.kind.id):
        return None
    return event


def form_for(
    at: Actor, act: PageAct, event: AlertEvent, assessment: Assessment, values: Values
) -> ActForm:
    """The page's form for the event: what it is about and to whom it was given are not asked."""
    kind, default = event.kind, assessment.default(event.about)
    asked = options.fields_for(at.deal, kind, values, assessment)
    sent = event_form.describe_sent(options.sent_on(values, assessment.as_of))
    return ActForm(
        _TITLES[act],
        about=default.title if default and event.concludes else "",
        fields=[
            replace(each, hint=sent) if each.name == "given-method" else each
            for each in asked
            if each.name not in _FROM_THE_LINK
        ],
        consequences=describe_consequences(kind, at),
        notes=[f"Records this event: {kind.description}"],
    )


def record_event(
    at: Actor,
    link: PersonalLink,
    event: AlertEvent,
    assessment: Assessment,
    form: Mapping[str, str],
) -> FormResult:
    """Record the event that the form holds, or show what that would change. `assessment` is the
    deal's own, as of its day. Raises RefusedError."""
    values = _values(at.deal, event, form)
    new_id = fact_id_from(f"{link.fingerprint} {json.dumps(values, sort_keys=True)}")
    wanted = fields.fact_data(values, event.kind, new_id, at.person.name)
    recorded = any(fact.id == new_id for fact in at.deal.log.facts)
    if not recorded and (wrong := _settled(link, event, assessment)):
        raise RefusedError(wrong)
    try:
        plan = plan_event(at, wanted, values, assessment)
        if plan.preview is None:
            return FormResult(lines=(f"Recorded before, as {new_id}; nothing new.",))
        heading = plan.preview.heading.rstrip(":")
        changes = tuple(plan.preview.changes) or (NOTHING,)
        shown = replace(plan.preview, heading=heading, changes=changes)
        if preview := unconfirmed(shown, at, form.get("seen", "")):
            return FormResult(preview=preview)
        plan.write()
    except RefusedError as refused:
        raise RefusedError(" ".join(_named(refused.fields)) or str(refused)) from None
    return FormResult(lines=(f"Recorded as {new_id}: {heading}.", *changes))


def _settled(link: PersonalLink, event: AlertEvent, assessment: Assessment) -> str:
    """Why the matter of the link no longer takes such an event; "" if it does."""
    if event.concludes:
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


def _concluded(event: AlertEvent, assessment: Assessment) -> str:
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
    deal: StoredDeal, event: AlertEvent, form: Mapping[str, str]
) -> dict[str, str | Sequence[str]]:
    """The form as the fields of Slack's form have it."""
    own = {"act", "seen", *_FROM_THE_LINK}
    values: dict[str, str | Sequence[str]] = {n: v for n, v in form.items() if v and n not in own}
    if event.about:
        values["about"] = event.about
    if "given" in event.kind.needs:
        values["given-to"] = options.addressees(deal, event.kind.id)
    return values
