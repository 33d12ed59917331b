"""Whether a Holder may sell, in words: a computation, never advice to sell."""

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.question import resting_on
from dealclock.answers.usable.result import UsableResult
from dealclock.engine.special.usable.condition import SaleCondition
from dealclock.messages import unchecked_sections, words
from dealclock.messages.message import Message, Section, headline_room, listed
from dealclock.messages.view import DealView

_MARKS = {True: "yes", False: "NO", None: "NOT KNOWN"}


def message(result: UsableResult, view: DealView) -> Message:
    """Yes, no, or the conditions it depends on; then each condition and what was not checked."""
    sections = (
        Section(lines=(result.note,) if result.note else ()),
        listed("Conditions, on the record", map(_line, result.conditions)),
        listed("Not checked", unchecked_sections.render_lines(result.not_checked)),
    )
    grounds, banners = resting_on(result.conditions), terms_used(result.heading)
    return compose(view, _headline(result, view), sections, grounds, banners=banners)


def _headline(result: UsableResult, view: DealView) -> str:
    """The answer, who, the day and what decides it; without the day, or the Holder, where the
    whole would not fit.
    """
    most = headline_room(f"{view.team.code_name}: ", rehearsal=view.rehearsal)
    ways = _ways(result, ahead=view.today is not None and view.as_of > view.today)
    return next((way for way in ways if len(way) <= most), ways[-1])


def _ways(result: UsableResult, *, ahead: bool) -> tuple[str, ...]:
    """The first line from the longest to the shortest; `ahead`: the day is still to come."""
    day, near = words.day(result.heading.as_of), words.short_day(result.heading.as_of)
    who, why = result.holder, result.why
    match result.answer:
        case "no":
            first = f"{who or 'a Holder'} may not sell"
            return (f"No: {first} {day}: {why}", f"No: {first} {near}: {why}", f"No: {why}")
        case "not known":
            first = who or "any Holder"
            return (
                f"Not known: {first}, {day}: {why}",
                f"Not known: {first}, {near}: {why}",
                f"Not known: {why}",
            )
        case "depends on the Holder":
            rest = f"{'projected, ' * ahead}yes if {_needs(result)}"
            return (
                f"Depends on the Holder, {day}: {rest}",
                f"Depends on the Holder, {near}: {rest}",
                f"Depends on the Holder: {rest}",
            )
    only = f", but {result.only}" if result.only else ""
    if ahead:
        return (
            f"Yes, computed, if nothing more happens: {who} may sell {day}{only}",
            f"Yes, computed, if nothing more happens: {near}{only}",
            f"Yes, computed, if nothing more happens{only}",
        )
    return (
        f"Yes, computed: {who} may sell under the shelf {day}{only}",
        f"Yes, computed: {who} may sell {day}{only}",
        f"Yes, computed: {who}, {near}{only}",
        f"Yes, computed{only}",
    )


def _needs(result: UsableResult) -> str:
    asked = [c for c in result.conditions if c.holds is None]
    return " ".join(dict.fromkeys(_NEEDS.get(c.name, _RELEASED) for c in asked))


_NEEDS = {
    "It is named in the Prospectus": "named in the Prospectus",
    "A Sale Notice is in force": "with a Sale Notice in effect",
}
_RELEASED = "released,"


def _line(each: SaleCondition) -> str:
    clause = f", {words.clause(each.clause)}" if each.clause else ""
    more = f" ({each.more})" if each.more else ""
    return f"{each.name}{clause}: {_MARKS[each.holds]}, {each.reason}{more}"
