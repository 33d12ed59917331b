"""The shares an early exercise is owed as what was deferred vests.

Numbers of shares are rounded to six places where they have more; `exact` ones are fractions.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from dealclock.answers.ask import Answer, answer
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.encode import Json, Keys, record_json
from dealclock.answers.heading import heading
from dealclock.engine.conclusions import ExerciseTrueUp, SharesOwed, TrueUp
from dealclock.engine.look import Look
from dealclock.engine.special import true_ups
from dealclock.errors import RefusedError
from dealclock.messages import shares, words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.view import DealView
from dealclock.terms.rules.duties import ShareTrueUp


def _number(name: str) -> tuple[str, Callable[[Any], object]]:
    return name, lambda row: _rounded(getattr(row, name))


TRUE_UP_KEYS: Keys = {
    ExerciseTrueUp: (
        "instance holder on",
        _number("brought"),
        _number("due_on_exercise"),
        "owed total",
        _number("issued"),
        "whole why",
        ("notes", lambda _: ()),
    ),
    SharesOwed: (
        "instance holder exercised_on vested_on",
        _number("would_have"),
        _number("brought"),
        _number("gap"),
        "shares",
        ("shares_exact", lambda row: row.exact),
        "outstanding why notes trace=why.steps",
    ),
}
"""The keys of a true-up's parts; a number of shares is no dollars, also where it is exact."""


@answer(
    keys=TRUE_UP_KEYS,
    example="agreements/camden-letter-2002 --facts histories/vesting.yaml --as-of 2005-01-01",
)
def true_up(
    look: Look,
    unexercised: Annotated[
        int | None, "Warrants not yet exercised, as a number of shares before any adjustment"
    ] = None,
) -> Answer:
    """The shares owed by exercise and vesting under every true-up of the terms, exact and whole.

    With `unexercised`, also what those Warrants yield if exercised on the day, None if that is not
    recorded; no true-up is needed. Raises RefusedError for terms without a true-up, or a
    negative number of Warrants.
    """
    rules = tuple(look.in_force.all_of(ShareTrueUp))
    if not rules:
        raise RefusedError(
            f"the terms of {look.terms.id} have no share true-up. Use a deal that has one."
        )
    if unexercised is not None and unexercised < 0:
        raise RefusedError(
            f"unexercised {unexercised} is not valid; give a number of shares, zero or more."
        )
    context, asked = look.context(), Fraction(unexercised or 0)
    found = [
        (
            true_ups.true_up(rule, context.fresh()),
            true_ups.if_exercised(rule, asked, look.context()) if unexercised is not None else None,
        )
        for rule in rules
    ]
    every = [each for each, _ in found]
    grounds = [why for each in every for why in each.every_why]

    def yields(exact: Fraction | None) -> Json | None:
        if unexercised is None:
            return None
        number = _rounded(exact)
        return {"unadjusted": str(unexercised), "shares": number, "exact": exact, "true_up": 0}

    body = {
        **heading(look),
        "true_ups": [
            {**record_json(each, TRUE_UP_KEYS), "if_exercised": yields(now)} for each, now in found
        ],
        "hypothetical": any(why.hypothetical for why in grounds),
        "readings": context.choices.of,
    }

    def say(view: DealView) -> Message:
        sections = []
        for each, now in found:
            lines = [line for exercise in each.exercises for line in _exercise(exercise)]
            if unexercised is not None:
                brings = "a number not recorded" if now is None else _count(now)
                lines.append(
                    f"• Warrants for {unexercised:,} unadjusted shares, exercised on this day, "
                    f"yield {brings}; no true-up is needed."
                )
            lines += [f"• {words.sentence(note)}" for note in each.notes]
            sections.append(
                Section(
                    title=f"{each.title}, {words.clause(each.clause)} ({each.instance})",
                    rows=rows(
                        ("Deferral", words.sentence(each.deferral)),
                        ("Receive true-up shares", f"exercises before {words.day(each.cut_off)}"),
                    ),
                    lines=tuple(lines),
                )
            )
        return compose(view, _headline(every), sections, grounds, banners=terms_used(look))

    return Answer(body, say)


def _headline(found: list[TrueUp]) -> str:
    """How many true-up shares are still to be issued, as far as that is known."""
    total = sum(row.outstanding or 0 for each in found for row in each.owed)
    known = all(exercise.whole for each in found for exercise in each.exercises)
    if total:
        return f"{'' if known else 'at least '}{words.shares(total)} to issue as true-ups"
    return "no true-up shares to issue" if known else "the number of true-up shares is not known"


def _exercise(exercise: ExerciseTrueUp) -> Iterator[str]:
    issued = f"{_count(exercise.brought)} shares issued"
    on = words.day(exercise.on)
    yield f"• {exercise.holder}, {on} ({exercise.instance}): {issued}; {_true_ups(exercise)}."
    due = exercise.due_on_exercise
    if due is not None and _rounded(due) != _rounded(exercise.brought):
        yield f"  Adjusted for the vesting to date, it should have yielded {_count(due)}."
    for row in exercise.owed:
        yield from (f"  {line}" for line in _vested(row))


def _vested(row: SharesOwed) -> Iterator[str]:
    yield f"Vested {words.day(row.vested_on)}: {shares.describe_number(row)} ({row.instance})"
    yield from (f"  - {words.step(step)}" for step in row.why.steps)
    yield from (f"  {words.sentence(note)}" for note in row.notes)
    if row.why.readings:
        yield f"  Depends on {words.listed(sorted(row.why.readings))}"


def _true_ups(exercise: ExerciseTrueUp) -> str:
    """The sum of the true-ups of an exercise, as far as that is known."""
    if not exercise.whole and not exercise.total:
        return "its true-ups are not known"
    at_least = "" if exercise.whole else "at least "
    come_to = f"true-ups are {at_least}{words.shares(exercise.total)}"
    issued = _count(exercise.issued)
    return f"{come_to}, {issued} of them issued" if exercise.total else come_to


def _rounded(exact: Fraction | None) -> Decimal | None:
    return None if exact is None else Decimal(words.plain_shares(exact))


def _count(exact: Fraction) -> str:
    return f"{_rounded(exact):,}"
