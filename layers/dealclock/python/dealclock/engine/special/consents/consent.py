"""Consent by principal at a record date, and the consents given and not withdrawn in time."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import ConsentThreshold
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.money import dollars
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Consent by principal at a record date: consenting principal over outstanding principal.
#
#     consenting Notes + consenting Conversion Shares x conversion price
#     ------------------------------------------------------------------  more than the threshold?
#     Notes outstanding + Conversion Shares x price - affiliates' of both
#
# Exactly the threshold is not enough. Nothing is rounded before the comparison.

_ZERO = Fraction(0)


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
    shares: Fraction = _ZERO
    consenting_shares: Fraction = _ZERO
    affiliates: Fraction = _ZERO
    affiliates_shares: Fraction = _ZERO


@record
class Consent:
    """A consent as counted: `part` of `whole` consents, both in exact dollars of principal."""

    clause: str
    over_percent: Fraction
    part: Fraction
    whole: Fraction
    grounds: Grounds
    trace: tuple[Step, ...]
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
    part = votes.consenting + votes.consenting_shares * price
    steps = [Step(f"{dollars(votes.consenting)} of Notes consents", rule.clause)]
    if votes.consenting_shares:
        deemed = votes.consenting_shares * price
        says = f"{votes.consenting_shares} shares at {conversion_price} count as {dollars(deemed)}"
        steps.append(Step(says, rule.clause))
    whole = votes.notes
    steps.append(Step(f"{dollars(votes.notes)} of Notes is outstanding", rule.clause))
    both_sides = not votes.shares or context.choices["majority-denominator"] == "DEEMED-BOTH-SIDES"
    if votes.shares and both_sides:
        whole += votes.shares * price
        says = f"with {votes.shares} shares at {conversion_price}: {dollars(whole)}"
        steps.append(Step(f"{says} (DEEMED-BOTH-SIDES)", rule.clause))
    owned = votes.affiliates + (votes.affiliates_shares * price if both_sides else 0)
    if owned:
        choice = context.choices["affiliate-holdings"]
        says = f"{dollars(owned)} of the Company and its affiliates stays in the denominator"
        if choice == "EXCLUDED-BOTH-SIDES":
            whole -= owned
            says = f"less {dollars(owned)} of the Company and its affiliates: {dollars(whole)}"
        steps.append(Step(f"{says} ({choice})", rule.affiliates_clause or rule.clause))
    if whole <= 0:
        raise ConsentCountError("no outstanding principal counts; give the Notes outstanding.")
    notes = [] if both_sides else [TWO_MAJORITIES]
    says = "more than" if 100 * part / whole > Fraction(rule.over_percent) else "not more than"
    steps.append(
        Step(f"{dollars(part)} of {dollars(whole)} is {says} {rule.over_percent}%", rule.clause)
    )
    return Consent(
        rule.clause,
        Fraction(rule.over_percent),
        part,
        whole,
        context.grounds(),
        tuple(steps),
        tuple(notes),
    )


TWO_MAJORITIES = "two groups of Holders can both be a majority under this reading"


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


CONSENT, WITHDRAWN = "consent-given", "consent-withdrawn"


# The consents in effect: those recorded, except those their Holders withdrew in time.
#
# consent given    agreed: a consent withdrawn by the end of this day does not count
# -----|-------------*------------------------->
#                        withdrawn later: whether it counts is a reading (consent-withdrawal)


@record
class Consents:
    """The consents `recorded`, and the withdrawals of some of them by the consent's id.

    Withdrawals after `agreed_on`, which came too late, are in `late`.
    """

    agreed_on: date
    recorded: tuple[EffectiveFact, ...]
    taken_back: Mapping[str, EffectiveFact]
    late: Mapping[str, EffectiveFact]

    @property
    def standing(self) -> tuple[EffectiveFact, ...]:
        """The consents given by the day it was agreed and not withdrawn in time."""
        given = (s for s in self.recorded if s.on <= self.agreed_on)
        return tuple(s for s in given if s.id not in self.taken_back)

    @property
    def seen(self) -> tuple[EffectiveFact, ...]:
        """The facts of all consents in the order recorded, each followed by its withdrawal."""
        back = {**self.taken_back, **self.late}
        return tuple(
            each for s in self.recorded for each in (s, back.get(s.id)) if each is not None
        )

    def steps(self, clause: str) -> Iterator[Step]:
        """A step for each withdrawal: whose, and when."""
        for s in self.recorded:
            back = self.taken_back.get(s.id) or self.late.get(s.id)
            if back is None:
                continue
            late = s.id in self.late
            counts = (
                " after it was agreed: it counts (UNTIL-AGREED)"
                if late
                else ": it no longer counts"
            )
            says = f"{s.fact.holder} withdrew its consent {s.id} ({back.id}){counts}"
            yield Step(says, clause, back.on)


def consents(to: str, agreed_on: date, context: Context) -> Consents:
    """The consents recorded `to` a waiver, extension or amendment, given by the day it was agreed.

    Raises ConsentCountError for a consent withdrawn before it was given.
    """
    recorded = context.known.about(CONSENT, to)
    taken_back: dict[str, EffectiveFact] = {}
    late: dict[str, EffectiveFact] = {}
    for given in recorded:
        back = next(iter(context.known.about(WITHDRAWN, given.id)), None)
        if back is None:
            continue
        if back.on < given.on:
            raise ConsentCountError(
                f"{back.id} withdraws {given.id} on {back.on}, before it was given on "
                f"{given.on}; correct one of the dates."
            )
        in_time = back.on <= agreed_on or context.choices["consent-withdrawal"] == "ANY-TIME"
        (taken_back if in_time else late)[given.id] = back
    return Consents(agreed_on, recorded, taken_back, late)
