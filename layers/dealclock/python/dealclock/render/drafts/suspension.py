"""Notice that a Suspension Period begins, and notice that one ends."""

from collections.abc import Sequence

from dealclock.agreement.readings.defaults import SUSPENSION_IN_CURE
from dealclock.agreement.rules.periods import Outage
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.engine.suspension.limits_left import LimitPlan
from dealclock.render import reading, words
from dealclock.render.drafts.case import DoesNotFit, DraftCase, head, signed
from dealclock.render.drafts.sheet import Block, DraftLetter, Grid, Paragraph, SheetPart, blank


def beginning(case: DraftCase) -> DraftLetter:
    """The notice that begins one, for an outage that it would excuse."""
    budget = _budget(case)
    company, clause = case.defined(case.rule.owed_by), words.clause(budget.clause)
    return DraftLetter(
        title=f"Notice of a {budget.title}",
        head=head(case, budget.to, "day it is handed over"),
        blocks=(
            Paragraph(
                f"Under {clause} of the agreement named above, whose defined terms this notice "
                f"uses, the {company} notifies you that a {budget.title} begins on the day on "
                "which this notice is given."
            ),
            Paragraph(
                "From then on please do not sell under the Prospectus, until you have written "
                f"notice from the {company} that the {budget.title} has ended."
            ),
            Paragraph(
                blank(f"the ground, as far as {clause} asks for it, nothing undisclosed in it")
            ),
        ),
        signed=signed(case),
    )


def ending(case: DraftCase) -> DraftLetter:
    """The notice that ends the one that runs."""
    rule, part = _budget(case), case.part
    company, clause = case.defined(rule.owed_by), words.clause(rule.clause)
    return DraftLetter(
        title=f"Notice that a {rule.title} ends",
        head=head(case, rule.to, "day it is handed over"),
        blocks=(
            Paragraph(
                f"The {company} refers to its notice under {clause} of the agreement named above, "
                f"whose defined terms this notice uses. By it a {rule.title} began on "
                f"{words.day(part.opens)}."
            ),
            Paragraph(
                f"That {rule.title} ends. You may use the Prospectus again from and including "
                f"{blank('first day of use, which is no suspended day')}."
            ),
            Paragraph(
                blank("the supplement, amendment or report that Holders must now deliver or use")
            ),
        ),
        signed=signed(case),
    )


def room(case: DraftCase) -> tuple[SheetPart, ...]:
    """What the limits leave for a period that begins as of the day asked about."""
    budget = _budget(case)
    left = next((b for b in case.view.assessment.budgets if b.id == budget.id), None)
    check: Block = Paragraph(
        f"Whether the conditions of {words.clause(budget.clause)} are satisfied is the "
        f"{case.defined(budget.owed_by)}'s judgment; it is not computed. Keep a record of it."
    )
    question = SUSPENSION_IN_CURE.id
    chosen = reading.choice(question, case.view.assessment.readings[question])
    clock = Paragraph(f"What it does to the cure window: {question} is read as {chosen}.")
    if left is None or not left.limits:
        return (SheetPart("Conditions", (check, clock)),)
    first = words.day(case.view.assessment.as_of)
    return (
        SheetPart("Conditions", (check, clock)),
        SheetPart(f"Suspended days left, if {first} is the first", (_limits(left.limits),)),
    )


def used(case: DraftCase) -> tuple[SheetPart, ...]:
    """How far the period that runs has come, and by when it must be over."""
    part = case.window
    told = (
        f"{part.days_used} of {part.limit_days} days are used, "
        f"{words.day(case.view.assessment.as_of)} not counted. The last day allowed is "
        f"{words.day(part.closes)}: give the notice on or before it."
    )
    closed = case.view.closed_day(part.closes)
    more = f" It is {closed}." if closed else ""
    return (SheetPart("Days used", (Paragraph(told + more),)),)


def certainty(_case: DraftCase) -> str:
    """That only what was recorded is known."""
    return "Computed, not confirmed: it rests on what was recorded."


def _budget(case: DraftCase) -> DayBudget:
    """The day budget: the provision itself, or the one that excuses an outage."""
    if isinstance(case.rule, DayBudget):
        return case.rule
    name = case.rule.excused_by if isinstance(case.rule, Outage) else None
    found = next((b for b in case.view.terms.all_of(DayBudget) if b.id == name), None)
    if found is None:
        raise DoesNotFit(f"{case.rule.id} names no day budget; give it excused_by.")
    return found


def _limits(limits: Sequence[LimitPlan]) -> Grid:
    rows = [
        (
            f"{p.days} days in any {p.window.short}" if p.window else f"{p.days} days at once",
            str(p.used),
            str(p.left),
            str(p.longest),
            words.day(p.breaks_on),
        )
        for p in limits
    ]
    headings = ("Limit", "Used", "Left", "May run", "First day not allowed")
    return Grid(headings, tuple(rows), frozenset({1, 2, 3}))
