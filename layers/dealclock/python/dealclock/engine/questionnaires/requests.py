"""Written requests, and the day by which each is to be answered.

    date of the request  delivered   deemed given        last day to answer
    ---|--------------------|------------|------------------|---->
       REQUEST-DATE         EXHIBIT-A    DEEMED-GIVEN    `within` after the one that counts

A form that prints a deadline of its own is an early warning, and the deadline itself only under
EXHIBIT-A. A request to one Holder binds that one; a request to all binds each of them.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from dealclock.agreement.readings.questionnaires import RUNS_FROM
from dealclock.agreement.rules.requests import PrintedDeadline, Request
from dealclock.days.counting import business_days_in, days_after
from dealclock.engine.as_amended import LastDay, as_amended
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context, status_of, target_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.questionnaires.answers import Answers
from dealclock.engine.questionnaires.volunteered import to_be_named
from dealclock.facts.log import EffectiveFact


def add(context: Context, found: Findings) -> None:
    """The answer owed to every request, and what those volunteered before one entitle to."""
    for rule in context.terms.all_of(Request):
        answers = Answers.of(rule, context)
        for request in context.facts(rule.opened_by):
            owed = _owed(rule, request, answers, context.fresh())
            found.obligations.extend([owed] if owed else [])
        found.duties.extend(to_be_named(rule, answers, context))


def deadline(rule: Request, request: EffectiveFact, context: Context) -> LastDay | None:
    """The last day to answer; None while the request has not reached those it runs from."""
    return as_amended(rule, partial(_deadline, request), context)


def _deadline(request: EffectiveFact, rule: Request, context: Context) -> LastDay | None:
    if rule.counts_from == "receipt":
        return _within(rule, request.on, "received on this day, itself not counted", context)
    match context.choices[RUNS_FROM]:
        case "EXHIBIT-A" if rule.printed:
            return _printed(rule.printed, request, context)
        case "DEEMED-GIVEN":
            given = deemed_given([request], rule.to, context)
            if given.on is None:
                return None
            found = _within(rule, given.on, "given on this day, itself not counted", context)
            return LastDay(found.day, (*given.trace, *found.trace))
        case _:
            return _within(rule, request.on, "dated this day, itself not counted", context)


def printed(rule: Request, request: EffectiveFact, context: Context) -> LastDay | None:
    """The deadline the form prints; None while it is not delivered to all it must reach."""

    def count(rule: Request, context: Context) -> LastDay | None:
        return _printed(rule.printed, request, context) if rule.printed else None

    return as_amended(rule, count, context)


def _printed(form: PrintedDeadline, request: EffectiveFact, context: Context) -> LastDay | None:
    given = deemed_given([request], form.delivered_to, context)
    if given.on is None:
        return None
    last = context.after(given.on, form.within)
    step = Step(f"{form.within} after its delivery: the last day", form.clause, last.result, last)
    return LastDay(last.result, (*given.trace, step))


def warning(form: PrintedDeadline, request: EffectiveFact, context: Context) -> date | None:
    """The day the form prints, in plain days, not rolled; None as long as it is not delivered."""
    given = deemed_given([request], form.delivered_to, context)
    if given.on is None or form.within.unit != "days":
        return None
    return days_after(given.on, form.within.count).result


def days_left(rule: Request, last: date, context: Context) -> tuple[int, EffectiveFact] | None:
    """Business Days after the last day to answer up to the day last intended, and that fact."""
    intentions = context.facts(rule.leaves_time_before) if rule.leaves_time_before else ()
    if not intentions:
        return None
    days = business_days_in(last, target_of(intentions[-1]), context.calendar)
    return days, intentions[-1]


def _within(rule: Request, start: date, says: str, context: Context) -> LastDay:
    last = context.after(start, rule.within)
    step = Step(f"{rule.within} after it: the last day", rule.clause, last.result, last)
    return LastDay(last.result, (Step(says, rule.clause, start), step))


def _owed(
    rule: Request, request: EffectiveFact, answers: Answers, context: Context
) -> Obligation | None:
    found = deadline(rule, request, context)
    if found is None:
        return None
    due = found.day
    holder = request.fact.holder
    met, returned = answers.to(request), answers.first_to(request)
    answer = met.first
    left = days_left(rule, due, context)
    status = status_of(due, answer.on if answer else None, context.as_of)
    if holder is None and status is Status.MISSED:
        status = Status.CLOSED  # none of them breaks a duty: who did not answer is not named
    early = warning(rule.printed, request, context) if rule.printed else None
    trace = [*found.trace, *_steps(rule, early, due, left)]
    if answer:
        trace.append(Step("answered on this day", rule.clause, answer.on))
    return Obligation(
        **rule.named,
        instance=f"{rule.id}/{request.id}",
        cause=request.id,
        opens=request.on,
        due=due,
        closes=None,
        status=status,
        met_on=answer.on if answer else None,
        grounds=context.grounds(
            request,
            answer,
            *returned,
            left[1] if left else None,
            absence=holder is not None and status is Status.MISSED,
        ),
        trace=tuple(trace),
        notes=(*_notes(early, due, left, returned), *met.notes),
        not_counted=met.not_counted,
    )


def _steps(
    rule: Request, early: date | None, due: date, left: tuple[int, EffectiveFact] | None
) -> Iterator[Step]:
    if rule.printed and early and early < due:
        says = f"the form itself prints {rule.printed.within} after its delivery, an earlier day"
        yield Step(says, rule.printed.clause, early)
    if left:
        days, intention = left
        says = f"{days} Business Day{'s' * (days != 1)} after the last day: the day intended"
        yield Step(says, rule.clause, target_of(intention))


def _notes(
    early: date | None,
    due: date,
    left: tuple[int, EffectiveFact] | None,
    returned: Sequence[EffectiveFact],
) -> Iterator[str]:
    if early and early < due:
        yield "the form itself prints an earlier date; every reading is satisfied before it"
    if left and left[0] == 0:
        yield "no Business Day is left between the last day to answer and the day intended"
    late = sum(answer.on > due for answer in returned)
    if returned:
        in_time = len(returned) - late
        yield f"answered by {in_time} Holder{'s' * (in_time != 1)} in time and by {late} later"
