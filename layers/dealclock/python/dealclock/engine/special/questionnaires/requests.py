"""Written requests to Holders, the last day to answer each, and the answers: Section 2(b) of
infocrossing-2004.

    date of the request  delivered   deemed given        last day to answer
    ---|--------------------|------------|------------------|---->
       REQUEST-DATE         EXHIBIT-A    DEEMED-GIVEN    `within` after the day that counts

A deadline printed on the form is an early warning; it is the deadline itself only under EXHIBIT-A.
A request to one Holder binds that Holder; a request to all binds each of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from dealclock.days.counting import business_days_in
from dealclock.engine.acts import OpenInstance, Performance, performance, satisfied
from dealclock.engine.conclusions import Obligation, Status, UndatedDuty
from dealclock.engine.context import ONE, Context, as_amended, concludes, question, target_of
from dealclock.engine.day import Instance, day_of, steps_of
from dealclock.engine.instances import Due, InstanceDay, OpenItem, as_agreed
from dealclock.engine.interest.lots import CONVERSION, SHARES_SOLD, acquirer, amount_of
from dealclock.engine.money import ZERO
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.obligations import owed, undated
from dealclock.engine.special.holders.moves import moves_of, shares_in
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.day_language import ByReading, ItsDay, PeriodDay
from dealclock.terms.rules.duties import FrequencyLimit, Request

Facts = Sequence[EffectiveFact]

IN_IT = "in the initial filing"
NOT_READ = "what that filing says is not recorded: check that it names the Holder"


def conclusions(context: Context) -> Iterator[Obligation | UndatedDuty | None]:
    """The answer owed to every request, and the duties to name Holders who volunteered."""
    for rule in context.terms.all_of(Request):
        for request in context.facts(rule.opened_by):
            yield _owed(context.fresh(), rule, request)
        for holder in holders_in(context, rule.met_by):
            yield _to_be_named(rule, holder, context.fresh())


# Requests and answers, by Holder.


def holders_in(context: Context, *kinds: str) -> Sequence[str]:
    """Every Holder that requests or answers of some kinds name, in order."""
    return list(filter(None, dict.fromkeys(s.fact.holder for s in context.facts(*kinds))))


@question
def answers_by(context: Context, rule: Request, holder: str) -> Facts:
    """Every answer of a Holder, in order."""
    return [seen for seen in context.facts(rule.met_by) if seen.fact.holder == holder]


@question
def requests_to(context: Context, rule: Request, holder: str) -> Facts:
    """Every request to a Holder and to all, in order, whenever it became a Holder."""
    return [seen for seen in context.facts(rule.opened_by) if seen.fact.holder in (None, holder)]


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
    stay in its hands as Conversion Shares until it has sold all of them.
    """
    moves = moves_of(context, holder)
    if not moves or acquirer(moves[0]) != holder:
        return True
    held, converted = ZERO, list[EffectiveFact]()
    for move in moves:
        if move.on <= day and acquirer(move) == holder:
            held += amount_of(move)
        elif move.on < day:
            held -= amount_of(move)
            converted += [move] if move.kind == CONVERSION else []
    if held > 0 or any(move.fact.shares is None for move in converted):
        return True
    sold = (s for s in context.facts(SHARES_SOLD) if s.fact.holder == holder and s.on < day)
    return shares_in(converted) > shares_in(sold)


@question
def _answered(context: Context, rule: Request, holder: str) -> Mapping[str, Performance]:
    """The answers of a Holder to the requests to it and to all, by instance.

    A form that is requested again is not returned again: one answer satisfies every request for
    it, the first if early answers count. If the time runs from receipt, each request needs its own
    answer.
    """
    given, asked = answers_by(context, rule, holder), requests_to(context, rule, holder)
    if rule.counts_from == "receipt":
        own = [_waits(context, rule, request) for request in asked if request.fact.holder]
        return satisfied(rule.met_by, own, context, given)
    if not asked:
        return {}
    waits = _waits(context, rule, *asked)
    if rule.early == "counts":
        return dict.fromkeys(waits.instance.names, performance(waits, given[:1]))
    found = satisfied(rule.met_by, [waits], context, given)
    return dict.fromkeys(waits.instance.names, found[waits.instance.id])


def _waits(context: Context, rule: Request, *requests: EffectiveFact) -> OpenInstance:
    names = tuple(f"{rule.id}/{each.id}" for each in requests)
    general = context.terms.obligations[rule.id]
    return OpenInstance(general, Instance(names[0], names), requests[0].on)


def answer_of(context: Context, rule: Request, holder: str) -> EffectiveFact | None:
    """A Holder's first answer that counts, requested or not; an answer before the request counts
    only if the rule counts early answers.
    """
    answers = iter(_answered(context, rule, holder).values())
    unasked = Performance(by=tuple(answers_by(context, rule, holder)))
    return next(answers, unasked).first


