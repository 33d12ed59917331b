"""The answer to `/deal usable`: whether a Holder may sell under the shelf."""

from collections.abc import Sequence

from dealclock.engine.usable import SaleCondition
from dealclock.render import unchecked_sections, words
from dealclock.render.answers import composed
from dealclock.render.message import Message, Section, listed
from dealclock.render.view import View

_MARKS = {True: "yes", False: "NO", None: "NOT KNOWN"}


def usable(
    view: View, found: Sequence[SaleCondition], holder: str | None, notes: Sequence[str] = ()
) -> Message:
    """Yes, no or what it hangs on, then each condition. A computation, never advice to sell."""
    day = words.day(view.assessment.as_of)
    failing = [c for c in found if c.holds is False]
    unknown = [c for c in found if c.holds is None]
    own = [c for c in found if c.of_holder]
    who = holder or "a Holder"
    if failing:
        headline = f"no, {who} may not sell under the shelf {day}: {failing[0].why}"
    elif [c for c in unknown if not c.of_holder or holder]:
        headline = f"not known whether {who} may sell under the shelf {day}: {unknown[0].why}"
    elif own and holder is None:
        headline = (
            f"yes, computed, {day}, for a Holder with its Questionnaire returned and a "
            "Sale Notice in effect"
        )
    else:
        headline = f"yes, computed, {who} may sell under the shelf {day}"
    sections = (
        Section(lines=tuple(notes)),
        listed("Conditions, on the record", (_line(c) for c in found)),
        listed("Not checked", unchecked_sections.lines(view.assessment.not_checked)),
    )
    return composed(view, headline, sections, [c.grounds for c in found])


def _line(each: SaleCondition) -> str:
    clause = f", {words.clause(each.clause)}" if each.clause else ""
    return f"{each.name}{clause}: {_MARKS[each.holds]}, {each.why}"
