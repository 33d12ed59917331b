"""What an assessment shows of a state: a window for each event that began it, and the defaults for
a period too long or too many days in a window.

A period too long is a default by lapse: it did not end by its last day. Too many days in a window
are a default on the first day too many, cured when the period ends or the window is back within its
limit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.general.state import StateTerms
from dealclock.agreement.rules.rule import DefaultTerms
from dealclock.days import day_words
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.engine.context import Context, status_of, was_over
from dealclock.engine.defaults.by_lapse import (
    Cured,
    Failure,
    Occurrence,
    default_on,
    occurred_by_lapse,
)
from dealclock.engine.grounds import Step
from dealclock.engine.questions import concludes, question
from dealclock.engine.states.budget import Budget, Drawn, budget
from dealclock.engine.states.limits import Break
from dealclock.engine.states.occurrences import StateSpell, subjects

_ONE = timedelta(days=1)
_NOT_PERMITTED = "not permitted as noticed: it draws on no allowance and excuses nothing"
_NO_DAY = "no day of it was allowed"

Breach = tuple[Obligation, Default]


def lasting_windows(context: Context) -> Iterator[Window]:
    """The window of every state without limits that began."""
    for state in context.terms.states.values():
        for of in subjects(context, state) if not state.limits else ():
            for drawn in budget(context.fresh(), state, of).drawn:
                yield from (_window(state, drawn, part, context) for part in drawn.period.parts)


@question
def lasting(context: Context) -> Mapping[str, Window]:
    """The states without limits, by id, each under the version of the terms that governs it."""
    own, former, since = tuple(lasting_windows(context)), context.former, context.since
    kept = lasting(former).values() if former is not None and since is not None else ()
    over = [window for window in kept if since is not None and was_over(window, since)]
    return {window.instance: window for window in (*own, *over)}


def budgets(context: Context) -> list[Budget]:
    """The use of every state with limits."""
    limited = [state for state in context.terms.states.values() if state.limits]
    return [budget(context.fresh(), state) for state in limited]


def limited(context: Context, *lasting_now: Window) -> Iterator[Window | Obligation | Default]:
    """The periods of every state with limits, with their windows and defaults; `lasting_now` are
    the windows of the others, as they are under the latest version of the terms.
    """
    for drawn in budgets(context):
        state = drawn.state
        for each in drawn.drawn:
            yield from (_window(state, each, part, context) for part in each.period.parts)
        if context.until is None:
            yield from breaches(context, state.id)
        else:  # an earlier version's stop with the period as it is now
            protects = next((w for w in lasting_now if w.instance == state.during), None)
            yield from _all_breaches(state, protects, context)


@concludes
def breaches(context: Context, item: str) -> tuple[Obligation | Default, ...]:
    """The defaults of a state's limits, each after its unsatisfied obligation."""
    state = context.terms.states[item]
    return _all_breaches(state, lasting(context.fresh()).get(state.during or ""), context)


def _all_breaches(
    state: StateTerms, protects: Window | None, context: Context
) -> tuple[Obligation | Default, ...]:
    drawn = budget(context.fresh(), state)
    return tuple(each for pair in _breaches(drawn, protects, context) for each in pair)


def _breaches(budget: Budget, protects: Window | None, context: Context) -> Iterator[Breach]:
    """Every default of a state's limits, each with its unsatisfied obligation, by period."""
    open_until: dict[int, date | None] = {}
    for drawn in budget.drawn:
        if drawn.period.improper is None:
            breaches = _Breaches(budget, drawn, protects, context)
            yield from breaches.too_long()
            yield from breaches.too_many(open_until)


