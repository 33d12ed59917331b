"""`consent`: whether a consent by principal carries at a record date."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dealclock.agreement.rules.holders import ConsentThreshold
from dealclock.agreement.source import nearest
from dealclock.agreement.terms import Terms
from dealclock.engine.consents.consent import Votes, consent
from dealclock.engine.consents.outstanding import conversion_shares, notes_outstanding
from dealclock.engine.consents.tally import affiliates_on, shares_of
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.interest.principal import amount_of
from dealclock.facts.log import EffectiveFact
from dealclock.render import words
from dealclock.render.in_force import heading, told_version
from dealclock.render.json_parts import trace
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.consent_recorded import FORMAT, recorded
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

NOT_REVIEWED = "Indenture not reviewed: its conversion price is an assumption"


def answer(asked: Query) -> Json:
    """Whether what consents is enough, with both sides of the fraction and how they are made.

    Of a waiver, extension or amendment by its id, by the consents that facts record to it.
    """
    given = asked.in_force()
    if asked.details.get("of") is not None:
        return recorded(asked, given)
    if asked.details.get("consenting") is None:
        raise NotAnsweredError(
            "give consenting, the principal that consents; or of, the id of the waiver, "
            "extension or amendment whose consents to count."
        )
    rule, context = _rule(asked, given.terms), given.context()
    record_date = asked.details.get("record-date", asked.as_of)
    if not isinstance(record_date, date) or record_date > asked.as_of:
        raise NotAnsweredError(
            f"record-date {record_date} is not valid; give a day by {asked.as_of}, the as-of date."
        )
    votes, grounds, counted = _votes(asked, context, record_date, rule)
    found = consent(rule, votes, _price(asked), context)
    grounds |= found.grounds
    from_sheet = bool(votes.shares) and asked.details.get("conversion-price") is None
    assumed = from_sheet and not asked.terms.indenture_sheet.reviewed
    return {
        **heading(FORMAT, given),
        "record_date": record_date.isoformat(),
        "provision": rule.id,
        "clause": found.clause,
        "title": rule.title,
        "of": None,
        "kind": None,
        "carries": found.carries,
        "why": None,
        "percent": words.places(found.percent, 4),
        "percent_exact": str(found.percent),
        "over_percent": str(rule.over_percent),
        "consenting": words.decimal(found.part),
        "consenting_exact": str(found.part),
        "whole": words.decimal(found.whole),
        "whole_exact": str(found.whole),
        "facts": list(grounds.facts),
        "hypothetical": grounds.hypothetical,
        "readings": sorted(grounds.readings),
        "notes": [*found.notes, *([NOT_REVIEWED] if assumed else [])],
        "trace": trace((*counted, *found.trace)),
        "notice": LEGAL,
    }


def _rule(asked: Query, terms: Terms) -> ConsentThreshold:
    rules = {rule.id: rule for rule in terms.all_of(ConsentThreshold)}
    if not rules:
        raise NotAnsweredError(
            f"the terms of {terms.id} have no consent threshold. Use a deal that has one."
        )
    named = asked.details.get("threshold")
    if named is None and len(rules) == 1:
        return next(iter(rules.values()))
    if named not in rules:
        hint = nearest(str(named), rules) if named else ""
        raise NotAnsweredError(
            f"threshold {named or 'nothing'} is not valid; give one of {', '.join(rules)}.{hint}"
        )
    return rules[str(named)]


def _votes(
    asked: Query, context: Context, record_date: date, rule: ConsentThreshold
) -> tuple[Votes, Grounds, tuple[Step, ...]]:
    """What was given; what is outstanding is read from the terms and facts when it was not."""
    notes, shares = _given(asked, "outstanding"), _given(asked, "shares")
    by_notes: tuple[EffectiveFact, ...] = ()
    by_shares: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    if notes is None:
        notes, by_notes = notes_outstanding(context, record_date)
    if shares is None and rule.shares_at_conversion_price:
        price = _price(asked)
        shares, by_shares, steps = conversion_shares(context, record_date, price, rule.clause)
    affiliates, theirs = _given(asked, "affiliates"), _given(asked, "affiliates-shares")
    recorded = affiliates_on(rule, record_date, context).values() if _by_facts(asked) else ()
    used = (*by_notes, *by_shares, *recorded)
    zero = Fraction(0)
    votes = Votes(
        notes=notes,
        consenting=_given(asked, "consenting") or zero,
        shares=shares or zero,
        consenting_shares=_given(asked, "consenting-shares") or zero,
        affiliates=affiliates or sum(map(amount_of, recorded), zero),
        affiliates_shares=theirs or sum(map(shares_of, recorded), zero),
    )
    return votes, context.fresh().grounds(*used), steps


_OWN = ("outstanding", "shares", "affiliates", "affiliates-shares")


def _by_facts(asked: Query) -> bool:
    """Whether nothing of what is outstanding or affiliates hold was given, so that facts tell."""
    return all(_given(asked, name) is None for name in _OWN)


def _given(asked: Query, name: str) -> Fraction | None:
    value = asked.details.get(name)
    if not isinstance(value, Decimal | int):
        return None
    if value < 0:
        raise NotAnsweredError(f"{name} {value} is not valid; give a number, zero or more.")
    return Fraction(value)


def _price(asked: Query) -> Decimal | None:
    given = asked.details.get("conversion-price")
    if isinstance(given, Decimal | int):
        if given <= 0:
            raise NotAnsweredError(
                f"conversion-price {given} is not valid; give dollars above zero."
            )
        return Decimal(given)
    return asked.terms.indenture_sheet.conversion_price if asked.terms.indenture else None


def render(answered: Json, width: int) -> Iterator[str]:
    """Whether it carries, then every step."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    if found["percent_exact"] is None:
        says = f"{found['title']}, {words.clause(found['clause'])}: {found['why']}."
        yield from wrapped(says, width)
        yield from _steps(found, width)
        return
    carries = (
        "has the required consents" if found["carries"] else "does not have the required consents"
    )
    share = _percent(Fraction(found["percent_exact"]), Fraction(found["over_percent"]))
    yield from wrapped(
        f"{found['title']}, {words.clause(found['clause'])}: it {carries}, with {share}% where "
        f"more than {found['over_percent']}% is required, at {words.iso(found['record_date'])}.",
        width,
    )
    yield from _steps(found, width)


