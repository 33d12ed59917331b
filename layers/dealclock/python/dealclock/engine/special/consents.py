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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import chain

from dealclock.days import day_words
from dealclock.engine.conclusions import (
    EXTENSION,
    WAIVER,
    Agreement,
    ConsentResult,
    Default,
    Obligation,
    Window,
)
from dealclock.engine.context import Context, question, target_of
from dealclock.engine.findings import Findings
from dealclock.engine.interest.lots import (
    CONVERSION,
    RETIREMENT,
    SHARES_SOLD,
    amount_of,
    issues_by_lot,
)
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.plugins import CountedDueDay, DefaultExcuse, ExtendedDueDay
from dealclock.engine.special.holders.moves import dollars_in, held_on, shares_in
from dealclock.engine.why import Step, Why
from dealclock.errors import RefusedError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.stream import Payments
from dealclock.terms.rules.duties import ConsentThreshold, FrequencyLimit, WindowRule
from dealclock.terms.rules.interest import Payment

# Consent by principal at a record date: Majority of Holders, Section 1 of infocrossing-2004, and
# Section 10(h) on what the Company and its affiliates hold.
#
#     consenting Notes + consenting Conversion Shares x conversion price
#     ------------------------------------------------------------------  more than the threshold?
#     Notes outstanding + Conversion Shares x price - affiliates' of both
#
# Exactly the threshold is not enough. Nothing is rounded before the comparison.

AFFILIATE = "affiliate-holdings"
TWO_MAJORITIES = "two groups of Holders can both be a majority under this reading"


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

    Raises RefusedError for more votes than are outstanding, shares without a price, or a class
    of holding that the rule does not cover.
    """
    _refuse_votes(rule, votes, conversion_price)
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
        raise RefusedError("no outstanding principal counts; give the Notes outstanding.")
    over = Fraction(rule.over_percent)
    more = "more than" if 100 * part / whole > over else "not more than"
    says = f"{dollars(part)} of {dollars(whole)} is {more} {rule.over_percent}%"
    steps.append(Step(says, rule.clause))
    notes = () if both_sides else (TWO_MAJORITIES,)
    return Consent(over, part, whole, context.why(steps=tuple(steps)), notes)


def _refuse_votes(rule: ConsentThreshold, votes: Votes, price: Decimal | None) -> None:
    if votes.consenting + votes.affiliates > votes.notes:
        raise RefusedError(
            f"consents of {dollars(votes.consenting)} and affiliates' holdings of "
            f"{dollars(votes.affiliates)} exceed the {dollars(votes.notes)} of Notes "
            "outstanding; correct the amounts, and leave affiliates' Notes out of the consents."
        )
    if votes.consenting_shares + votes.affiliates_shares > votes.shares:
        raise RefusedError(
            f"{votes.consenting_shares} shares consent and affiliates hold "
            f"{votes.affiliates_shares}, but only {votes.shares} are outstanding; correct the "
            "amounts, or give the Conversion Shares outstanding as shares."
        )
    if votes.shares and not rule.shares_at_conversion_price:
        raise RefusedError(
            f"{rule.id} (Section {rule.clause}) does not count shares; leave them out."
        )
    if votes.shares and price is None:
        raise RefusedError("shares count at the conversion price; give conversion_price.")
    if (votes.affiliates or votes.affiliates_shares) and rule.affiliates_clause is None:
        raise RefusedError(
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

    Raises RefusedError for terms without securities.
    """
    if not context.terms.securities:
        raise RefusedError(
            "the terms have no securities, so no principal is outstanding; list the Notes, or the "
            "loans, under securities."
        )
    every = chain(*issues_by_lot(context).values())
    issues, gone = [i for i in every if i.on <= by], _by(context, by, CONVERSION, RETIREMENT)
    total = sum((each.amount for each in issues), -dollars_in(gone))
    return total, (*(each.seen for each in issues if each.seen), *gone)


