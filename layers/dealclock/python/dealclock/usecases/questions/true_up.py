"""`true-up`: the shares an early exercise is owed as what was deferred vests."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dealclock.agreement.rules.shares import ShareTrueUp
from dealclock.engine.in_force import InForce
from dealclock.engine.shares.true_ups import if_exercised, true_up
from dealclock.render import words
from dealclock.render.in_force import heading, told_version
from dealclock.render.layout import wrapped
from dealclock.render.true_up_json import true_up as document
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

FORMAT = "dealclock-true-up/1"


def answer(asked: Query) -> Json:
    """Every true-up of the terms: by exercise and vesting the shares due, exact and whole."""
    given = asked.in_force()
    rules = tuple(given.terms.all_of(ShareTrueUp))
    if not rules:
        raise NotAnsweredError(
            f"the terms of {asked.terms.id} have no share true-up. Use a deal that has one."
        )
    context = given.context()
    found = [true_up(rule, context.fresh()) for rule in rules]
    return {
        **heading(FORMAT, given),
        "true_ups": [
            {**document(each), **_unexercised(rule, asked, given)}
            for rule, each in zip(rules, found, strict=True)
        ],
        "hypothetical": any(g.hypothetical for each in found for g in each.all_grounds),
        "readings": dict(context.choices.of),
        "notice": LEGAL,
    }


def _unexercised(rule: ShareTrueUp, asked: Query, in_force: InForce) -> Json:
    """What warrants not yet exercised would bring as of the day, when asked."""
    given = asked.details.get("unexercised")
    if not isinstance(given, Decimal | int):
        return {"if_exercised": None}
    if given < 0:
        raise NotAnsweredError(
            f"unexercised {given} is not valid; give a number of shares, zero or more."
        )
    shares = if_exercised(rule, Fraction(given), in_force.context())
    told = None if shares is None else words.plain_shares(shares)
    exact = None if shares is None else str(shares)
    return {
        "if_exercised": {"unadjusted": str(given), "shares": told, "exact": exact, "true_up": 0}
    }


def render(answered: Json, width: int) -> Iterator[str]:
    """Each deferral, its exercises and what every vesting adds."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    for each in found["true_ups"]:
        where = words.clause(each["clause"])
        yield from wrapped(
            f"{each['title']}, {where} ({each['instance']}): deferral {each['deferral']}.", width
        )
        for exercise in each["exercises"]:
            yield from _exercise(exercise, width)
        if unexercised := each["if_exercised"]:
            brings = words.plain_count(unexercised["shares"] or "") or "a number not recorded"
            of = words.plain_count(unexercised["unadjusted"])
            yield from wrapped(
                f"Warrants for {of} unadjusted shares, exercised on this day, yield {brings}; "
                "no true-up is needed.",
                width,
                2,
                2,
            )
        for note in each["notes"]:
            yield from wrapped(words.sentence(note), width, 2, 2)
    yield LEGAL


def _exercise(exercise: dict[str, Any], width: int) -> Iterator[str]:
    yield from wrapped(
        f"{exercise['holder']}, {words.iso(exercise['on'])} ({exercise['instance']}): "
        f"{words.plain_count(exercise['brought'])} shares issued; {_true_ups(exercise)}.",
        width,
        2,
        2,
    )
    due = exercise["due_on_exercise"]
    if due is not None and due != exercise["brought"]:
        yield from wrapped(
            f"Adjusted for the vesting to date, it should have yielded {words.plain_count(due)}.",
            width,
            4,
            2,
        )
    for row in exercise["owed"]:
        shares = "an unknown number" if row["shares"] is None else f"{row['shares']:,} shares"
        yield from wrapped(
            f"vested {words.iso(row['vested_on'])}: {shares} ({row['instance']})", width, 4, 2
        )
        for step in row["trace"]:
            yield from wrapped(f"- {step['says']}", width, 6, 2)
        for note in row["notes"]:
            yield from wrapped(words.sentence(note), width, 6, 2)
        if row["readings"]:
            yield from wrapped(f"Depends on {words.listed(row['readings'])}", width, 6, 2)


def _true_ups(exercise: dict[str, Any]) -> str:
    """What the true-ups of an exercise come to, as far as that is known."""
    total, issued = exercise["total"], words.plain_count(exercise["issued"])
    if not exercise["whole"] and not total:
        return "its true-ups are not known"
    at_least = "" if exercise["whole"] else "at least "
    come_to = f"true-ups are {at_least}{words.shares(total)}"
    return f"{come_to}, {issued} of them issued" if total else come_to


QUESTION = Question(
    "true-up",
    (
        Detail(
            "unexercised",
            "Warrants not yet exercised, as a number of shares before any adjustment",
            "number",
        ),
    ),
    answer,
    render,
    "agreements/camden-letter-2002 --facts histories/vesting.yaml --as-of 2005-01-01",
)
