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

from dealclock.days import day_words
from dealclock.engine.agreements import ConsentResult
from dealclock.engine.context import Context, target_of
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
from dealclock.engine.why import Step
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.rules.duties import ConsentThreshold

AMENDMENT = "amendment"
CONSENT, WITHDRAWN, RECORD_DATE = "consent-given", "consent-withdrawn", "record-date-set"


@record
class ConsentQuery:
    """A waiver, extension or amendment to test: its kind, its id, the day it was agreed, and the
    fact that records it, which may state the consenting principal and Conversion Shares; None for
    an amendment.
    """

    kind: str
    id: str
    on: date
    seen: EffectiveFact | None = None


@record
class Proof:
    """The result by the facts: the consent as counted, or what is `missing` to count it.

    `agreed_on` is the day on record, or the later day by which the consents suffice. `holders` are
    those whose consent is recorded and not withdrawn; of what binds one Holder `alone`, that one.
    `notes` are caveats on the count.
    """

    record_date: date
    agreed_on: date
    found: Consent | None = None
    missing: str = "the terms have no consent provision that decides it"
    holders: tuple[str, ...] = ()
    seen: tuple[EffectiveFact, ...] = ()
    trace: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    alone: bool = False

    @property
    def outcome(self) -> ConsentResult:
        """Whether it binds all Holders, as far as the facts show."""
        if self.alone:
            return ConsentResult.SIDE_LETTER
        if self.found is None:
            return ConsentResult.NOT_SHOWN
        return ConsentResult.CARRIES if self.found.carries else ConsentResult.DOES_NOT_CARRY

    @property
    def carries(self) -> bool:
        """Whether it is shown to have the required consents."""
        return self.outcome is ConsentResult.CARRIES

    @property
    def sentence(self) -> str:
        """The result as a phrase, with the reason."""
        if self.alone:
            return f"binds {self.holders[0]} alone and needs no other's consent"
        if self.found is None:
            return f"not shown to have the required consents: {self.missing}"
        has = "has" if self.carries else "does not have"
        said = self.found.why.steps[-1].text
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
    return proof(ConsentQuery(seen.kind, seen.id, seen.on, seen), context)


def proof(asked: ConsentQuery, context: Context) -> Proof:
    """Whether the agreement in `asked` has the required consents, by the facts in effect."""
    if asked.seen and asked.seen.fact.holder:
        return Proof(asked.on, asked.on, holders=(asked.seen.fact.holder,), alone=True)
    rule = deciding(asked.kind, asked.on, context)
    found = Proof(asked.on, asked.on)
    if rule is not None:
        given = (s.on for s in context.known.about(CONSENT, asked.id))
        for day in (asked.on, *sorted({on for on in given if on > asked.on})):
            found = _proof(rule, asked, day, context)
            if found.carries:
                break
    return found


