"""Consent by principal at a record date: who consents, and has not revoked in time."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.readings.consents import AFFILIATES, DENOMINATOR, WITHDRAWAL
from dealclock.agreement.rules.duties import ConsentThreshold
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Consent by principal at a record date: how much consents, of how much.
#
#     consenting Notes + consenting Conversion Shares x conversion price
#     ------------------------------------------------------------------  more than the threshold?
#     Notes outstanding + Conversion Shares x price - affiliates' of both
#
# Exactly the threshold fails. Nothing is rounded before it is compared.

_ZERO = Fraction(0)


class CannotCount(EngineError):
    """Votes that do not fit together, or that these terms give no way to count."""


@record
class Votes:
    """What is outstanding and what consents, at the record date.

    Dollars of principal and numbers of Conversion Shares. What `affiliates` hold is the Company's
    own and its affiliates', and is part of what is outstanding; what consents leaves it out.
    """

    notes: Fraction
    consenting: Fraction
    shares: Fraction = _ZERO
    consenting_shares: Fraction = _ZERO
    affiliates: Fraction = _ZERO
    affiliates_shares: Fraction = _ZERO


@record
class Consent:
    """Whether a consent carries: `part` of `whole`, both dollars of principal, exact."""

    clause: str
    over_percent: Fraction
    part: Fraction
    whole: Fraction
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...]

    @property
    def percent(self) -> Fraction:
        """How much of the whole consents, in percent, exactly."""
        return 100 * self.part / self.whole

    @property
    def carries(self) -> bool:
        """Whether that is more than the threshold."""
        return self.percent > self.over_percent


def consent(
    rule: ConsentThreshold, votes: Votes, conversion_price: Decimal | None, context: Context
) -> Consent:
    """Whether the votes carry a consent under `rule`, at `conversion_price` dollars a share.

    Raises CannotCount for votes that are more than there is, shares without a price, or a class of
    holding the rule does not know.
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
    both_sides = not votes.shares or context.choices[DENOMINATOR] == "DEEMED-BOTH-SIDES"
    if votes.shares and both_sides:
        whole += votes.shares * price
        says = f"with {votes.shares} shares at {conversion_price}: {dollars(whole)}"
        steps.append(Step(f"{says} (DEEMED-BOTH-SIDES)", rule.clause))
    owned = votes.affiliates + (votes.affiliates_shares * price if both_sides else 0)
    if owned:
        choice = context.choices[AFFILIATES]
        says = f"{dollars(owned)} of the Company and its affiliates stays in the denominator"
        if choice == "EXCLUDED-BOTH-SIDES":
            whole -= owned
            says = f"less {dollars(owned)} of the Company and its affiliates: {dollars(whole)}"
        steps.append(Step(f"{says} ({choice})", rule.affiliates_clause or rule.clause))
    if whole <= 0:
        raise CannotCount("no outstanding principal counts; give the Notes outstanding.")
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
        raise CannotCount(
            f"consents of {dollars(votes.consenting)} and affiliates' holdings of "
            f"{dollars(votes.affiliates)} exceed the {dollars(votes.notes)} of Notes "
            "outstanding; correct the amounts, and leave affiliates' Notes out of the consents."
        )
    if votes.consenting_shares + votes.affiliates_shares > votes.shares:
        raise CannotCount(
            f"{votes.consenting_shares} shares consent and affiliates hold "
            f"{votes.affiliates_shares}, but only {votes.shares} are outstanding; correct the "
            "amounts, or give the Conversion Shares outstanding as shares."
        )
    if votes.shares and not rule.shares_at_conversion_price:
        raise CannotCount(
            f"{rule.id} (Section {rule.clause}) does not count shares; leave them out."
        )
    if votes.shares and price is None:
        raise CannotCount("shares count at the conversion price; give conversion_price.")
    if (votes.affiliates or votes.affiliates_shares) and rule.affiliates_clause is None:
        raise CannotCount(
            f"{rule.id} (Section {rule.clause}) does not exclude affiliates' holdings; leave "
            "them out."
        )


def dollars(exact: Fraction) -> str:
    """Dollars for a step, rounded half up to the cent."""
    cents = int(exact * 100 + Fraction(1, 2))
    return f"${cents // 100:,}.{cents % 100:02}"


CONSENT, WITHDRAWN = "consent-given", "consent-withdrawn"


# The consents that stand: those recorded, without those their Holders took back in time.
#
# consent given    agreed: one taken back by the end of this day counts no more
# -----|-------------*------------------------->
#                        taken back later: whether it counts is a reading (consent-withdrawal)


@record
class Consents:
    """The consents `recorded`, and what took some of them back by the id of each.

    What came too late to take one back is in `late`.
    """

    recorded: tuple[EffectiveFact, ...]
    taken_back: Mapping[str, EffectiveFact]
    late: Mapping[str, EffectiveFact]

    @property
    def standing(self) -> tuple[EffectiveFact, ...]:
        """Those that count."""
        return tuple(s for s in self.recorded if s.id not in self.taken_back)

    @property
    def seen(self) -> tuple[EffectiveFact, ...]:
        """Every fact of them, in the order recorded, each before what takes it back."""
        back = {**self.taken_back, **self.late}
        return tuple(
            each for s in self.recorded for each in (s, back.get(s.id)) if each is not None
        )

    def steps(self, clause: str) -> Iterator[Step]:
        """What was taken back, and when."""
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
    """The consents recorded `to` a waiver, extension or amendment that was agreed on a day.

    Raises CannotCount for one that was taken back before it was given.
    """
    recorded = context.known.about(CONSENT, to)
    taken_back: dict[str, EffectiveFact] = {}
    late: dict[str, EffectiveFact] = {}
    for given in recorded:
        back = next(iter(context.known.about(WITHDRAWN, given.id)), None)
        if back is None:
            continue
        if back.on < given.on:
            raise CannotCount(
                f"{back.id} withdraws {given.id} on {back.on}, before it was given on "
                f"{given.on}; correct one of the dates."
            )
        in_time = back.on <= agreed_on or context.choices[WITHDRAWAL] == "ANY-TIME"
        (taken_back if in_time else late)[given.id] = back
    return Consents(recorded, taken_back, late)
