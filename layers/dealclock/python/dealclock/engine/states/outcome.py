"""What an assessment shows of a state: a window for each event that began it, and the defaults for
a period too long or too many days in a window.

A period too long is a default by lapse: it did not end by its last day. Too many days in a window
are a default on the first day too many, cured when the period ends or the window is back within its
limit.
"""

from collections.abc import Iterator, Mapping
from datetime import date

from dealclock.days import day_words
from dealclock.engine.acts import Performance
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.engine.context import (
    ONE,
    Context,
    asked_once,
    concludes,
    question,
    status_of,
    was_over,
)
from dealclock.engine.lapse import Failure, default_of
from dealclock.engine.states.budget import Budget, Drawn, budget
from dealclock.engine.states.limits import Break
from dealclock.engine.states.occurrences import StateSpell, subjects
from dealclock.engine.why import Step
from dealclock.terms.general.obligation import LapseTerms
from dealclock.terms.general.state import StateTerms

_NOT_PERMITTED = "not permitted as noticed: it draws on no allowance and excuses nothing"

Breaches = tuple[Obligation | Default, ...]
"""Defaults, each after its unsatisfied obligation."""


def lasting_windows(context: Context) -> Iterator[Window]:
    """The window of every state without limits that began."""
    for state in context.terms.states.values():
        if not state.limits:
            yield from _windows(state, context)


@question
def lasting(context: Context) -> Mapping[str, Window]:
    """The states without limits, by id, each under the version of the terms that governs it."""
    own, former, since = tuple(lasting_windows(context)), context.former, context.since
    kept = lasting(former).values() if former is not None and since is not None else ()
    over = [window for window in kept if since is not None and was_over(window, since)]
    return {window.instance: window for window in (*own, *over)}


@asked_once
def lasting_window(context: Context, item: str) -> Window | None:
    """The window of a state without limits; None if it has not begun."""
    return lasting(context).get(item)


def budgets(context: Context) -> list[Budget]:
    """The use of every state with limits."""
    limited = [state for state in context.terms.states.values() if state.limits]
    return [budget(context.fresh(), state, "") for state in limited]


def limited(context: Context) -> Iterator[Window | Obligation | Default]:
    """The periods of every state with limits, with their windows and defaults."""
    for drawn in budgets(context):
        state = drawn.state
        yield from _windows(state, context)
        yield from breaches(context, state.id)


@concludes
def breaches(context: Context, item: str) -> Breaches:
    """The defaults of a state's limits, each after its unsatisfied obligation."""
    state = context.terms.states.get(item)
    if state is None:
        return ()
    # Those of an earlier version stop with the protected period as it is now.
    protects = lasting_window(context.latest.fresh(), state.during or "")
    drawn = budget(context.fresh(), state, "")
    failure = Failure(protects.closes + ONE, protects.clause) if protects else None
    found: list[Obligation | Default] = []
    open_until: dict[int, date | None] = {}
    for each in drawn.drawn:
        if each.period.improper is None:
            found += _too_long(state, each, failure, context)
            found += _too_many(drawn, each, open_until, failure, context)
    return tuple(found)


def _too_long(
    state: StateTerms, drawn: Drawn, failure: Failure | None, context: Context
) -> Breaches:
    """The default for a period that did not end by its last allowed day: by lapse. If it was in
    force only through the last day, the terms say whether that was in time.
    """
    length, over, own = drawn.length, drawn.period.over, _own(drawn, context)
    terms = length.limit if length else None
    if length is None or terms is None or terms.lapse is None:
        return ()
    due = length.last_allowed
    # An earlier day in a window without a default of its own may decide whether it is too long.
    windows = (b for b in drawn.windows if b.limit and not b.limit.lapse and b.on < length.on)
    first = min(windows, key=lambda each: each.on, default=None)
    if first is not None and own.pick(terms.tested) != "alone":
        due = _last_day(first, own)
    if not own.is_over(due) or (over is not None and over <= due):
        return ()
    if over == due + ONE and own.pick(terms.may_end) != "last day":
        return ()
    last = Step("the day by which it was to be ended", state.clause, due)
    return _breach(state, drawn, terms.lapse, "end", last, over, failure, own)