@question
def judged_by(
    context: Context, rule: Request, holder: str
) -> tuple[EffectiveFact, Due | None] | None:
    """The request by which a Holder's answer is judged, with its last day; None if none was made to
    it.

    It is the first, if its deadline is kept. Otherwise, under EACH-REQUEST, it is the first request
    whose deadline is kept, else the one with the latest deadline.
    """
    every, answer = requests_of(context, rule, holder), answer_of(context, rule, holder)
    found: list[tuple[EffectiveFact, Due | None]] = []
    for request in every:
        last = last_day(context, rule, request, holder)
        found.append((request, last))
        if last and answer and answer.on <= last.due:
            return request, last
        if len(every) > 1 and context.choices["repeated-request"] == "FIRST-REQUEST":
            return found[0]
    return max(found, key=lambda each: each[1].due if each[1] else date.min, default=None)


# The last day to answer a request.


@question
def last_day(
    context: Context, rule: Request, request: EffectiveFact, holder: str | None
) -> Due | None:
    """The last day for a Holder, or for all with None, to answer a request, as counted and after
    what was agreed; None until the request has reached the addressees that start its time.
    """
    counted = deadline(rule, request, context)
    if counted is None:
        return None
    name, of = f"{rule.id}/{request.id}", holder or request.fact.holder or ""
    instance = Instance(name, event=request, of=("holder", of))
    return as_agreed(context, context.terms.obligations[rule.id], instance, counted)


def deadline(
    rule: Request, request: EffectiveFact, context: Context, *, printed: bool = False
) -> InstanceDay | None:
    """The last day to answer before what was agreed, or the last day that the form prints; None as
    for `last_day`, or if the form prints none.
    """

    def count(rule: Request, context: Context) -> InstanceDay | None:
        to = ItsDay("deemed", rule.printed.delivered_to) if rule.printed else None
        form = PeriodDay(to, rule.printed.within) if to and rule.printed else None
        due = context.terms.obligations[rule.id].due
        chosen = context.option(due) if isinstance(due, ByReading) and not printed else due
        day = form if printed else chosen
        value = day_of(context, day, Instance(request.id, event=request)) if day else None
        if value is None or value.day is None:
            return None
        clause = rule.printed.clause if rule.printed and day == form else rule.clause
        return InstanceDay(value.day, steps_of(value, clause, context, "the last day"))

    return as_amended(rule, count, context)


def warning(rule: Request, request: EffectiveFact, context: Context) -> date | None:
    """The day printed on the form, in calendar days, not rolled; None until it is delivered, or if
    no time in days is printed.
    """
    form = rule.printed
    if form is None or form.within.unit != "days":
        return None
    given = deemed_given([request], form.delivered_to, context).on
    return None if given is None else given + timedelta(days=form.within.count)


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
    name, due = f"{rule.id}/{request.id}", last.due
    steps, notes, early = list[Step](), list[str](), warning(rule, request, context)
    if rule.printed and early and early < due:
        says = f"the form itself prints {rule.printed.within} after its delivery, an earlier day"
        steps.append(Step(says, rule.printed.clause, early))
        notes.append("the form itself prints an earlier date; every reading is satisfied before it")
    left, before = days_left(rule, due, context) or (None, None)
    if before:
        says = f"{left} Business Day{'s' * (left != 1)} after the last day: the day intended"
        steps.append(Step(says, rule.clause, target_of(before)))
    if left == 0:
        notes.append("no Business Day is left between the last day to answer and the day intended")
    if returned := _returned(context, rule, request):
        late = sum(each.on > due for each in returned)
        some = len(returned) - late
        says = f"answered by {some} Holder{'s' * (some != 1)} in time and by {late} later"
        notes.append(says)
    met = _answered(context, rule, holder)[name] if holder else Performance()
    so_far = replace(
        met,
        steps=(*steps, *met.steps),
        notes=(*notes, *met.notes),
        besides=(*returned, *([before] if before else [])),
    )
    general = context.terms.obligations[rule.id]
    instance = Instance(name, event=request, cause=request.id)
    made = owed(general, instance, request.on, last, so_far, context)
    if holder is None and made.status is Status.MISSED:
        # Not overdue: the Holders who did not answer are not known.
        why = context.why(request, *so_far.besides, *last.facts, steps=made.why.steps)
        return replace(made, status=Status.CLOSED, why=why)
    return made


def _returned(context: Context, rule: Request, request: EffectiveFact) -> Facts:
    """The first answer of every Holder that is judged by this request to all."""
    if request.fact.holder is not None or rule.counts_from == "receipt":
        return ()
    judged = ((of, judged_by(context, rule, of)) for of in holders_in(context, rule.met_by))
    own = (answer_of(context, rule, holder) for holder, by in judged if by and by[0] == request)
    return [first for first in own if first is not None]


