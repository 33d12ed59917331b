"""The common basis of several conclusions."""

from dealclock.engine.why import Why, joined

ONE = Why(("F1", "F2"), hypothetical=False, readings=frozenset({"LAPSE"}))
TWO = Why(("F2", "F3"), hypothetical=True)
THREE = Why((), hypothetical=False, readings=frozenset({"BUSINESS-DAY"}))


def test_each_event_is_named_once_in_the_order_of_the_parts() -> None:
    readings = frozenset({"LAPSE", "BUSINESS-DAY"})
    assert joined([ONE, TWO, THREE]) == Why(("F1", "F2", "F3"), True, readings)
    assert joined([TWO, ONE]).facts == ("F2", "F3", "F1")


def test_joining_all_at_once_or_in_pairs_gives_the_same() -> None:
    assert joined([ONE, TWO, THREE]) == ONE | TWO | THREE
    assert joined(iter([THREE, ONE])) == THREE | ONE


def test_no_parts_have_no_basis() -> None:
    assert joined([]) == Why((), hypothetical=False)
