"""One event handed in by a form, in Slack or on the page of an email, as an act: what recording it
would change, and recording it, once however often it is handed in. `desk/act_form` shows it first.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dealclock.desk.act import ActPlan
from dealclock.desk.actor import Actor
from dealclock.desk.close import second_persons
from dealclock.desk.interactions import fields
from dealclock.desk.record import known_from, preview, record_in, source_of
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Conclusion, Default
from dealclock.errors import ConflictError, InvalidError, RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of, what_happened
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.messages import desk_replies, words
from dealclock.messages.changes import render_lines
from dealclock.messages.form import Preview, Values
from dealclock.messages.message import Message
from dealclock.messages.retraction import describe_effect
from dealclock.messages.status_lines import describe_conclusion
from dealclock.store import StoredDeal

_CONCLUDED = {CONFIRMED: Conclusion.CONFIRMED, DISPUTED: Conclusion.DISPUTED}


def plan_event(at: Actor, wanted: Mapping[str, Any], values: Values, before: Assessment) -> ActPlan:
    """Record the event `wanted` in the fields `values`: what that changes, shown by its preview.

    `before` is the deal's assessment without it, as of its own day. Raises RefusedError, for the
    fields at fault where there are any.
    """
    deal = at.deal
    wanted = known_from(wanted, at)
    if wrong := fields.wrong_fields(values, wanted, kinds_of(deal.terms)[wanted["kind"]], at.today):
        raise RefusedError(wrong)
    heading = _heading(wanted, deal)

    def say(*changes: str, already: bool) -> Message:
        about = (deal.meta.code_name, wanted["id"], heading, changes)
        rehearsal = deal.meta.rehearsal
        return desk_replies.render_recorded_event(*about, already=already, rehearsal=rehearsal)

    if any(fact.id == wanted["id"] for fact in deal.log.facts):
        return ActPlan(say(already=True), lambda: None)
    with _refused_at_fields(values):
        planned = preview(source_of(wanted), deal, at.services, before)
    if again := _repeats_conclusion(wanted, planned.before):
        raise RefusedError(again)
    changes = tuple(render_lines(planned.changes))

    def write() -> Message:
        with _refused_at_fields(values):
            recorded = record_in(planned, at.services, at.by)
        return say(*changes, already=not recorded.new)

    cautions = tuple(_cautions(deal, wanted, planned.before))
    shown = Preview(heading, changes, cautions, fields.stamp(wanted))
    return ActPlan(say(*changes, already=False), write, preview=shown)


@contextmanager
def _refused_at_fields(values: Values) -> Iterator[None]:
    """Raise what is wrong with an event as a RefusedError for the fields of its form."""
    try:
        yield
    except InvalidError as invalid:
        # The first problem of a field is the one shown.
        wrong = reversed(invalid.problems)
        raise RefusedError(
            {fields.field_of(p.where, values): words.sentence(p.allowed) for p in wrong}
        ) from None
    except ConflictError as refused:
        raise RefusedError(words.sentence(str(refused)), "on") from None


def describe_consequences(kind: FactKind, at: Actor) -> tuple[str, ...]:
    """What recording such an event means: whose position it is, who is notified, who approves.

    The person records it, and cannot approve it as well.
    """
    if not kind.critical:
        return ()
    others = [p.name for p in second_persons(at.people, at.named)]
    return tuple(desk_replies.describe_consequences(kind.id, at.person.name, others))


def conclusion_on(default: Default | None, kind: str) -> str:
    """That a lead confirmed or disputed the default before, if that is what `kind` records."""
    if default is None or default.conclusion is not _CONCLUDED.get(kind):
        return ""
    return f"{default.title}: {describe_conclusion(default)}. Nothing new was recorded."


def _repeats_conclusion(wanted: Mapping[str, Any], before: Assessment) -> str:
    if wanted.get("corrects"):
        return ""
    return conclusion_on(before.default(wanted.get("about", "")), wanted["kind"])


def _heading(wanted: Mapping[str, Any], deal: StoredDeal) -> str:
    if kinds_of(deal.terms)[wanted["kind"]].retracts:
        return f"{describe_effect(Fact.model_validate(dict(wanted)), deal.log.facts)}."
    description = what_happened(wanted["kind"], deal.terms)
    corrects = f", replacing {wanted['corrects']}" if wanted.get("corrects") else ""
    return f"{description}, {words.day(wanted['on'])}{corrects}:"


def _cautions(deal: StoredDeal, wanted: Mapping[str, Any], before: Assessment) -> Iterator[str]:
    if wanted["kind"] in _CONCLUDED and not wanted.get("corrects"):
        default = before.default(wanted["about"])
        if default is None:
            yield f"On {words.day(before.as_of)} it is not a possible default."
        elif default.accrues_to is not None:
            over = "cured" if default.done_on == default.accrues_to else "it accrues no more"
            yield f"{default.title}: {over} from {words.day(default.accrues_to)}."
    for fact in deal.log.facts:
        is_same = (fact.kind, fact.on, fact.about) == (
            wanted["kind"],
            wanted["on"],
            wanted.get("about"),
        )
        if is_same and fact.id != wanted.get("corrects"):
            yield f"{fact.id} already records the same event on {words.day(fact.on)}."
            return
