"""Whether a Holder may sell, in words: a computation, never advice to sell."""

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.question import resting_on
from dealclock.answers.usable.result import UsableResult
from dealclock.engine.usable import SaleCondition
from dealclock.messages import unchecked_sections, words
from dealclock.messages.message import Message, Section, listed
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
    return compose(view, _headline(result), sections, grounds, banners=banners)


def _headline(result: UsableResult) -> str:
    day, holder, found = words.day(result.heading.as_of), result.holder, result.conditions
    failing = [c for c in found if c.holds is False]
    unknown = [c for c in found if c.holds is None]
    who = holder or "a Holder"
    if failing:
        return f"no, {who} may not sell under the shelf {day}: {failing[0].why}"
    if [c for c in unknown if not c.of_holder or holder]:
        return f"not known whether {who} may sell under the shelf {day}: {unknown[0].why}"
    if holder is None and [c for c in found if c.of_holder]:
        return (
            f"yes, computed, {day}, for a Holder with its Questionnaire returned and a "
            "Sale Notice in effect"
        )
    return f"yes, computed, {who} may sell under the shelf {day}"


def _line(each: SaleCondition) -> str:
    clause = f", {words.clause(each.clause)}" if each.clause else ""
    return f"{each.name}{clause}: {_MARKS[each.holds]}, {each.why}"
