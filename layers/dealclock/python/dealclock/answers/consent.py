"""Whether a consent has the required principal at a record date.

The principal is as given, or that of the consents recorded to a waiver, extension or amendment.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose, render_notes, terms_used
from dealclock.answers.encode import dollars
from dealclock.answers.heading import heading
from dealclock.engine.conclusions import EXTENSION, WAIVER
from dealclock.engine.context import Context
from dealclock.engine.interest.lots import amount_of
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO
from dealclock.engine.special import consents as engine
from dealclock.engine.special.consents import AMENDMENT, ConsentQuery, deciding, proof
from dealclock.engine.special.holders.moves import shares_of
from dealclock.engine.why import Step, Why
from dealclock.errors import RefusedError
from dealclock.facts.log import EffectiveFact
from dealclock.files.source import nearest
from dealclock.messages import trace, words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView
from dealclock.records import record
from dealclock.terms.rules.duties import ConsentThreshold
from dealclock.terms.terms import Terms

NOT_REVIEWED = "Indenture not reviewed: its conversion price is an assumption"

_Given = Mapping[str, Decimal | int | None]
"""The holdings given, by the name of the option."""


@record
class _Count:
    """A consent counted at a record date, what it rests on with its steps, and notes on it.

    `found` is None if the events do not show it. `subject` is the waiver, extension or amendment
    whose recorded consents were counted, if one was named, and `reason` the result in words.
    """

    rule: ConsentThreshold
    record_date: date
    found: engine.Consent | None
    why: Why
    notes: tuple[str, ...]
    subject: ConsentQuery | None = None
    reason: str | None = None


@answer(example="agreements/infocrossing-2004 --as-of 2004-11-20 --consenting 31000000")
def consent(
    look: Look,
    of: Annotated[
        str | None, "id of the waiver, extension or amendment whose consents to count", "ID"
    ] = None,
    consenting: Annotated[
        Decimal | None, "principal of consenting Notes, without affiliates'"
    ] = None,
    consenting_shares: Annotated[int | None, "consenting Conversion Shares"] = None,
    outstanding: Annotated[Decimal | None, "principal outstanding (default: as recorded)"] = None,
    shares: Annotated[int | None, "Conversion Shares outstanding (default: as recorded)"] = None,
    affiliates: Annotated[
        Decimal | None,
        "principal held by the Company and its affiliates (default: as recorded)",
    ] = None,
    affiliates_shares: Annotated[int | None, "Conversion Shares held by them"] = None,
    conversion_price: Annotated[
        Decimal | None, "dollars a share (default: the Indenture's)"
    ] = None,
    record_date: Annotated[date | None, "record date (default: the as-of date)"] = None,
    threshold: Annotated[
        str | None, "the provision, if the terms have several", "PROVISION"
    ] = None,
) -> Answer:
    """Whether the consenting principal is enough: `consenting` of `whole`, both in dollars.

    For a waiver, extension or amendment, `of` is its id, `kind` its kind, and `why` the result in
    words. `carries` and the figures are null if the events do not show them.

    Raises RefusedError for terms without a threshold, an unknown id or an impossible amount,
    and RefusedError for votes that do not fit together.
    """
    given: _Given = {
        "consenting": consenting,
        "consenting-shares": consenting_shares,
        "outstanding": outstanding,
        "shares": shares,
        "affiliates": affiliates,
        "affiliates-shares": affiliates_shares,
    }
    if of is not None:
        _refuse_others(
            {
                **given,
                "conversion-price": conversion_price,
                "record-date": record_date,
                "threshold": threshold,
            }
        )
        count = _count_recorded(of, look)
    elif consenting is None:
        _rule(threshold, look, look.in_force)  # refuses where there is none
        raise RefusedError(
            "give consenting, the principal that consents; or of, the id of the waiver, "
            "extension or amendment whose consents to count."
        )
    else:
        rule, context = _rule(threshold, look, look.in_force), look.context()
        on = look.as_of if record_date is None else record_date
        if on > look.as_of:
            raise RefusedError(
                f"record-date {on} is not valid; give a day by {look.as_of}, the as-of date."
            )
        _refuse_below_zero(given)
        price = _price(conversion_price, look.terms)
        votes, grounds, counted = _votes(given, price, context, on, rule)
        made = engine.consent(rule, votes, price, context)
        from_sheet = bool(votes.shares) and conversion_price is None
        assumed = from_sheet and not look.terms.indenture_sheet.reviewed
        why = (grounds | made.why).with_steps((*counted, *made.why.steps))
        notes = (*made.notes, *([NOT_REVIEWED] if assumed else []))
        count = _Count(rule, on, made, why, notes)
    found, subject = count.found, count.subject
    body = {
        **heading(look),
        "record_date": count.record_date,
        "provision": count.rule.id,
        "clause": count.rule.clause,
        "title": count.rule.title,
        "of": of,
        "kind": subject.kind if subject else None,
        "carries": found.carries if found else None,
        "why": count.reason,
        "percent": words.places(found.percent, 4) if found else None,
        "percent_exact": found.percent if found else None,
        "over_percent": count.rule.over_percent,
        **dollars("consenting", found.part if found else None),
        **dollars("whole", found.whole if found else None),
        "grounds": count.why,
        "notes": count.notes,
        "trace": count.why.steps,
    }

    def say(view: DealView) -> Message:
        readings = sorted(count.why.readings)
        sections = (
            Section(
                title=f"{count.rule.title}, {words.clause(count.rule.clause)}",
                rows=rows(
                    ("Record date", words.day(count.record_date)),
                    ("Consenting", words.dollars(found.part) if found else ""),
                    ("Outstanding, as counted", words.dollars(found.whole) if found else ""),
                    ("Required", f"more than {count.rule.over_percent}%"),
                    ("Depends on", words.listed(readings) if readings else ""),
                ),
            ),
            Section(title="Step by step", lines=tuple(trace.render_lines(count.why.steps))),
            render_notes(count.notes),
        )
        return compose(view, _headline(count), sections, (count.why,), banners=terms_used(look))

    return Answer(body, say)


def _refuse_others(given: Mapping[str, object]) -> None:
    if others := [name for name, value in given.items() if value is not None]:
        raise RefusedError(
            f"of counts recorded consents and cannot be combined with {words.listed(others)}; "
            "give of alone, or leave it out."
        )


def _count_recorded(of: str, look: Look) -> _Count:
    """The count of the recorded consents; where they do not show it, `reason` says what is
    missing.
    """
    context = look.context()
    sought = _find_subject(of, look, context)
    rule = deciding(sought.kind, sought.on, context)
    if rule is None:
        raise RefusedError(
            f"the terms of {look.in_force.id} have no consent that decides a {sought.kind}. Use a "
            "deal that has one."
        )
    proved = proof(sought, context)
    why = context.why(*proved.seen).with_steps(proved.trace)
    return _Count(
        rule, proved.record_date, proved.found, why, proved.notes, sought, proved.sentence
    )


def _find_subject(name: str, look: Look, context: Context) -> ConsentQuery:
    """The waiver or extension among the events, or the amendment in force, with that id."""
    known = {s.id: s for kind in (WAIVER, EXTENSION) for s in context.facts(kind)}
    if name in known:
        seen = known[name]
        if seen.fact.holder is not None:
            raise RefusedError(
                f"{name} binds {seen.fact.holder} alone and needs no other consent. Name a "
                "waiver or extension for all Holders."
            )
        return ConsentQuery(seen.kind, seen.id, seen.on, seen)
    amendments = {version.id: version for version in look.versions[1:]}
    if name in amendments:
        return ConsentQuery(AMENDMENT, name, amendments[name].effective)
    subjects = (*known, *amendments)
    raise RefusedError(
        f"no waiver, extension or amendment is named {name!r} as of {words.day(look.as_of)}; "
        f"there {'are ' + ', '.join(subjects) if subjects else 'is none'}.{nearest(name, subjects)}"
    )


def _rule(named: str | None, look: Look, terms: Terms) -> ConsentThreshold:
    rules = {rule.id: rule for rule in terms.all_of(ConsentThreshold)}
    if not rules:
        raise RefusedError(
            f"the terms of {look.terms.id} have no consent threshold. Use a deal that has one."
        )
    if named is None and len(rules) == 1:
        return next(iter(rules.values()))
    if named is None or named not in rules:
        hint = nearest(named, rules) if named else ""
        raise RefusedError(
            f"threshold {named or 'nothing'} is not valid; give one of {', '.join(rules)}.{hint}"
        )
    return rules[named]


def _refuse_below_zero(given: _Given) -> None:
    for name, value in given.items():
        if value is not None and value < 0:
            raise RefusedError(f"{name} {value} is not valid; give a number, zero or more.")


def _price(given: Decimal | None, terms: Terms) -> Decimal | None:
    if given is None:
        return terms.indenture_sheet.conversion_price if terms.indenture else None
    if given <= 0:
        raise RefusedError(f"conversion-price {given} is not valid; give dollars above zero.")
    return given


def _votes(
    given: _Given,
    price: Decimal | None,
    context: Context,
    record_date: date,
    rule: ConsentThreshold,
) -> tuple[engine.Votes, Why, tuple[Step, ...]]:
    """The votes as given; the outstanding principal is from the terms and events if not given.

    The recorded holdings of affiliates count only if what is outstanding and the affiliates'
    holdings come from events alone.
    """
    exact = {name: Fraction(value) for name, value in given.items() if value is not None}
    notes, shares = exact.get("outstanding"), exact.get("shares")
    by_notes: tuple[EffectiveFact, ...] = ()
    by_shares: tuple[EffectiveFact, ...] = ()
    steps: tuple[Step, ...] = ()
    if notes is None:
        notes, by_notes = engine.notes_outstanding(context, record_date)
    if shares is None and rule.shares_at_conversion_price:
        shares, by_shares, steps = engine.conversion_shares(
            context, record_date, price, rule.clause
        )
    as_recorded = exact.keys() <= {"consenting", "consenting-shares"}
    recorded = engine.affiliates_on(rule, record_date, context).values() if as_recorded else ()
    votes = engine.Votes(
        notes=notes,
        consenting=exact.get("consenting", ZERO),
        shares=shares or ZERO,
        consenting_shares=exact.get("consenting-shares", ZERO),
        affiliates=exact.get("affiliates") or sum(map(amount_of, recorded), ZERO),
        affiliates_shares=exact.get("affiliates-shares") or sum(map(shares_of, recorded), ZERO),
    )
    used = (*by_notes, *by_shares, *recorded)
    return votes, context.fresh().why(*used), steps


def _headline(count: _Count) -> tuple[str, ...]:
    """Whether it has the required consents, and by how much; else what is missing to count them."""
    found, over, subject = count.found, count.rule.over_percent, count.subject
    what = f"the {subject.kind}" if subject else "the proposed action"
    of = [f"{subject.kind} {subject.id}"] if subject else []
    if found is None:
        return (f"{what} is {count.reason}", *of)
    has = "has" if found.carries else "does not have"
    share = _percent(found.percent, Fraction(over))
    return (
        f"{what} {has} the required consents",
        f"{share}%, where more than {over}% is required",
        *of,
    )


def _percent(exact: Fraction, over: Fraction) -> str:
    """A share with as many places as distinguish it from the required one, four at least."""
    shown = words.places(exact, 4)
    for places in range(5, 13):
        if exact == over or Fraction(shown) != over:
            break
        shown = words.places(exact, places)
    return shown
