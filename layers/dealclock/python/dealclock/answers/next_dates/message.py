"""The answer to `/deal next`: the dates ahead of one deal, or of all the asker's deals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby
from typing import Literal

from dealclock.alerts.gravity import Gravity
from dealclock.answers.next_dates.dates_summary import DatesSummary, Line
from dealclock.messages import words
from dealclock.messages.message import (
    OF_NO_DEAL,
    Cell,
    DataTable,
    Message,
    MessageRow,
    Section,
    first_line,
    listed,
    rows,
    with_content,
)
from dealclock.messages.tables import day_cell, in_table
from dealclock.messages.view import LEGAL

_TWO_MOST = 60  # characters of two titles that are both named
_FEW = 3  # dates ahead that the first line may name
By = Literal["", "issuer", "owner"]
_MARKS = "Sample data: items so marked are based on fictional events, named by why."


@dataclass(frozen=True, slots=True)
class Ahead:
    """A deal's dates to be shown: its summary, its current day, who asks.

    `person` is the asker's id on the deal's team, None to show everyone's; `stale` is why the
    summary may be out of date, "" if it is not.
    """

    brief: DatesSummary
    today: date
    person: str | None = None
    stale: str = ""


def dates_ahead(
    deals: Sequence[Ahead], days: int, by: By = "", unknown: Iterable[str] = ()
) -> Message:
    """What falls due, opens or ends in the days ahead, the gravest first across all deals.

    Overdue items come before it. Both ends of the days are included. `unknown` are the deals that
    are not assessed yet.
    """
    late = [_DealDate(d, line) for d in deals for line in d.brief.lines if line.missed]
    found = [
        _DealDate(d, line) for d in deals for line in d.brief.lines if _is_ahead(d, line, days)
    ]
    others = [each for each in (*late, *found) if not each.mine]
    late, found = [e for e in late if e.mine], [e for e in found if e.mine]
    found.sort(key=_rank)
    spans = {d.brief.code_name: _span(d, days) for d in deals}
    after = None if found else _after(deals, days)
    briefs = [d.brief for d in deals]
    rehearsed = bool(briefs) and all(b.rehearsal for b in briefs)
    banners = dict.fromkeys(banner for b in briefs for banner in b.banners)
    if any(each.line.invented for each in (*late, *found, *([after] if after else []))):
        banners[_MARKS] = None
    stale = [f"{d.brief.code_name}: {d.stale}" for d in deals if d.stale]
    unknown = [f"{name}: not assessed yet" for name in unknown]
    start = f"{briefs[0].code_name}: " if len(briefs) == 1 else ""
    parts = list(_headline(late, found, others, after, days, several=len(deals) > 1))
    message = Message(
        preview=OF_NO_DEAL,
        headline=first_line(start, parts, rehearsal=rehearsed),
        banners=tuple(banners),
        sections=with_content(
            listed("Not up to date; ask about the deal by name", [*stale, *unknown]),
            Section(rows=_days_asked(spans)),
            *_in_table(late, found, by, rehearsed=rehearsed, several=len(deals) > 1),
            *_grouped("After that", [after] if after else [], "", rehearsed=rehearsed),
            Section(lines=(_of_others(len(others)),) if others else ()),
        ),
        footnotes=(LEGAL,),
        more="/deal next DEAL",
    )
    # Next to a live deal each line is marked instead, so that no live date looks rehearsed.
    return message.of_rehearsal() if rehearsed else message


def _headline(
    late: Sequence["_DealDate"],
    found: Sequence["_DealDate"],
    others: Sequence["_DealDate"],
    after: "_DealDate | None",
    days: int,
    *,
    several: bool,
) -> Iterator[str]:
    """What is due today, unless it is minor, and what is overdue; then what is ahead, the gravest
    first, and how many dates there are."""
    today = [each for each in found if each.line.on == each.of.today]
    grave = [each for each in today if each.line.gravity <= Gravity.NOTICE]
    minor = [each for each in today if each not in grave]
    for title, group in (("today", grave), ("overdue", late), ("today", minor)):
        if group:
            yield f"{title}: {_first(group, several=several)}"
    theirs = [each for each in others if each.line.missed]
    if theirs:
        yield f"{len(theirs)} overdue owned by others"
    ahead = [each for each in found if each not in today] or ([after] if after else [])
    for each in sorted(ahead, key=_rank)[:_FEW]:
        yield f"{_name(each, several=several)}, {words.nearby_day(each.line.on, each.of.today)}"
    when = f"in the next {words.number(days, 'day')}" if days else "today"
    yield f"{words.number(len(found), 'date') if found else 'no date'} {when}"


def _rank(each: "_DealDate") -> tuple[int, date]:
    return each.line.rank


def _first(found: Sequence["_DealDate"], *, several: bool) -> str:
    """The gravest of several, with the hour to act by today, and how many more there are."""
    first, *others = sorted(found, key=_rank)
    by = f" {first.line.by}" if first.line.by and first.line.on == first.of.today else ""
    more = f" and {len(others)} more" if others else ""
    if len(others) == 1 and not by:
        both = f"{_name(first, several=several)} and {_name(others[0], several=several)}"
        if len(both) <= _TWO_MOST:
            return both
    return f"{_name(first, several=several)}{by}{more}"


def _name(each: "_DealDate", *, several: bool) -> str:
    line = each.line
    of = f"{each.of.brief.code_name}: " if several else ""
    return of + (line.title or line.says.partition(", Section")[0])


@dataclass(frozen=True, slots=True)
class _DealDate:
    of: Ahead
    line: Line

    @property
    def mine(self) -> bool:
        return self.of.person is None or self.of.person in self.line.answering

    @property
    def issuer(self) -> str:
        return self.of.brief.issuer

    @property
    def owner(self) -> str:
        return self.line.owner


_GROUPS: dict[By, Callable[[_DealDate], str]] = {
    "issuer": lambda each: each.issuer,
    "owner": lambda each: each.owner,
}


def _grouped(
    title: str, found: Sequence[_DealDate], by: By, *, rehearsed: bool
) -> Iterator[Section]:
    """One section, or one for each issuer or owner, by name."""
    if by == "":
        yield listed(title, (_told(each, rehearsed) for each in found))
        return
    of = _GROUPS[by]
    for name, group in groupby(sorted(found, key=of), key=of):
        yield listed(f"{title}: {name}", (_told(each, rehearsed) for each in group))


def _in_table(
    late: Sequence[_DealDate],
    found: Sequence[_DealDate],
    by: By,
    *,
    rehearsed: bool,
    several: bool,
) -> tuple[Section, ...]:
    """What is overdue and ahead, in sections, or in one table below what is overdue or today."""
    sections = [
        replace(section, drawn=())
        for title, group in (("Overdue", late), ("Ahead", found))
        for section in _grouped(title, group, by, rehearsed=rehearsed)
    ]
    every = [*sorted(late, key=_rank), *found]
    today = [e for e in every if e.line.missed or e.line.on == e.of.today]
    ordered = sorted(every, key=_GROUPS[by]) if by else every
    extra: list[tuple[str, Callable[[_DealDate], str]]]
    extra = [("By", lambda e: e.line.by)] if any(e.line.by for e in every) else []
    extra += [("Deal", lambda e: e.of.brief.code_name)] if several else []
    extra += [("Issuer", _GROUPS["issuer"])] if by == "issuer" else []
    table = DataTable(
        "Dates",
        ("What", "Date", "Status", "Owner", *(name for name, _ in extra)),
        tuple(
            (*_row(each, rehearsed), *(Cell(value(each)) for _, value in extra)) for each in ordered
        ),
    )
    return in_table(sections, table, (_told(each, rehearsed) for each in today))


def _row(each: _DealDate, rehearsed: bool) -> tuple[Cell, ...]:
    line = each.line
    status = "overdue" if line.missed else "today" if line.on == each.of.today else "ahead"
    return (
        Cell(line.says + _marks(each, rehearsed)),
        day_cell(line.on, line.day),
        Cell(status),
        Cell(line.owner),
    )


def _is_ahead(deal: Ahead, line: Line, days: int) -> bool:
    return not line.missed and deal.today <= line.on <= _last(deal, days)


def _after(deals: Sequence[Ahead], days: int) -> _DealDate | None:
    """The first date after the days asked for: the asker's own, else another's."""
    later = [
        _DealDate(d, line)
        for d in deals
        for line in d.brief.lines
        if not line.missed and line.on > _last(d, days)
    ]
    own = [each for each in later if each.mine]
    return min(own or later, key=lambda each: each.line.on, default=None)


def _last(deal: Ahead, days: int) -> date:
    return deal.today + timedelta(days=days)


def _span(deal: Ahead, days: int) -> str:
    first = words.day(deal.today)
    return f"{first} to {words.day(_last(deal, days))}" if days else first


def _days_asked(spans: dict[str, str]) -> tuple[MessageRow, ...]:
    """The first and last day asked about, by deal where they differ."""
    same = set(spans.values())
    return rows(*(("Days", each) for each in same)) if len(same) < 2 else rows(*spans.items())


def _of_others(count: int) -> str:
    more = words.number(count, "date")
    return f"{more} owned by others: /deal next all"


def _told(each: _DealDate, rehearsed: bool) -> str:
    """A date with its deal, with the marks that the message as a whole does not have."""
    line = each.line
    return f"{line.day}: {each.of.brief.code_name}: {line.says}{_marks(each, rehearsed)}"


def _marks(each: _DealDate, rehearsed: bool) -> str:
    marks = ["REHEARSAL"] if each.of.brief.rehearsal and not rehearsed else []
    marks += ["sample data"] if each.line.invented else []
    return f" ({', '.join(marks)})" if marks else ""
