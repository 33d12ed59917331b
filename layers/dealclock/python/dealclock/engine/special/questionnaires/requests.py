"""Written requests for Questionnaires, the last day to answer each, the answers, and Questionnaires
volunteered before any request.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from dealclock.agreement.rules.duties import FrequencyLimit, PrintedDeadline, Request
from dealclock.days.counting import business_days_in, days_after
from dealclock.engine.conclusions import Obligation, Status, UndatedDuty
from dealclock.engine.context import Context, LastDay, as_amended, target_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.interest.lots import ACQUISITION, CONVERSION, MOVES, amount_of
from dealclock.engine.money import ZERO
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

NONE = Satisfaction()


@record
class RequestDeadline:
    """A request by which a Holder's answer is judged, and the last day to answer it after what was
    agreed; None until the request has reached the addressees that start its time.
    """

    request: EffectiveFact
    last: ExtendedDueDay | None

    def kept_by(self, delivered: date) -> bool:
        """Whether an answer delivered on a day is in time for the request."""
        return self.last is not None and delivered <= self.last.due


@record
class Answers:
    """The requests of one rule and every Holder's answers, in order.

    `requests` are by the Holder they were made to, None for those to all. `moves` are the facts
    that say when a Holder held Notes, by Holder; empty if no request was made to all. `met` has the
    answers to each request to one Holder, by the request's id, and the answers to the first request
    a Holder received, by the Holder's name.
    """

    rule: Request
    by: Mapping[str, Sequence[EffectiveFact]]
    requests: Mapping[str | None, Sequence[EffectiveFact]]
    moves: Mapping[str, Sequence[EffectiveFact]]
    met: Mapping[str, Satisfaction]

    @classmethod
    def of(cls, rule: Request, context: Context) -> "Answers":
        """The requests and answers of `rule`."""
        by: dict[str, list[EffectiveFact]] = defaultdict(list)
        for answer in context.facts(rule.met_by):
            if answer.fact.holder is not None:
                by[answer.fact.holder].append(answer)
        requests: dict[str | None, list[EffectiveFact]] = defaultdict(list)
        for request in context.facts(rule.opened_by):
            requests[request.fact.holder].append(request)
        moves = _moves(context) if requests.get(None) else {}
        bare = cls(rule, dict(by), dict(requests), moves, {})
        met: dict[str, Satisfaction] = {}
        for holder, answers in by.items():
            met |= bare._met(holder, requests.get(holder, []), answers, context)
        return replace(bare, met=met)

    @property
    def to_one(self) -> frozenset[str]:
        """The Holders that received a request of their own."""
        return frozenset(holder for holder in self.requests if holder is not None)

    def _met(
        self,
        holder: str,
        requests: Sequence[EffectiveFact],
        answers: Sequence[EffectiveFact],
        context: Context,
    ) -> Mapping[str, Satisfaction]:
        """The answers to each request to a Holder, and to the first request it received.

        A form that is requested again is not returned again: one answer satisfies every request for
        it. If the time runs from receipt, each request needs its own answer.
        """
        kind, first = self.rule.met_by, self._first_request(holder)
        if self.rule.counts_from == "receipt":
            found = satisfied(kind, [self._waits(r) for r in requests], context, answers)
            return {r.id: found[self._instance(r)] for r in requests}
        if first is None:
            return {}
        names = tuple(map(self._instance, (first, *requests)))
        by = satisfied(kind, [self._waits(first, names)], context, answers)
        one = by[self._instance(first)]
        if self.rule.early == "counts" and one.first is not answers[0]:
            one = replace(one, by=tuple(answers))  # the form is complete with the first of them
        return dict.fromkeys((holder, *(r.id for r in requests)), one)

    def _first_request(self, holder: str) -> EffectiveFact | None:
        """The first request to a Holder, its own or one to all, whenever it became a Holder."""
        both = (*self.requests.get(holder, ())[:1], *self.requests.get(None, ())[:1])
        return min(both, key=lambda r: r.on, default=None)

    def _instance(self, request: EffectiveFact) -> str:
        return f"{self.rule.id}/{request.id}"

    def _waits(self, request: EffectiveFact, names: tuple[str, ...] = ()) -> Waiting:
        instance = self._instance(request)
        return Waiting(instance, names or (instance,), self.rule, request.on)

    def first_of(self, holder: str) -> EffectiveFact | None:
        """A Holder's first answer that counts, requested or not; an answer before the request
        counts only if the rule counts early answers.
        """
        if self._first_request(holder) is None or self.rule.counts_from == "receipt":
            return next(iter(self.by.get(holder, ())), None)
        return self.met.get(holder, NONE).first

    def to(self, request: EffectiveFact) -> Satisfaction:
        """The answers to a request to one Holder; empty for a request to all."""
        return self.met.get(request.id, NONE) if request.fact.holder is not None else NONE

    def first_to(self, request: EffectiveFact, context: Context) -> Sequence[EffectiveFact]:
        """The first answer of every Holder that is judged by this request to all."""
        if request.fact.holder is not None or self.rule.counts_from == "receipt":
            return ()
        judged = {h: self.asked(h, context) for h in self.by}
        holders = (h for h, asked in judged.items() if asked and asked.request is request)
        return [first for h in holders if (first := self.first_of(h)) is not None]

    def requests_to(self, holder: str, context: Context) -> Sequence[EffectiveFact]:
        """Every request made to a Holder, in order: its own, and those to all.

        A request to all made before it became a Holder, by the recorded holdings, is left out or
        not by the reading.
        """
        moves = self.moves.get(holder, ())
        return [
            request
            for request in self.any_to(holder, context)
            if request.fact.holder is not None
            or _held_on(moves, holder, request.on)
            or context.choices["request-before-holding"] == "BINDS-BUYERS"
        ]

    def any_to(self, holder: str, context: Context) -> Sequence[EffectiveFact]:
        """Every request to a Holder and to all, in order, whenever it became a Holder."""
        found = (*self.requests.get(holder, ()), *self.requests.get(None, ()))
        return sorted(found, key=context.known.place)

    def asked(self, holder: str, context: Context) -> RequestDeadline | None:
        """The request by which a Holder's answer is judged; None if none was made to it.

        It is the first, if its deadline is kept. Otherwise, under EACH-REQUEST, it is the first
        request whose deadline is kept, else the one with the latest deadline.
        """
        requests = self.requests_to(holder, context)
        if not requests:
            return None
        answer = self.first_of(holder)
        every = (RequestDeadline(r, last_day(self.rule, r, holder, context)) for r in requests)
        first = next(every)
        kept = answer is not None and first.kept_by(answer.on)
        if kept or len(requests) == 1 or context.choices["repeated-request"] == "FIRST-REQUEST":
            return first
        found = [first, *every]
        if answer is not None and (k := next((a for a in found if a.kept_by(answer.on)), None)):
            return k
        return max(found, key=lambda a: a.last.due if a.last else date.min)


def _moves(context: Context) -> Mapping[str, Sequence[EffectiveFact]]:
    """The facts by which Notes come to a Holder or leave it, by Holder, in order."""
    found: dict[str, list[EffectiveFact]] = defaultdict(list)
    every = (s for kind in MOVES for s in context.facts(kind))
    for move in sorted(every, key=context.known.place):
        for holder in dict.fromkeys((move.fact.holder, move.fact.to)):
            if holder is not None:
                found[holder].append(move)
    return found


def _held_on(moves: Sequence[EffectiveFact], holder: str, day: date) -> bool:
    """Whether a Holder held securities at any time of a day, by the recorded moves.

    One whose purchase is not recorded is taken to have been a Holder all along. Notes converted
    stay in its hands as Conversion Shares.
    """
    if not moves or not _comes(moves[0], holder):
        return True
    held = ZERO
    for move in moves:
        if move.on <= day and _comes(move, holder):
            held += amount_of(move)
        elif move.on < day and move.kind != CONVERSION:
            held -= amount_of(move)
    return held > 0


def _comes(move: EffectiveFact, holder: str) -> bool:
    return move.fact.to == holder or move.kind == ACQUISITION


# Questionnaires volunteered before any request: the initial filing must name their Holders.
#
# delivered     request      deadline         the Holder's duty is satisfied on delivery; the bar
# ---|-------------|------------|----->       for a late Questionnaire never applies to it
#                     initial filing
# -------------------------|---------->       names the Holder

IN_IT = "in the initial filing"
NOT_READ = "what that filing says is not recorded: check that it names the Holder"


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


def to_be_named(rule: Request, answers: Answers, context: Context) -> Iterator[UndatedDuty]:
    """The duty to name each Holder whose Questionnaire was volunteered in time."""
    if rule.counts_from != "date" or rule.early != "counts":
        return
    for holder in answers.by:
        own = context.fresh()
        first, requests = answers.first_of(holder), answers.requests_to(holder, own)
        filing = initial_filing(rule, own)
        asked, filed = requests[0].on if requests else None, filing.on if filing else None
        if first is not None and is_in_time(first.on, asked, filed):
            yield _named(rule, holder, first, filing, own)


def _named(
    rule: Request, holder: str, first: EffectiveFact, filing: EffectiveFact | None, context: Context
) -> UndatedDuty:
    limit = _limit(rule, context)
    trace = [Step("its Questionnaire delivered before any request for it", rule.clause, first.on)]
    if filing is not None:
        trace.append(Step("the initial filing, which names the Holder", rule.clause, filing.on))
    return UndatedDuty(
        id=rule.id,
        instance=f"{rule.id}/volunteered/{first.id}",
        cause=first.id,
        clause=rule.clause,
        title="Holder to be named in the initial filing",
        owed_by=limit.owed_by if limit else rule.owed_by,
        action=f"Name {holder} as a selling Holder in the initial filing.",
        standard=IN_IT,
        opens=first.on,
        done_on=filing.on if filing else None,
        target=None,
        grounds=context.grounds(first, filing),
        trace=tuple(trace),
        notes=(f"{holder}'s Questionnaire is in", *((NOT_READ,) if filing else ())),
    )


def _limit(rule: Request, context: Context) -> FrequencyLimit | None:
    limits = context.terms.all_of(FrequencyLimit)
    return next((each for each in limits if each.late_after == rule.id), None)


# Written requests, and the last day to answer each.
#
#     date of the request  delivered   deemed given        last day to answer
#     ---|--------------------|------------|------------------|---->
#        REQUEST-DATE         EXHIBIT-A    DEEMED-GIVEN    `within` after the day that counts
#
# A deadline printed on the form is an early warning; it is the deadline itself only under
# EXHIBIT-A. A request to one Holder binds that Holder; a request to all binds each of them.


def add(context: Context, found: Findings) -> None:
    """Add the answer owed to every request, and the duties to name Holders who volunteered."""
    for rule in context.terms.all_of(Request):
        answers = Answers.of(rule, context)
        for request in context.facts(rule.opened_by):
            owed = _owed(rule, request, answers, context.fresh())
            found.obligations.extend([owed] if owed else [])
        found.duties.extend(to_be_named(rule, answers, context))


def deadline(rule: Request, request: EffectiveFact, context: Context) -> LastDay | None:
    """The last day to answer; None until the request has reached the addressees that start its
    time.
    """
    return as_amended(rule, partial(_deadline, request), context)


def last_day(
    rule: Request, request: EffectiveFact, holder: str | None, context: Context
) -> ExtendedDueDay | None:
    """The last day for a Holder, or for all with None, to answer a request after what was agreed,
    with every step; None as for `deadline`.
    """
    counted = deadline(rule, request, context)
    if counted is None:
        return None
    instance, of = f"{rule.id}/{request.id}", holder or request.fact.holder
    more = extended(instance, counted.day, rule.clause, context, of=of, answers=True)
    return replace(more, steps=(*counted.trace, *more.steps))


def _deadline(request: EffectiveFact, rule: Request, context: Context) -> LastDay | None:
    if rule.counts_from == "receipt":
        return _within(rule, request.on, "received on this day, itself not counted", context)
    match context.choices["questionnaire-runs-from"]:
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
    """The deadline printed on the form; None until it is delivered to all required addressees."""

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


def _within(rule: Request, start: date, says: str, context: Context) -> LastDay:
    last = context.after(start, rule.within)
    step = Step(f"{rule.within} after it: the last day", rule.clause, last.result, last)
    return LastDay(last.result, (Step(says, rule.clause, start), step))


def _owed(
    rule: Request, request: EffectiveFact, answers: Answers, context: Context
) -> Obligation | None:
    found = last_day(rule, request, None, context)
    if found is None:
        return None
    due = found.due
    holder = request.fact.holder
    met, returned = answers.to(request), answers.first_to(request, context)
    answer = met.first
    left = days_left(rule, due, context)
    status = found.status(answer.on if answer else None, context.as_of)
    if holder is None and status is Status.MISSED:
        status = Status.CLOSED  # not overdue: the Holders who did not answer are not known
    early = warning(rule.printed, request, context) if rule.printed else None
    trace = [*found.steps, *_steps(rule, early, due, left)]
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
            *found.facts,
            absence=holder is not None and status is Status.MISSED,
        ),
        trace=tuple(trace),
        notes=(*found.notes, *_notes(early, due, left, returned), *met.notes),
        not_counted=met.not_counted,
        waived=found.waived_by is not None,
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
