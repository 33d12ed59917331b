"""Whether a Holder's Questionnaire is in time to be named, and in time for Additional Interest.

Each has its own last day. To be named, it is the deadline of the request; for Additional Interest,
it is the same day (HARMONISED) or the day the form itself prints (THEREIN-LITERAL), and delivery on
that day is in time (INCLUSIVE) or late (STRICTLY-BEFORE).

The consequences are decided with the amounts: whether a late Holder is barred, and whether a Holder
that was never asked is entitled. `Entitlements.of(holder)` gives the dates for that.
"""

from datetime import date, timedelta

from dealclock.agreement.rules.duties import Request
from dealclock.engine.context import Context, LastDay
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.plugins import ExtendedDueDay
from dealclock.engine.special.questionnaires.requests import (
    Answers,
    deadline,
    initial_filing,
    is_in_time,
    printed,
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
    excuses it. Include `grounds` in everything that depends on these.
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
        self._answers = Answers.of(self._rule, context) if self._rule else None

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
        if self._answers is None:
            return ()
        return tuple(sorted({*self._answers.by, *self._answers.to_one}))

    def of(self, holder: str) -> Questionnaire:
        """A Holder's Questionnaire, also for a Holder the facts do not name, asked by a request to
        all.
        """
        context = self._context.fresh()
        if self._rule is None or self._answers is None:
            return Questionnaire(
                holder, None, None, None, None, context.as_of, context.grounds(), ()
            )
        requests = self._answers.requests_to(holder, context)
        asked, first = self._answers.asked(holder, context), self._answers.first_of(holder)
        given = self._answers.by.get(holder, ())
        request, last = (asked.request, asked.last) if asked else (None, None)
        trace = list(last.steps) if last else []
        entitled = _entitled_by(self._rule, request, last, trace, context) if request else None
        if first is not None:
            trace.append(Step("its Questionnaire delivered", self._rule.clause, first.on))
        agreed = last.facts if last else ()
        return Questionnaire(
            holder=holder,
            request=request,
            deadline=last.due if last else None,
            entitled_by=entitled,
            delivered=first,
            as_of=context.as_of,
            grounds=context.grounds(request, first, *agreed, absence=first is None),
            trace=tuple(trace),
            filed=initial_filing(self._rule, context),
            asked_on=requests[0].on if requests else None,
            waived_by=last.waived_by if last else None,
            restated=given[-1] if len(given) > 1 else None,
        )


def _entitled_by(
    rule: Request,
    request: EffectiveFact,
    found: ExtendedDueDay | None,
    trace: list[Step],
    context: Context,
) -> date | None:
    last, clause = found.due if found else None, rule.clause
    if rule.printed is not None and context.choices["entitlement-deadline"] == "THEREIN-LITERAL":
        form = printed(rule, request, context)
        trace += form.trace if form else ()
        last, clause = _later(form, found, rule, request, context), rule.printed.clause
    if last is not None and context.choices["entitlement-last-day"] == "STRICTLY-BEFORE":
        last -= _ONE
    if last is not None:
        trace.append(Step("the last day that keeps Additional Interest", clause, last))
    return last


def _later(
    form: LastDay | None,
    found: ExtendedDueDay | None,
    rule: Request,
    request: EffectiveFact,
    context: Context,
) -> date | None:
    """The day the form prints, or the extended day if the time to return it was extended."""
    if form is None or found is None:
        return form.day if form else None
    counted = deadline(rule, request, context)
    extended = counted is not None and found.due > counted.day
    return max(form.day, found.due) if extended else form.day
