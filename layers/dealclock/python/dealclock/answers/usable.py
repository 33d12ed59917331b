"""Whether a Holder may sell under the shelf on a day: a computation, never advice to sell."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer, resting_on
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.heading import heading
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.special.usable import (
    SaleCondition,
    answer_of,
    conditions,
    has_shelf,
    holders_named,
)
from dealclock.errors import RefusedError
from dealclock.files.source import nearest
from dealclock.messages import unchecked_sections, words
from dealclock.messages.message import Message, Section, headline_room, listed
from dealclock.messages.view import DealView


@answer(
    example="agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2004-12-17",
    slash=Slash(
        "usable [DEAL] [on DATE] [holder NAME]",
        examples=("usable", "usable on 2005-02-01 holder fund-a"),
    ),
)
def usable(
    look: Look,
    holder: Annotated[str | None, "one Holder, by its recorded name", "HOLDER"] = None,
) -> Answer:
    """Every condition of a sale, including those of the Holder itself, and the answer they give.

    A yes needs every condition to be known and satisfied, under every reading. Raises
    RefusedError for terms without any rule about a shelf.
    """
    if not has_shelf(look.terms):
        raise RefusedError(
            f"the terms of {look.terms.id} have no rule about sales under a shelf: no state that "
            "registration-statement-effective begins, no suspension, stop or Sale Notice. Use a "
            "deal that has one."
        )
    assessment = assess(look)
    found = conditions(look, assessment, holder)
    said, decides = answer_of(found, holder)
    named = holders_named(look.context())
    only = next((c.more for c in found if c.limits), "")
    why = decides.reason if decides else ""
    note = _unknown(holder, named) if holder and holder not in named else None
    not_checked = assessment.not_checked
    body = {
        **heading(look),
        "holder": holder,
        "answer": said,
        "why": why,
        "only": only,
        "note": note,
        "conditions": found,
        "not_checked": [{"clause": n.clause, "what": n.what} for n in not_checked],
    }

    def say(view: DealView) -> Message:
        ahead = view.today is not None and view.as_of > view.today
        sections = (
            Section(lines=(note,) if note else ()),
            listed("Conditions, on the record", map(_line, found)),
            listed("Not checked", unchecked_sections.render_lines(not_checked)),
        )
        decisive = _needs(found) if said == "depends on the Holder" else why
        unmet = tuple(dict.fromkeys(c.reason for c in found if c.holds is False))
        names = (f"{holder} (not on record)", holder) if note else (holder,)
        ways = (
            _no_ways(names, unmet, view)
            if said == "no"
            else _ways(said, holder, view, decisive, only, ahead=ahead)
        )
        most = headline_room(f"{view.team.code_name}: ", rehearsal=view.rehearsal)
        headline = next((way for way in ways if len(way) <= most), ways[-1])
        return compose(view, headline, sections, resting_on(found), banners=terms_used(look))

    return Answer(body, say)


def _unknown(holder: str, named: Sequence[str]) -> str:
    known = f"they name {', '.join(named)}" if named else "none is recorded"
    return f"No Holder is named {holder!r}; {known}.{nearest(holder, named)}"


def _no_ways(names: Sequence[str | None], unmet: Sequence[str], view: DealView) -> tuple[str, ...]:
    """The first line of a no, from the longest to the shortest: every condition that is not
    satisfied; else the first, and how many more there are; at last the first alone."""
    first, *others = unmet
    fail = f"{len(others)} more"
    reasons = ["; ".join(unmet), *([f"{first}; {fail}"] if others else []), first]
    days = (words.day(view.as_of), words.short_day(view.as_of))
    named = (
        f"No: {name or 'a Holder'} may not sell {on}: {why}"
        for name in names
        for why in dict.fromkeys(reasons)
        for on in days
    )
    return (*named, *(f"No: {why}" for why in reasons[-2:]))


def _ways(
    said: str, holder: str | None, view: DealView, why: str, only: str, *, ahead: bool
) -> tuple[str, ...]:
    """The first line from the longest to the shortest: the answer, who, the day and what decides
    it; without the day, or the Holder, where the whole would not fit.

    `ahead`: the day is still to come.
    """
    day, near = words.day(view.as_of), words.short_day(view.as_of)
    match said:
        case "not known":
            first = holder or "any Holder"
            return (
                f"Not known: {first}, {day}: {why}",
                f"Not known: {first}, {near}: {why}",
                f"Not known: {why}",
            )
        case "depends on the Holder":
            rest = f"{'projected, ' * ahead}yes if {why}"
            return (
                f"Depends on the Holder, {day}: {rest}",
                f"Depends on the Holder, {near}: {rest}",
                f"Depends on the Holder: {rest}",
            )
    but = f", but {only}" if only else ""
    if ahead:
        return (
            f"Yes, computed, if nothing more happens: {holder} may sell {day}{but}",
            f"Yes, computed, if nothing more happens: {near}{but}",
            f"Yes, computed, if nothing more happens{but}",
        )
    return (
        f"Yes, computed: {holder} may sell under the shelf {day}{but}",
        f"Yes, computed: {holder} may sell {day}{but}",
        f"Yes, computed: {holder}, {near}{but}",
        f"Yes, computed{but}",
    )


def _needs(found: Iterable[SaleCondition]) -> str:
    asked = [c for c in found if c.holds is None]
    return " ".join(dict.fromkeys(_NEEDS.get(c.name, "released,") for c in asked))


_NEEDS = {
    "It is named in the Prospectus": "named in the Prospectus",
    "A Sale Notice is in force": "with a Sale Notice in effect",
}
_MARKS = {True: "yes", False: "NO", None: "NOT KNOWN"}


def _line(each: SaleCondition) -> str:
    clause = f", {words.clause(each.clause)}" if each.clause else ""
    more = f" ({each.more})" if each.more else ""
    return f"{each.name}{clause}: {_MARKS[each.holds]}, {each.reason}{more}"
