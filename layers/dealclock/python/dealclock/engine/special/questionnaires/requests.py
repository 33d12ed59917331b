"""Written requests to Holders, the last day to answer each, and the answers: Section 2(b) of
infocrossing-2004.

    date of the request  delivered   deemed given        last day to answer
    ---|--------------------|------------|------------------|---->
       REQUEST-DATE         EXHIBIT-A    DEEMED-GIVEN    `within` after the day that counts

A deadline printed on the form is an early warning; it is the deadline itself only under EXHIBIT-A.
A request to one Holder binds that Holder; a request to all binds each of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from dealclock.agreement.rules.duties import FrequencyLimit, PrintedDeadline, Request
from dealclock.days.counting import business_days_in, days_after
from dealclock.engine.acts import OpenInstance, Performance, satisfied
from dealclock.engine.conclusions import Obligation, Status, UndatedDuty
from dealclock.engine.context import Context, LastDay, as_amended, target_of
from dealclock.engine.day import Instance
from dealclock.engine.grounds import Step
from dealclock.engine.interest.lots import CONVERSION, acquirer, amount_of
from dealclock.engine.money import ZERO
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.questions import concludes, question
from dealclock.engine.special.holders.moves import moves_of
from dealclock.engine.special.obligations import obligation, undated
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

Facts = Sequence[EffectiveFact]

IN_IT = "in the initial filing"
NOT_READ = "what that filing says is not recorded: check that it names the Holder"
_NONE = Performance()


def conclusions(context: Context) -> Iterator[Obligation | UndatedDuty | None]:
    """The answer owed to every request, and the duties to name Holders who volunteered."""
    for rule in context.terms.all_of(Request):
        for request in context.facts(rule.opened_by):
            yield _owed(context.fresh(), rule, request)
        yield from _to_be_named(rule, context)


# Requests and answers, by Holder.


@question
def requests(context: Context, rule: Request) -> Mapping[str | None, Facts]:
    """The requests in order, by the Holder each was made to; None for those to all."""
    return _by_holder(context.facts(rule.opened_by))


@question
def answers(context: Context, rule: Request) -> Mapping[str, Facts]:
    """Every Holder's answers, in order."""
    found = _by_holder(context.facts(rule.met_by))
    return {holder: own for holder, own in found.items() if holder is not None}


def _by_holder(facts: Facts) -> Mapping[str | None, Facts]:
    found: dict[str | None, list[EffectiveFact]] = defaultdict(list)
    for seen in facts:
        found[seen.fact.holder].append(seen)
    return dict(found)


@question
def requests_to(context: Context, rule: Request, holder: str) -> Facts:
    """Every request to a Holder and to all, in order, whenever it became a Holder."""
    by = requests(context, rule)
    return sorted((*by.get(holder, ()), *by.get(None, ())), key=context.known.place)


@question
def requests_of(context: Context, rule: Request, holder: str) -> Facts:
    """Every request made to a Holder, in order: its own, and those to all.

    A request to all made before it became a Holder, by the recorded holdings, is left out or not by
    the reading.
    """
    return [
        request
        for request in requests_to(context, rule, holder)
        if request.fact.holder is not None
        or _held_on(context, holder, request.on)
        or context.choices["request-before-holding"] == "BINDS-BUYERS"
    ]


def _held_on(context: Context, holder: str, day: date) -> bool:
    """Whether a Holder held securities at any time of a day, by the recorded moves.

    One whose purchase is not recorded is taken to have been a Holder all along. Notes converted
    stay in its hands as Conversion Shares.
    """
    moves = moves_of(context, holder)
    if not moves or acquirer(moves[0]) != holder:
        return True
    held = ZERO
    for move in moves:
        if move.on <= day and acquirer(move) == holder:
            held += amount_of(move)
        elif move.on < day and move.kind != CONVERSION:
            held -= amount_of(move)
    return held > 0


@question
def _met(context: Context, rule: Request, holder: str) -> Mapping[str | None, Performance]:
    """The answers of a Holder to each request of its own, by the request's id; under None, to the
    first request it received, its own or one to all, whenever it became a Holder.

    A form that is requested again is not returned again: one answer satisfies every request for
    it. If the time runs from receipt, each request needs its own answer.
    """
    given, by = answers(context, rule).get(holder, ()), requests(context, rule)
    own, to_all = by.get(holder, ()), by.get(None, ())
    first = min((*own[:1], *to_all[:1]), key=lambda r: r.on, default=None)
    if not given or first is None:
        return {}
    if rule.counts_from == "receipt":
        found = satisfied(rule.met_by, [_waits(rule, r) for r in own], context, given)
        return {r.id: found[_instance(rule, r)] for r in own}
    one = satisfied(rule.met_by, [_waits(rule, first, *own)], context, given)
    answered = one[_instance(rule, first)]
    if rule.early == "counts" and answered.first != given[0]:
        answered = replace(answered, by=tuple(given))  # complete with the first of them
    return dict.fromkeys((None, *(r.id for r in own)), answered)


