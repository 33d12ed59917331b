"""What several conclusions rest on together."""

from dealclock.engine.grounds import Grounds, joined

ONE = Grounds(("F1", "F2"), hypothetical=False, readings=frozenset({"LAPSE"}))
TWO = Grounds(("F2", "F3"), hypothetical=True)
THREE = Grounds((), hypothetical=False, readings=frozenset({"BUSINESS-DAY"}))


def test_each_fact_is_named_once_in_the_order_of_the_parts() -> None:
    readings = frozenset({"LAPSE", "BUSINESS-DAY"})
    assert joined([ONE, TWO, THREE]) == Grounds(("F1", "F2", "F3"), True, readings)
    assert joined([TWO, ONE]).facts == ("F2", "F3", "F1")


def test_joined_in_one_go_or_by_two_it_is_the_same() -> None:
    assert joined([ONE, TWO, THREE]) == ONE | TWO | THREE
    assert joined(iter([THREE, ONE])) == THREE | ONE


def test_of_none_there_are_none() -> None:
    assert joined([]) == Grounds((), hypothetical=False)
