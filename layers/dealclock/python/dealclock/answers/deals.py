"""All the deals of a person in one table, the gravest first, from the summaries of their runs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dealclock.alerts.gravity import Gravity
from dealclock.answers.dates_summary import Line
from dealclock.answers.next_dates import Ahead
from dealclock.messages import words
from dealclock.messages.message import (
    OF_NO_DEAL,
    Cell,
    DataTable,
    Message,
    Section,
    first_line,
    listed,
    with_content,
)
from dealclock.messages.tables import day_cell, in_table, instant_cell
from dealclock.messages.view import LEGAL

COLUMNS = ("Deal", "What", "By when", "Owner", "At stake", "Checked")
_UNKNOWN = "not known"


def render_deals(
    deals: Sequence[Ahead],
    names: Mapping[str, str],
    *,
    unknown: Iterable[str],
    closed: Iterable[str],
    outside: Iterable[str],
) -> Message:
    """The table of open deals. `unknown` are not assessed yet, `closed` are silent, and of those
    `outside` the person is shown what was delivered or released alone.

    `names` are the code name and the aliases of each deal, by its code name.
    """
    ordered = gravest_deals_first(deals)
    rehearsed = bool(ordered) and all(d.brief.rehearsal for d in ordered)
    parts = [
        f"{d.brief.code_name}: {what}{f', {when}' if when else ''}"
        for d in ordered
        for what, when in [_what(d)]
        if _first(d) is not None or d.brief.defaults
    ]
    waiting = [*unknown]
    count = words.number(len(ordered) + len(waiting), "deal")
    headline = [*parts, count] if parts else [f"{count}, no date open" if ordered else count]
    return Message(
        preview=OF_NO_DEAL,
        headline=first_line("", headline, rehearsal=rehearsed),
        sections=(
            *deals_section(ordered, names),
            *with_content(
                listed("Not assessed yet", waiting),
                listed("Closed", closed),
                listed("Shown to you in part: /deal status DEAL", outside),
            ),
        ),
        footnotes=(LEGAL,),
        more="/deal status DEAL",
    ).marked(rehearsed)


def gravest_deals_first(deals: Iterable[Ahead]) -> list[Ahead]:
    """The deals by their gravest item: an open default, what is overdue, then by time."""
    return sorted(deals, key=lambda d: (*_rank(d), d.brief.code_name))


def deals_section(
    ordered: Sequence[Ahead], names: Mapping[str, str] | None = None
) -> tuple[Section, ...]:
    """The table of deals, with a line a deal where no table is shown."""
    rows = tuple(tuple(_cells(d, names or {})) for d in ordered)
    lines = listed("", (describe_deal(d, names or {}) for d in ordered))
    alone = replace(lines, drawn=())  # the table says what the lines do
    return in_table([alone], DataTable("Your deals, the gravest first", COLUMNS, rows))


def describe_deal(deal: Ahead, names: Mapping[str, str]) -> str:
    """A deal in a line: what, by when, owner, at stake, and when it was checked."""
    name, what, when, owner, stake, checked = (cell.text for cell in _cells(deal, names))
    if stake and not stake.startswith("if missed"):
        stake = f"at stake: {stake}"
    parts = (what, when, owner, stake, f"checked {checked}")
    return f"{name}: {'; '.join(filter(None, parts))}"


def _cells(deal: Ahead, names: Mapping[str, str]) -> Iterator[Cell]:
    brief, line = deal.brief, _first(deal)
    marks = "REHEARSAL " * brief.rehearsal
    what, when = _what(deal)
    yield Cell(f"{marks}{names.get(brief.code_name, brief.code_name)}")
    yield Cell(f"{what}{' (sample data)' if line and line.invented else ''}")
    yield day_cell(line.on if line else None, when)
    yield Cell(line.owner if line else "")
    yield Cell(_UNKNOWN if brief.stake is None else brief.stake)
    if deal.stale:
        yield Cell(f"not up to date: {deal.stale}")
    elif brief.at is None:
        yield day_cell(brief.as_of)
    else:
        yield instant_cell(brief.at, brief.zone)


def _first(deal: Ahead) -> Line | None:
    """The gravest date of a deal; what has passed since its run, and may be overdue, counts."""
    return min(deal.brief.lines, key=lambda line: line.rank, default=None)


def _rank(deal: Ahead) -> tuple[int, float]:
    line = _first(deal)
    on = line.on.toordinal() if line else float("inf")
    if deal.brief.defaults:
        return Gravity.DEFAULT, on
    return (line.rank[0] if line else Gravity.OVER), on


def _what(deal: Ahead) -> tuple[str, str]:
    """What falls on the gravest date, and by when to act."""
    line = _first(deal)
    if line is None:
        return ("possible default open" if deal.brief.defaults else "no date open"), ""
    what = line.title or line.says.partition(", Section")[0]
    if line.missed:
        return what, f"overdue since {words.nearby_day(line.on, deal.today)}"
    if line.on == deal.today:
        return what, f"today {line.by}".strip()
    passed = " (passed since)" if line.on < deal.today else ""
    return what, f"{words.nearby_day(line.on, deal.today)}{passed}"
