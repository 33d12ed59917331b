"""Suspension Periods as a part of an assessment: under the limits of their own time, with a window
for each notice, and Registration Defaults for a period too long or too many days in total.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from operator import attrgetter

from dealclock.agreement.rules.rule import DefaultTerms
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days import day_words
from dealclock.engine.conclusions import Default, Obligation, Status, Window
from dealclock.engine.context import Context, status_of
from dealclock.engine.defaults.by_lapse import (
    Cured,
    Failure,
    Occurrence,
    default_on,
    occurred_by_lapse,
)
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.suspension import usage
from dealclock.engine.suspension.allowance import Break, WindowBreak
from dealclock.engine.suspension.period import Begun, SuspensionPeriod
from dealclock.engine.suspension.usage import Budget, Drawn

_ONE = timedelta(days=1)


# Suspension Periods under amended terms: each under the limits of its own time.
#
#     period over before        running when the amendment took effect
#     |------------|         |----------------*-----------------|
#     as it was then         its limits as amended, none broken before this day
#
# A limit exceeded before the amendment stays exceeded; starts and extensions before it keep their
# effect (docs/decisions/0030-amendments-look-forward.md).


def budget(rule: DayBudget, context: Context) -> Budget:
    """The use of a budget by `as_of`, each period under the version of the terms that governs
    it.
    """
    former, since = context.former, context.since
    if former is None or since is None:
        return usage.budget(rule, context)
    was_by = former.terms.provision(rule)
    then = budget(was_by, former).drawn if was_by is not None else ()
    now = usage.budget(rule, context, lambda found: _extended_as_then(found, then, since))
    return replace(now, drawn=tuple(_drawn_as_amended(rule, now.drawn, then, since)))


def _extended_as_then(
    periods: Iterable[SuspensionPeriod], former: Sequence[Drawn], since: date
) -> Iterator[SuspensionPeriod]:
    """The periods, with extensions given before `since` taken from the earlier terms."""
    were = {drawn.period.name: drawn.period.extensions for drawn in former}
    for period in periods:
        then = (each for each in were.get(period.name, ()) if each.given_on < since)
        now = (each for each in period.extensions if each.given_on >= since)
        yield replace(period, extensions=(*then, *now))


def _drawn_as_amended(
    rule: DayBudget, drawn: Iterable[Drawn], former: Sequence[Drawn], since: date
) -> list[Drawn]:
    """The use by each period, in order; `former` is the use under the terms before the day
    `since`.
    """
    were = {each.period.name: each for each in former}
    found = [_one(rule, each, were.pop(each.period.name, None), since) for each in drawn]
    found += [each for each in were.values() if _over(each, since)]
    return sorted(found, key=lambda d: d.period.start)


def _one(rule: DayBudget, now: Drawn, was: Drawn | None, since: date) -> Drawn:
    if _over(now, since):
        return was or replace(now, length=None, windows=(), starts=(), first_break=None)
    if now.length is None or now.period.start >= since:
        return now
    length, cut = _length(now.length, was, since), None
    if length.on > now.length.on and length.last_allowed == since:
        counted = day_words.day(now.length.last_allowed)
        says = f"day {length.days}, {counted}, was before the amendment took effect: the last day"
        cut = Step(says, rule.clause, since)
    windows = tuple(_windows(now.windows, was, since))
    starts = tuple(s for s in was.starts if s.on < since) if was else ()
    starts += tuple(s for s in now.starts if s.on >= since)
    first = min((*starts, length, *windows), key=attrgetter("on"))
    grounds = now.grounds | was.grounds if was else now.grounds
    return replace(
        now,
        length=length,
        windows=windows,
        starts=starts,
        first_break=first,
        grounds=grounds,
        cut=cut,
        allowed_again=_again(now, first, since),
    )


def _again(now: Drawn, first: Break, since: date) -> tuple[date, date] | None:
    """The days that longer limits allow again to a period that had exceeded the shorter ones."""
    if now.length is None or now.starts or first.on >= since:
        return None
    end = min((now.length, *now.windows), key=attrgetter("on")).on
    return (since, end) if since < end else None


def _over(drawn: Drawn, since: date) -> bool:
    """Whether a period had ended by a day."""
    resumed = drawn.period.resumed
    return resumed is not None and resumed <= since


def _length(now: Break, was: Drawn | None, since: date) -> Break:
    if was is not None and was.length is not None and was.length.last_allowed < since:
        return was.length
    return replace(now, on=max(now.on, since + _ONE))


def _windows(now: Sequence[WindowBreak], was: Drawn | None, since: date) -> Iterator[WindowBreak]:
    """The breaks of the limits as amended; a limit exceeded before `since` keeps its earlier
    break.
    """
    broken = {b.limit.window.id: b for b in (was.windows if was else ()) if b.on < since}
    for each in now:
        yield broken.pop(each.limit.window.id, each)
    yield from broken.values()


# Registration Defaults for suspensions: one too long, or too many days in total.
#
# A suspension too long is a default by lapse: it was not ended on its last day. Too many days in
# total is a default on the first excess day, cured when the suspension ends (TERMINATION).

_NOT_TO_BEGIN = "no day of the suspension was allowed: by this day it was not to begin"

Breach = tuple[Obligation, Default]


def breaches(budget: Budget, protects: Window | None, context: Context) -> Iterator[Breach]:
    """Every default of a budget, each with its unsatisfied obligation, grouped by period."""
    open_until: dict[int, date | None] = {}
    for drawn in budget.drawn:
        if drawn.period.improper is not None:
            continue
        own = _Breach(budget, drawn, protects, context)
        yield from own.too_long()
        yield from own.too_many(open_until)


class _Breach:
    """The defaults of one period."""

    def __init__(
        self, budget: Budget, drawn: Drawn, protects: Window | None, context: Context
    ) -> None:
        self._budget = budget
        self._rule = budget.rule
        self._drawn = drawn
        self._protects = protects
        self._context = context

    def too_long(self) -> Iterator[Breach]:
        """The default for a period that was not ended by its last allowed day."""
        terms, length, context = self._rule.on_overrun, self._drawn.length, self._fresh()
        if terms is None or length is None:
            return
        limit = self._too_long_by(length, context)
        if not self._lapsed(limit, context):
            return
        due = limit.last_allowed
        says = "the day by which it was to be ended"
        obligation = self._obligation("end", due, Step(says, self._rule.clause, due), context)
        occurred, how = occurred_by_lapse(due, context)
        step = Step(f"not ended by then: the default occurs {how}", terms.clause, occurred)
        resumed = self._drawn.period.resumed
        yield self._default(terms, obligation, step, occurred, resumed, context)

    def too_many(self, open_until: dict[int, date | None]) -> Iterator[Breach]:
        """The defaults for limits in windows, where the terms have one and the last is not still
        open.
        """
        for n, each in enumerate(self._drawn.windows):
            terms = each.limit.on_overrun
            if terms is None or not self._drawn.exceeds(each, self._context.as_of):
                continue
            if self._context.until is not None and each.on >= self._context.until:
                continue  # by then an amendment had taken effect
            if n in open_until and (open_until[n] is None or each.on < (open_until[n] or each.on)):
                continue
            context = self._fresh()
            cured = self._cure(each, context)
            open_until[n] = cured
            says = (
                f"the first day that makes more than {each.days} suspended days in "
                f"{each.limit.window.short}: the default occurs on it"
            )
            by = _last_day(each, context)
            last = Step("the last day it could be ended", self._rule.clause, by)
            name = each.limit.window.id
            obligation = self._obligation(name, by, last, context)
            step = Step(says, terms.clause, each.on)
            yield self._default(terms, obligation, step, each.on, cured, context)

    def _fresh(self) -> Context:
        """A new context with the readings that the period's days depend on."""
        context = self._context.fresh()
        context.choices.consulted |= self._drawn.grounds.readings
        return context

    def _too_long_by(self, length: Break, context: Context) -> Break:
        """The limit that decides whether a period is too long: on its own length, or an earlier
        aggregate limit.
        """
        windows = self._drawn.windows
        tested = [b for b in windows if b.limit.on_overrun is None and b.on < length.on]
        if not tested or context.choices["suspension-length"] == "ONE-PERIOD":
            return length
        first = min(tested, key=lambda b: b.on)
        return replace(first, on=_last_day(first, context) + _ONE)

    def _lapsed(self, limit: Break, context: Context) -> bool:
        """Whether a period was not ended in time; if it ran only through the last day, this depends
        on a reading.
        """
        if context.as_of < limit.on:
            return False
        resumed = self._drawn.period.resumed
        if resumed == limit.on:
            return context.choices["suspension-end"] == "STRICT-45"
        return resumed is None or resumed > limit.on

    def _cure(self, limit: WindowBreak, context: Context) -> date | None:
        """The day a default under an aggregate limit was cured; None if not yet."""
        resumed = self._drawn.period.resumed
        if resumed is None or context.choices["aggregate-default-cure"] == "TERMINATION":
            return resumed
        day = self._budget.allowance.back_within(limit.limit, limit.on, context.choices)
        return day if day <= context.as_of else None

    def _obligation(self, name: str, due: date, last: Step, context: Context) -> Obligation:
        """The unsatisfied obligation to end the period."""
        rule, period = self._rule, self._drawn.period
        first = Step("day 1 of the Suspension Period", rule.clause, period.first)
        return Obligation(
            **rule.named,
            instance=f"{rule.id}-{name}/{period.name}",
            cause=period.name,
            opens=min(period.start, due),
            due=due,
            closes=None,
            status=status_of(due, period.resumed, context.as_of),
            met_on=period.resumed,
            grounds=self._drawn.grounds | context.grounds(absence=period.resumed is None),
            trace=(first, last),
            notes=(_NOT_TO_BEGIN,) if due < period.first else (),
        )

    def _default(
        self,
        terms: DefaultTerms,
        obligation: Obligation,
        step: Step,
        occurred: date,
        cured_on: date | None,
        context: Context,
    ) -> Breach:
        ended = self._drawn.period.ended
        cured = Cured(cured_on, context.grounds(ended)) if cured_on else None
        instance = f"{terms.id}/{self._drawn.period.name}"
        came = Occurrence(occurred, occurred, (*obligation.trace, step))
        failure = None
        if self._protects is not None:
            ends = self._protects.closes + _ONE
            failure = Failure(obligation.due, ends, self._protects.clause)
        made = default_on(terms, instance, obligation, came, cured, context, failure)
        return obligation, made


