"""Sales that need a notice: whether one was in force on the day of each.

The clause wants the notice before the sale. The form attached to the agreement speaks of a
transfer already made; whether that form, given at or after the sale, is enough is a reading.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.readings.sales import SALE_FORM
from dealclock.agreement.rules.notices import NoticeNeed, WindowRule
from dealclock.engine import conclusions
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, status_of
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import deemed_given
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

NO_CONSEQUENCE = "the agreement names no consequence of a missing notice"


@record
class Opened:
    """A window a notice opened, the day the notice was given, and by which Holder if it says."""

    window: conclusions.Window
    given_on: date
    holder: str | None


def owed_for_sales(
    rule: WindowRule, opened: Sequence[Opened], context: Context
) -> Iterator[Obligation]:
    """The notice each sale needed."""
    sales = context.facts(rule.needed_for.fact) if rule.needed_for else ()
    if rule.needed_for is None or not sales:
        return
    in_force = _InForce(opened)
    for sale in sales:
        yield _owed(rule, rule.needed_for, sale, in_force.on(sale), context.fresh())


class _InForce:
    """The windows of each Holder, and of those who were not named, in order of their days."""

    def __init__(self, opened: Sequence[Opened]) -> None:
        self._of: dict[str | None, list[Opened]] = defaultdict(list)
        for each in sorted(opened, key=lambda o: o.window.opens):
            self._of[each.holder].append(each)

    def on(self, sale: EffectiveFact) -> Opened | None:
        """The notice in whose window a sale fell in; who is not named may be anybody."""
        for holder in dict.fromkeys((sale.fact.holder, None)):
            found = self._of.get(holder, [])
            before = bisect_right(found, sale.on, key=lambda o: o.window.opens)
            if before and sale.on <= found[before - 1].window.closes:
                return found[before - 1]
        return None


def _owed(
    rule: WindowRule,
    needed: NoticeNeed,
    sale: EffectiveFact,
    notice: Opened | None,
    context: Context,
) -> Obligation:
    last = _last_day(rule, sale.on, context)
    says = KINDS[sale.kind].says.rstrip(".")
    trace = [
        Step(f"{says}; itself not counted", rule.clause, sale.on),
        Step(f"a notice {rule.opens_after} before it: the last day", rule.clause, last),
    ]
    form = _form(rule, needed, sale, context) if notice is None else None
    met_on, due = None, last
    if notice is not None:
        met_on, due = notice.given_on, max(notice.given_on, last)
        says = f"{notice.window.instance}, given on this day, was in force on it"
        trace.append(Step(says, rule.clause, met_on))
    elif form is not None:
        enough = context.choices[SALE_FORM] == "FORM-CONTROLS"
        how = "is enough (FORM-CONTROLS)" if enough else "comes too late (CLAUSE-CONTROLS)"
        trace.append(Step(f"the form given on transfer {how}", rule.clause, form[1]))
        if enough:
            met_on = due = max(form[1], last)
    grounds = context.grounds(sale, form[0] if form else None, absence=met_on is None)
    return Obligation(
        **rule.named,
        instance=f"{rule.id}/{sale.id}",
        cause=sale.id,
        opens=min(last, sale.on),
        due=due,
        closes=None,
        status=status_of(due, met_on, context.as_of),
        met_on=met_on,
        grounds=grounds | notice.window.grounds if notice else grounds,
        trace=tuple(trace),
        notes=() if met_on else (NO_CONSEQUENCE,),
    )


def _last_day(rule: WindowRule, sale_on: date, context: Context) -> date:
    clear = context.choices[BEFORE] == "CLEAR-DAYS"
    return context.back(sale_on, rule.opens_after, 1 if clear else 0).result


def _form(
    rule: WindowRule, needed: NoticeNeed, sale: EffectiveFact, context: Context
) -> tuple[EffectiveFact, date] | None:
    """The notice after the transfer, and the day it was given to all it must reach."""
    told = context.known.about(needed.form, sale.id)
    given = deemed_given(told, rule.to, context) if told else None
    if given is None or given.on is None or given.on > context.as_of:
        return None
    return told[0], given.on