class _Breaches:
    """The defaults of one period."""

    def __init__(
        self, budget: Budget, drawn: Drawn, protects: Window | None, context: Context
    ) -> None:
        self._budget = budget
        self._state = budget.state
        self._drawn = drawn
        self._protects = protects
        self._context = context

    def too_long(self) -> Iterator[Breach]:
        """The default for a period that did not end by its last allowed day."""
        length, context = self._drawn.length, self._fresh()
        if length is None or length.limit is None or length.limit.lapse is None:
            return
        limit = self._tested(length, context)
        if not self._lapsed(length, limit, context):
            return
        due, terms = limit.last_allowed, length.limit.lapse
        last = Step("the day by which it was to be ended", self._state.clause, due)
        obligation = self._obligation("end", due, last, context)
        occurred, how = occurred_by_lapse(due, context)
        step = Step(f"not ended by then: the default occurs {how}", terms.clause, occurred)
        yield self._breach(terms, obligation, step, self._drawn.period.over, context)

    def too_many(self, open_until: dict[int, date | None]) -> Iterator[Breach]:
        """The defaults for limits in windows, where the terms have one and the last is not still
        open.
        """
        for n, each in enumerate(self._drawn.windows):
            limit, until = each.limit, self._context.until
            if limit is None or limit.window is None or limit.lapse is None:
                continue
            if not self._drawn.exceeds(each, self._context.as_of):
                continue
            if until is not None and each.on >= until:
                continue  # by then an amendment had taken effect
            if n in open_until and (open_until[n] is None or each.on < (open_until[n] or each.on)):
                continue
            context = self._fresh()
            cured = open_until[n] = self._cured(each, context)
            by = _last_day(each, context)
            last = Step("the last day it could be ended", self._state.clause, by)
            obligation = self._obligation(limit.window.id, by, last, context)
            says = (
                f"the first day that makes {_too_many(self._state, each)}: the default occurs on it"
            )
            step = Step(says, limit.lapse.clause, each.on)
            yield self._breach(limit.lapse, obligation, step, cured, context)

    def _fresh(self) -> Context:
        """A new context with the readings that the period's days depend on."""
        context = self._context.fresh()
        context.choices.count(self._drawn.grounds.readings)
        return context

    def _tested(self, length: Break, context: Context) -> Break:
        """The break that decides whether a period is too long: of its own length, or an earlier one
        in a window.
        """
        tested = [b for b in self._drawn.windows if b.limit and not b.limit.lapse]
        tested = [b for b in tested if b.on < length.on]
        if not tested or not length.limit or context.pick(length.limit.tested) == "alone":
            return length
        first = min(tested, key=lambda b: b.on)
        return replace(first, on=_last_day(first, context) + _ONE)

    def _lapsed(self, length: Break, limit: Break, context: Context) -> bool:
        """Whether a period did not end in time; if it was in force only through the last day, the
        terms say whether that was in time.
        """
        if context.as_of < limit.on:
            return False
        over = self._drawn.period.over
        if over == limit.on and length.limit:
            return context.pick(length.limit.may_end) == "last day"
        return over is None or over > limit.on

    def _cured(self, limit: Break, context: Context) -> date | None:
        """The day a default under a limit in a window was cured; None if not yet."""
        over = self._drawn.period.over
        if over is None or limit.limit is None or context.pick(limit.limit.cured) == "ended":
            return over
        day = self._budget.limits.back_within(limit.limit, limit.on, context)
        return day if day <= context.as_of else None

    def _obligation(self, name: str, due: date, last: Step, context: Context) -> Obligation:
        """The unsatisfied obligation to end the period."""
        state, period = self._state, self._drawn.period
        first = Step(f"day 1 of the {state.title}", state.clause, period.first)
        no_day = f"no day of the {state.called} was allowed: by this day it was not to begin"
        return Obligation(
            **state.named,
            instance=f"{state.id}-{name}/{period.name}",
            cause=period.name,
            opens=min(period.start, due),
            due=due,
            closes=None,
            status=status_of(due, period.over, context.as_of),
            met_on=period.over,
            grounds=self._drawn.grounds | context.grounds(absence=period.over is None),
            trace=(first, last),
            notes=(no_day,) if due < period.first else (),
        )

    def _breach(
        self,
        terms: DefaultTerms,
        obligation: Obligation,
        step: Step,
        cured_on: date | None,
        context: Context,
    ) -> Breach:
        """The default that occurred on the day of `step`, with its obligation."""
        period, protects = self._drawn.period, self._protects
        cured = Cured(cured_on, context.grounds(period.ended)) if cured_on else None
        on = step.day or obligation.due
        came = Occurrence(on, on, (*obligation.trace, step))
        failure = None
        if protects is not None:
            failure = Failure(obligation.due, protects.closes + _ONE, protects.clause)
        instance = f"{terms.id}/{period.name}"
        made = default_on(terms, instance, obligation, came, cured, context, failure)
        return obligation, made


def _last_day(limit: Break, context: Context) -> date:
    """The last day a limit allows; the day an amendment took effect, if it left no later day."""
    by_then = context.since is None or limit.on < context.since
    return limit.last_allowed if by_then else context.not_before(limit.last_allowed)