# Questionnaires volunteered before any request: the initial filing must name their Holders.
#
# delivered     request      deadline         the Holder's duty is satisfied on delivery; the bar
# ---|-------------|------------|----->       for a late Questionnaire never applies to it
#                     initial filing
# -------------------------|---------->       names the Holder


def volunteered(context: Context, rule: Request, holder: str) -> bool | None:
    """Whether a Questionnaire delivered before any request came by the day of the initial filing,
    which must then name its Holder; None for one delivered later, or not at all.
    """
    first, asked = answer_of(context, rule, holder), requests_of(context, rule, holder)
    if first is None or (asked and asked[0].on <= first.on):
        return None
    _, filing = _initial_filing(rule, context)
    return filing is None or first.on <= filing.on


def _initial_filing(rule: Request, context: Context) -> tuple[str, EffectiveFact | None]:
    """Who owes the initial filing of the registration statement, and the filing; None before it is
    made, or if the terms do not identify it.
    """
    for limit in context.terms.all_of(FrequencyLimit):
        if limit.late_after == rule.id:
            return limit.owed_by, context.first(limit.or_after)
    return rule.owed_by, None


def _to_be_named(rule: Request, holder: str, context: Context) -> UndatedDuty | None:
    """The duty to name a Holder whose Questionnaire was volunteered in time."""
    early, first = volunteered(context, rule, holder), answer_of(context, rule, holder)
    if not early or first is None or rule.counts_from != "date" or rule.early != "counts":
        return None
    owed_by, filing = _initial_filing(rule, context)
    steps = [Step("its Questionnaire delivered before any request for it", rule.clause, first.on)]
    notes = [f"{holder}'s Questionnaire is in"]
    if filing is not None:
        steps.append(Step("the initial filing, which names the Holder", rule.clause, filing.on))
        notes.append(NOT_READ)
    instance = Instance(f"{rule.id}/volunteered/{first.id}", cause=first.id)
    of = OpenItem(context.terms.obligations[rule.id], instance, first.on)
    act = Performance(filing.on if filing else None, notes=tuple(notes))
    return replace(
        undated(of, act, context.why(first, filing), tuple(steps), IN_IT),
        title="Holder to be named in the initial filing",
        owed_by=owed_by,
        action=f"Name {holder} as a selling Holder in the initial filing.",
    )


# Whether a Holder's Questionnaire is in time to be named, and in time for Additional Interest:
# Sections 2(b) and 4(d) of infocrossing-2004.
#
# Each has its own last day. To be named, it is the deadline of the request; for Additional
# Interest, it is the same day (HARMONISED) or the day the form itself prints (THEREIN-LITERAL), and
# delivery on that day is in time (INCLUSIVE) or late (STRICTLY-BEFORE).
#
# A late Holder is barred from Additional Interest, not its Notes:
#
#     request        deadline            delivered late
#        |---------------|---------------------|---------->
#         nothing missed    BARRED: nothing
#                                               FROM-DELIVERY: what accrues from here
#        everything under RESTORED
#
# A transferee's right depends on its own Questionnaire, not on another Holder's.


@record
class Questionnaire:
    """One Holder's Questionnaire: when it was requested, due and delivered.

    `deadline` is the last day, included, to be named; `entitled_by` the last day, included, for
    Additional Interest. Each is None if no request was made, or if the request has not reached the
    addressees that start its time. `delivered` is its first Questionnaire, None while there is
    none; `restated` the last, if there are several. If it was `volunteered`, it was delivered
    before any request; `in_initial_filing` if also by the initial filing, which must then name its
    Holder. Whether it is in time is None while it is open, or without a last day. `waived_by` is a
    waiver that excuses it. `strictly`: for Additional Interest it had to be delivered before a day,
    the one after `entitled_by`. Include `why` in everything that depends on these.
    """

    holder: str
    request: EffectiveFact | None
    deadline: date | None
    entitled_by: date | None
    delivered: EffectiveFact | None
    why: Why
    volunteered: bool = False
    in_initial_filing: bool = False
    in_time_to_be_named: bool | None = None
    in_time_for_interest: bool | None = None
    waived_by: EffectiveFact | None = None
    restated: EffectiveFact | None = None
    strictly: bool = False

    @property
    def delivered_on(self) -> date | None:
        """The day of delivery; None if not delivered."""
        return self.delivered.on if self.delivered else None


def entitling(context: Context, schedule: str = "") -> Request | None:
    """The request on whose answer Additional Interest depends, by the id of its rate schedule or of
    the first one; None if it depends on none.
    """
    schedules = [schedule] if schedule else [r.id for r in context.terms.streams]
    rules = context.terms.all_of(Request)
    return next((rule for rule in rules if rule.entitles_to in schedules[:1]), None)


