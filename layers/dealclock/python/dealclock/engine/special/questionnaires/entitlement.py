"""Whether a Holder's Questionnaire is in time to be named, and in time for Additional Interest:
Sections 2(b) and 4(d) of infocrossing-2004.

Each has its own last day. To be named, it is the deadline of the request; for Additional Interest,
it is the same day (HARMONISED) or the day the form itself prints (THEREIN-LITERAL), and delivery on
that day is in time (INCLUSIVE) or late (STRICTLY-BEFORE).

A late Holder is barred from Additional Interest, not its Notes:

    request        deadline            delivered late
       |---------------|---------------------|---------->
        nothing missed    BARRED: nothing
                                              FROM-DELIVERY: what accrues from here
       everything under RESTORED

A transferee's right depends on its own Questionnaire, not on another Holder's.
"""

from datetime import date

from dealclock.engine.context import ONE, Context, question
from dealclock.engine.special.questionnaires.requests import (
    answer_of,
    answers_by,
    deadline,
    holders_in,
    judged_by,
    volunteered,
)
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.rules.duties import Request


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
