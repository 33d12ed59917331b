"""How long a new Suspension Period may last, and from when; what each limit of a state leaves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer, the_only
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.encode import Entries, Keys
from dealclock.answers.heading import heading
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    day_first,
    no_such_deal,
    number,
    parted,
)
from dealclock.days.intervals import Span
from dealclock.engine.look import Look
from dealclock.engine.states.budget import Drawn
from dealclock.engine.states.limits import Break
from dealclock.engine.states.limits_left import LimitPlan, LimitsLeft, TimesPlan, plan
from dealclock.errors import RefusedError
from dealclock.messages import words
from dealclock.messages.message import Cell, DataTable, Message, Section, listed, rows
from dealclock.messages.tables import day_cell
from dealclock.messages.view import DealView
from dealclock.terms.neutral_ids import shown_choice
from dealclock.terms.rules.suspensions import ProtectedPeriod

_LONGEST = 3660
_CONDITIONS = (
    "Only the limits on days are computed; what else a suspension requires is not checked."
)


def _broken(drawn: Drawn | None) -> list[Break]:
    """The first day over each limit on days if the period goes on."""
    return [b for b in (drawn.breaks if drawn else ()) if b.limit and not b.by_beginning]


def _last_allowed(drawn: Drawn) -> date:
    """The last allowed day of a period in force, which breaks some limit."""
    return min(each.last_allowed for each in drawn.breaks)


def _count(window: Span | None, unit: str) -> int | None:
    return window.count if window and window.unit == unit else None


# N days or months, the other null; both are null for the limit on the length of one period.
_WINDOW: Entries = (
    ("window_days", lambda each: _count(each.window, "days")),
    ("window_months", lambda each: _count(each.window, "months")),
)
LIMITS: Keys = {
    LimitPlan: (
        ("id", lambda each: f"in-{each.window.id}" if each.window else "length"),
        "days",
        *_WINDOW,
        "window_from=since used left longest breaks_on",
    ),
    TimesPlan: (
        ("id", lambda each: f"times-in-{each.window.id}"),
        "times",
        *_WINDOW,
        "window_from=since used left earliest",
    ),
    Break: (*_WINDOW, "days breaks_on=on"),
    Drawn: (
        "notice=period.name since=period.start",
        ("last_allowed", _last_allowed),
        ("breaks", _broken),
    ),
    LimitsLeft: (
        "id clause title limits extended times gap running grounds=why",
        ("notes", lambda _: ()),
    ),
}
"""The JSON of what the limits of a state leave, and of the period in force."""


def _planned(typed: TypedWords) -> Mapping[str, object]:
    """A suspension that is planned: its first day, and how many days; nothing without `check`."""
    parts = parted(typed, "check")
    if parts[""]:
        raise no_such_deal(parts[""][0], typed.visible)
    if "check" not in parts:
        return {}
    start, rest = day_first(parts["check"])
    day_words = tuple(w for w in rest if w.lower() != "for")
    if start is None or not day_words:
        raise UnreadableCommandError(
            "Give the first suspended day and the number of days: suspension check 2005-05-01 "
            "40, or suspension check next monday 30 days."
        )
    return {"start": start, "days": number(day_words, _LONGEST)}


@answer(
    keys=LIMITS,
    example=(
        "agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-04-20 --days 30"
    ),
    slash=Slash(
        "suspension [DEAL] [check START DAYS]",
        examples=("suspension", "suspension check 2005-02-01 30"),
        read=_planned,
    ),
)
def suspension(
    look: Look,
    start: Annotated[date | None, "first suspended day (default: the as-of date)"] = None,
    days: Annotated[int | None, "length of the suspension in days"] = None,
    provision: Annotated[str | None, "the state, if several have limits", "PROVISION"] = None,
    material: Annotated[bool, "it may be extended, for a material transaction"] = False,
) -> Answer:
    """What each limit leaves a new period from the day, the longest and the earliest period, and
    what other readings change.

    `allowed` and `earliest` are null if no length was asked about, `earliest` also if that length
    is never allowed. Raises RefusedError for terms without a state that has limits, such as a
    day budget, and for a length of no days or of more than ten years.
    """
    rule = the_only(look.in_force.limited_states, "state with limits", provision)
    if rule is None:
        raise RefusedError(
            "not known: these terms limit no state, so they do not state whether, or for how "
            "long, a suspension is allowed; add one, or read the agreement"
        )
    if days is not None and not 1 <= days <= _LONGEST:
        raise RefusedError(
            f"a suspension of {days} days is not valid; give a number from 1 to {_LONGEST}"
        )
    chosen = look.readings_used

    def under(moved: Mapping[str, str]) -> LimitsLeft:
        return plan(rule, start or look.as_of, days, look.context(moved), material=material)

    here, known = under({}), look.in_force.all_readings
    there = {
        (question, choice): under({question: choice})
        for question in known
        if question in here.why.readings
        for choice in known[question].open
        if choice != chosen[question]
    }
    differences = [
        (question, choice, what, other)
        for (question, choice), other in there.items()
        for what, found in _answers(here).items()
        if found != _answers(other)[what]
    ]
    shortest, latest = _under_every_reading([here, *there.values()])
    sent = here.on_its_way
    body = {
        **heading(look),
        "known_at": look.instant,
        "clause": here.clause,
        "start": here.start,
        "days": days,
        "material": material,
        **_answers(here),
        "limits": here.limits,
        "times": here.times,
        "gap": here.gap,
        "running": here.running,
        "on_its_way": sent and {"notice": sent.id, "sent": sent.on},
        "facts": here.why.facts,
        "hypothetical": here.why.hypothetical,
        "trace": here.trace,
        "readings": {r: chosen[r] for r in sorted(here.why.readings)},
        "differences": [
            {
                "reading": question,
                "choice": choice,
                "what": what,
                "here": _answers(here)[what],
                "there": _answers(other)[what],
            }
            for question, choice, what, other in differences
        ],
        "safe": {"longest": shortest, "earliest": latest},
    }

    def say(view: DealView) -> Message:
        safe = (
            ("Longest under every reading", _days(shortest)),
            ("Earliest start under every reading", words.day(latest) if latest else ""),
        )
        otherwise = (
            f"{question}={shown_choice(question, choice)}: {_otherwise(what, other)}"
            for question, choice, what, other in differences
        )
        sections = (
            Section(rows=rows(*_rows(here, view), *(safe if differences else ()))),
            replace(
                listed("Limits, each with the first day over it", map(_limit, here.limits)),
                drawn=(_limits_table(here.limits),),
            ),
            listed("When the next may begin", _beginning(here)),
            listed("Under other readings", otherwise),
            Section(lines=(_CONDITIONS,)),
        )
        headline = tuple(_headline(here, view))
        return compose(view, headline, sections, [here.why], banners=terms_used(look))

    return Answer(body, say)


def _answers(found: LimitsLeft) -> Mapping[str, object]:
    """What another reading may change; the longest is zero days, through no day, if none may
    begin.
    """
    return {
        "allowed": found.allowed,
        "longest": {"days": found.longest, "through": found.longest_through},
        "earliest": found.earliest,
    }


def _under_every_reading(found: Sequence[LimitsLeft]) -> tuple[int, date | None]:
    """What is allowed if any one reading is changed: the shortest of the longest periods, and the
    latest of the earliest starts, None if one reading has none.
    """
    starts = [each.earliest for each in found if each.earliest is not None]
    latest = max(starts) if len(starts) == len(found) else None
    return min(each.longest for each in found), latest


def _headline(found: LimitsLeft, view: DealView) -> Iterator[str]:
    """Whether a limit on it can be met, or that nothing can be suspended yet; then what the limits
    allow."""
    start, today = found.start, view.today or view.as_of
    begins = f"{view.near(start)} (before today)" if start < today else view.near(start)
    if not found.running and not has_shelf(view):
        yield "no effective shelf on record to suspend"
    if found.days is not None:
        yield f"{_assumed(found, view)}{_whether_it_fits(found, found.days, begins)}"
    if running := found.running:
        since, last = view.near(running.period.start), view.near(_last_allowed(running))
        held = view.terms.states[found.id].in_force_called
        yield f"already {held} since {since}, last allowed day {last}"
    elif found.days is None:
        yield f"{_assumed(found, view)}{_how_long(found, begins, view)}"
    yield words.clause(found.clause)


def has_shelf(view: Look) -> bool:
    """Whether a registration statement is effective on the record, if the terms say so of any."""
    begins = {rule.begins_with for rule in view.terms.all_of(ProtectedPeriod)}
    known = {each.kind for each in view.known.all}
    return not begins or bool(begins & known)


def _how_long(found: LimitsLeft, start: str, view: DealView) -> str:
    if not (found.limits or found.gap):
        return next(_beginning(found))
    if found.longest_through is None:
        return f"limits allow no {found.called} from {start}"
    through = view.near(found.longest_through)
    return f"limits allow {_days(found.longest)} from {start} through {through}"


def _whether_it_fits(found: LimitsLeft, days: int, start: str) -> str:
    asked, most = f"{_days(days)} from {start}", found.longest
    if found.allowed:
        return f"within the limits: {asked}"
    return f"over the limits: {asked}, {f'{most} at most' if most else 'none allowed'}"


def _assumed(found: LimitsLeft, view: DealView) -> str:
    """What the answer takes for granted of a suspension open or about to begin, if one is."""
    assumed = ["the open one ends today"] if found.running else []
    if found.on_its_way:
        assumed.append(f"the notice sent {view.near(found.on_its_way.on)} is called off")
    return f"if {' and '.join(assumed)}, " if assumed else ""


def _rows(found: LimitsLeft, view: DealView) -> Iterator[tuple[str, str]]:
    if running := found.running:
        since, last = words.day(running.period.start), words.day(_last_allowed(running))
        yield (
            f"Open {found.called}",
            f"{running.period.name}, since {since}; last allowed day {last}",
        )
        yield "Assumed", f"it ends {words.day(view.as_of)}; each later day may leave a day less"
    if running or found.days is not None:
        longest = _length(found) if found.longest else "none may begin that day"
        yield f"Longest from {words.day(found.start)}", longest
    if found.days is not None and not found.allowed:
        earliest = words.day(found.earliest) if found.earliest else "never allowed"
        yield f"Earliest start of {_days(found.days)}", earliest


def _otherwise(what: str, there: LimitsLeft) -> str:
    """One of the answers under another reading, in words."""
    if what == "allowed":
        return f"a suspension of that length is {'' if there.allowed else 'not '}allowed"
    if what == "longest":
        most = f"it may last at most {_length(there)}"
        return most if there.longest else f"no {there.called} may begin that day"
    if there.earliest is None:
        return "never allowed"
    return f"the earliest start is {words.day(there.earliest)}"


def _length(found: LimitsLeft) -> str:
    through = found.longest_through
    return f"{_days(found.longest)}{f', through {words.day(through)}' if through else ''}"


def _days(count: int) -> str:
    return words.number(count, "day")


def limits_in_words(found: LimitsLeft) -> Iterator[str]:
    """Each limit of a budget in a line; for one already exceeded, since when."""
    breaks = {each.window: each.on for each in _broken(found.running)}
    plain = {(p.window, p.days) for p in found.limits}
    so = "it goes on" if found.running else f"another {found.called} begins now and lasts"
    nexts = [each.earliest for each in found.times] + ([found.gap.earliest] if found.gap else [])
    none = not found.running and max(nexts, default=found.start) > found.start
    for each in found.limits:
        broke = breaks.get(each.window)
        if none:
            of = f"any {_window(each.window)}" if each.window else "one period"
            yield f"{each.used} of {each.days} used in {of}"
        elif broke is not None and broke < each.breaks_on:
            yield f"{_used(each)}; broken since {words.day(broke)}"
        else:
            yield f"{_limit(each)} if {so}"
    for each in found.extended:
        if (each.window, each.days) not in plain and not none:
            yield f"extended: {_limit(each)} if {so}"
    ended = ", if this one ended on this day" if found.running else ""
    for line in _beginning(found):
        yield f"{line}{ended}"


def _used(limit: LimitPlan) -> str:
    of = f"any {_window(limit.window)}" if limit.window else "one period"
    return f"{limit.used} of {limit.days} used in {of}, {limit.left} left"


def _limits_table(limits: Sequence[LimitPlan]) -> DataTable:
    """The limits, the one that breaks first at the top."""
    rows = tuple(
        (
            Cell(f"any {_window(each.window)}" if each.window else "one period"),
            day_cell(each.breaks_on),
            Cell(_days(each.left), each.left),
            Cell(_days(each.used), each.used),
            Cell(_days(each.days), each.days),
        )
        for each in sorted(limits, key=lambda each: each.breaks_on)
    )
    return DataTable("Limits", ("Limit in", "First day over it", "Left", "Used", "Allowed"), rows)


def _limit(limit: LimitPlan) -> str:
    return f"{_used(limit)}; breaks {words.day(limit.breaks_on)}"


def _beginning(found: LimitsLeft) -> Iterator[str]:
    """How often a period may begin, and how long after the one before, each in a line."""
    for each in found.times:
        most = words.number(each.times, "time")
        often = f"{each.used} of {most} used"
        if each.used > each.times:
            often = f"{each.used} used of {each.times} allowed"
        used = f"{often} in any {_window(each.window)}, {each.left} left"
        yield f"{used}; the next from {words.day(each.earliest)}"
    if gap := found.gap:
        last = f", {words.day(gap.last)}" if gap.last else ""
        says = f"At least {gap.apart} after the last day of the one before{last}"
        yield f"{says}; the next from {words.day(gap.earliest)}"


def _window(span: Span) -> str:
    return words.number(span.count, span.unit.removesuffix("s"))
