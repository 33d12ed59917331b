"""Whether a consent has the required principal at a record date: the result and its computation.

The principal is as given, or that of the consents recorded to a waiver, extension or amendment.
"""

from dataclasses import dataclass, field, fields
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.rules.duties import ConsentThreshold
from dealclock.agreement.terms import Terms
from dealclock.answers.encode import Exact
from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.agreements import EXTENSION, WAIVER
from dealclock.engine.context import Context
from dealclock.engine.interest.lots import amount_of
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO
from dealclock.engine.special.consents.proof import AMENDMENT, ConsentQuery, deciding, proof
from dealclock.engine.special.consents.threshold import (
    Consent,
    Votes,
    affiliates_on,
    consent,
    conversion_shares,
    notes_outstanding,
)
from dealclock.engine.special.holders.moves import shares_of
from dealclock.engine.why import Step, Why
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import nearest
from dealclock.messages import words

NOT_REVIEWED = "Indenture not reviewed: its conversion price is an assumption"


@dataclass(frozen=True, slots=True)
class ConsentCountQuery:
    """The consenting and the outstanding principal; or the waiver, extension or amendment whose
    recorded consents are counted.
    """

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
        """Whether the outstanding principal and the affiliates' holdings come from events only."""
        given = (self.outstanding, self.shares, self.affiliates, self.affiliates_shares)
        return all(each is None for each in given)


@dataclass(frozen=True, slots=True)
class ConsentCountResult:
    """Whether a consent has the required principal: `consenting` of `whole`, both in dollars.

    For a waiver, extension or amendment, `of` is its id, `kind` its kind, and `reason` the result
    in words. `carries` and the figures are None if the events do not show them.
    """

    heading: Heading
    record_date: date
    provision: str
    clause: str
    title: str
    of: str | None
    kind: str | None
    carries: bool | None
    reason: str | None = field(metadata={"key": "why"})
    percent: Decimal | None
    percent_exact: Exact | None
    over_percent: Decimal
    consenting: Fraction | None
    whole: Fraction | None
    why: Why
    notes: tuple[str, ...]


def answer(look: Look, request: ConsentCountQuery) -> ConsentCountResult:
    """Whether the consenting principal is enough.

    Raises NotAnsweredError for terms without a threshold, an unknown id or an impossible amount,
    and ConsentCountError for votes that do not fit together.
    """
    if request.of is not None:
        return _count_recorded(request.of, request, look)
    if request.consenting is None:
        raise NotAnsweredError(
            "give consenting, the principal that consents; or of, the id of the waiver, "
            "extension or amendment whose consents to count."
        )
    return _count_given(look, request)


def _count_given(look: Look, request: ConsentCountQuery) -> ConsentCountResult:
    rule, context = _rule(request.threshold, look, look.in_force), look.context()
    record_date = look.as_of if request.record_date is None else request.record_date
    if record_date > look.as_of:
        raise NotAnsweredError(
            f"record-date {record_date} is not valid; give a day by {look.as_of}, the as-of date."
        )
    _refuse_below_zero(request)
    price = _price(request, look.terms)
    votes, grounds, counted = _votes(request, price, context, record_date, rule)
    found = consent(rule, votes, price, context)
    from_sheet = bool(votes.shares) and request.conversion_price is None
    assumed = from_sheet and not look.terms.indenture_sheet.reviewed
    return _result(
        look,
        rule,
        record_date,
        found,
        grounds | found.why,
        notes=(*found.notes, *([NOT_REVIEWED] if assumed else [])),
        trace=(*counted, *found.why.steps),
    )


def _count_recorded(of: str, request: ConsentCountQuery, look: Look) -> ConsentCountResult:
    """The count of the recorded consents; where they do not show it, `why` says what is missing."""
    others = [
        each.name.replace("_", "-")
        for each in fields(request)
        if each.name != "of" and getattr(request, each.name) is not None
    ]
    if others:
        raise NotAnsweredError(
            f"of counts recorded consents and cannot be combined with {words.listed(others)}; "
            "give of alone, or leave it out."
        )
    context = look.context()
    sought = _find_subject(of, look, context)
    rule = deciding(sought.kind, sought.on, context)
    if rule is None:
        raise NotAnsweredError(
            f"the terms of {look.in_force.id} have no consent that decides a {sought.kind}. Use a "
            "deal that has one."
        )
    proved = proof(sought, context)
    return _result(
        look,
        rule,
        proved.record_date,
        proved.found,
        context.why(*proved.seen),
        of=sought.id,
        kind=sought.kind,
        reason=proved.sentence,
        notes=proved.notes,
        trace=proved.trace,
    )


