"""Registration Defaults (clause 3(a)): when one occurs by lapse, accrues and is cured."""

from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.agreement.provisions import DefaultTerms
from dealclock.agreement.readings import LAPSE, PERIOD_END, RELATION
from dealclock.engine.assessment import Conclusion, Default, Grounds, Obligation, Step
from dealclock.engine.context import Context

_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that was to be cured: its day, and the first day its period no longer protects."""

    on: date
    period_ends: date


def default_by_lapse(
    terms: DefaultTerms,
    instance: str,
    lapsed: Obligation,
    cured: tuple[date, Grounds] | None,
    context: Context,
    failure: Failure | None = None,
) -> Default | None:
    """The default an unmet obligation became, or None while its last day has not passed.

    `cured` is the first day it was put right. `failure` is what was to be cured, where the
    obligation was to cure one: its default may relate back to it, and stops accruing when the
    period it protects ends.
    """
    if context.as_of <= lapsed.due or (cured is not None and cured[0] <= lapsed.due):
        return None
    occurred, how = _occurred(lapsed, failure, context)
    accrues_from = occurred + _ONE
    ends_with = failure.period_ends if failure and _stops(context) else None
    stops = [d for d in (cured[0] if cured else None, ends_with) if d and d <= context.as_of]
    accrues_to = max(min(stops), accrues_from) if stops else None
    conclusion, concluded_by, word = _concluded(instance, context)
    trace = [
        *lapsed.trace,
        Step(f"not met by then: the default occurs {how}", terms.clause, occurred),
        Step("interest accrues from and including the day after", "3(a)", accrues_from),
    ]
    if cured is not None:
        trace.append(Step("cured; interest excludes this day", terms.clause, cured[0]))
    elif accrues_to is not None:
        trace.append(Step("the period it protects ends; interest stops", "2(a)(iii)", accrues_to))
    return Default(
        id=terms.id,
        instance=instance,
        clause=terms.clause,
        title=terms.title,
        lapsed=lapsed.instance,
        occurred_on=occurred,
        arose_on=max(lapsed.due, occurred),
        accrues_from=accrues_from,
        accrues_to=accrues_to,
        cured_on=cured[0] if cured else None,
        conclusion=conclusion,
        concluded_by=concluded_by,
        grounds=lapsed.grounds | word | (cured[1] if cured else context.grounds(absence=True)),
        trace=tuple(trace),
    )


def _occurred(lapsed: Obligation, failure: Failure | None, context: Context) -> tuple[date, str]:
    """The day the default occurred under the chosen reading, and how that is said."""
    if failure is not None and context.readings[RELATION.id] == "RELATE-BACK":
        return failure.on, "on the day of the failure, to which it relates back (RELATE-BACK)"
    if context.readings[LAPSE.id] == "NEXT-DAY":
        return lapsed.due + _ONE, "the day after (NEXT-DAY)"
    return lapsed.due, "on its last day, as it ends (LAPSE)"


def _stops(context: Context) -> bool:
    return context.readings[PERIOD_END.id] == "STOP"


def _concluded(instance: str, context: Context) -> tuple[Conclusion, str | None, Grounds]:
    """The last word on a default: computed until a fact confirms or disputes it."""
    words = [
        (seen, conclusion)
        for kind, conclusion in (
            ("default-confirmed", Conclusion.CONFIRMED),
            ("default-disputed", Conclusion.DISPUTED),
        )
        for seen in context.facts(kind)
        if seen.fact.about == instance
    ]
    if not words:
        return Conclusion.COMPUTED, None, context.grounds()
    last, conclusion = max(words, key=lambda w: w[0].on)
    by = f"{last.fact.recorded_by or 'not named'}, {last.on.isoformat()}"
    return conclusion, by, context.grounds(last)
