"""Exact amounts: decimals from files as fractions, and amounts that are known, or a range while the
day count is unset.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from dealclock.errors import RefusedError
from dealclock.records import record

T = TypeVar("T")
ZERO = Fraction(0)


@lru_cache(maxsize=4096)
def fraction(number: Decimal) -> Fraction:
    """The same number as an exact fraction."""
    return Fraction(number)


# A known amount, or a range while the day count is unset.
#
# A `Between` is not a number, so code that adds, rounds or shows a figure cannot mistake it for
# one.

_HALF = Fraction(1, 2)


@record
class Between:
    """The range of an amount, both ends included, and the day counts that give each end.

    Exact dollars; `least` may equal `most`.
    """

    least: Fraction
    most: Fraction
    least_by: str
    most_by: str


Money = Fraction | Between


def between(
    amounts: Mapping[str, Fraction], alike: Callable[[Fraction], object] = Fraction
) -> Money:
    """The range of the amounts by day count; a figure if its ends are alike, such as to the
    cent.
    """
    found = range_of(amounts)
    return found.most if alike(found.least) == alike(found.most) else found


def range_of(amounts: Mapping[str, Fraction]) -> Between:
    """The range of the amounts by day count, also if its ends are equal."""
    least, most = min(amounts, key=amounts.__getitem__), max(amounts, key=amounts.__getitem__)
    return Between(amounts[least], amounts[most], least, most)


def between_of(
    each: Mapping[str, T], of: Callable[[T], Money], alike: Callable[[Fraction], object] = Fraction
) -> Money:
    """The range of one amount of what is known under each day count."""
    return between({name: figure(of(found)) for name, found in each.items()}, alike)


def figure(amount: Money) -> Fraction:
    """The single amount; raises RefusedError if only a range is known."""
    if isinstance(amount, Between):
        raise RefusedError(
            f"the Indenture's day count is unset, so the amount lies between {amount.least} and "
            f"{amount.most} dollars; set indenture.day_count for a single figure."
        )
    return amount


def times(amount: Money, factor: Fraction) -> Money:
    """An amount by a factor that is not negative."""
    if isinstance(amount, Between):
        return replace(amount, least=amount.least * factor, most=amount.most * factor)
    return amount * factor


def in_cents(exact: Fraction) -> int:
    """Exact dollars in whole cents, rounded once, half up; if negative, half away from zero."""
    cents = int(abs(exact) * 100 + _HALF)
    return -cents if exact < 0 else cents


def dollars(exact: Fraction) -> str:
    """Exact dollars for a note or a step, rounded once to the cent: "$8,750.00"."""
    cents = in_cents(exact)
    whole = abs(cents)
    return f"{'-' if cents < 0 else ''}${whole // 100:,}.{whole % 100:02}"


def in_text(amount: Money) -> str:
    """The exact amount as text: numerator/denominator, or two of these joined by ".." for a
    range.
    """
    if isinstance(amount, Between):
        return f"{in_text(amount.least)}..{in_text(amount.most)}"
    return f"{amount.numerator}/{amount.denominator}"


def from_text(text: str) -> tuple[Fraction, Fraction]:
    """The least and the most from the text of `in_text`; equal for a single amount."""
    least, _, most = text.partition("..")
    return Fraction(least), Fraction(most or least)
