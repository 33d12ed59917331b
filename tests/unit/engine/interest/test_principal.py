"""The principal of a lot: split at its own events; two readings where Notes are gone (3(a))."""

from datetime import date
from fractions import Fraction

from dealclock.engine.interest.rates import Steps


def test_steps_are_split_where_they_change_and_nowhere_else() -> None:
    steps = Steps.of({date(2005, 1, 1): Fraction(10), date(2005, 2, 1): Fraction(-4)})
    assert steps.on(date(2004, 12, 31)) == 0
    assert steps.on(date(2005, 1, 31)) == 10
    assert steps.on(date(2005, 2, 1)) == 6
    assert list(steps.pieces(date(2004, 12, 1), date(2005, 2, 1))) == [
        (date(2005, 1, 1), date(2005, 2, 1), Fraction(10))
    ]
    assert list(steps.pieces(date(2005, 1, 10), date(2005, 3, 1))) == [
        (date(2005, 1, 10), date(2005, 2, 1), Fraction(10)),
        (date(2005, 2, 1), date(2005, 3, 1), Fraction(6)),
    ]
    assert steps.until(date(2005, 2, 15)).on(date(2005, 2, 15)) == 0
    assert steps.until(date(2005, 2, 15)).on(date(2005, 2, 14)) == 6
