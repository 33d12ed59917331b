"""Whether a consent has the required principal at a record date: the result, and what works it out.

Of principal that is given, or of a waiver, extension or amendment by the consents recorded to it.
"""

from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import ConsentThreshold
from dealclock.agreement.terms import Terms
from dealclock.answers.encode import Exact
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.consents.agreements import EXTENSION, WAIVER
from dealclock.engine.consents.consent import Consent, Votes, consent
from dealclock.engine.consents.tally import (
    AMENDMENT,
    ConsentQuery,
    affiliates_on,
    conversion_shares,
    deciding,
    notes_outstanding,
    proof,
    shares_of,
)
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.in_force import InForce
from dealclock.engine.interest.principal import amount_of
from dealclock.engine.money import ZERO
from dealclock.engine.query import Query
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import nearest
from dealclock.messages import words

NOT_REVIEWED = "Indenture not reviewed: its conversion price is an assumption"


@dataclass(frozen=True, slots=True)
class ConsentCountQuery:
    """What consents, of what is outstanding; or the waiver, extension or amendment whose recorded
    consents to count."""

    of: str | None = option(
        "id of the waiver, extension or amendment whose consents to count", shown="ID"
    )
    consenting: Decimal | None = option("principal of consenting Notes, without affiliates'")
    consenting_shares: int | None = option("consenting Conversion Shares")
    outstanding: Decimal | None = option("principal outstanding (default: as recorded)")
    shares: int | None = option("Conversion Shares outstanding (default: as recorded)")
    affiliates: Decimal | None = option(
        "principal held by the Company and its affiliates (default: as recorded)"
    )
    affiliates_shares: int | None = option("Conversion Shares held by them")
    conversion_price: Decimal | None = option("dollars a share (default: the Indenture's)")
    record_date: date | None = option("record date (default: the as-of date)")
    threshold: str | None = option("the provision, if the terms have several", shown="PROVISION")

    @property
    def is_as_recorded(self) -> bool:
        """Whether events alone say what is outstanding and what affiliates hold."""
        given = (self.outstanding, self.shares, self.affiliates, self.affiliates_shares)
        return all(each is None for each in given)


@dataclass(frozen=True, slots=True)
class ConsentCountResult:
    """Whether a consent carries: `consenting` of `whole`, both dollars of principal.

    Of a waiver, extension or amendment `of` is its id, `kind` which it is, and `why` the result in
    words. `carries` and the figures are None where the events do not show them.
    """

    heading: Heading
    record_date: date
    provision: str
    clause: str
    title: str
    of: str | None
    kind: str | None
    carries: bool | None
    why: str | None
    percent: Decimal | None
    percent_exact: Exact | None
    over_percent: Decimal
    consenting: Fraction | None
    whole: Fraction | None
    grounds: Grounds
    notes: tuple[str, ...]
    trace: tuple[Step, ...]


def answer(query: Query, asked: ConsentCountQuery) -> ConsentCountResult:
    """Whether what consents is enough; raises NotAnsweredError for terms without a threshold, an
    unknown id or an amount that cannot be, and CannotCount for votes that do not fit together."""
    given = query.in_force()
    if asked.of is not None:
        return _as_recorded(asked.of, asked, given)
    if asked.consenting is None:
        raise NotAnsweredError(
            "give consenting, the principal that consents; or of, the id of the waiver, "
            "extension or amendment whose consents to count."
        )
    return _of_given(query, asked, given)


def _of_given(query: Query, asked: ConsentCountQuery, given: InForce) -> ConsentCountResult:
    rule, context = _rule(asked.threshold, query, given.terms), given.context()
    record_date = query.as_of if asked.record_date is None else asked.record_date
    if record_date > query.as_of:
        raise NotAnsweredError(
            f"record-date {record_date} is not valid; give a day by {query.as_of}, the as-of date."
        )
    _refuse_below_zero(asked)
    price = _price(asked, query.terms)
    votes, grounds, counted = _votes(asked, price, context, record_date, rule)
    found = consent(rule, votes, price, context)
    from_sheet = bool(votes.shares) and asked.conversion_price is None
    assumed = from_sheet and not query.terms.indenture_sheet.reviewed
    return _result(
        given,
        rule,
        record_date,
        found,
        grounds | found.grounds,
        notes=(*found.notes, *([NOT_REVIEWED] if assumed else [])),
        trace=(*counted, *found.trace),
    )


def _as_recorded(of: str, asked: ConsentCountQuery, given: InForce) -> ConsentCountResult:
    """By the consents recorded; where they do not show it, `why` says what is missing."""
    others = [
        each.name.replace("_", "-")
        for each in fields(asked)
        if each.name != "of" and getattr(asked, each.name) is not None
    ]
    if others:
        raise NotAnsweredError(
            f"of counts recorded consents and cannot be combined with {words.listed(others)}; "
            "give of alone, or leave it out."
        )
    context = given.context()
    kind, sought = _sought(of, given, context)
    rule = deciding(kind, sought.on, context)
    if rule is None:
        raise NotAnsweredError(
            f"the terms of {given.terms.id} have no consent that decides a {kind}. Use a deal "
            "that has one."
        )
    proved = proof(kind, sought, context)
    return _result(
        given,
        rule,
        proved.record_date,
        proved.found,
        context.grounds(*proved.seen),
        of=sought.id,
        kind=kind,
        why=proved.says,
        notes=proved.notes,
        trace=proved.trace,
    )


