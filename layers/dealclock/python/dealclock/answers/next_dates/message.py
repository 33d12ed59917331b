"""The answer to `/deal next`: the dates ahead of one deal, or of all the asker's deals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Literal

from dealclock.answers.next_dates.dates_summary import DatesSummary, Line
from dealclock.messages import words
from dealclock.messages.message import OF_NO_DEAL, Message, Section, cut, listed, rows, with_content
from dealclock.messages.view import LEGAL

_FIRST_MOST = 200  # characters of a date in the first line
By = Literal["", "issuer", "owner"]
_MARKS = "HYPOTHETICAL: items so marked are based on fictional events; explain names them."


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
    """What falls due, opens or ends in the days ahead, the soonest first across all deals.

    Overdue items come before it. Both ends of the days are included. `unknown` are the deals that
    are not assessed yet.
    """
    late = [_DealDate(d, line) for d in deals for line in d.brief.lines if line.missed]
    found = [
        _DealDate(d, line) for d in deals for line in d.brief.lines if _is_ahead(d, line, days)
    ]
    mine = any(d.person is not None for d in deals)
    others = sum(not each.mine for each in (*late, *found))
    late, found = [e for e in late if e.mine], [e for e in found if e.mine]
    found.sort(key=lambda each: each.line.on)
    spans = {d.brief.code_name: _span(d, days) for d in deals}
    headline = _counted(len(found), len(late), days, sorted(set(spans.values())), mine=mine)
    after = None if found else _after(deals, days)
    several = len(deals) > 1
    if late:
        headline += f", the first {_first(late, several=several)}"
    if found:
        headline += f"; next {_first(found, several=several)}"
    if after:
        whose = ", owned by others" if mine and not after.mine else ""
        headline += f"; the next is {_first([after], several=several)}{whose}"
    briefs = [d.brief for d in deals]
    rehearsed = bool(briefs) and all(b.rehearsal for b in briefs)
    banners = dict.fromkeys(banner for b in briefs for banner in b.banners)
    if any(each.line.invented for each in (*late, *found, *([after] if after else []))):
        banners[_MARKS] = None
    stale = [f"{d.brief.code_name}: {d.stale}" for d in deals if d.stale]
    unknown = [f"{name}: not assessed yet" for name in unknown]
    message = Message(
        preview=OF_NO_DEAL,
        headline=headline,
        banners=tuple(banners),
        sections=with_content(
            listed("Not up to date; ask about the deal by name", [*stale, *unknown]),
            Section(rows=rows(*spans.items()) if _few_and_different(spans) else ()),
            *_grouped("Overdue", late, by, rehearsed=rehearsed),
            *_grouped("Ahead", found, by, rehearsed=rehearsed),
            Section(lines=(_of_others(others),) if others else ()),
        ),
        footnotes=(LEGAL,),
        more="/deal next DEAL",
    )
    # Next to a live deal each line is marked instead, so that no live date looks rehearsed.
    return message.of_rehearsal() if rehearsed else message


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


def _first(found: Sequence[_DealDate], *, several: bool) -> str:
    """The earliest of some dates in a line, with its deal if there are several."""
    each = min(found, key=lambda one: one.line.on)
    of = f"{each.of.brief.code_name}: " if several else ""
    return cut(f"{each.line.day}: {of}{each.line.says}", _FIRST_MOST)


def _last(deal: Ahead, days: int) -> date:
    return deal.today + timedelta(days=days)


def _span(deal: Ahead, days: int) -> str:
    first = words.day(deal.today)
    return f"{first} to {words.day(_last(deal, days))}" if days else first


def _few_and_different(spans: dict[str, str]) -> bool:
    return len(set(spans.values())) > 1


def _counted(found: int, late: int, days: int, spans: Sequence[str], *, mine: bool) -> str:
    """How many dates are ahead; the first and last day asked for, if all deals share them."""
    what = words.number(found, "date") if found else "Nothing"
    yours = " of yours" if mine else ""
    if days:
        when = f"in the next {words.number(days, 'day')}"
        when += f", {spans[0]}" if len(spans) == 1 else ""
    else:
        when = f"today, {spans[0]}" if len(spans) == 1 else "today"
    return f"{what}{yours} {when}{f'; {late} overdue' if late else ''}"


def _of_others(count: int) -> str:
    more = words.number(count, "date")
    return f"{more} owned by others: /deal next all"


def _told(each: _DealDate, rehearsed: bool) -> str:
    """A date with its deal, with the marks that the message as a whole does not have."""
    brief, line = each.of.brief, each.line
    marks = ["REHEARSAL"] if brief.rehearsal and not rehearsed else []
    marks += ["HYPOTHETICAL"] if line.invented else []
    marked = f" ({', '.join(marks)})" if marks else ""
    return f"{line.day}: {brief.code_name}: {line.says}{marked}"
