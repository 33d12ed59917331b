"""The readings in words: how each Section is read, who chose, and what another choice changes."""

from collections.abc import Iterator
from itertools import groupby

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.readings.result import ReadingsResult, ReadingUsed, SafeDates
from dealclock.messages import reading, words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView

_MOST = 4


def message(result: ReadingsResult, view: DealView) -> Message:
    """What other readings would change, the dates safe under all, and the choices; or one reading
    in full."""
    return _one(result, view) if result.only else _all(result, view)


def _all(result: ReadingsResult, view: DealView) -> Message:
    moving = [each for each in result.readings if each.changes]
    still = [each for each in result.readings if not each.changes]
    chosen = [each for each in result.readings if each.reading in view.team.readings]
    count = words.number(len(result.readings), "reading")
    moves = f"{len(moving)} of {count} would change a date or amount today if read otherwise"
    headline = (
        moves if moving else "no date or amount today depends on a reading",
        f"{len(chosen)} chosen by the team" if chosen else "all by default",
    )
    sections = (
        listed("Chosen by the team", (_still(each, view) for each in chosen)),
        *(_moving(each, view) for each in moving),
        listed("Safe under every reading", (_safe(each, result) for each in result.safe)),
        listed("No effect today", (_still(each, view) for each in still)),
    )
    return compose(
        view,
        headline,
        sections,
        (),
        more="dealclock assess, on the command line",
        banners=terms_used(result.heading),
    )


def _one(result: ReadingsResult, view: DealView) -> Message:
    (used,) = result.readings
    choices = (
        f"{each.name}: {each.meaning}{', chosen here' * (each.name == used.choice)}"
        f"{', settled against' * each.settled_against}"
        for each in used.choices
    )
    sections = (
        Section(rows=rows(("Question", used.question), *_why(used, view))),
        listed("Choices", choices),
        listed("What other readings would change today", _changes(used, view)),
    )
    headline = [f"{used.reading} is read as {used.choice}"]
    headline += [words.clause(used.clauses)] if used.clauses else []
    headline += [each.meaning for each in used.choices if each.name == used.choice]
    return compose(view, headline, sections, (), banners=terms_used(result.heading))


def _moving(used: ReadingUsed, view: DealView) -> Section:
    return Section(
        title=used.reading,
        rows=rows(
            ("Read as", reading.describe_choice(used.reading, used.choice, view.terms)),
            *_why(used, view),
        ),
        lines=tuple(f"• {line}" for line in _changes(used, view)),
    )


def _changes(used: ReadingUsed, view: DealView) -> Iterator[str]:
    for choice, changes in groupby(used.changes, key=lambda d: d.choice):
        moved = [f"{d.instance} {words.figure_name(d.what)} {_there(d.there)}" for d in changes]
        more = f" and {len(moved) - _MOST} more" if len(moved) > _MOST else ""
        described = reading.describe_choice(used.reading, choice, view.terms)
        yield f"under {described}: {'; '.join(moved[:_MOST])}{more}"


def _there(figure: str) -> str:
    return "not at all" if figure == "none" else words.figure(figure)


def _why(used: ReadingUsed, view: DealView) -> tuple[tuple[str, str], ...]:
    """Who chose the reading, and why; or that it is the default."""
    chosen = view.team.readings.get(used.reading)
    if chosen is None or chosen.choice != used.choice:
        return (("Chosen by", "default"),)
    return (("Chosen by", chosen.chosen_by), ("Why", chosen.why))


def _safe(each: SafeDates, result: ReadingsResult) -> str:
    days = reading.describe_safe_range(each.first, each.last, result.heading.as_of)
    return f"{each.title}: {days} ({each.instance})"


def _still(used: ReadingUsed, view: DealView) -> str:
    chosen = view.team.readings.get(used.reading)
    by = f", chosen by {chosen.chosen_by}" if chosen else ""
    return f"{used.reading}: {used.choice}{by}"
