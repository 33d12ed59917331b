"""Facts that move Notes, and what each Holder named by them has: what every special rule about
Holders of infocrossing-2004 counts from (Sections 2(b), 3(b), 4(e), 10(d)).
"""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context, question
from dealclock.engine.interest.lots import (
    MOVES,
    acquirer,
    amount_of,
    leaver,
)
from dealclock.engine.money import ZERO, fraction
from dealclock.facts.log import EffectiveFact


@question
def moves(context: Context) -> tuple[EffectiveFact, ...]:
    """The facts by which Notes are acquired, transferred or cease, in order."""
    return context.facts(*MOVES)


@question
def held_on(context: Context, day: date) -> Mapping[str, Fraction]:
    """The holdings at the end of a day of each Holder the facts name; those of others are
    unknown.
    """
    held: dict[str, Fraction] = {}
    for move in moves(context):
        if move.on > day:
            break
        into, out, amount = acquirer(move), leaver(move), amount_of(move)
        if into is not None:
            held[into] = held.get(into, ZERO) + amount
        if out in held:
            held[out] -= amount
    return held


def dollars_in(facts: Iterable[EffectiveFact]) -> Fraction:
    """The principal that facts state, in all."""
    return sum(map(amount_of, facts), ZERO)


def shares_of(seen: EffectiveFact) -> Fraction:
    """The Conversion Shares a fact states; zero if it states none."""
    return fraction(seen.fact.shares) if seen.fact.shares is not None else ZERO


def shares_in(facts: Iterable[EffectiveFact]) -> Fraction:
    """The Conversion Shares that facts state, in all."""
    return sum(map(shares_of, facts), ZERO)


@question
def moves_of(context: Context, holder: str) -> tuple[EffectiveFact, ...]:
    """The facts that bring Notes to a Holder or take them from it, in order."""
    return tuple(m for m in moves(context) if holder in (m.fact.holder, m.fact.to))