def _proof(rule: ConsentThreshold, asked: ConsentQuery, by: date, context: Context) -> Proof:
    """Whether it has the required consents by a day, by the consents given by then."""
    dates, sheet = context.known.about(RECORD_DATE, asked.id)[-1:], context.terms.indenture
    day, price = target_of(dates[0]) if dates else by, sheet.conversion_price if sheet else None
    says = "no record date is recorded: the Holders of this day decide"
    steps = [Step("the record date: its Holders decide" if dates else says, rule.clause, day)]
    seen, given, standing = [*dates], list[_GivenConsent](), list[EffectiveFact]()
    stated = asked.seen.fact if asked.seen else None
    principal = fraction(stated.amount) if stated and stated.amount is not None else None
    found, missing = None, ""
    try:
        given = [*_given(asked.id, by, context)]
        seen += [each for consent, back, _ in given for each in (consent, back) if each]
        standing = [each for each, _, counts in given if counts and each.on <= by]
        if not given and principal is None:
            raise ConsentCountError(
                f"no consents to {asked.id} are recorded; record each as consent-given, or record "
                "the principal that consented as its amount."
            )
        if day > context.as_of:
            raise ConsentCountError(f"its record date, {day_words.day(day)}, is in the future.")
        _refuse(standing, day, context)
        own = affiliates_on(rule, day, context)
        notes, by_notes = notes_outstanding(context, day)
        shares, by_shares, more = ZERO, tuple[EffectiveFact, ...](), tuple[Step, ...]()
        if rule.shares_at_conversion_price:
            shares, by_shares, more = conversion_shares(context, day, price, rule.clause)
        counted = [each for each in standing if each.fact.holder not in own]
        of_shares = shares_in([asked.seen] if asked.seen and not given else counted)
        votes = Votes(
            notes=notes,
            consenting=dollars_in(counted) if given else principal or ZERO,
            shares=shares,
            consenting_shares=of_shares,
            affiliates=dollars_in(own.values()),
            affiliates_shares=shares_in(own.values()),
        )
        seen += [*by_notes, *by_shares, *own.values()]
        steps += [_step(each, rule, affiliate=each.fact.holder in own) for each in standing]
        steps += [*_withdrawn(given, rule.clause), *more]
        found = consent(rule, votes, price, context)
        steps += found.why.steps
    except ConsentCountError as why:
        missing = str(why).rstrip(".")
    notes_on = [*(found.notes if found else ())]
    total = dollars_in(standing)
    if given and principal not in (None, total):
        notes_on.append(
            f"{asked.id} states that {dollars(principal or ZERO)} consented; the recorded "
            f"consents total {dollars(total)}, and that total is used"
        )
    if rule.affiliates_clause and not context.facts(AFFILIATE):
        notes_on.append(
            "no holdings of the Company or its affiliates are recorded; none are excluded"
        )
    if sheet is not None and not sheet.reviewed:
        notes_on.append("Indenture not reviewed: it may require more than this consent")
    return Proof(
        record_date=day,
        agreed_on=by,
        found=found,
        missing=missing,
        holders=tuple(dict.fromkeys(s.fact.holder for s in standing if s.fact.holder)),
        seen=tuple(seen),
        trace=tuple(steps),
        notes=tuple(notes_on),
    )


_GivenConsent = tuple[EffectiveFact, EffectiveFact | None, bool]
"""A consent on record, its withdrawal, and whether it is not withdrawn in time."""


def _given(to: str, by: date, context: Context) -> Iterator[_GivenConsent]:
    """The consents recorded to a waiver, extension or amendment made by a day; raises
    ConsentCountError for one withdrawn before it was given.
    """
    for seen in context.known.about(CONSENT, to):
        back = context.about(WITHDRAWN, seen.id)
        if back is None:
            yield seen, None, True
            continue
        if back.on < seen.on:
            raise ConsentCountError(
                f"{back.id} withdraws {seen.id} on {back.on}, before it was given on "
                f"{seen.on}; correct one of the dates."
            )
        in_time = back.on <= by or context.choices["consent-withdrawal"] == "ANY-TIME"
        yield seen, back, not in_time


def _withdrawn(given: Sequence[_GivenConsent], clause: str) -> Iterator[Step]:
    """A step for each consent withdrawn: whose, and when."""
    for seen, back, counts in given:
        if back is not None:
            says = f"{seen.fact.holder} withdrew its consent {seen.id} ({back.id})"
            late = " after it was agreed: it counts (UNTIL-AGREED)"
            yield Step(says + (late if counts else ": it no longer counts"), clause, back.on)


def _refuse(standing: Sequence[EffectiveFact], day: date, context: Context) -> None:
    """Raises ConsentCountError for consents that would count twice, or for more than the Holder
    holds at the end of a day. A consent without a lot covers all.
    """
    held = held_on(context, day)
    for n, seen in enumerate(standing):
        holder, lot = seen.fact.holder or "", seen.fact.lot
        own = [s for s in standing[:n] if s.fact.holder == seen.fact.holder]
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


def _step(seen: EffectiveFact, rule: ConsentThreshold, *, affiliate: bool) -> Step:
    shares = f" and {seen.fact.shares} Conversion Shares" if seen.fact.shares else ""
    says = f"{seen.fact.holder} consents for {dollars(amount_of(seen))}{shares} ({seen.id})"
    if affiliate:
        says = f"{says}, which does not count: an affiliate"
    clause = rule.affiliates_clause if affiliate else None
    return Step(says, clause or rule.clause, seen.on)