def _steps(found: dict[str, Any], width: int) -> Iterator[str]:
    """How it was counted, and what should be known of it."""
    for step in found["trace"]:
        yield from wrapped(f"- {step['says']} ({words.clause(step['clause'])})", width, 2, 2)
    for note in found["notes"]:
        yield from wrapped(words.sentence(note), width, 2, 2)
    if found["readings"]:
        yield from wrapped(f"Depends on {words.listed(found['readings'])}", width, 2, 2)
    yield LEGAL


def _percent(exact: Fraction, over: Fraction) -> str:
    """A share with as many places as tell it from what is needed, four at least."""
    told = words.places(exact, 4)
    for places in range(5, 13):
        if exact == over or Fraction(told) != over:
            break
        told = words.places(exact, places)
    return told


QUESTION = Question(
    "consent",
    (
        Detail(
            "of",
            "id of the waiver, extension or amendment whose consents to count",
            "word",
            shown="ID",
        ),
        Detail("consenting", "principal of consenting Notes, without affiliates'", "money"),
        Detail("consenting-shares", "consenting Conversion Shares", "number"),
        Detail("outstanding", "principal outstanding (default: as recorded)", "money"),
        Detail("shares", "Conversion Shares outstanding (default: as recorded)", "number"),
        Detail(
            "affiliates",
            "principal held by the Company and its affiliates (default: as recorded)",
            "money",
        ),
        Detail("affiliates-shares", "Conversion Shares held by them", "number"),
        Detail("conversion-price", "dollars a share (default: the Indenture's)", "money"),
        Detail("record-date", "record date (default: the as-of date)", "day"),
        Detail("threshold", "the provision, if the terms have several", "word", shown="PROVISION"),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --consenting 31000000",
)
