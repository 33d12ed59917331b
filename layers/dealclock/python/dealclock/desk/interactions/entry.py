"""One event handed in by a form, in Slack or on the page of an email: checked, previewed, recorded.

Confirming a preview records the values of the fields. If the deal or the fields changed after the
preview, nothing is recorded and a new preview is shown. Handed in twice, it is recorded once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dealclock.desk.act_form import deal_stamp
from dealclock.desk.actor import Actor
from dealclock.desk.close import second_persons
from dealclock.desk.interactions import fields
from dealclock.desk.record import known_from, preview, record_in, source_of
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Conclusion, Default
from dealclock.errors import ConflictError, InvalidError
from dealclock.facts.fact import Fact
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import kinds_of, what_happened
from dealclock.facts.vocabulary import CONFIRMED, DISPUTED
from dealclock.messages import desk_replies, words
from dealclock.messages.changes import render_lines
from dealclock.messages.event_form import changed_since
from dealclock.messages.form import Preview, Values
from dealclock.messages.retraction import describe_effect
from dealclock.messages.status_lines import describe_conclusion
from dealclock.store import StoredDeal

_CONCLUDED = {CONFIRMED: Conclusion.CONFIRMED, DISPUTED: Conclusion.DISPUTED}


_NO_PREVIEW = Preview("", ())


@dataclass(frozen=True, slots=True)
class Entry:
    """What came of a form: problems by field, why it is refused as a whole, or what it records.

    Without either, `preview` is what is recorded, or what would be while `recorded` is false; then
    its `seen` is to be handed in with the form. `already`: the same form recorded it before.
    `before` is the deal's assessment without the event.
    """

    wrong: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""
    recorded: bool = False
    already: bool = False
    preview: Preview = _NO_PREVIEW
    before: Assessment | None = None


def hand_in(
    at: Actor,
    wanted: Mapping[str, Any],
    values: Values,
    seen: str,
    before: Assessment | None = None,
) -> Entry:
    """Record the event `wanted` in the fields `values`, or show what that would change.

    It is recorded if `seen`, a hash of the deal and one of the fields, is what its preview showed,
    "" before one. `before` is the deal's assessment as of its own day, computed if not given.
    """
    deal = at.deal
    wanted = known_from(wanted, at)
    kind = kinds_of(deal.terms)[wanted["kind"]]
    if wrong := fields.wrong_fields(values, wanted, kind, at.today):
        return Entry(wrong=wrong)
    now_seen = deal_stamp(deal) + fields.stamp(wanted)
    heading = _heading(wanted, deal)
    if seen != now_seen and any(fact.id == wanted["id"] for fact in deal.log.facts):
        return Entry(recorded=True, already=True, preview=Preview(heading, ()))
    try:
        previewed = preview(source_of(wanted), deal, at.services, before)
        if again := _repeats_conclusion(wanted, previewed.before):
            return Entry(refused=again)
        changes = tuple(render_lines(previewed.changes))
        if seen == now_seen:
            already = not record_in(previewed, at.services, at.by).new
            return Entry(recorded=True, already=already, preview=Preview(heading, changes))
    except InvalidError as invalid:
        # The first problem of a field is the one shown.
        problems = reversed(invalid.problems)
        return Entry(
            wrong={fields.field_of(p.where, values): words.sentence(p.allowed) for p in problems}
        )
    except ConflictError as refused:
        return Entry(wrong={"on": words.sentence(str(refused))})
    cautions = tuple(_cautions(deal, wanted, seen, now_seen, previewed.before))
    would = Preview(heading, changes, cautions, now_seen)
    return Entry(preview=would, before=previewed.before)


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


def _cautions(
    deal: StoredDeal,
    wanted: Mapping[str, Any],
    seen: str,
    now_seen: str,
    before: Assessment,
) -> Iterator[str]:
    yield from changed_since(seen, now_seen)
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