def _too_many(
    budget: Budget,
    drawn: Drawn,
    open_until: dict[int, date | None],
    failure: Failure | None,
    context: Context,
) -> Iterator[Obligation | Default]:
    """The defaults for limits in windows, on days or on occurrences, where the terms have one and
    the last is not still open.
    """
    state, over, until = budget.state, drawn.period.over, context.until or date.max
    too_often = [each for each in drawn.breaks if each.by_beginning]
    for n, each in enumerate([*drawn.windows, *too_often]):
        limit = each.limit
        if limit is None or limit.window is None or limit.lapse is None:
            continue
        # By the day `until`, an amendment had taken effect.
        if not drawn.exceeds(each, context) or each.on >= until:
            continue
        if each.on < (open_until.get(n, date.min) or date.max):
            continue
        own, cured = _own(drawn, context), over
        if over is not None and own.pick(limit.cured) != "ended":
            back = each.on + ONE  # the first day whose window is back within the limit
            while budget.limits.used(limit, back, own) > limit.amount:
                back += ONE
            cured = back if own.has_come(back) else None
        open_until[n] = cured
        last = Step("the last day it could be ended", state.clause, _last_day(each, own))
        most = f"{each.days} {_counted_in(state, each, 'any ')}"
        if limit.counts_occurrences:
            most = f"{limit.amount} {state.called}{'s' * (limit.amount != 1)} in any {limit.window}"
        of = f"{state.title}: at most {most}"
        says = each.by_beginning or f"the first day that makes {_excess(state, each)}"
        says = f"{says}: the default occurs on it"
        came = Step(says, limit.lapse.clause, each.on)
        name = f"{'times-' if limit.counts_occurrences else ''}{limit.window.id}"
        yield from _breach(state, drawn, limit.lapse, name, last, cured, failure, own, came, of)


def _own(drawn: Drawn, context: Context) -> Context:
    """A new context with the readings that a period's days depend on."""
    own = context.fresh()
    own.choices.count(drawn.why.readings)
    return own


def _last_day(limit: Break, context: Context) -> date:
    """The last day a limit allows; the day an amendment took effect, if it left no later day."""
    by_then = context.since is None or limit.on < context.since
    return limit.last_allowed if by_then else context.not_before(limit.last_allowed)


def _breach(
    state: StateTerms,
    drawn: Drawn,
    lapse: LapseTerms,
    name: str,
    last: Step,
    cured_on: date | None,
    failure: Failure | None,
    context: Context,
    came: Step | None = None,
    title: str = "",
) -> Breaches:
    """The unsatisfied obligation to end the period by the day of the step `last`, and the default
    it became; of a limit in a window, with a `title` that names the limit.
    """
    period, due = drawn.period, last.day or drawn.period.first
    no_day = f"no day of the {state.called} was allowed: by this day it was not to begin"
    owed = Obligation(
        **(state.named | {"title": title or state.title}),
        instance=f"{state.id}-{name}/{period.name}",
        cause=period.name,
        opens=min(period.start, due),
        due=due,
        closes=None,
        status=status_of(due, period.over, context),
        done_on=period.over,
        why=(drawn.why | context.why(absence=period.over is None)).with_steps(
            (Step(f"day 1 of the {state.title}", state.clause, period.first), last)
        ),
        notes=(no_day,) if due < period.first else (),
    )
    cured = Performance(cured_on, (period.ended,) if period.ended else ())
    instance = f"{lapse.id}/{period.name}"
    made = default_of(lapse, instance, owed, cured, context, failure, came, "not ended by then")
    return (owed, made) if made else ()


def _windows(state: StateTerms, context: Context) -> Iterator[Window]:
    """The window of each spell; those that join share their days and their last day."""
    for of in subjects(context, state) if not state.limits else ("",):
        for drawn in budget(context.fresh(), state, of).drawn:
            for part in drawn.period.parts:
                yield _window(state, drawn, part, context)


