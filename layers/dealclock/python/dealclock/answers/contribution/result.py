"""A loss shared between the Company and a Holder: the result and its computation."""

from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import Contribution
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, needed, option
from dealclock.engine.look import Look
from dealclock.engine.special.contribution import shared
from dealclock.engine.why import Step


@dataclass(frozen=True, slots=True)
class ContributionQuery:
    """A loss, and the proceeds by which it is shared in proportion."""

    loss: Decimal = needed("the loss in dollars, including legal expenses")
    company_proceeds: Decimal = needed("the offering's net proceeds before expenses")
    holder_proceeds: Decimal = needed("proceeds of the Holder's sale")
    resold_for: Decimal | None = option("the Holder's resale price, for its cap")
    damages_paid: Decimal | None = option("damages the Holder has otherwise paid")


@dataclass(frozen=True, slots=True)
class ContributionResult:
    """Each share of the loss, and what the Holder bears after the cap.

    `cap` is None if there is none or it is not known.
    """

    heading: Heading
    clause: str
    title: str
    company: Fraction
    holder: Fraction
    cap: Fraction | None
    holder_bears: Fraction
    beyond_cap: Fraction
    readings: tuple[str, ...]
    notes: tuple[str, ...]
    trace: tuple[Step, ...]


def answer(look: Look, request: ContributionQuery) -> ContributionResult:
    """Who bears what of the loss.

    Raises NotAnsweredError for terms without contribution or an amount below zero, and
    NoBenefitError without proceeds to share by.
    """
    rule = next(look.in_force.all_of(Contribution), None)
    if rule is None:
        raise NotAnsweredError(
            f"the terms of {look.terms.id} have no contribution provision. Use a deal that has one."
        )
    _refuse_below_zero(request)
    found = shared(
        rule,
        Fraction(request.loss),
        Fraction(request.company_proceeds),
        Fraction(request.holder_proceeds),
        None if request.resold_for is None else Fraction(request.resold_for),
        Fraction(request.damages_paid or 0),
    )
    return ContributionResult(
        heading=Heading.of(look),
        clause=found.clause,
        title=rule.title,
        company=found.company,
        holder=found.holder,
        cap=found.cap,
        holder_bears=found.holder_bears,
        beyond_cap=found.beyond,
        readings=(),
        notes=found.notes,
        trace=found.trace,
    )


def _refuse_below_zero(request: ContributionQuery) -> None:
    for each in fields(request):
        amount: Decimal | None = getattr(request, each.name)
        if amount is not None and amount < 0:
            name = each.name.replace("_", "-")
            raise NotAnsweredError(f"{name} {amount} is not valid; give dollars, zero or more.")