def _waits(rule: Request, request: EffectiveFact, *others: EffectiveFact) -> OpenInstance:
    names = tuple(_instance(rule, each) for each in (request, *others))
    return OpenInstance(rule, Instance(names[0], names), request.on)


def _instance(rule: Request, request: EffectiveFact) -> str:
    return f"{rule.id}/{request.id}"


def answer_of(context: Context, rule: Request, holder: str) -> EffectiveFact | None:
    """A Holder's first answer that counts, requested or not; an answer before the request counts
    only if the rule counts early answers.
    """
    met = _met(context, rule, holder).get(None)
    return met.first if met else next(iter(answers(context, rule).get(holder, ())), None)


@record
class RequestDeadline:
    """A request by which a Holder's answer is judged, and the last day to answer it after what was
    agreed; None until the request has reached the addressees that start its time.
    """

    request: EffectiveFact
    last: ExtendedDueDay | None

    def kept_by(self, answer: EffectiveFact | None) -> bool:
        """Whether an answer is in time for the request."""
        return answer is not None and self.last is not None and answer.on <= self.last.due


@question
def judged_by(context: Context, rule: Request, holder: str) -> RequestDeadline | None:
    """The request by which a Holder's answer is judged; None if none was made to it.

    It is the first, if its deadline is kept. Otherwise, under EACH-REQUEST, it is the first request
    whose deadline is kept, else the one with the latest deadline.
    """
    every, answer = requests_of(context, rule, holder), answer_of(context, rule, holder)
    if not every:
        return None
    first = RequestDeadline(every[0], last_day(context, rule, every[0], holder))
    once = first.kept_by(answer) or len(every) == 1
    if once or context.choices["repeated-request"] == "FIRST-REQUEST":
        return first
    later = (RequestDeadline(r, last_day(context, rule, r, holder)) for r in every[1:])
    found = [first, *later]
    kept = (each for each in found if each.kept_by(answer))
    latest = max(found, key=lambda each: each.last.due if each.last else date.min)
    return next(kept, latest)


# The last day to answer a request.


@question
def last_day(
    context: Context, rule: Request, request: EffectiveFact, holder: str | None
) -> ExtendedDueDay | None:
    """The last day for a Holder, or for all with None, to answer a request after what was agreed,
    with every step; None until the request has reached the addressees that start its time.
    """
    counted = deadline(rule, request, context)
    if counted is None:
        return None
    instance, of = _instance(rule, request), holder or request.fact.holder
    more = extended(instance, counted.day, rule.clause, context, of=of, answers=True)
    return replace(more, steps=(*counted.trace, *more.steps))


def deadline(rule: Request, request: EffectiveFact, context: Context) -> LastDay | None:
    """The last day to answer before what was agreed; None as for `last_day`."""
    return as_amended(rule, partial(_deadline, request), context)


def _deadline(request: EffectiveFact, rule: Request, context: Context) -> LastDay | None:
    if rule.counts_from == "receipt":
        return _within(rule, request.on, "received on this day, itself not counted", context)
    runs_from = context.choices["questionnaire-runs-from"]
    if runs_from == "EXHIBIT-A" and rule.printed:
        return _printed(request, rule, context)
    if runs_from != "DEEMED-GIVEN":
        return _within(rule, request.on, "dated this day, itself not counted", context)
    given = deemed_given([request], rule.to, context)
    if given.on is None:
        return None
    found = _within(rule, given.on, "given on this day, itself not counted", context)
    return LastDay(found.day, (*given.trace, *found.trace))


def _within(rule: Request, start: date, says: str, context: Context) -> LastDay:
    last = context.after(start, rule.within)
    step = Step(f"{rule.within} after it: the last day", rule.clause, last.result, last)
    return LastDay(last.result, (Step(says, rule.clause, start), step))


def printed(rule: Request, request: EffectiveFact, context: Context) -> LastDay | None:
    """The deadline printed on the form; None until it is delivered to all required addressees."""
    return as_amended(rule, partial(_printed, request), context)


def _printed(request: EffectiveFact, rule: Request, context: Context) -> LastDay | None:
    form = rule.printed
    given = deemed_given([request], form.delivered_to, context) if form else None
    if form is None or given is None or given.on is None:
        return None
    last = context.after(given.on, form.within)
    step = Step(f"{form.within} after its delivery: the last day", form.clause, last.result, last)
    return LastDay(last.result, (*given.trace, step))


def warning(form: PrintedDeadline, request: EffectiveFact, context: Context) -> date | None:
    """The day printed on the form, in calendar days, not rolled; None until it is delivered, or if
    its time is not in days.
    """
    given = deemed_given([request], form.delivered_to, context)
    if given.on is None or form.within.unit != "days":
        return None
    return days_after(given.on, form.within.count).result


def days_left(rule: Request, last: date, context: Context) -> tuple[int, EffectiveFact] | None:
    """The Business Days after the last day to answer up to the last intended day, and the fact that
    records it; None without one.
    """
    intentions = context.facts(rule.leaves_time_before) if rule.leaves_time_before else ()
    if not intentions:
        return None
    days = business_days_in(last, target_of(intentions[-1]), context.calendar)
    return days, intentions[-1]