def recorded(context: Context, rule: Request) -> tuple[str, ...]:
    """Every Holder that received its own request or answered, by name."""
    return tuple(sorted(holders_in(context, rule.met_by, rule.opened_by)))


@question
def questionnaire(context: Context, rule: Request, holder: str) -> Questionnaire:
    """A Holder's Questionnaire, also for a Holder the facts do not name, asked by a request to
    all.

    The day to deliver it by for Additional Interest is that of the request; or the day the form
    prints, unless the time to return it was extended beyond both.
    """
    request, last = judged_by(context, rule, holder) or (None, None)
    first, early = answer_of(context, rule, holder), volunteered(context, rule, holder)
    trace = [*last.counted.trace, *last.steps] if last else []
    due = entitled_by = last.due if last else None
    form, clause, strictly = rule.printed, rule.clause, False
    if request and form and context.choices["entitlement-deadline"] == "THEREIN-LITERAL":
        printed, clause = deadline(rule, request, context, printed=True), form.clause
        entitled_by = printed.day if printed else None
        trace += printed.trace if printed else ()
        if printed and last and last.due > last.counted.day:
            entitled_by = max(printed.day, last.due)
    if entitled_by is not None:
        strictly = context.choices["entitlement-last-day"] == "STRICTLY-BEFORE"
        entitled_by -= ONE * strictly
        trace.append(Step("the last day that keeps Additional Interest", clause, entitled_by))
    if first is not None:
        trace.append(Step("its Questionnaire delivered", rule.clause, first.on))

    def in_time(by: date | None) -> bool | None:
        if last is not None and last.waived_by is not None:
            return True if first is not None else None
        if by is None or (first is None and not context.is_over(by)):
            return None
        return first is not None and first.on <= by

    given, agreed = answers_by(context, rule, holder), last.facts if last else ()
    return Questionnaire(
        holder=holder,
        request=request,
        deadline=due,
        entitled_by=entitled_by,
        delivered=first,
        why=context.why(request, first, *agreed, absence=first is None, steps=tuple(trace)),
        volunteered=early is not None,
        in_initial_filing=early is True,
        in_time_to_be_named=early or in_time(due),
        in_time_for_interest=True if early is not None else in_time(entitled_by),
        waived_by=last.waived_by if last else None,
        restated=given[-1] if len(given) > 1 else None,
        strictly=strictly,
    )


@record
class Entitlement:
    """Whether a Holder is entitled and why; `since` is the day it starts, None for all days."""

    entitled: bool
    since: date | None
    why: Why


def entitlement(holder: str, judged_on: date, clause: str, context: Context) -> Entitlement:
    """The entitlement of a Holder on a day, by its Questionnaire if the terms require one: on the
    day of a payment, or `as_of`.
    """
    rule, own = entitling(context), context.fresh()
    if rule is None:
        step = Step("entitled: the terms require no Questionnaire", clause)
        return Entitlement(True, None, NOTHING.with_steps((step,)))
    form = questionnaire(context.fresh(), rule, holder)
    entitled, since, says = _judged(form, judged_on, own)
    step = Step(says, clause, since or form.delivered_on)
    why = form.why | own.why()
    return Entitlement(entitled, since, why.with_steps((*form.why.steps, step)))


def _judged(
    form: Questionnaire, judged_on: date, context: Context
) -> tuple[bool, date | None, str]:
    deadline, delivered = form.entitled_by, form.delivered_on
    if form.waived_by is not None:
        return True, None, f"entitled: its Questionnaire was waived by {form.waived_by.id}"
    if deadline is None and delivered is not None:
        return True, None, "entitled: its Questionnaire was delivered without a request"
    if deadline is None:
        if context.choices["no-questionnaire-requested"] == "NOT-ENTITLED":
            return False, None, "not entitled: it has provided no information (NOT-ENTITLED)"
        return True, None, "entitled: no Questionnaire was requested, so no deadline was missed"
    if delivered is not None and delivered <= deadline:
        return True, None, "entitled: its Questionnaire was delivered in time"
    if judged_on <= deadline:
        return True, None, "entitled: the deadline of its Questionnaire had not passed"
    if delivered is None:
        by = "before" if form.strictly else "by"
        return False, None, f"barred: its Questionnaire was not delivered {by} the deadline"
    match context.choices["late-entitlement"]:
        case "FROM-DELIVERY":
            return True, delivered, "entitled from the day its late Questionnaire was delivered"
        case "RESTORED":
            return True, None, "entitled: its late Questionnaire restores everything (RESTORED)"
        case _:
            how = "not before" if form.strictly else "after"
            return False, None, f"barred: its Questionnaire was delivered {how} the deadline"
