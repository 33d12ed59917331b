"""Decimals of files as fractions, each turned once."""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

ZERO = Fraction(0)


@lru_cache(maxsize=4096)
def fraction(number: Decimal) -> Fraction:
    """The same number as a fraction, exactly."""
    return Fraction(number)
