"""A loss shared between the Company and a Holder: the result, and what works it out."""

from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import Contribution
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, needed, option
from dealclock.engine.contribution import shared
from dealclock.engine.grounds import Step
from dealclock.engine.query import Query


@dataclass(frozen=True, slots=True)
class ContributionQuery:
    """A loss, and the proceeds by which it is shared."""

    loss: Decimal = needed("the loss in dollars, including legal expenses")
    company_proceeds: Decimal = needed("the offering's net proceeds before expenses")
    holder_proceeds: Decimal = needed("proceeds of the Holder's sale")
    resold_for: Decimal | None = option("the Holder's resale price, for its cap")
    damages_paid: Decimal | None = option("damages the Holder has otherwise paid")


@dataclass(frozen=True, slots=True)
class ContributionResult:
    """Each share of the loss, and what the Holder bears of its own after the cap; `cap` is None
    where there is none or where it is not known."""

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


def answer(query: Query, asked: ContributionQuery) -> ContributionResult:
    """Who bears what; raises NotAnsweredError for terms without contribution or an amount below
    zero, and NoBenefit for no proceeds to share by."""
    given = query.in_force()
    rule = next(given.terms.all_of(Contribution), None)
    if rule is None:
        raise NotAnsweredError(
            f"the terms of {query.terms.id} have no contribution provision. Use a deal that "
            "has one."
        )
    _refuse_below_zero(asked)
    found = shared(
        rule,
        Fraction(asked.loss),
        Fraction(asked.company_proceeds),
        Fraction(asked.holder_proceeds),
        None if asked.resold_for is None else Fraction(asked.resold_for),
        Fraction(asked.damages_paid or 0),
    )
    return ContributionResult(
        heading=Heading.of(given),
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


def _refuse_below_zero(asked: ContributionQuery) -> None:
    for each in fields(asked):
        amount: Decimal | None = getattr(asked, each.name)
        if amount is not None and amount < 0:
            name = each.name.replace("_", "-")
            raise NotAnsweredError(f"{name} {amount} is not valid; give dollars, zero or more.")
