"""Contribution to a loss by relative benefits, if an indemnity is unavailable or insufficient:
Section 6(d) of infocrossing-2004.

The Company's benefit is the net proceeds of the offering before expenses, a Holder's the proceeds
of its sale. A Holder bears no more than its cap, and the excess passes to no one else: the Holders'
obligations are several. All amounts are exact dollars.
"""

from fractions import Fraction

from dealclock.engine.why import Step
from dealclock.errors import RefusedError
from dealclock.records import record
from dealclock.terms.rules.duties import Contribution

RELATIVE_FAULT = (
    "by relative benefits alone; relative fault and what else is equitable are not computed"
)
NO_PRICE = "the cap is not applied: the price at which the Holder resold is not given"


@record
class LossShares:
    """The shares of a loss: by relative benefit, and for the Holder after its cap.

    `cap` is None if there is none or it is not known; `beyond` is the part above the cap.
    """

    clause: str
    company: Fraction
    holder: Fraction
    cap: Fraction | None
    holder_bears: Fraction
    beyond: Fraction
    trace: tuple[Step, ...]
    notes: tuple[str, ...]


def shared(
    rule: Contribution,
    loss: Fraction,
    company_proceeds: Fraction,
    holder_proceeds: Fraction,
    resold_for: Fraction | None = None,
    damages_paid: Fraction = Fraction(0),
) -> LossShares:
    """The loss divided between the Company and one Holder; raises RefusedError for negative
    amounts or no proceeds.
    """
    benefits = company_proceeds + holder_proceeds
    if benefits <= 0 or min(loss, company_proceeds, holder_proceeds, damages_paid) < 0:
        raise RefusedError(
            "the loss is shared in proportion to proceeds; give the Company's and the Holder's "
            "proceeds, neither negative and at least one above zero."
        )
    company = loss * company_proceeds / benefits
    holder = loss - company
    says = "in the proportion of the Company's net proceeds to the Holder's proceeds of sale"
    steps, notes, cap = [Step(says, rule.clause)], [RELATIVE_FAULT], None
    if rule.holder_capped_at == "resale price less damages paid":
        if resold_for is None:
            notes.append(NO_PRICE)
        else:
            cap = max(resold_for - damages_paid, Fraction(0))
            says = "a Holder bears no more than its resale price less damages paid"
            steps.append(Step(says, rule.clause))
    bears = holder if cap is None else min(holder, cap)
    return LossShares(
        rule.clause, company, holder, cap, bears, holder - bears, tuple(steps), tuple(notes)
    )
