"""The difference between two assessments, item by item, worked out by hand.

The sample: $60,000,000 of Notes closed on June 30, 2004; 0.25% a year of it is $150,000, by 30/360
$416.666... a day. Filing was due July 15 and effectiveness October 28, 2004.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment, figures
from dealclock.engine.changes import STANDING, Change, ChangeKind, compare
from dealclock.engine.look import Look
from dealclock.facts.fact import Fact
from dealclock.facts.log import end_of
from tests.suite import examples
from tests.unit.engine.deals import (
    ZONE,
    effective,
    fact,
    filed,
    log,
    resumed,
    sample_terms,
    suspended,
    unusable,
    usable,
)
from tests.unit.engine.stories import asked_about, day, whole_stories

FILED = filed("2004-07-13", id="FILED")
ON_TIME = effective("2004-10-20", id="EFFECTIVE")
PAYMENT = "payment/2005-01-15"


def on(as_of: str, *facts: Fact, readings: Mapping[str, str] | None = None) -> Assessment:
    """The sample as of a day."""
    asked = date.fromisoformat(as_of)
    known = end_of(asked, ZONE)
    return assess(Look(sample_terms(), log(*facts), asked, known, readings or {}), compare=False)


def items(before: Assessment, after: Assessment) -> dict[tuple[str, str], Change]:
    """Every item of the difference by its name."""
    found = compare(before, after).items
    named = {each.name: each for each in found}
    assert len(named) == len(found), "each name once"
    return named


def test_a_cure_reduces_the_next_payment() -> None:
    """October 29 to January 15 is 76 days, $31,666.67; to December 1 it is 32, $13,333.33."""
    found = items(on("2004-12-01", FILED), on("2004-12-01", FILED, effective("2004-12-01")))
    payment = found[PAYMENT, "amount"]
    assert (payment.kind, payment.before, payment.after) == (
        ChangeKind.AMOUNT,
        "95000/3",
        "40000/3",
    )


def test_an_act_after_its_due_date_is_satisfied_late() -> None:
    found = items(on("2004-12-01", FILED), on("2004-12-01", FILED, effective("2004-12-01")))
    late = found["effectiveness", STANDING]
    assert (late.kind, late.on) == (ChangeKind.SATISFIED_LATE, date(2004, 12, 1))
    cured = found["default-ii", STANDING]
    assert (cured.kind, cured.on) == (ChangeKind.CURED, date(2004, 12, 1))


def test_an_act_on_its_due_date_is_satisfied() -> None:
    found = items(on("2004-10-28", FILED), on("2004-10-28", FILED, effective("2004-10-28")))
    assert found["effectiveness", STANDING].kind is ChangeKind.SATISFIED


def test_a_cure_period_that_ends_is_expired_and_its_default_is_new() -> None:
    """An outage of January 10, 2005: five Business Days end on January 18, after the holiday."""
    facts = (FILED, ON_TIME, unusable("2005-01-10", id="OUT"))
    found = items(on("2005-01-18", *facts), on("2005-01-19", *facts))
    lapsed = found["cure-window/OUT", STANDING]
    assert (lapsed.kind, lapsed.on) == (ChangeKind.EXPIRED, date(2005, 1, 18))
    default = found["default-iii/OUT", STANDING]
    assert (default.kind, default.is_new, default.on) == (
        ChangeKind.OPENED,
        True,
        date(2005, 1, 18),
    )


def test_a_deadline_that_passes_is_overdue() -> None:
    found = items(on("2004-10-28", FILED), on("2004-10-29", FILED))
    overdue = found["effectiveness", STANDING]
    assert (overdue.kind, overdue.on) == (ChangeKind.OVERDUE, date(2004, 10, 28))


def test_a_payment_is_satisfied_and_a_partial_one_leaves_the_rest_unpaid() -> None:
    def paid(amount: str) -> Fact:
        return fact("additional-interest-paid", "2005-01-18", about=PAYMENT, amount=Decimal(amount))

    before = on("2005-01-18", FILED)
    whole = items(before, on("2005-01-18", FILED, paid("31666.67")))
    assert whole[PAYMENT, STANDING].kind is ChangeKind.SATISFIED
    part = items(before, on("2005-01-18", FILED, paid("10000")))
    assert (PAYMENT, STANDING) not in part
    made = part[PAYMENT, "paid"]
    assert (made.kind, made.before, made.after) == (ChangeKind.PAID, "none", "10000/1")


def test_a_default_confirmed_or_disputed_is_relabeled() -> None:
    word = fact("default-confirmed", "2004-11-02", about="default-ii")
    found = items(on("2004-11-02", FILED), on("2004-11-02", FILED, word))
    label = found["default-ii", "conclusion"]
    assert (label.kind, label.before, label.after) == (
        ChangeKind.RELABELED,
        "computed",
        "confirmed",
    )


def test_a_waiver_marks_the_default() -> None:
    waiver = fact(
        "waiver", "2004-11-15", about="default-ii", amount=Decimal(31_000_000), target="2004-12-31"
    )
    found = items(on("2004-11-20", FILED), on("2004-11-20", FILED, waiver))
    assert found["default-ii", "waived"].kind is ChangeKind.WAIVED


def test_a_suspension_uses_up_its_limits_and_is_overdue_beyond_them() -> None:
    """Day 1 is March 1, 2005, so day 45 is April 14; twenty days leave 25."""
    before = on("2005-03-21", FILED, ON_TIME)
    begun = suspended("2005-03-01", id="SUS")
    ended = items(before, on("2005-03-21", FILED, ON_TIME, begun, resumed("2005-03-21")))
    left = ended["suspension", "in-90 left"]
    assert (left.before, left.after) == ("45 days", "25 days")
    past = items(on("2005-04-14", FILED, ON_TIME, begun), on("2005-04-15", FILED, ON_TIME, begun))
    assert past["suspension/SUS", STANDING].kind is ChangeKind.OVERDUE


def test_a_suspension_stops_the_clock_of_a_cure_period() -> None:
    out = (FILED, ON_TIME, unusable("2005-01-10", id="OUT"))
    tolls = {"suspension-in-cure-window": "TOLL-RESUME"}
    found = items(
        on("2005-01-12", *out, readings=tolls),
        on("2005-01-12", *out, suspended("2005-01-12"), readings=tolls),
    )
    assert found["cure-window/OUT", STANDING].kind is ChangeKind.STOPPED
    assert ("cure-window/OUT", "due") not in found, "the stop says it"


def test_an_item_opened_and_satisfied_within_the_span_is_one_item() -> None:
    facts = (FILED, ON_TIME, unusable("2005-01-10", id="OUT"), usable("2005-01-12"))
    found = items(on("2005-01-09", *facts), on("2005-01-20", *facts))
    cure = found["cure-window/OUT", STANDING]
    assert (cure.kind, cure.is_new) == (ChangeKind.SATISFIED, True)
    assert [name for name in found if name[0] == "cure-window/OUT"] == [cure.name]


@examples(60)
@given(asked_about(whole_stories()), st.integers(-200, 200))
def test_every_date_and_amount_that_moves_is_in_an_item_and_nothing_unchanged_is(
    asked: tuple[tuple[Fact, ...], int], further: int
) -> None:
    facts, offset = asked
    before, after = on(day(offset), *facts), on(day(max(1, offset + further)), *facts)
    changes = compare(before, after)
    shown = {each.instance for each in changes.items}
    assert {each.instance for each in changes.figures} <= shown
    assert compare(after, after).items == ()
    assert (figures(before) == figures(after)) == (changes.figures == ())
    assert {each.name for each in compare(after, before).items} == {
        each.name for each in changes.items
    }


def test_each_figure_that_moved_has_the_steps_of_its_own_instance() -> None:
    """Effective on November 10, 2004 moves dates of several instances, each with steps."""
    before, after = on("2004-12-01", FILED), on("2004-12-01", FILED, effective("2004-11-10"))
    moved = compare(before, after).figures
    steps = {owed.instance: owed.why.steps for owed in after.obligations}
    steps |= {default.instance: default.why.steps for default in after.defaults}
    own = {f.instance: f.trace for f in moved if f.instance in steps}
    assert {"default-ii", PAYMENT} <= own.keys()
    assert own == {instance: steps[instance] for instance in own}
    assert all(own.values())