def _result(
    look: Look,
    rule: ConsentThreshold,
    record_date: date,
    found: Consent | None,
    grounds: Why,
    *,
    of: str | None = None,
    kind: str | None = None,
    reason: str | None = None,
    notes: tuple[str, ...],
    trace: tuple[Step, ...],
) -> ConsentCountResult:
    return ConsentCountResult(
        heading=Heading.of(look),
        record_date=record_date,
        provision=rule.id,
        clause=rule.clause,
        title=rule.title,
        of=of,
        kind=kind,
        carries=found.carries if found else None,
        reason=reason,
        percent=Decimal(words.places(found.percent, 4)) if found else None,
        percent_exact=Exact(found.percent) if found else None,
        over_percent=rule.over_percent,
        consenting=found.part if found else None,
        whole=found.whole if found else None,
        why=grounds.with_steps(trace),
        notes=notes,
    )


def _find_subject(name: str, look: Look, context: Context) -> ConsentQuery:
    """The waiver or extension among the events, or the amendment in force, with that id."""
    known = {s.id: s for kind in (WAIVER, EXTENSION) for s in context.facts(kind)}
    if name in known:
        seen = known[name]
        if seen.fact.holder is not None:
            raise NotAnsweredError(
                f"{name} binds {seen.fact.holder} alone and needs no other consent. Name a "
                "waiver or extension for all Holders."
            )
        return ConsentQuery(seen.kind, seen.id, seen.on, seen)
    amendments = {version.id: version for version in look.versions[1:]}
    if name in amendments:
        return ConsentQuery(AMENDMENT, name, amendments[name].effective)
    subjects = (*known, *amendments)
    raise NotAnsweredError(
        f"no waiver, extension or amendment is named {name!r} as of {words.day(look.as_of)}; "
        f"there {'are ' + ', '.join(subjects) if subjects else 'is none'}.{nearest(name, subjects)}"
    )


def _rule(named: str | None, look: Look, terms: Terms) -> ConsentThreshold:
    rules = {rule.id: rule for rule in terms.all_of(ConsentThreshold)}
    if not rules:
        raise NotAnsweredError(
            f"the terms of {look.terms.id} have no consent threshold. Use a deal that has one."
        )
    if named is None and len(rules) == 1:
        return next(iter(rules.values()))
    if named is None or named not in rules:
        hint = nearest(named, rules) if named else ""
        raise NotAnsweredError(
            f"threshold {named or 'nothing'} is not valid; give one of {', '.join(rules)}.{hint}"
        )
    return rules[named]


def _refuse_below_zero(request: ConsentCountQuery) -> None:
    for each in fields(request):
        value = getattr(request, each.name)
        if each.name != "conversion_price" and isinstance(value, Decimal | int) and value < 0:
            name = each.name.replace("_", "-")
            raise NotAnsweredError(f"{name} {value} is not valid; give a number, zero or more.")


def _price(request: ConsentCountQuery, terms: Terms) -> Decimal | None:
    given = request.conversion_price
    if given is None:
        return terms.indenture_sheet.conversion_price if terms.indenture else None
    if given <= 0:
        raise NotAnsweredError(f"conversion-price {given} is not valid; give dollars above zero.")
    return given


def _votes(
    request: ConsentCountQuery,
    price: Decimal | None,
    context: Context,
    record_date: date,
    rule: ConsentThreshold,
) -> tuple[Votes, Why, tuple[Step, ...]]:
    """The votes as given; the outstanding principal is from the terms and events if not given."""
    notes, shares = _exact(request.outstanding), _exact(request.shares)
    by_notes: tuple[EffectiveFact, ...] = ()
    by_shares: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    if notes is None:
        notes, by_notes = notes_outstanding(context, record_date)
    if shares is None and rule.shares_at_conversion_price:
        shares, by_shares, steps = conversion_shares(context, record_date, price, rule.clause)
    recorded = affiliates_on(rule, record_date, context).values() if request.is_as_recorded else ()
    votes = Votes(
        notes=notes,
        consenting=_exact(request.consenting) or ZERO,
        shares=shares or ZERO,
        consenting_shares=_exact(request.consenting_shares) or ZERO,
        affiliates=_exact(request.affiliates) or sum(map(amount_of, recorded), ZERO),
        affiliates_shares=_exact(request.affiliates_shares) or sum(map(shares_of, recorded), ZERO),
    )
    used = (*by_notes, *by_shares, *recorded)
    return votes, context.fresh().why(*used), steps


def _exact(value: Decimal | int | None) -> Fraction | None:
    return None if value is None else Fraction(value)