@concludes
def _owed(context: Context, rule: Request, request: EffectiveFact) -> Obligation | None:
    """The answer owed to a request."""
    last, holder = last_day(context, rule, request, None), request.fact.holder
    if last is None:
        return None
    met = _met(context, rule, holder).get(request.id, _NONE) if holder else _NONE
    answer, returned = met.first, _returned(context, rule, request)
    trace, notes = [*last.steps], [*last.notes]
    early = warning(rule.printed, request, context) if rule.printed else None
    if rule.printed and early and early < last.due:
        says = f"the form itself prints {rule.printed.within} after its delivery, an earlier day"
        trace.append(Step(says, rule.printed.clause, early))
        notes.append("the form itself prints an earlier date; every reading is satisfied before it")
    left = days_left(rule, last.due, context)
    if left:
        says = f"{left[0]} Business Day{'s' * (left[0] != 1)} after the last day: the day intended"
        trace.append(Step(says, rule.clause, target_of(left[1])))
        if left[0] == 0:
            says = "no Business Day is left between the last day to answer and the day intended"
            notes.append(says)
    if returned:
        late = sum(each.on > last.due for each in returned)
        some = len(returned) - late
        says = f"answered by {some} Holder{'s' * (some != 1)} in time and by {late} later"
        notes.append(says)
    if answer:
        trace.append(Step("answered on this day", rule.clause, answer.on))
    status = last.status(answer.on if answer else None, context.as_of)
    if holder is None and status is Status.MISSED:
        status = Status.CLOSED  # not overdue: the Holders who did not answer are not known
    silent = holder is not None and status is Status.MISSED
    seen = (request, answer, *returned, left[1] if left else None, *last.facts)
    return obligation(
        rule,
        _instance(rule, request),
        request.on,
        last,
        answer,
        context,
        cause=request.id,
        status=status,
        grounds=context.grounds(*seen, absence=silent),
        trace=tuple(trace),
        notes=(*notes, *met.notes),
        not_counted=met.not_counted,
    )


def _returned(context: Context, rule: Request, request: EffectiveFact) -> Facts:
    """The first answer of every Holder that is judged by this request to all."""
    if request.fact.holder is not None or rule.counts_from == "receipt":
        return ()
    judged = {holder: judged_by(context, rule, holder) for holder in answers(context, rule)}
    own = (h for h, by in judged.items() if by is not None and by.request.id == request.id)
    return [first for h in own if (first := answer_of(context, rule, h)) is not None]


# Questionnaires volunteered before any request: the initial filing must name their Holders.
#
# delivered     request      deadline         the Holder's duty is satisfied on delivery; the bar
# ---|-------------|------------|----->       for a late Questionnaire never applies to it
#                     initial filing
# -------------------------|---------->       names the Holder


def initial_filing(rule: Request, context: Context) -> EffectiveFact | None:
    """The initial filing of the registration statement; None before it is made, or if the terms do
    not identify it.
    """
    limit = _limit(rule, context)
    return context.first(limit.or_after) if limit else None


def is_in_time(delivered: date, asked: date | None, filed: date | None) -> bool:
    """Whether a Questionnaire was delivered before any request, and by the day of the initial
    filing.
    """
    return (asked is None or delivered < asked) and (filed is None or delivered <= filed)


def _to_be_named(rule: Request, context: Context) -> Iterator[UndatedDuty]:
    """The duty to name each Holder whose Questionnaire was volunteered in time."""
    if rule.counts_from != "date" or rule.early != "counts":
        return
    for holder in answers(context, rule):
        own = context.fresh()
        first, asked = answer_of(own, rule, holder), requests_of(own, rule, holder)
        filing = initial_filing(rule, own)
        asked_on, filed_on = asked[0].on if asked else None, filing.on if filing else None
        if first is not None and is_in_time(first.on, asked_on, filed_on):
            yield _named(rule, holder, first, filing, own)


def _named(
    rule: Request, holder: str, first: EffectiveFact, filing: EffectiveFact | None, context: Context
) -> UndatedDuty:
    limit, notes = _limit(rule, context), [f"{holder}'s Questionnaire is in"]
    trace = [Step("its Questionnaire delivered before any request for it", rule.clause, first.on)]
    if filing is not None:
        trace.append(Step("the initial filing, which names the Holder", rule.clause, filing.on))
        notes.append(NOT_READ)
    return undated(
        rule,
        f"{rule.id}/volunteered/{first.id}",
        first,
        filing,
        title="Holder to be named in the initial filing",
        owed_by=limit.owed_by if limit else rule.owed_by,
        action=f"Name {holder} as a selling Holder in the initial filing.",
        standard=IN_IT,
        grounds=context.grounds(first, filing),
        trace=tuple(trace),
        notes=tuple(notes),
    )


def _limit(rule: Request, context: Context) -> FrequencyLimit | None:
    limits = context.terms.all_of(FrequencyLimit)
    return next((each for each in limits if each.late_after == rule.id), None)