def _result(
    given: InForce,
    rule: ConsentThreshold,
    record_date: date,
    found: Consent | None,
    grounds: Grounds,
    *,
    of: str | None = None,
    kind: str | None = None,
    why: str | None = None,
    notes: tuple[str, ...],
    trace: tuple[Step, ...],
) -> ConsentCountResult:
    return ConsentCountResult(
        heading=Heading.of(given),
        record_date=record_date,
        provision=rule.id,
        clause=rule.clause,
        title=rule.title,
        of=of,
        kind=kind,
        carries=found.carries if found else None,
        why=why,
        percent=Decimal(words.places(found.percent, 4)) if found else None,
        percent_exact=Exact(found.percent) if found else None,
        over_percent=rule.over_percent,
        consenting=found.part if found else None,
        whole=found.whole if found else None,
        grounds=grounds,
        notes=notes,
        trace=trace,
    )


def _sought(name: str, given: InForce, context: Context) -> tuple[str, ConsentQuery]:
    """What an id names: a waiver or extension among the events, or an amendment in force."""
    known = {s.id: (kind, s) for kind in (WAIVER, EXTENSION) for s in context.facts(kind)}
    if name in known:
        kind, seen = known[name]
        if seen.fact.holder is not None:
            raise NotAnsweredError(
                f"{name} binds {seen.fact.holder} alone and needs no other consent. Name a "
                "waiver or extension for all Holders."
            )
        return kind, ConsentQuery.by(seen)
    amendments = {version.id: version for version in given.versions[1:]}
    if name in amendments:
        return AMENDMENT, ConsentQuery(name, amendments[name].effective)
    there = (*known, *amendments)
    raise NotAnsweredError(
        f"no waiver, extension or amendment is named {name!r} as of {words.day(given.as_of)}; "
        f"there {'are ' + ', '.join(there) if there else 'is none'}.{nearest(name, there)}"
    )


def _rule(named: str | None, query: Query, terms: Terms) -> ConsentThreshold:
    rules = {rule.id: rule for rule in terms.all_of(ConsentThreshold)}
    if not rules:
        raise NotAnsweredError(
            f"the terms of {query.terms.id} have no consent threshold. Use a deal that has one."
        )
    if named is None and len(rules) == 1:
        return next(iter(rules.values()))
    if named is None or named not in rules:
        hint = nearest(named, rules) if named else ""
        raise NotAnsweredError(
            f"threshold {named or 'nothing'} is not valid; give one of {', '.join(rules)}.{hint}"
        )
    return rules[named]


def _refuse_below_zero(asked: ConsentCountQuery) -> None:
    for each in fields(asked):
        value = getattr(asked, each.name)
        if each.name != "conversion_price" and isinstance(value, Decimal | int) and value < 0:
            name = each.name.replace("_", "-")
            raise NotAnsweredError(f"{name} {value} is not valid; give a number, zero or more.")


def _price(asked: ConsentCountQuery, terms: Terms) -> Decimal | None:
    given = asked.conversion_price
    if given is None:
        return terms.indenture_sheet.conversion_price if terms.indenture else None
    if given <= 0:
        raise NotAnsweredError(f"conversion-price {given} is not valid; give dollars above zero.")
    return given


def _votes(
    asked: ConsentCountQuery,
    price: Decimal | None,
    context: Context,
    record_date: date,
    rule: ConsentThreshold,
) -> tuple[Votes, Grounds, tuple[Step, ...]]:
    """What was given; what is outstanding is read from the terms and events when it was not."""
    notes, shares = _exact(asked.outstanding), _exact(asked.shares)
    by_notes: tuple[EffectiveFact, ...] = ()
    by_shares: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    if notes is None:
        notes, by_notes = notes_outstanding(context, record_date)
    if shares is None and rule.shares_at_conversion_price:
        shares, by_shares, steps = conversion_shares(context, record_date, price, rule.clause)
    recorded = affiliates_on(rule, record_date, context).values() if asked.is_as_recorded else ()
    votes = Votes(
        notes=notes,
        consenting=_exact(asked.consenting) or ZERO,
        shares=shares or ZERO,
        consenting_shares=_exact(asked.consenting_shares) or ZERO,
        affiliates=_exact(asked.affiliates) or sum(map(amount_of, recorded), ZERO),
        affiliates_shares=_exact(asked.affiliates_shares) or sum(map(shares_of, recorded), ZERO),
    )
    used = (*by_notes, *by_shares, *recorded)
    return votes, context.fresh().grounds(*used), steps


def _exact(value: Decimal | int | None) -> Fraction | None:
    return None if value is None else Fraction(value)