def _window(state: StateTerms, drawn: Drawn, part: StateSpell, context: Context) -> Window:
    """The window of one spell; those that join share their days and their last day."""
    period, as_of, limited = drawn.period, context.as_of, bool(state.limits)
    used = max(0, ((part.over or as_of) - period.first).days)
    exceeded = (*_by_beginning(state, drawn), *_exceeded(state, drawn, as_of))
    trace = [*part.trace, *_joined(state, drawn, part), *_limits(state, drawn, as_of)]
    if part.ended:
        says = f"{state.end_called} after {used} {state.day_called}s"
        trace.append(Step(says, state.clause, part.ended.on))
    last = _last_of(state, drawn, part, as_of)
    open_ended = part.over is None and part.until is None and not limited
    notes = [*part.notes, *_notes(state, drawn, part)]
    if limited and last < part.day_one and period.improper is None:
        notes.append(_NO_DAY)
    return Window(
        **state.named,
        instance=state.id if state.once or not part.name else f"{state.id}/{part.name}",
        cause="" if state.once or part.notice is None else part.notice.id,
        opens=part.start,
        closes=last if part.until else max(part.start, last),
        status=Status.OPEN if open_ended else _status(last, part.over, as_of),
        ended_on=part.over,
        grounds=drawn.grounds,
        trace=(*trace, *exceeded),
        notes=(*notes, *map(_as_note, exceeded)),
        days_used=used if limited else None,
        limit_days=(drawn.length.days if drawn.length else 0) if limited else None,
        limb=part.until.limb if part.until else None,
        on_lapse=next((default.id for default in state.defaults()), ""),
    )


def _last_of(state: StateTerms, drawn: Drawn, part: StateSpell, as_of: date) -> date:
    """The last day allowed or given; of an open state without either, the day `as_of`."""
    first = drawn.first_break
    days = [first.last_allowed] if first else []
    days += [part.until.last] if part.until else []
    if days or state.limits:
        return min(days, default=part.start)
    return part.over - _ONE if part.over else as_of


def _as_note(step: Step) -> str:
    """A step's text as a note, with its day written out."""
    says, of_its_day, _ = step.text.partition("on this day")
    return f"{says}on {day_words.day(step.day)}" if of_its_day and step.day else step.text


def _joined(state: StateTerms, drawn: Drawn, part: StateSpell) -> Iterator[Step]:
    if part is not drawn.period.parts[0]:
        says = f"joins the {state.called} before it: one {state.title}, whose day 1 is this"
        yield Step(says, state.clause, drawn.period.first)


def _limits(state: StateTerms, drawn: Drawn, as_of: date) -> Iterator[Step]:
    """A step for the last day under the limit on length, and under each limit that ends before
    it.
    """
    if drawn.period.improper is not None:
        yield Step(_NOT_PERMITTED, state.clause, drawn.period.improper.on)
    yield from (extension.step for extension in drawn.period.extensions)
    length = drawn.length
    if length is not None:
        says = f"{_counted(length, 'day')} {length.days}, the last allowed"
        yield drawn.cut or Step(says, state.clause, length.last_allowed)
    for each in drawn.windows:
        if (length is None or each.on < length.on) and not drawn.exceeds(each, as_of):
            most = f"at most {each.days} {_counted(each, state.day_called)}s"
            says = f"the last that leaves {most} in any {_in(each)}"
            yield Step(says, state.clause, each.last_allowed)


def _exceeded(state: StateTerms, drawn: Drawn, as_of: date) -> Iterator[Step]:
    """A step for the first day on which each limit in a window was exceeded."""
    for each in drawn.windows:
        if drawn.exceeds(each, as_of):
            yield Step(f"{_too_many(state, each)}, first on this day", state.clause, each.on)


def _too_many(state: StateTerms, each: Break) -> str:
    days = f"{_counted(each, state.day_called)}s in {_in(each)}"
    if each.limit and each.limit.reaches:
        return f"{each.days + 1} or more {days}"
    return f"more than {each.days} {days}"


def _counted(each: Break, day: str) -> str:
    """What a limit counts, in the singular; `day` if it counts all days."""
    counted = each.limit.counted if each.limit else "days"
    return {"business days": "Business Day", "trading days": "trading day"}.get(counted, day)


def _in(each: Break) -> str:
    return each.limit.window.short if each.limit and each.limit.window else ""


def _by_beginning(state: StateTerms, drawn: Drawn) -> Iterator[Step]:
    """A step for each limit that the period exceeds by beginning, on that day."""
    for each in drawn.breaks:
        if each.by_beginning:
            yield Step(each.by_beginning, state.clause, each.on)


def _notes(state: StateTerms, drawn: Drawn, part: StateSpell) -> Iterator[str]:
    period = drawn.period
    if period.improper is not None:
        yield _NOT_PERMITTED
    if part is not period.parts[0]:
        yield f"joins the {state.called} of {period.name} without a gap: one {state.title}"
    yield from dict.fromkeys(extension.step.text for extension in period.extensions)


def _status(last: date, over: date | None, as_of: date) -> Status:
    if over is not None:
        return Status.CLOSED
    if as_of > last:
        return Status.OVERRUN
    return Status.LAST_DAY if as_of == last else Status.OPEN
