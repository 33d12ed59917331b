"""Consent by principal at a record date: Majority of Holders, Section 1 of infocrossing-2004, and
Section 10(h) on what the Company and its affiliates hold.

    consenting Notes + consenting Conversion Shares x conversion price
    ------------------------------------------------------------------  more than the threshold?
    Notes outstanding + Conversion Shares x price - affiliates' of both

Exactly the threshold is not enough. Nothing is rounded before the comparison.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.interest.lots import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    amount_of,
    issues_of,
)
from dealclock.engine.money import ZERO, dollars
from dealclock.engine.special.holders.moves import dollars_in, shares_in
from dealclock.engine.why import Step, Why
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.rules.duties import ConsentThreshold

AFFILIATE = "affiliate-holdings"
TWO_MAJORITIES = "two groups of Holders can both be a majority under this reading"


class ConsentCountError(EngineError):
    """Votes are inconsistent, or the terms give no way to count them."""


@record
class Votes:
    """The outstanding and the consenting holdings at the record date.

    Dollars of principal and numbers of Conversion Shares. `affiliates` are the holdings of the
    Company and its affiliates: included in the outstanding holdings, excluded from the consenting
    ones.
    """

    notes: Fraction
    consenting: Fraction
    shares: Fraction = ZERO
    consenting_shares: Fraction = ZERO
    affiliates: Fraction = ZERO
    affiliates_shares: Fraction = ZERO


@record
class Consent:
    """A consent as counted: `part` of `whole` consents, both in exact dollars of principal."""

    over_percent: Fraction
    part: Fraction
    whole: Fraction
    why: Why
    notes: tuple[str, ...]

    @property
    def percent(self) -> Fraction:
        """The consenting share of the whole, in percent, exact."""
        return 100 * self.part / self.whole

    @property
    def carries(self) -> bool:
        """Whether the consenting share exceeds the threshold."""
        return self.percent > self.over_percent


def consent(
    rule: ConsentThreshold, votes: Votes, conversion_price: Decimal | None, context: Context
) -> Consent:
    """The votes counted under `rule`, at `conversion_price` dollars a share.

    Raises ConsentCountError for more votes than are outstanding, shares without a price, or a class
    of holding that the rule does not cover.
    """
    _refuse(rule, votes, conversion_price)
    price = Fraction(conversion_price or 0)
    said = [f"{dollars(votes.consenting)} of Notes consents"]
    deemed = votes.consenting_shares * price
    if votes.consenting_shares:
        shares = f"{votes.consenting_shares} shares at {conversion_price}"
        said.append(f"{shares} count as {dollars(deemed)}")
    part, whole = votes.consenting + deemed, votes.notes
    said.append(f"{dollars(whole)} of Notes is outstanding")
    both_sides = not votes.shares or context.choices["majority-denominator"] == "DEEMED-BOTH-SIDES"
    if votes.shares and both_sides:
        whole += votes.shares * price
        shares = f"with {votes.shares} shares at {conversion_price}"
        said.append(f"{shares}: {dollars(whole)} (DEEMED-BOTH-SIDES)")
    steps = [Step(says, rule.clause) for says in said]
    owned = votes.affiliates + (votes.affiliates_shares * price if both_sides else 0)
    if owned:
        choice = context.choices["affiliate-holdings"]
        of = f"{dollars(owned)} of the Company and its affiliates"
        says = f"{of} stays in the denominator"
        if choice == "EXCLUDED-BOTH-SIDES":
            whole -= owned
            says = f"less {of}: {dollars(whole)}"
        steps.append(Step(f"{says} ({choice})", rule.affiliates_clause or rule.clause))
    if whole <= 0:
        raise ConsentCountError("no outstanding principal counts; give the Notes outstanding.")
    over = Fraction(rule.over_percent)
    more = "more than" if 100 * part / whole > over else "not more than"
    says = f"{dollars(part)} of {dollars(whole)} is {more} {rule.over_percent}%"
    steps.append(Step(says, rule.clause))
    notes = () if both_sides else (TWO_MAJORITIES,)
    return Consent(over, part, whole, context.why(steps=tuple(steps)), notes)


def _refuse(rule: ConsentThreshold, votes: Votes, price: Decimal | None) -> None:
    if votes.consenting + votes.affiliates > votes.notes:
        raise ConsentCountError(
            f"consents of {dollars(votes.consenting)} and affiliates' holdings of "
            f"{dollars(votes.affiliates)} exceed the {dollars(votes.notes)} of Notes "
            "outstanding; correct the amounts, and leave affiliates' Notes out of the consents."
        )
    if votes.consenting_shares + votes.affiliates_shares > votes.shares:
        raise ConsentCountError(
            f"{votes.consenting_shares} shares consent and affiliates hold "
            f"{votes.affiliates_shares}, but only {votes.shares} are outstanding; correct the "
            "amounts, or give the Conversion Shares outstanding as shares."
        )
    if votes.shares and not rule.shares_at_conversion_price:
        raise ConsentCountError(
            f"{rule.id} (Section {rule.clause}) does not count shares; leave them out."
        )
    if votes.shares and price is None:
        raise ConsentCountError("shares count at the conversion price; give conversion_price.")
    if (votes.affiliates or votes.affiliates_shares) and rule.affiliates_clause is None:
        raise ConsentCountError(
            f"{rule.id} (Section {rule.clause}) does not exclude affiliates' holdings; leave "
            "them out."
        )


# Securities outstanding at a record date, by the terms and the facts.
#
# A conversion fact without a number of shares still issued some. At the conversion price they count
# as the principal converted, so they are computed from it if a price is known; otherwise the count
# is refused.


def notes_outstanding(context: Context, by: date) -> tuple[Fraction, tuple[EffectiveFact, ...]]:
    """Principal of the Notes issued by the end of a day, less principal converted or retired.

    Raises ConsentCountError for terms without securities.
    """
    if not context.terms.securities:
        raise ConsentCountError(
            "the terms have no securities, so no principal is outstanding; list the Notes, or the "
            "loans, under securities."
        )
    every = (each for lot in context.terms.securities for each in issues_of(lot, context))
    issues, gone = [i for i in every if i.on <= by], _by(context, by, CONVERSION, RETIREMENT)
    total = sum((each.amount for each in issues), -dollars_in(gone))
    return total, (*(each.seen for each in issues if each.seen), *gone)


def conversion_shares(
    context: Context, by: date, price: Decimal | None = None, clause: str = ""
) -> tuple[Fraction, tuple[EffectiveFact, ...], tuple[Step, ...]]:
    """Conversion Shares by the end of a day, less those sold under the shelf, which no longer
    count.

    Shares of a conversion that states none are computed at `price` dollars a share, not rounded,
    with a step that shows it. Raises ConsentCountError if the price is missing, or more shares were
    sold than issued.
    """
    converted, sold = _by(context, by, CONVERSION), _by(context, by, SHARES_SOLD)
    total, steps = shares_in(converted) - shares_in(sold), []
    for seen in (s for s in converted if s.fact.shares is None):
        if price is None:
            raise ConsentCountError(
                f"{seen.id} converts Notes on {seen.on} and names no shares, and no "
                "conversion price is known; give the shares of that conversion, the Indenture's "
                "conversion_price, or the Conversion Shares outstanding as shares."
            )
        shares = amount_of(seen) / Fraction(price)
        total += shares
        says = f"{seen.id} names no shares: {amount_of(seen)} dollars at {price} a share"
        steps.append(Step(f"{says} are {_number(shares)} shares", clause, seen.on))
    for seen in sold:
        says = f"{seen.fact.shares} shares sold under the shelf by {seen.id} no longer count"
        steps.append(Step(says, clause, seen.on))
    if total < 0:
        raise ConsentCountError(
            f"more Conversion Shares were sold under the shelf ({by}) than the recorded "
            "conversions issued; record the conversions, or give the Conversion Shares "
            "outstanding as shares."
        )
    return total, (*converted, *sold), tuple(steps)


def affiliates_on(
    rule: ConsentThreshold, day: date, context: Context
) -> Mapping[str, EffectiveFact]:
    """The latest recorded holdings of each affiliate by the end of a day; empty if the terms do not
    exclude affiliates.
    """
    if rule.affiliates_clause is None:
        return {}
    return {s.fact.holder or "": s for s in _by(context, day, AFFILIATE)}


def _number(exact: Fraction) -> str:
    """A number of shares as text: whole, or else rounded half up to two places."""
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    return f"about {int(exact * 100 + Fraction(1, 2)) / 100:,.2f}"


def _by(context: Context, by: date, *kinds: str) -> tuple[EffectiveFact, ...]:
    return tuple(s for kind in kinds for s in context.facts(kind) if s.on <= by)