def _window(state: StateTerms, drawn: Drawn, part: StateSpell, context: Context) -> Window:
    period, clause, limited = drawn.period, state.clause, bool(state.limits)
    length, first, until, over = drawn.length, drawn.first_break, part.until, part.over
    until_now = over or (context.as_of if limited else period.first)
    used = max(0, (until_now - period.first).days)
    trace, notes = [*part.why.steps], [*part.notes]
    if period.improper is not None:
        notes.append(_NOT_PERMITTED)
        trace.append(Step(_NOT_PERMITTED, clause, period.improper.on))
    elif part is not period.parts[0]:
        says = f"joins the {state.called} before it: one {state.title}, whose day 1 is this"
        trace.append(Step(says, clause, period.first))
        notes.append(f"joins the {state.called} of {period.name} without a gap: one {state.title}")
    trace += [each.step for each in period.extensions]
    notes += dict.fromkeys(each.step.text for each in period.extensions)
    if length is not None:
        says = f"{_counted(length, 'day')} {length.days}, the last allowed"
        if length.counted is not None:
            was = day_words.day(length.counted)
            says = f"day {length.days}, {was}, was before the amendment took effect: the last day"
        trace.append(Step(says, clause, length.last_allowed))
    exceeded = [Step(b.by_beginning, clause, b.on) for b in drawn.breaks if b.by_beginning]
    for each in drawn.windows:
        if drawn.exceeds(each, context):
            says = f"{_excess(state, each)}, first on this day"
            exceeded.append(Step(says, clause, each.on))
        elif length is None or each.on < length.on:
            says = f"the last that leaves at most {each.days} {_counted_in(state, each, 'any ')}"
            trace.append(Step(says, clause, each.last_allowed))
    if part.ended:
        says = f"{state.end_called} after {used} {state.day_called}s"
        trace.append(Step(says, clause, part.ended.on))
    ends = [*([first.last_allowed] if first else []), *([until.last] if until else [])]
    if limited:
        last = min(ends, default=part.start)
    else:
        last = min(ends, default=over - ONE if over else context.as_of)
    if limited and last < part.day_one and period.improper is None:
        notes.append("no day of it was allowed")
    notes += map(_as_note, exceeded)
    open_ended = not (over or limited or until)
    in_days = any(not each.counts_occurrences for each in state.limits)
    return Window(
        **state.named,
        instance=state.id if state.once or not part.name else f"{state.id}/{part.name}",
        cause="" if state.once or part.notice is None else part.notice.id,
        opens=part.start,
        closes=last if until else max(part.start, last),
        status=Status.OPEN if open_ended else _status(last, over, context),
        is_open_ended=open_ended,
        done_on=over,
        why=drawn.why.with_steps((*trace, *exceeded)),
        notes=tuple(notes),
        days_used=used if in_days else None,
        limit_days=(length.days if length else 0) if in_days else None,
        limb=until.limb if until else None,
        on_lapse=next((default.id for default in state.defaults()), ""),
    )


def _as_note(step: Step) -> str:
    """A step's text as a note, with its day written out."""
    says, of_its_day, _ = step.text.partition("on this day")
    return f"{says}on {day_words.day(step.day)}" if of_its_day and step.day else step.text


def _excess(state: StateTerms, each: Break) -> str:
    """How many days are too many."""
    if each.limit and each.limit.reaches:
        return f"{each.days + 1} or more {_counted_in(state, each)}"
    return f"more than {each.days} {_counted_in(state, each)}"


def _counted_in(state: StateTerms, each: Break, which: str = "") -> str:
    """What a limit in a window counts, and the window's length."""
    window = each.window.short if each.window else ""
    return f"{_counted(each, state.day_called)}s in {which}{window}"


def _counted(each: Break, day: str) -> str:
    """What a limit counts, in the singular; `day` if it counts all days."""
    counted = each.limit.counted if each.limit else "days"
    return {"business days": "Business Day", "trading days": "trading day"}.get(counted, day)


def _status(last: date, over: date | None, context: Context) -> Status:
    if over is not None:
        return Status.CLOSED
    if context.is_over(last):
        return Status.OVERRUN
    return Status.LAST_DAY if context.has_come(last) else Status.OPEN
