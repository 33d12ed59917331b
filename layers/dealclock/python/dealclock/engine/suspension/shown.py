"""The window of each Suspension Notice: its days, and the last one allowed."""

from collections.abc import Iterator
from datetime import date

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days import day_words
from dealclock.engine.conclusions import Status, Window
from dealclock.engine.grounds import Step
from dealclock.engine.suspension.allowance import WindowBreak
from dealclock.engine.suspension.begun import Begun
from dealclock.engine.suspension.drawn import Drawn

NOT_PERMITTED = "not permitted as noticed: it draws on no allowance and excuses nothing"
NO_DAY = "no day of it was allowed"


def shown(rule: DayBudget, drawn: Drawn, as_of: date) -> Iterator[Window]:
    """A window for each notice of a period; joined, they share its days and its last one."""
    for part in drawn.period.parts:
        yield _window(rule, drawn, part, as_of)


def _window(rule: DayBudget, drawn: Drawn, part: Begun, as_of: date) -> Window:
    period = drawn.period
    used = max(0, ((part.resumed or as_of) - period.first).days)
    first = drawn.first_break
    last = first.last_allowed if first else part.start
    trace = [*part.trace, *_joined(rule, drawn, part), *_limits(rule, drawn, as_of)]
    if part.resumed:
        says = f"use resumed after {used} suspended days"
        trace.append(Step(says, rule.clause, part.resumed))
    exceeded = (*_begun_beyond(rule, drawn), *_exceeded(rule, drawn, as_of))
    return Window(
        **rule.named,
        instance=f"{rule.id}/{part.notice.id}",
        cause=part.notice.id,
        opens=part.start,
        closes=max(part.start, last),
        status=_status(last, part.resumed, as_of),
        ended_on=part.resumed,
        grounds=drawn.grounds,
        trace=(*trace, *exceeded),
        notes=(
            *part.notes,
            *_notes(drawn, part),
            *([NO_DAY] if last < part.day_one and period.improper is None else []),
            *map(_as_note, exceeded),
        ),
        days_used=used,
        limit_days=drawn.length.days if drawn.length else 0,
    )


def _as_note(step: Step) -> str:
    """What a step says where its day does not stand beside it."""
    says, of_its_day, _ = step.says.partition("on this day")
    return f"{says}on {day_words.day(step.day)}" if of_its_day and step.day else step.says


def _joined(rule: DayBudget, drawn: Drawn, part: Begun) -> Iterator[Step]:
    if part is not drawn.period.parts[0]:
        says = "joins the suspension before it: one Suspension Period, whose day 1 is this"
        yield Step(says, rule.clause, drawn.period.first)


def _limits(rule: DayBudget, drawn: Drawn, as_of: date) -> Iterator[Step]:
    """The last day each limit allows, where it is the length's or comes before it."""
    period, length = drawn.period, drawn.length
    if period.improper is not None:
        yield Step(NOT_PERMITTED, rule.clause, period.improper.on)
    for extension in period.extensions:
        yield extension.step
    if length is None:
        return
    yield drawn.cut or Step(
        f"day {length.days}, the last allowed", rule.clause, length.last_allowed
    )
    for each in drawn.windows:
        if each.on < length.on and not drawn.exceeds(each, as_of):
            says = f"the last that leaves {_in(each)}"
            yield Step(says, rule.clause, each.last_allowed)


def _exceeded(rule: DayBudget, drawn: Drawn, as_of: date) -> Iterator[Step]:
    """The first day on which each window's limit was exceeded."""
    for each in drawn.windows:
        if drawn.exceeds(each, as_of):
            window = each.limit.window.short
            says = f"more than {each.days} suspended days in {window}, first on this day"
            yield Step(says, rule.clause, each.on)


def _begun_beyond(rule: DayBudget, drawn: Drawn) -> Iterator[Step]:
    """Each limit that it breaks by beginning, and the day of that."""
    for each in drawn.starts:
        yield Step(each.says, rule.clause, each.on)


def _in(each: WindowBreak) -> str:
    return f"at most {each.days} suspended days in any {each.limit.window.short}"


def _notes(drawn: Drawn, part: Begun) -> Iterator[str]:
    period = drawn.period
    if period.improper is not None:
        yield NOT_PERMITTED
    if part is not period.parts[0]:
        yield f"joins the suspension of {period.name} without a gap: one Suspension Period"
    yield from dict.fromkeys(extension.step.says for extension in period.extensions)


def _status(last: date, resumed: date | None, as_of: date) -> Status:
    if resumed is not None:
        return Status.CLOSED
    if as_of > last:
        return Status.OVERRUN
    return Status.LAST_DAY if as_of == last else Status.OPEN
