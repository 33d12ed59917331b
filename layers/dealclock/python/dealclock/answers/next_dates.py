"""`next`: what is overdue and the dates ahead, of one deal or of all the asker's deals."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from typing import Annotated

from dealclock.alerts.gravity import Gravity
from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import assessed
from dealclock.answers.dates_summary import LONGEST_LOOK, DatesSummary, Line, dates_summary
from dealclock.answers.heading import heading
from dealclock.answers.keys import KEYS
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    no_such_deal,
    number,
    parted,
    shown,
)
from dealclock.days.typed_day import DayWords, read_day
from dealclock.engine.conclusions import Status
from dealclock.engine.look import Look
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
from dealclock.messages.view import LEGAL, DealView, View
from dealclock.records import record

DAYS_AHEAD = 14  # the number of days covered unless another is given
_TWO_MOST = 60  # characters of two titles that are both named
_FEW = 3  # dates ahead that the first line may name
_MARKS = "Sample data: items so marked are based on fictional events, named by why."


@record
class Ahead:
    """A deal's dates to be shown: its summary, its current day, who asks.

    `person` is the asker's id on the deal's team, None to show everyone's; `stale` is why the
    summary may be out of date, "" if it is not.
    """

    brief: DatesSummary
    today: date
    person: str | None = None
    stale: str = ""


_SPANS = {
    "today": 0,
    "now": 0,
    "tomorrow": 1,
    "week": 7,
    "this week": 7,
    "fortnight": 14,
    "month": 31,
}


def _read(typed: TypedWords) -> Mapping[str, object]:
    parts = parted(typed, "by")
    said = [w for w in parts[""] if w.lower() not in ("all", "mine")]
    given: dict[str, object] = {"all": True} if any(w.lower() == "all" for w in parts[""]) else {}
    if "by" in parts:
        given["by"] = _grouping(" ".join(parts["by"]).lower())
    return {**given, **(_days_typed(said, typed) if said else {})}


def _grouping(by: str) -> str:
    if by not in _GROUPS:
        raise UnreadableCommandError(
            f"Dates cannot be grouped by {shown(by)}. Type by issuer, or by owner."
        )
    return by


def _days_typed(said: Sequence[str], typed: TypedWords) -> Mapping[str, int | DayWords]:
    """The days ahead that are typed: a number of days or weeks, today, a week, or to a day."""
    typed_span = " ".join(said).lower()
    if typed_span in _SPANS:
        return {"days": _SPANS[typed_span]}
    if len(said) == 2 and said[1].lower() in ("week", "weeks"):
        return {"days": number(said[:1], LONGEST_LOOK // 7) * 7}
    until = read_day(said)
    if until is None and said[0].lstrip("+-").isnumeric():
        if len(said) > 1 and not said[1].isnumeric():
            raise no_such_deal(said[1], typed.visible)
        return {"days": number(said, LONGEST_LOOK)}
    if until is None:
        raise no_such_deal(said[0], typed.visible)
    return {"until": until}


@answer(
    name="next",
    example="agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-01-20",
    keys=KEYS,
    slash=Slash(
        "next [DEAL] [DAYS | today | DATE] [all] [by issuer|owner]",
        examples=("next", "next 30 all by owner"),
        read=_read,
    ),
)
def next_dates(
    look: Look,
    days: Annotated[int, f"days ahead, 0 to {LONGEST_LOOK}"] = DAYS_AHEAD,
    until: Annotated[date | None, "the last day instead"] = None,
    all_: Annotated[bool, "also what others own"] = False,
    by: Annotated[str, "group by issuer, or by owner"] = "",
    *,
    person: str | None = None,
) -> Answer:
    """What is overdue, and what falls due, opens or ends from the day on, both ends included.

    `person` is the asker's id on the team, to whom it is limited without `all`; files know no
    asker, and group by nothing else. Raises UnreadableCommandError for days that cannot be looked
    at, and for another grouping.
    """
    if until is not None:
        days = (until - look.as_of).days
    if not 0 <= days <= LONGEST_LOOK:
        given = words.day(until) if until else f"{days} days"
        raise UnreadableCommandError(
            f"{given} is {'before today' if days < 0 else 'too far ahead'}. Give a date within "
            f"{LONGEST_LOOK} days from today."
        )
    if by:
        _grouping(by)
    a, last = assessed(look, compare=False), look.as_of + timedelta(days=days)
    body = {
        **heading(look),
        "days": days,
        "overdue": [o for o in a.obligations if o.status is Status.MISSED],
        "due": [
            o
            for o in a.obligations
            if o.is_open and o.status is not Status.MISSED and o.due <= last
        ],
        "windows": [
            w
            for w in a.windows
            if w.done_on is None
            and any(each and look.as_of <= each <= last for each in (w.opens, w.last_day))
        ],
    }

    def say(deal: DealView) -> Message:
        brief = dates_summary(View.with_assessment(deal, a))
        return dates_ahead([Ahead(brief, look.as_of, None if all_ else person)], days, by)

    return Answer(body, say)


def dates_ahead(
    deals: Sequence[Ahead], days: int, by: str = "", unknown: Iterable[str] = ()
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
    return message.marked(rehearsed)


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
    when = f"in the next {words.number(days, 'day').removeprefix('1 ')}" if days else "today"
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


@record
class _DealDate:
    of: Ahead
    line: Line

    @property
    def mine(self) -> bool:
        return self.of.person is None or self.of.person in self.line.answering


_GROUPS: dict[str, Callable[[_DealDate], str]] = {
    "issuer": lambda each: each.of.brief.issuer,
    "owner": lambda each: each.line.owner,
}


def _grouped(
    title: str, found: Sequence[_DealDate], by: str, *, rehearsed: bool
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
    by: str,
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