def conversion_shares(
    context: Context, by: date, price: Decimal | None = None, clause: str = ""
) -> tuple[Fraction, tuple[EffectiveFact, ...], tuple[Step, ...]]:
    """Conversion Shares by the end of a day, less those sold under the shelf, which no longer
    count.

    Shares of a conversion that states none are computed at `price` dollars a share, not rounded,
    with a step that shows it. Raises RefusedError if the price is missing, or more shares were
    sold than issued.
    """
    converted, sold = _by(context, by, CONVERSION), _by(context, by, SHARES_SOLD)
    total, steps = shares_in(converted) - shares_in(sold), []
    for seen in (s for s in converted if s.fact.shares is None):
        if price is None:
            raise RefusedError(
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
        raise RefusedError(
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
            raise RefusedError(
                f"no consents to {asked.id} are recorded; record each as consent-given, or record "
                "the principal that consented as its amount."
            )
        if day > context.as_of:
            raise RefusedError(f"its record date, {day_words.day(day)}, is in the future.")
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
    except RefusedError as why:
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
    RefusedError for one withdrawn before it was given.
    """
    for seen in context.known.about(CONSENT, to):
        back = context.about(WITHDRAWN, seen.id)
        if back is None:
            yield seen, None, True
            continue
        if back.on < seen.on:
            raise RefusedError(
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
    """Raises RefusedError for consents that would count twice, or for more than the Holder
    holds at the end of a day. A consent without a lot covers all.
    """
    held = held_on(context, day)
    for n, seen in enumerate(standing):
        holder, lot = seen.fact.holder or "", seen.fact.lot
        own = [s for s in standing[:n] if s.fact.holder == seen.fact.holder]
        for before in own:
            if before.fact.lot is None or lot in (None, before.fact.lot):
                raise RefusedError(
                    f"{before.id} and {seen.id} are both consents of {holder}; correct one, or "
                    "give the lot of each."
                )
        if holder in held and dollars_in((*own, seen)) > held[holder]:
            raise RefusedError(
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


# Waivers, extensions and amendments on record: whom each binds, and what of it is not computed.
# Section 10(d) of infocrossing-2004.
#
# Interest is computed as if waivers, and agreements that bind one Holder only, had not been made,
# and each amount has a note on it. A note on one Holder's own agreement appears only with that
# Holder's amounts; it is confidential to others.

# What an extension or a waiver does to an obligation and to a default: Section 10(d) of
# infocrossing-2004, and the Trust Indenture Act, s.316(b), for interest already owed.
#
#     due           agreed here: the due day moves       agreed here: too late, the due day stays
#     ----|----------------*----------------------|------------------*---------------->
#      opens                                     due
#
# A waiver agreed in time excuses the obligation, or excuses it through its last day covered, which
# is then the due day. Of an obligation that becomes no default, a later waiver excuses it too.

ACCRUED = (
    "interest is computed as if it was not waived: waiving accrued interest needs the consent of "
    "each Holder it is owed to (TIA 316(b))"
)


def extended(owed: CountedDueDay, context: Context) -> ExtendedDueDay:
    """The day an obligation is due after its extensions and waivers, in the order agreed.

    The side letter of the Holder that alone is concerned binds here; if that Holder is the one who
    must act, Section 10(d) leaves open whether the Company may agree with it alone. After the last
    day of an obligation that lapses into a default, a waiver only marks the default.

    An extension has no effect if it was agreed after the last day, if it is another Holder's side
    letter, or if it is known not to have the required consents. If its consents are not recorded,
    its effect depends on a reading; a waiver must be shown to have them.
    """
    known, names = context.known, [name for name in (owed.instance, owed.becomes) if name]
    about = [s for n in names for s in known.about(EXTENSION, n) if s.fact.target is not None]
    about += [s for name in names for s in known.about(WAIVER, name)]
    if not about:
        return ExtendedDueDay(owed.due)
    made = [(_made_on(seen, context), seen.fact.target or date.max, seen) for seen in about]
    due, waived_by, clause = owed.due, None, owed.clause
    used, steps, notes = list[EffectiveFact](), list[Step](), list[str]()
    for on, _, seen in sorted(made, key=lambda each: each[:2]):
        holder, target, extends = seen.fact.holder, seen.fact.target, seen.kind == EXTENSION
        marks = owed.becomes and not extends
        if marks and (on > due or holder):
            continue  # it marks the default alone
        if why := _moves_nothing(seen, on, due, owed):
            notes.append(why)
            continue
        found = proof_of(context, seen)
        used += {s.id: s for s in (seen, *found.seen)}.values()
        steps += found.trace if found.carries else ()
        if not _binds(seen, found, due, owed.answers, notes, context):
            continue
        how, when = ("extended", "agreed") if extends else ("waived", "given")
        alone = f" for {holder} alone" if holder else ""
        says = f"{how} by {seen.id}{alone}, {when} {day_words.day(on)}"
        if marks and context.choices["waiver-before-lapse"] == "MARKS-DEFAULT":
            continue
        if target is None:
            waived_by = seen
            steps.append(Step(f"{says}: excused", clause, on))
        else:
            due = target
            through = "" if extends else ", through this day"
            steps.append(Step(f"{says}{through}: the last day", clause, due))
    return ExtendedDueDay(due, tuple(used), tuple(steps), tuple(notes), waived_by)


def _made_on(seen: EffectiveFact, context: Context) -> date:
    """The day it was agreed: as recorded, or the later day by which its consents sufficed."""
    if any(given.on > seen.on for given in context.known.about(CONSENT, seen.id)):
        return proof_of(context, seen).agreed_on
    return seen.on


def _moves_nothing(seen: EffectiveFact, on: date, due: date, owed: CountedDueDay) -> str:
    """Why something agreed on a day does not move or excuse an obligation."""
    holder, target, extends = seen.fact.holder, seen.fact.target, seen.kind == EXTENSION
    if holder not in (None, owed.of):
        if not extends:
            return f"waived by {seen.id}, by Holder {holder} alone"
        to = f"to {day_words.day(target or due)} for Holder {holder} alone"
        return f"by side letter {seen.id}, extended {to}; it binds no other Holder"
    if extends and on > due:
        cures = "cures no default" if owed.becomes else "moves nothing"
        says = f"{seen.id} extends it after its last day, which {cures}"
        return f"{says}; record a waiver if there is one"
    if target is None or target > due:
        return ""
    if extends:
        return f"{seen.id} does not extend it to a later date; the due date stays"
    return f"{seen.id} waives it through a day by which it is not due"


def _binds(
    seen: EffectiveFact,
    found: Proof,
    due: date,
    answers: bool,
    notes: list[str],
    context: Context,
) -> bool:
    """Whether what was agreed binds all Holders, or the Holder concerned, as far as shown; adds a
    note unless it is shown. If the terms decide nothing, the parties may agree alone.
    """
    if found.alone:
        return not answers or context.choices["own-extension"] == "OWN-DATE"
    if found.carries:
        return True
    if deciding(seen.kind, seen.on, context) is None:
        notes.append(f"{seen.id} is taken as agreed: {found.missing}")
        return True
    if found.outcome is ConsentResult.DOES_NOT_CARRY:
        notes.append(f"{seen.id} {found.sentence}; the due date stays")
        return False
    taken = seen.kind == EXTENSION and context.choices["unproven-extension"] == "TAKEN-AS-AGREED"
    stays = "unless it does, the last day stays" if taken else "the last day stays"
    notes.append(f"{seen.id} is {found.sentence}; {stays} {day_words.day(due)}")
    return taken


# Waivers of a default, or of the obligation that lapsed into it.
#
# A waiver binds all Holders if the facts show that it has the required consents; otherwise it is
# reported as not binding all, and binds no Holder who did not sign it. It never reduces accrued
# interest: only each affected Holder can waive amounts already owed to it, so this is shown, not
# assumed.


def waived(instances: tuple[str, ...], arose_on: date, context: Context) -> DefaultExcuse:
    """The waivers of a default that arose on a day, or of the obligation that lapsed into it; not
    those whose last day came before, which moved the due day.

    `target` is the last day a waiver covers; with a `holder` it binds that Holder only and needs no
    other Holder's consent.
    """
    every = (s for i in dict.fromkeys(instances) for s in context.known.about(WAIVER, i))
    facts = [s for s in every if not was_ahead(_made_on(s, context), s.fact.target, arose_on)]
    if not facts:
        return DefaultExcuse()
    own = context.fresh()
    found = [(seen, proof_of(own, seen)) for seen in facts]
    in_force = any(proof.carries and not _is_over(seen, context) for seen, proof in found)
    notes = ["".join(_words(seen, proof, context)) for seen, proof in found]
    used = {s.id: s for s in (*facts, *(s for _, proof in found for s in proof.seen))}
    accrued = [ACCRUED] if in_force and bears_interest(instances[0], context) else []
    return DefaultExcuse(in_force, (*notes, *accrued), own.why(*used.values()))


def bears_interest(default: str, context: Context) -> bool:
    """Whether a stream bears a default, by its id or instance, so that waiving it waives nothing
    that accrued.
    """
    of = default.partition("/")[0]
    return bool(context.terms.bearing(of))


def was_ahead(given: date, through: date | None, arose_on: date) -> bool:
    """Whether a waiver was over by the day a default arose, so that it only delayed it."""
    return through is not None and given <= through <= arose_on


def _is_over(seen: EffectiveFact, context: Context) -> bool:
    """Whether the last day a waiver covers has passed."""
    return seen.fact.target is not None and seen.fact.target < context.as_of


def _words(seen: EffectiveFact, found: Proof, context: Context) -> Iterator[str]:
    fact = seen.fact
    yield f"waived by {seen.id}, given {day_words.day(seen.on)}"
    if found.alone:
        yield f", by Holder {fact.holder} alone, which binds no other Holder"
    if fact.target is not None:
        past = ", which has passed" if _is_over(seen, context) else ""
        yield f", through {day_words.day(fact.target)}{past}"
    if fact.amount is not None:
        yield f", with the consent of {dollars(dollars_in([seen]))} of principal"
    if not found.alone:
        yield f"; it {'' if found.found else 'is '}{found.sentence}"


def agreed(context: Context, found: Findings) -> Iterator[Agreement]:
    """Each waiver and extension recorded, with what of it is not computed; then each amendment in
    force.

    Each is tested against the consent it needed when it was agreed. If the terms have no consent
    provision for amendments, the parties may amend alone, and amendments are left out.
    """
    for each in _recorded(context):
        of = [*_defaults(each, found.defaults)]
        begun = (d for d in of if d.accrues_from < context.as_of)
        accrued = each.kind == WAIVER and any(bears_interest(d.id, context) for d in begun)
        what, why = _not_computed(each, of, found, context)
        yield replace(
            each,
            accrued=accrued,
            notes=tuple(n for n in (ACCRUED if accrued else "", *each.notes, why) if n),
            not_computed=f"{each.kind} {each.instance} of {each.about}, which {what}" * bool(what),
        )
    for version in context.versions[1:]:
        if deciding(AMENDMENT, version.effective, context) is not None:
            yield _agreement(ConsentQuery(AMENDMENT, version.id, version.effective), context)


def _recorded(context: Context) -> Iterator[Agreement]:
    """Each waiver, then each extension."""
    for kind in (WAIVER, EXTENSION):
        for seen in context.facts(kind):
            yield agreement(context.fresh(), seen)


@question
def agreement(context: Context, seen: EffectiveFact) -> Agreement:
    """A recorded waiver or extension, with the consents to it."""
    return _agreement(ConsentQuery(seen.kind, seen.id, seen.on, seen), context)


def _agreement(asked: ConsentQuery, context: Context) -> Agreement:
    own, seen = context.fresh(), asked.seen
    found, until = proof(asked, own), seen.fact.target if seen else None
    counted, some = found.found, bool(found.holders) and not found.carries
    if some and not found.alone:  # those who consented to what others did not, or none
        some = own.choices["short-of-consent"] == "CONSENTING-BOUND"
    return Agreement(
        kind=asked.kind,
        instance=asked.id,
        about=(seen and seen.about) or "",
        clause=context.terms.clauses.waivers,
        agreed_on=found.agreed_on,
        until=until,
        in_force=until is None or until >= context.as_of,
        outcome=found.outcome,
        reason=found.sentence,
        record_date=None if found.alone else found.record_date,
        part=counted.part if counted else None,
        whole=counted.whole if counted else None,
        over_percent=counted.over_percent if counted else None,
        binds_all=found.carries,
        binds=found.holders if some else (),
        accrued=False,
        why=own.why(*{s.id: s for s in (seen, *found.seen) if s}.values(), steps=found.trace),
        notes=found.notes,
    )


def _not_computed(
    made: Agreement, of: Sequence[Default], found: Findings, context: Context
) -> tuple[str, str]:
    """What an agreement about some defaults may change that is computed as if it had not been made,
    and why; "" twice if nothing is. What one Holder owes or is owed alone is computed.
    """
    if made.outcome is ConsentResult.DOES_NOT_CARRY and not made.binds:
        return "", ""
    name, opened = made.about.partition("/")[::2]
    alone = made.outcome is ConsentResult.SIDE_LETTER
    every: list[Obligation | Window] = [*found.windows, *found.obligations]
    part = {each.instance: each for each in every}.get(made.about)
    delayed = _only_delayed(made, of[:1])
    bears = any(bears_interest(d.id, context) for d in of[:1])
    if bears and (made.binds or (made.kind == WAIVER and not delayed)):
        whose = f" of {', '.join(made.binds)}" if made.binds else ""
        return f"may change Additional Interest{whose}", ""
    if any(made.instance in each.why.facts for each in every):
        return "", ""
    late = isinstance(part, Obligation) and made.agreed_on > part.due
    if late and made.kind == EXTENSION and not alone:
        return "was agreed after its last day, so the date stays", ""
    if of:
        return "", ""
    rule = next((r for r in context.terms.provisions if r.id == name), None)
    if rule is None:
        of_default = name in {each.id for each in context.terms.defaults()}
        return ("may prevent that default" if of_default else "names nothing of these terms"), ""
    if rule.why_fixed and not isinstance(rule, WindowRule):
        paid = isinstance(rule, Payment | Payments)
        return f"may change {'that payment' if paid else rule.title}", rule.why_fixed
    if part is None:
        unknown = opened and context.known.under(opened) is None
        return ("names nothing on record" if unknown else ""), ""
    if isinstance(rule, WindowRule) and isinstance(part, Window):
        return "may change that window", rule.why_fixed
    owed = context.terms.obligations.get(name)
    of_one = owed is not None and (owed.may or owed.per == "holder")
    if alone and not of_one and not isinstance(rule, FrequencyLimit):
        return f"may change its date for {made.binds[0]}", ""
    return "", ""


def _defaults(made: Agreement, defaults: Iterable[Default]) -> Iterator[Default]:
    """The defaults that an agreement is about, by their own name or that of what lapsed."""
    return (d for d in defaults if made.about in (d.instance, d.lapsed))


def _only_delayed(made: Agreement, of: Iterable[Default]) -> bool:
    return any(was_ahead(made.agreed_on, made.until, d.arose_on) for d in of)


# Notes on amounts.


def not_in_amounts(defaults: Collection[Default], context: Context) -> tuple[str, ...]:
    """Notes on the waivers of defaults, or of the lapsed obligations, other than side letters."""
    return tuple(
        f"computed as if {each.about} was not waived: waiver {each.instance}, {_given_on(each)}, "
        f"{each.reason}"
        for each in _recorded(context)
        if each.kind == WAIVER
        and (of := [*_defaults(each, defaults)])
        and not _only_delayed(each, of)
        and each.outcome is not ConsentResult.SIDE_LETTER
    )


def of_holder(
    holder: str, defaults: Collection[Default], payments: Collection[str], context: Context
) -> tuple[str, ...]:
    """Notes on agreements about these defaults and payments, by instance, that bind this Holder but
    not all Holders; amounts do take into account an extension that moved the due day although its
    consents are not shown.
    """
    found = []
    for each in _recorded(context):
        named = each.about in payments or any(_defaults(each, defaults))
        moved = each.kind == EXTENSION and each.outcome is ConsentResult.NOT_SHOWN
        if not named or holder not in each.binds:
            continue
        if not moved or context.choices["unproven-extension"] != "TAKEN-AS-AGREED":
            alone = each.outcome is ConsentResult.SIDE_LETTER
            what = "side letter" if alone else each.kind
            done, to = ("extended", "to") if each.kind == EXTENSION else ("waived", "through")
            until = f" {to} {day_words.day(each.until)}" if each.until else ""
            found.append(
                f"does not take into account {what} {each.instance}, {_given_on(each)}: "
                f"{each.about} is {done}{until} for {holder}, "
                f"{'which it binds alone' if alone else 'which consented'}"
            )
    return tuple(found)


def _given_on(each: Agreement) -> str:
    clause = f" ({each.clause})" if each.clause else ""
    return f"given {day_words.day(each.agreed_on)}{clause}"
