"""An act by its form, in Slack or on the page of an email: fields, preview, confirmation.

An event is recorded so too, by its own fields (`interactions/entry`).

    fields --> the act without its last step, shown with a hash --> the act
        ^---------------------------------'  the deal or a field changed: preview again

The values of the fields are the words of the act's command: so a form can do nothing that could not
be typed, and is checked and refused as what is typed. `given` are the values of the forms before.
"""

from collections.abc import Iterator
from dataclasses import replace

from dealclock.desk.act import ActVerb
from dealclock.desk.actor import Actor
from dealclock.desk.interactions.fields import hash_of
from dealclock.errors import RefusedError
from dealclock.messages import plain
from dealclock.messages.event_form import changed_since, marked, refuse_missing
from dealclock.messages.form import ActForm, Preview, Values
from dealclock.messages.message import Message
from dealclock.people.people import Action
from dealclock.store import StoredDeal
from dealclock.store.table import OvertakenError


def form_of(act: ActVerb, at: Actor, given: Values, values: Values) -> ActForm:
    """The form that comes after these values; raises RefusedError where there is nothing to do."""
    asked = tuple(act.fields(at, given)) if act.fields else ()
    button = "Next" if any(each.leads for each in asked) else "Preview"
    deal = marked(at.deal.meta.code_name, at.deal.meta.rehearsal)
    return ActForm(act.title, deal, "", asked, button, values, confirm="Confirm")


def fill_in(act: ActVerb, at: Actor, given: Values, values: Values, seen: str) -> ActForm | Message:
    """The answer to the act that the form does, if `seen` is what its preview showed; else that
    preview, or the next form.

    Raises RefusedError, at the field at fault where it is one.
    """
    with at.archiving_refusals(act.archived, ""):
        at.allowed(None if act.action is Action.READ else act.action)
        form = form_of(act, at, given, values)
    refuse_missing(form, values)
    if form.button == "Next":
        return form_of(act, at, {**given, **values}, {})
    own = [(each.before, str(values.get(each.name, ""))) for each in form.fields]
    words = " ".join([*map(str, given.values()), *(" ".join(part) for part in own if part[1])])
    plan, _ = act.typed(words, at, dry_run=True)
    heading = plan.message.headline.rpartition(f"{at.deal.meta.code_name}: ")[2]
    own_hash = hash_of([words, plain.as_text(plan.message)])
    shown = Preview(heading, [*_lines(plan.message)], seen=own_hash)
    if preview := unconfirmed(shown, at, seen):
        return replace(form, preview=preview)
    try:
        return act.typed(words, at)[0].message
    except OvertakenError as overtaken:
        raise RefusedError(str(overtaken)) from None


def unconfirmed(shown: Preview, at: Actor, seen: str) -> Preview | None:
    """The preview to show, its hash that of the deal and of the fields, which `shown` has; None if
    `seen` is that hash, so that the preview was confirmed and the act is to be done."""
    now = deal_stamp(at.deal) + shown.seen
    if seen == now:
        return None
    cautions = [*changed_since(seen, now), *shown.cautions]
    return replace(shown, cautions=cautions, seen=now)


def _lines(message: Message) -> Iterator[str]:
    """The lines of a message, each under its heading."""
    for section in message.sections:
        title = f"{section.title}: " if section.title else ""
        yield from (f"{title}{line.removeprefix('• ')}" for line in section.lines)


def deal_stamp(deal: StoredDeal) -> str:
    """A hash of the deal's versions, its day and its closing, on which a preview depends."""
    m = deal.meta
    closing = [str(m.closing.at), m.closing.note] if m.closing else []
    return hash_of([m.terms_version, m.team_version, m.fact_sequence, str(m.day), *closing])