def _last_day(limit: Break, context: Context) -> date:
    """The last day a limit allows; the day an amendment took effect, if it left no later day."""
    by_then = context.since is None or limit.on < context.since
    return limit.last_allowed if by_then else context.not_before(limit.last_allowed)


NOT_PERMITTED = "not permitted as noticed: it draws on no allowance and excuses nothing"
NO_DAY = "no day of it was allowed"


def shown(rule: DayBudget, drawn: Drawn, as_of: date) -> Iterator[Window]:
    """A window for each notice of a period; joined suspensions share its days and its last day."""
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
        on_lapse=next((default.id for default in rule.defaults()), ""),
    )


def _as_note(step: Step) -> str:
    """A step's text as a note, with its day written out."""
    says, of_its_day, _ = step.text.partition("on this day")
    return f"{says}on {day_words.day(step.day)}" if of_its_day and step.day else step.text


def _joined(rule: DayBudget, drawn: Drawn, part: Begun) -> Iterator[Step]:
    if part is not drawn.period.parts[0]:
        says = "joins the suspension before it: one Suspension Period, whose day 1 is this"
        yield Step(says, rule.clause, drawn.period.first)


def _limits(rule: DayBudget, drawn: Drawn, as_of: date) -> Iterator[Step]:
    """A step for the last day under the limit on length, and under each limit that ends before
    it.
    """
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
    """A step for the first day on which each limit in a window was exceeded."""
    for each in drawn.windows:
        if drawn.exceeds(each, as_of):
            window = each.limit.window.short
            says = f"more than {each.days} suspended days in {window}, first on this day"
            yield Step(says, rule.clause, each.on)


