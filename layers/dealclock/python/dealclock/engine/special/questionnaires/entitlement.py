"""Whether a Holder's Questionnaire is in time to be named, and in time for Additional Interest:
Sections 2(b) and 4(d) of infocrossing-2004.

Each has its own last day. To be named, it is the deadline of the request; for Additional Interest,
it is the same day (HARMONISED) or the day the form itself prints (THEREIN-LITERAL), and delivery on
that day is in time (INCLUSIVE) or late (STRICTLY-BEFORE).

The consequences are decided with the amounts: whether a late Holder is barred, and whether a Holder
that was never asked is entitled. `Entitlements.of(holder)` gives the dates for that.
"""

from datetime import date, timedelta

from dealclock.agreement.rules.duties import Request
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.plugins import ExtendedDueDay
from dealclock.engine.questions import question
from dealclock.engine.special.questionnaires.requests import (
    answer_of,
    answers,
    deadline,
    initial_filing,
    is_in_time,
    judged_by,
    printed,
    requests,
    requests_of,
)
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Questionnaire:
    """One Holder's Questionnaire: when it was requested, due and delivered.

    `deadline` is the last day, included, to be named; `entitled_by` the last day, included, for
    Additional Interest. Each is None if no request was made, or if the request has not reached the
    addressees that start its time. `delivered` is its first Questionnaire, None while there is none
    by `as_of`; `restated` the last, if there are several. `filed` is the initial filing, None while
    there is none; `asked_on` the day of the first request to it. `waived_by` is a waiver that
    excuses it. `strictly`: for Additional Interest it had to be delivered before a day, the one
    after `entitled_by`. Include `grounds` in everything that depends on these.
    """

    holder: str
    request: EffectiveFact | None
    deadline: date | None
    entitled_by: date | None
    delivered: EffectiveFact | None
    as_of: date
    grounds: Grounds
    trace: tuple[Step, ...]
    filed: EffectiveFact | None = None
    asked_on: date | None = None
    waived_by: EffectiveFact | None = None
    restated: EffectiveFact | None = None
    strictly: bool = False

    @property
    def delivered_on(self) -> date | None:
        """The day of delivery; None if not delivered."""
        return self.delivered.on if self.delivered else None

    @property
    def volunteered(self) -> bool:
        """Whether it was delivered before any request, so that it belongs in the initial filing."""
        asked = self.asked_on
        return self.delivered is not None and (asked is None or self.delivered.on < asked)

    @property
    def in_initial_filing(self) -> bool:
        """Whether it was volunteered by the initial filing, which must then name its Holder."""
        if self.delivered is None:
            return False
        return is_in_time(self.delivered.on, self.asked_on, self.filed.on if self.filed else None)

    @property
    def in_time_to_be_named(self) -> bool | None:
        """Whether it was delivered by `deadline`, or volunteered by the initial filing; None if
        there is no deadline, or it has not passed yet.
        """
        return True if self.in_initial_filing else self._in_time(self.deadline)

    @property
    def in_time_for_interest(self) -> bool | None:
        """Whether it was delivered by `entitled_by`, or volunteered; None as in
        `in_time_to_be_named`.
        """
        return True if self.volunteered else self._in_time(self.entitled_by)

    def _in_time(self, last: date | None) -> bool | None:
        if self.waived_by is not None:
            return True if self.delivered is not None else None
        if last is None or (self.delivered is None and self.as_of <= last):
            return None
        return self.delivered is not None and self.delivered.on <= last


class Entitlements:
    """The Questionnaires of a deal for the rate schedule with that id.

    `needed` is False if the schedule depends on no request of the terms.
    """

    def __init__(self, schedule: str, context: Context) -> None:
        self._context = context
        rules = context.terms.all_of(Request)
        self._rule = next((r for r in rules if r.entitles_to == schedule), None)

    @property
    def needed(self) -> bool:
        """Whether Additional Interest depends on a Questionnaire under the terms."""
        return self._rule is not None

    @property
    def clause(self) -> str:
        """The Section that requires a Questionnaire; "" if none does."""
        return self._rule.clause if self._rule else ""

    @property
    def holders(self) -> tuple[str, ...]:
        """Every Holder that received its own request or answered, by name."""
        if self._rule is None:
            return ()
        named = {*answers(self._context, self._rule), *requests(self._context, self._rule)}
        return tuple(sorted(holder for holder in named if holder is not None))

    def of(self, holder: str) -> Questionnaire:
        """A Holder's Questionnaire, also for a Holder the facts do not name, asked by a request to
        all.
        """
        context = self._context.fresh()
        if self._rule is None:
            none = context.grounds()
            return Questionnaire(holder, None, None, None, None, context.as_of, none, ())
        return _questionnaire(context, self._rule, holder)


def entitlements(context: Context) -> Entitlements | None:
    """The Questionnaires that the rate schedule of the terms depends on; None if on none."""
    schedule = next(context.terms.all_of(RateSchedule), None)
    found = Entitlements(schedule.id, context) if schedule else None
    return found if found and found.needed else None


@question
def _questionnaire(context: Context, rule: Request, holder: str) -> Questionnaire:
    asked, first = judged_by(context, rule, holder), answer_of(context, rule, holder)
    made, given = requests_of(context, rule, holder), answers(context, rule).get(holder, ())
    request, last = (asked.request, asked.last) if asked else (None, None)
    trace = list(last.steps) if last else []
    entitled_by, strictly = None, False
    if request is not None:
        entitled_by, clause = _entitled_by(rule, request, last, trace, context)
        if entitled_by is not None:
            strictly = context.choices["entitlement-last-day"] == "STRICTLY-BEFORE"
            entitled_by -= _ONE * strictly
            says = "the last day that keeps Additional Interest"
            trace.append(Step(says, clause, entitled_by))
    if first is not None:
        trace.append(Step("its Questionnaire delivered", rule.clause, first.on))
    agreed = last.facts if last else ()
    return Questionnaire(
        holder=holder,
        request=request,
        deadline=last.due if last else None,
        entitled_by=entitled_by,
        delivered=first,
        as_of=context.as_of,
        grounds=context.grounds(request, first, *agreed, absence=first is None),
        trace=tuple(trace),
        filed=initial_filing(rule, context),
        asked_on=made[0].on if made else None,
        waived_by=last.waived_by if last else None,
        restated=given[-1] if len(given) > 1 else None,
        strictly=strictly,
    )


def _entitled_by(
    rule: Request,
    request: EffectiveFact,
    last: ExtendedDueDay | None,
    trace: list[Step],
    context: Context,
) -> tuple[date | None, str]:
    """The day to deliver it by for Additional Interest, and its Section: that of the request, or
    the day the form prints, unless the time to return it was extended beyond both.
    """
    due = last.due if last else None
    if rule.printed is None or context.choices["entitlement-deadline"] != "THEREIN-LITERAL":
        return due, rule.clause
    form = printed(rule, request, context)
    day, clause = form.day if form else None, rule.printed.clause
    trace += form.trace if form else ()
    if day is not None and due is not None:
        counted = deadline(rule, request, context)
        if counted is not None and due > counted.day:
            day = max(day, due)
    return day, clause
