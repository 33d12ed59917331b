"""Whether a waiver, extension or amendment has the required consents: recorded consents over the
principal outstanding at the record date.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import ConsentThreshold
from dealclock.days import day_words
from dealclock.engine.context import Context, target_of
from dealclock.engine.grounds import Step
from dealclock.engine.interest.lots import (
    ACQUISITION,
    CONVERSION,
    MOVES,
    RETIREMENT,
    SHARES_SOLD,
    amount_of,
    issues_of,
)
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.special.consents.consent import (
    CONSENT,
    Consent,
    ConsentCountError,
    Consents,
    Votes,
    consent,
    consents,
)
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Securities outstanding at a record date, by the terms and the facts.
#
# A conversion fact without a number of shares still issued some. At the conversion price they count
# as the principal converted, so they are computed from it if a price is known; otherwise the count
# is refused.


def notes_outstanding(context: Context, by: date) -> tuple[Fraction, tuple[EffectiveFact, ...]]:
    """Principal of the Notes issued by the end of a day, less principal converted or retired."""
    total, used = ZERO, []
    for lot in context.terms.securities:
        for issue in issues_of(lot, context):
            if issue.on <= by:
                total += issue.amount
                used += [issue.seen] if issue.seen else []
    for seen in _gone(context, by, CONVERSION, RETIREMENT):
        total -= amount_of(seen)
        used.append(seen)
    return total, tuple(used)


def conversion_shares(
    context: Context, by: date, price: Decimal | None = None, clause: str = ""
) -> tuple[Fraction, tuple[EffectiveFact, ...], tuple[Step, ...]]:
    """Conversion Shares by the end of a day, less those sold under the shelf, which no longer
    count.

    Shares of a conversion that states none are computed at `price` dollars a share, not rounded,
    with a step that shows it. Raises ConsentCountError if the price is missing, or more shares were
    sold than issued.
    """
    converted, sold = _gone(context, by, CONVERSION), _gone(context, by, SHARES_SOLD)
    total, steps = ZERO, []
    for seen in converted:
        shares = _received(seen, price)
        total += shares
        if seen.fact.shares is None:
            says = f"{seen.id} names no shares: {amount_of(seen)} dollars at {price} a share"
            steps.append(Step(f"{says} are {_number(shares)} shares", clause, seen.on))
    for seen in sold:
        total -= Fraction(seen.fact.shares or 0)
        says = f"{seen.fact.shares} shares sold under the shelf by {seen.id} no longer count"
        steps.append(Step(says, clause, seen.on))
    if total < 0:
        raise ConsentCountError(
            f"more Conversion Shares were sold under the shelf ({by}) than the recorded "
            "conversions issued; record the conversions, or give the Conversion Shares "
            "outstanding as shares."
        )
    return total, (*converted, *sold), tuple(steps)


def _received(seen: EffectiveFact, price: Decimal | None) -> Fraction:
    """The shares of a conversion: as stated, or computed from its principal at the price."""
    if seen.fact.shares is not None:
        return Fraction(seen.fact.shares)
    if price is None:
        raise ConsentCountError(
            f"{seen.id} converts Notes on {seen.on} and names no shares, and no "
            "conversion price is known; give the shares of that conversion, the Indenture's "
            "conversion_price, or the Conversion Shares outstanding as shares."
        )
    return amount_of(seen) / Fraction(price)


def _number(exact: Fraction) -> str:
    """A number of shares as text: whole, or else rounded half up to two places."""
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    return f"about {int(exact * 100 + Fraction(1, 2)) / 100:,.2f}"


def _gone(context: Context, by: date, *kinds: str) -> list[EffectiveFact]:
    return [s for kind in kinds for s in context.facts(kind) if s.on <= by]


# Whether a waiver, extension or amendment has the required consents, by the recorded facts.
#
#     consents recorded and not withdrawn, by Holder; else the principal the fact itself states
#     at the end of the recorded record date; else of the day it was agreed
#
# A consent given after the day on record counts from its own day: the agreement is made on the
# first day by which the consents suffice.
#
# If the facts do not show it, the result is "not shown", with what is missing.

AMENDMENT = "amendment"
RECORD_DATE, AFFILIATE = "record-date-set", "affiliate-holdings"
NO_THRESHOLD = "the terms have no consent provision that decides it"


@record
class ConsentQuery:
    """A waiver, extension or amendment to test: its id, the day it was agreed, and the consenting
    dollars of principal and Conversion Shares it states itself, None if not stated.
    """

    id: str
    on: date
    principal: Fraction | None = None
    shares: Fraction | None = None

    @classmethod
    def by(cls, seen: EffectiveFact) -> "ConsentQuery":
        """The query for a recorded waiver or extension."""
        amount, shares = seen.fact.amount, seen.fact.shares
        return cls(
            seen.id,
            seen.on,
            None if amount is None else fraction(amount),
            None if shares is None else fraction(shares),
        )


@record
class Proof:
    """The result by the facts: the consent as counted, or what is `missing` to count it.

    `agreed_on` is the day on record, or the later day by which the consents suffice. `holders` are
    those whose consent is recorded and not withdrawn. `notes` are caveats on the count.
    """

    record_date: date
    agreed_on: date
    found: Consent | None
    missing: str
    holders: tuple[str, ...]
    seen: tuple[EffectiveFact, ...]
    trace: tuple[Step, ...]
    notes: tuple[str, ...]

    @property
    def carries(self) -> bool | None:
        """Whether it has the required consents; None if the facts do not show it."""
        return None if self.found is None else self.found.carries

    @property
    def sentence(self) -> str:
        """The result as a phrase, with the reason."""
        if self.found is None:
            return f"not shown to have the required consents: {self.missing}"
        has = "has" if self.found.carries else "does not have"
        said = self.found.trace[-1].text
        return f"{has} the required consents: {said} at {day_words.day(self.record_date)}"


def deciding(kind: str, agreed_on: date, context: Context) -> ConsentThreshold | None:
    """The consent provision that governs a kind of agreement: waiver, extension or amendment.

    It is taken from the terms of the day agreed; for an amendment, from the terms before it took
    effect.
    """
    then = context.on(agreed_on)
    while kind == AMENDMENT and then.since == agreed_on and (former := then.former):
        then = former
    rules = then.terms.all_of(ConsentThreshold)
    return next((r for r in rules if kind in r.decides), None)


def proof(kind: str, asked: ConsentQuery, context: Context) -> Proof:
    """Whether the agreement in `asked` has the required consents, by the facts in effect."""
    rule = deciding(kind, asked.on, context)
    if rule is None:
        return Proof(asked.on, asked.on, None, NO_THRESHOLD, (), (), (), ())
    later = {s.on for s in context.known.about(CONSENT, asked.id) if s.on > asked.on}
    found = _proof(rule, asked, asked.on, context)
    for day in sorted(later):
        if found.carries:
            break
        found = _proof(rule, asked, day, context)
    return found


def _proof(rule: ConsentThreshold, asked: ConsentQuery, by: date, context: Context) -> Proof:
    """Whether it has the required consents by a day, by the consents given by then."""
    dates = context.known.about(RECORD_DATE, asked.id)
    day = target_of(dates[-1]) if dates else by
    steps = [_dated(rule, day, recorded=bool(dates))]
    seen: tuple[EffectiveFact, ...] = dates[-1:]
    given = Consents(by, (), {}, {})
    found, missing = None, ""
    try:
        given = consents(asked.id, by, context)
        seen = (*seen, *given.seen)
        votes, used, more = _votes(rule, asked, given, day, context)
        seen, steps = (*seen, *used), [*steps, *more]
        price = context.terms.indenture.conversion_price if context.terms.indenture else None
        found = consent(rule, votes, price, context)
        steps += found.trace
    except ConsentCountError as why:
        missing = str(why).rstrip(".")
    notes = (*(found.notes if found else ()), *_notes(rule, asked, given, context))
    holders = tuple(dict.fromkeys(s.fact.holder for s in given.standing if s.fact.holder))
    return Proof(day, by, found, missing, holders, seen, tuple(steps), notes)


def _dated(rule: ConsentThreshold, day: date, *, recorded: bool) -> Step:
    if recorded:
        return Step("the record date: its Holders decide", rule.clause, day)
    return Step("no record date is recorded: the Holders of this day decide", rule.clause, day)


def _votes(
    rule: ConsentThreshold,
    asked: ConsentQuery,
    given: Consents,
    day: date,
    context: Context,
) -> tuple[Votes, tuple[EffectiveFact, ...], tuple[Step, ...]]:
    """The outstanding and the consenting holdings at a record date; raises ConsentCountError."""
    if not given.recorded and asked.principal is None:
        raise ConsentCountError(
            f"no consents to {asked.id} are recorded; record each as consent-given, or record "
            "the principal that consented as its amount."
        )
    if day > context.as_of:
        raise ConsentCountError(f"its record date, {day_words.day(day)}, is in the future.")
    affiliates = affiliates_on(rule, day, context)
    standing = given.standing
    _refuse(standing, held_on(context, day))
    price = context.terms.indenture.conversion_price if context.terms.indenture else None
    notes, by_notes = notes_outstanding(context, day)
    shares, by_shares, steps = ZERO, tuple[EffectiveFact, ...](), tuple[Step, ...]()
    if rule.shares_at_conversion_price:
        shares, by_shares, steps = conversion_shares(context, day, price, rule.clause)
    counted = [s for s in standing if s.fact.holder not in affiliates]
    votes = Votes(
        notes=notes,
        consenting=_sum(map(amount_of, counted)) if given.recorded else asked.principal or ZERO,
        shares=shares,
        consenting_shares=_sum(map(shares_of, counted)) if given.recorded else asked.shares or ZERO,
        affiliates=_sum(map(amount_of, affiliates.values())),
        affiliates_shares=_sum(map(shares_of, affiliates.values())),
    )
    steps_of_consents = (_told(s, rule, affiliate=s.fact.holder in affiliates) for s in standing)
    return (
        votes,
        (*by_notes, *by_shares, *affiliates.values()),
        (*steps_of_consents, *given.steps(rule.clause), *steps),
    )


def _refuse(given: tuple[EffectiveFact, ...], held: Mapping[str, Fraction]) -> None:
    """Raises ConsentCountError for consents that would count twice, or for more than the Holder
    holds.
    """
    earlier: dict[str, list[EffectiveFact]] = defaultdict(list)
    of: dict[str, Fraction] = defaultdict(lambda: ZERO)
    for seen in given:
        holder = seen.fact.holder or ""
        before = next((s for s in earlier[holder] if _overlap(s, seen)), None)
        if before is not None:
            raise ConsentCountError(
                f"{before.id} and {seen.id} are both consents of {holder}; correct one, or give "
                "the lot of each."
            )
        earlier[holder].append(seen)
        of[holder] += amount_of(seen)
        if holder in held and of[holder] > held[holder]:
            raise ConsentCountError(
                f"{seen.id} gives {holder}'s consent for more than the {dollars(held[holder])} "
                "it held at the record date; correct it, or record what the Holder acquired."
            )


def _overlap(one: EffectiveFact, other: EffectiveFact) -> bool:
    """Whether two consents of a Holder may be for the same Notes; a consent without a lot covers
    all.
    """
    lots = (one.fact.lot, other.fact.lot)
    return None in lots or lots[0] == lots[1]


def held_on(context: Context, day: date) -> dict[str, Fraction]:
    """The holdings at the end of a day of each Holder the facts name; those of others are
    unknown.
    """
    held: dict[str, Fraction] = {}
    moves = [s for kind in MOVES for s in context.facts(kind) if s.on <= day]
    for move in sorted(moves, key=context.known.place):
        fact, amount = move.fact, amount_of(move)
        into = fact.holder if fact.kind == ACQUISITION else fact.to
        if into is not None:
            held[into] = held.get(into, ZERO) + amount
        if fact.kind != ACQUISITION and fact.holder in held:
            held[fact.holder] -= amount
    return held


def _told(seen: EffectiveFact, rule: ConsentThreshold, *, affiliate: bool) -> Step:
    shares = f" and {seen.fact.shares} Conversion Shares" if seen.fact.shares else ""
    says = f"{seen.fact.holder} consents for {dollars(amount_of(seen))}{shares} ({seen.id})"
    if affiliate:
        clause = rule.affiliates_clause or rule.clause
        return Step(f"{says}, which does not count: an affiliate", clause, seen.on)
    return Step(says, rule.clause, seen.on)


def _notes(
    rule: ConsentThreshold, asked: ConsentQuery, given: Consents, context: Context
) -> Iterator[str]:
    if given.recorded and asked.principal is not None:
        total = _sum(map(amount_of, given.standing))
        if total != asked.principal:
            yield (
                f"{asked.id} states that {dollars(asked.principal)} consented; the recorded "
                f"consents total {dollars(total)}, and that total is used"
            )
    if rule.affiliates_clause and not context.facts(AFFILIATE):
        yield "no holdings of the Company or its affiliates are recorded; none are excluded"
    if context.terms.indenture is not None and not context.terms.indenture.reviewed:
        yield "Indenture not reviewed: it may require more than this consent"


def affiliates_on(
    rule: ConsentThreshold, day: date, context: Context
) -> Mapping[str, EffectiveFact]:
    """The latest recorded holdings of each affiliate by the end of a day; empty if the terms do not
    exclude affiliates.
    """
    if rule.affiliates_clause is None:
        return {}
    return {s.fact.holder or "": s for s in context.facts(AFFILIATE) if s.on <= day}


def shares_of(seen: EffectiveFact) -> Fraction:
    """The Conversion Shares a fact states; zero if it states none."""
    return fraction(seen.fact.shares) if seen.fact.shares is not None else ZERO


def _sum(amounts: Iterable[Fraction]) -> Fraction:
    return sum(amounts, ZERO)
