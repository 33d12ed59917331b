"""Notice that a Suspension Period begins, and notice that one ends."""

from collections.abc import Sequence

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.case import DraftCase, opening, signed
from dealclock.documents.drafts.sheet import Block, DraftLetter, Grid, Paragraph, SheetPart, blank
from dealclock.engine.states.limits_left import LimitPlan
from dealclock.errors import RefusedError
from dealclock.messages import reading, words
from dealclock.terms.rules.suspensions import DayBudget, Outage


def beginning(case: DraftCase) -> DraftLetter:
    """The notice that begins a Suspension Period, for an outage that the period would excuse."""
    budget = _budget(case)
    company, where = case.defined(case.rule.owed_by), words.clause(budget.clause)
    title, deemed = f"Notice of a {budget.title}", case.view.terms.clauses.deemed_notice
    given = f" under {words.clause(deemed)} of the Agreement" if deemed else ""
    return DraftLetter(
        title=title,
        heading=(case.company.upper(),),
        blocks=(
            *opening(case, budget.to, title, budget.clause),
            Paragraph(
                f"Pursuant to {where} of the Agreement, the {company} hereby notifies you that a "
                f"{budget.title} will commence on the date on which this notice is deemed "
                f"given{given}."
            ),
            Paragraph(
                "From that date, please discontinue all offers and sales under the Prospectus "
                f"until you have received written notice from the {company} that the "
                f"{budget.title} has ended."
            ),
            Paragraph(blank(f"the ground for the suspension, to the extent {where} requires it")),
        ),
        signed=signed(case),
    )


def ending(case: DraftCase) -> DraftLetter:
    """The notice that ends an ongoing Suspension Period."""
    rule, part = _budget(case), case.part
    company, where = case.defined(rule.owed_by), words.clause(rule.clause)
    title = f"Notice of the End of a {rule.title}"
    return DraftLetter(
        title=title,
        heading=(case.company.upper(),),
        blocks=(
            *opening(case, rule.to, title, rule.clause),
            Paragraph(
                f"Reference is also made to the {company}'s notice pursuant to {where} of the "
                f"Agreement, by which a {rule.title} commenced on {formal.day(part.opens)}."
            ),
            Paragraph(
                f"The {company} hereby notifies you that the {rule.title} has ended. You may "
                f"resume use of the Prospectus from and including {blank('first day of use')}."
            ),
            Paragraph(
                blank("the supplement, amendment or report that must now be delivered or used")
            ),
        ),
        signed=signed(case),
    )


def room(case: DraftCase) -> tuple[SheetPart, ...]:
    """The conditions of a period that begins on the view's day, and the days left for it."""
    budget = _budget(case)
    left = next((b for b in case.view.assessment.budgets if b.id == budget.id), None)
    check: Block = Paragraph(
        f"Whether the conditions of {words.clause(budget.clause)} are satisfied is the "
        f"{case.defined(budget.owed_by)}'s judgment; it is not computed. Keep a record of it, and "
        "disclose no material non-public information in the notice."
    )
    question = "suspension-in-cure-window"
    view = case.view
    chosen = reading.describe_choice(question, view.assessment.readings[question], view.terms)
    clock = Paragraph(f"Effect on the cure window: {question} is read as {chosen}.")
    if left is None or not left.limits:
        return (SheetPart("Conditions", (check, clock)),)
    first = words.day(case.view.assessment.as_of)
    return (
        SheetPart("Conditions", (check, clock)),
        SheetPart(f"Suspended days left, if {first} is the first", (_limits(left.limits),)),
    )


def used(case: DraftCase) -> tuple[SheetPart, ...]:
    """How many days of the ongoing period are used, and the last day allowed."""
    part = case.window
    text = (
        f"{part.days_used} of {part.limit_days} days are used, "
        f"{words.day(case.view.assessment.as_of)} not counted. The last day allowed is "
        f"{words.day(part.closes)}: give the notice on or before it. The first day of use is not "
        "a suspended day."
    )
    closed = case.view.closed_day(part.closes)
    more = f" It is {closed}." if closed else ""
    return (SheetPart("Days used", (Paragraph(text + more),)),)


def certainty(_case: DraftCase) -> str:
    """The statement that the draft is based on recorded events only."""
    return "Based on recorded events; not confirmed."


def _budget(case: DraftCase) -> DayBudget:
    """The day budget: the provision itself, or the one that excuses an outage."""
    if isinstance(case.rule, DayBudget):
        return case.rule
    name = case.rule.excused_by if isinstance(case.rule, Outage) else None
    found = next((b for b in case.view.terms.all_of(DayBudget) if b.id == name), None)
    if found is None:
        raise RefusedError(f"{case.rule.id} names no day budget; give it excused_by.")
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
