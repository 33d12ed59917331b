"""Whether a waiver, extension or amendment has the required consents: Section 10(d) of
infocrossing-2004.

    consents recorded and not withdrawn, by Holder; else the principal the fact itself states
    at the end of the recorded record date; else of the day it was agreed

    consent given    agreed: a consent withdrawn by the end of this day does not count
    -----|-------------*------------------------->
                           withdrawn later: whether it counts is a reading (consent-withdrawal)

A consent given after the day on record counts from its own day: the agreement is made on the first
day by which the consents suffice. If the facts do not show it, the result is "not shown", with what
is missing.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import ConsentThreshold
from dealclock.days import day_words
from dealclock.engine.context import Context, target_of
from dealclock.engine.grounds import Step
from dealclock.engine.interest.lots import amount_of
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.questions import question
from dealclock.engine.special.consents.threshold import (
    AFFILIATE,
    Consent,
    ConsentCountError,
    Votes,
    affiliates_on,
    consent,
    conversion_shares,
    notes_outstanding,
)
from dealclock.engine.special.holders.moves import dollars_in, held_on, shares_in
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

AMENDMENT = "amendment"
CONSENT, WITHDRAWN, RECORD_DATE = "consent-given", "consent-withdrawn", "record-date-set"
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
        stated = (seen.fact.amount, seen.fact.shares)
        return cls(seen.id, seen.on, *(None if n is None else fraction(n) for n in stated))


@record
class Proof:
    """The result by the facts: the consent as counted, or what is `missing` to count it.

    `agreed_on` is the day on record, or the later day by which the consents suffice. `holders` are
    those whose consent is recorded and not withdrawn. `notes` are caveats on the count.
    """

    record_date: date
    agreed_on: date
    found: Consent | None = None
    missing: str = NO_THRESHOLD
    holders: tuple[str, ...] = ()
    seen: tuple[EffectiveFact, ...] = ()
    trace: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()

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


@question
def proof_of(context: Context, seen: EffectiveFact) -> Proof:
    """Whether a recorded waiver or extension has the required consents."""
    return proof(seen.kind, ConsentQuery.by(seen), context)


def proof(kind: str, asked: ConsentQuery, context: Context) -> Proof:
    """Whether the agreement in `asked` has the required consents, by the facts in effect."""
    rule = deciding(kind, asked.on, context)
    if rule is None:
        return Proof(asked.on, asked.on)
    found = _proof(rule, asked, asked.on, context)
    for day in sorted({s.on for s in context.known.about(CONSENT, asked.id) if s.on > asked.on}):
        if found.carries:
            break
        found = _proof(rule, asked, day, context)
    return found


def _proof(rule: ConsentThreshold, asked: ConsentQuery, by: date, context: Context) -> Proof:
    """Whether it has the required consents by a day, by the consents given by then."""
    dates = context.known.about(RECORD_DATE, asked.id)
    day = target_of(dates[-1]) if dates else by
    says = "no record date is recorded: the Holders of this day decide"
    steps = [Step("the record date: its Holders decide" if dates else says, rule.clause, day)]
    seen, given = [*dates[-1:]], list[_GivenConsent]()
    found, missing = None, ""
    try:
        given = list(_given(asked.id, by, context))
        seen += [each for g in given for each in (g.seen, g.back) if each is not None]
        votes, used, more = _votes(rule, asked, given, by, day, context)
        seen, steps = [*seen, *used], [*steps, *more]
        found = consent(rule, votes, _price(context), context)
        steps += found.trace
    except ConsentCountError as why:
        missing = str(why).rstrip(".")
    standing = [g.seen for g in given if g.stands(by)]
    return Proof(
        record_date=day,
        agreed_on=by,
        found=found,
        missing=missing,
        holders=tuple(dict.fromkeys(s.fact.holder for s in standing if s.fact.holder)),
        seen=tuple(seen),
        trace=tuple(steps),
        notes=(*(found.notes if found else ()), *_notes(rule, asked, given, standing, context)),
    )


@record
class _GivenConsent:
    """A consent on record, and its withdrawal; `counts` if it is not withdrawn in time."""

    seen: EffectiveFact
    back: EffectiveFact | None
    counts: bool

    def stands(self, by: date) -> bool:
        """Whether it counts for an agreement made by a day."""
        return self.counts and self.seen.on <= by

    def step(self, clause: str) -> Iterator[Step]:
        """The step for its withdrawal: whose, and when."""
        if self.back is not None:
            late = " after it was agreed: it counts (UNTIL-AGREED)"
            says = f"{self.seen.fact.holder} withdrew its consent {self.seen.id} ({self.back.id})"
            says += late if self.counts else ": it no longer counts"
            yield Step(says, clause, self.back.on)


def _given(to: str, by: date, context: Context) -> Iterator[_GivenConsent]:
    """The consents recorded to a waiver, extension or amendment; raises ConsentCountError for one
    withdrawn before it was given.
    """
    for seen in context.known.about(CONSENT, to):
        back = context.about(WITHDRAWN, seen.id)
        if back is not None and back.on < seen.on:
            raise ConsentCountError(
                f"{back.id} withdraws {seen.id} on {back.on}, before it was given on "
                f"{seen.on}; correct one of the dates."
            )
        in_time = back is not None and (
            back.on <= by or context.choices["consent-withdrawal"] == "ANY-TIME"
        )
        yield _GivenConsent(seen, back, not in_time)


def _votes(
    rule: ConsentThreshold,
    asked: ConsentQuery,
    given: Sequence[_GivenConsent],
    by: date,
    day: date,
    context: Context,
) -> tuple[Votes, tuple[EffectiveFact, ...], tuple[Step, ...]]:
    """The outstanding and the consenting holdings at a record date, with their facts and steps;
    raises ConsentCountError.
    """
    if not given and asked.principal is None:
        raise ConsentCountError(
            f"no consents to {asked.id} are recorded; record each as consent-given, or record "
            "the principal that consented as its amount."
        )
    if day > context.as_of:
        raise ConsentCountError(f"its record date, {day_words.day(day)}, is in the future.")
    affiliates = affiliates_on(rule, day, context)
    standing = [g.seen for g in given if g.stands(by)]
    _refuse(standing, day, context)
    notes, by_notes = notes_outstanding(context, day)
    shares, by_shares, steps = ZERO, tuple[EffectiveFact, ...](), tuple[Step, ...]()
    if rule.shares_at_conversion_price:
        shares, by_shares, steps = conversion_shares(context, day, _price(context), rule.clause)
    counted = [s for s in standing if s.fact.holder not in affiliates]
    votes = Votes(
        notes=notes,
        consenting=dollars_in(counted) if given else asked.principal or ZERO,
        shares=shares,
        consenting_shares=shares_in(counted) if given else asked.shares or ZERO,
        affiliates=dollars_in(affiliates.values()),
        affiliates_shares=shares_in(affiliates.values()),
    )
    consenting = (_step(s, rule, affiliate=s.fact.holder in affiliates) for s in standing)
    withdrawn = (step for g in given for step in g.step(rule.clause))
    used = (*by_notes, *by_shares, *affiliates.values())
    return votes, used, (*consenting, *withdrawn, *steps)


def _price(context: Context) -> Decimal | None:
    sheet = context.terms.indenture
    return sheet.conversion_price if sheet else None


def _refuse(standing: Sequence[EffectiveFact], day: date, context: Context) -> None:
    """Raises ConsentCountError for consents that would count twice, or for more than the Holder
    holds at the end of a day. A consent without a lot covers all.
    """
    held, earlier = held_on(context, day), list[EffectiveFact]()
    for seen in standing:
        holder, lot = seen.fact.holder or "", seen.fact.lot
        own = [s for s in earlier if s.fact.holder == seen.fact.holder]
        for before in own:
            if before.fact.lot is None or lot in (None, before.fact.lot):
                raise ConsentCountError(
                    f"{before.id} and {seen.id} are both consents of {holder}; correct one, or "
                    "give the lot of each."
                )
        if holder in held and dollars_in((*own, seen)) > held[holder]:
            raise ConsentCountError(
                f"{seen.id} gives {holder}'s consent for more than the {dollars(held[holder])} "
                "it held at the record date; correct it, or record what the Holder acquired."
            )
        earlier.append(seen)


def _step(seen: EffectiveFact, rule: ConsentThreshold, *, affiliate: bool) -> Step:
    shares = f" and {seen.fact.shares} Conversion Shares" if seen.fact.shares else ""
    says = f"{seen.fact.holder} consents for {dollars(amount_of(seen))}{shares} ({seen.id})"
    if affiliate:
        says = f"{says}, which does not count: an affiliate"
    clause = rule.affiliates_clause if affiliate else None
    return Step(says, clause or rule.clause, seen.on)


def _notes(
    rule: ConsentThreshold,
    asked: ConsentQuery,
    given: Sequence[_GivenConsent],
    standing: Sequence[EffectiveFact],
    context: Context,
) -> Iterator[str]:
    total = dollars_in(standing)
    if given and asked.principal not in (None, total):
        yield (
            f"{asked.id} states that {dollars(asked.principal or ZERO)} consented; the recorded "
            f"consents total {dollars(total)}, and that total is used"
        )
    if rule.affiliates_clause and not context.facts(AFFILIATE):
        yield "no holdings of the Company or its affiliates are recorded; none are excluded"
    if context.terms.indenture is not None and not context.terms.indenture.reviewed:
        yield "Indenture not reviewed: it may require more than this consent"
