"""`contribution`: how a loss is shared between the Company and a Holder by relative benefit."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dealclock.agreement.rules.holders import Contribution
from dealclock.engine.contribution import shared
from dealclock.render import words
from dealclock.render.in_force import heading, told_version
from dealclock.render.json_parts import trace
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

FORMAT = "dealclock-contribution/1"


def answer(asked: Query) -> Json:
    """The shares of a loss, and what the Holder bears of its own after the cap."""
    given = asked.in_force()
    rule = next(given.terms.all_of(Contribution), None)
    if rule is None:
        raise NotAnsweredError(
            f"the terms of {asked.terms.id} have no contribution provision. Use a deal that "
            "has one."
        )
    resold_for = asked.details.get("resold-for")
    found = shared(
        rule,
        _dollars(asked, "loss"),
        _dollars(asked, "company-proceeds"),
        _dollars(asked, "holder-proceeds"),
        _dollars(asked, "resold-for") if resold_for is not None else None,
        _dollars(asked, "damages-paid"),
    )
    return {
        **heading(FORMAT, given),
        "clause": found.clause,
        "title": rule.title,
        **_money("company", found.company),
        **_money("holder", found.holder),
        **_money("cap", found.cap),
        **_money("holder_bears", found.holder_bears),
        **_money("beyond_cap", found.beyond),
        "readings": [],
        "notes": list(found.notes),
        "trace": trace(found.trace),
        "notice": LEGAL,
    }


def _money(name: str, exact: Fraction | None) -> Json:
    told = None if exact is None else words.decimal(exact)
    return {name: told, f"{name}_exact": None if exact is None else str(exact)}


def _dollars(asked: Query, name: str) -> Fraction:
    value = asked.details.get(name, 0)
    if not isinstance(value, Decimal | int) or value < 0:
        raise NotAnsweredError(f"{name} {value} is not valid; give dollars, zero or more.")
    return Fraction(value)


def render(answered: Json, width: int) -> Iterator[str]:
    """Who bears what, and how that was reached."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    yield from wrapped(
        f"{found['title']}, {words.clause(found['clause'])}: by relative benefit the "
        f"Company's share is {words.money(found['company'])} and the Holder's "
        f"{words.money(found['holder'])}.",
        width,
    )
    if found["cap"] is not None:
        yield from wrapped(
            f"The Holder bears {words.money(found['holder_bears'])} of its share: its cap is "
            f"{words.money(found['cap'])}, and {words.money(found['beyond_cap'])} above the "
            "cap is borne by no one.",
            width,
            2,
            2,
        )
    for step in found["trace"]:
        yield from wrapped(f"- {step['says']} ({words.clause(step['clause'])})", width, 2, 2)
    for note in found["notes"]:
        yield from wrapped(words.sentence(note), width, 2, 2)
    yield LEGAL


QUESTION = Question(
    "contribution",
    (
        Detail("loss", "the loss in dollars, including legal expenses", "money", True),
        Detail("company-proceeds", "the offering's net proceeds before expenses", "money", True),
        Detail("holder-proceeds", "proceeds of the Holder's sale", "money", True),
        Detail("resold-for", "the Holder's resale price, for its cap", "money"),
        Detail("damages-paid", "damages the Holder has otherwise paid", "money"),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --loss 1000000 "
    "--company-proceeds 57000000 --holder-proceeds 1000000",
)
