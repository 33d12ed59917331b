"""Suspension Periods as a part of an assessment."""

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.suspension.as_amended import budget
from dealclock.engine.suspension.breaches import breaches
from dealclock.engine.suspension.shown import shown


def add(context: Context, found: Findings) -> None:
    """Every Suspension Period that has begun, by the budget it draws on, and its defaults."""
    for rule in context.terms.all_of(DayBudget):
        drawn = budget(rule, context.fresh())
        found.budgets[rule.id] = drawn
        for each in drawn.drawn:
            found.windows.extend(shown(rule, each, context.as_of))
        protects = found.window(rule.during) if rule.during else None
        for obligation, default in breaches(drawn, protects, context):
            found.obligations.append(obligation)
            found.defaults.append(default)