def _begun_beyond(rule: DayBudget, drawn: Drawn) -> Iterator[Step]:
    """A step for each limit that the period exceeds by beginning, on that day."""
    for each in drawn.starts:
        yield Step(each.text, rule.clause, each.on)


def _in(each: WindowBreak) -> str:
    return f"at most {each.days} suspended days in any {each.limit.window.short}"


def _notes(drawn: Drawn, part: Begun) -> Iterator[str]:
    period = drawn.period
    if period.improper is not None:
        yield NOT_PERMITTED
    if part is not period.parts[0]:
        yield f"joins the suspension of {period.name} without a gap: one Suspension Period"
    yield from dict.fromkeys(extension.step.text for extension in period.extensions)


def _status(last: date, resumed: date | None, as_of: date) -> Status:
    if resumed is not None:
        return Status.CLOSED
    if as_of > last:
        return Status.OVERRUN
    return Status.LAST_DAY if as_of == last else Status.OPEN


def add(context: Context, found: Findings) -> None:
    """Add every Suspension Period that has begun, by its budget, with its windows and defaults."""
    for rule in context.terms.all_of(DayBudget):
        drawn = budget(rule, context.fresh())
        found.budgets[rule.id] = drawn
        for each in drawn.drawn:
            found.windows.extend(shown(rule, each, context.as_of))
        protects = found.window(rule.during) if rule.during else None
        for obligation, default in breaches(drawn, protects, context):
            found.obligations.append(obligation)
            found.defaults.append(default)
