"""The second engine gives the answers of the worked cases, including those of (iv)."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

import pytest

from tests.unit.engine.second.answer import Answer, answer
from tests.unit.engine.second.story import (
    CONVERTED,
    EFFECTIVE,
    EXTENDED,
    FILED,
    RESUMED,
    SUSPENDED,
    UNUSABLE,
    USABLE,
    Event,
    Story,
)

Told = tuple[str, str]
SHELF: tuple[Told, ...] = ((FILED, "2004-07-13"), (EFFECTIVE, "2004-10-20"))
NEXT_DAY = {"default-occurs": "NEXT-DAY"}
ONLY_IV = {"excess-suspension": "ONLY-iv"}


def _asked(
    as_of: str,
    *told: Told,
    readings: Mapping[str, str] | None = None,
    day_count: str = "30/360",
    base: int = 60_000_000,
) -> Answer:
    events = [Event(f"F{n}", kind, date.fromisoformat(on)) for n, (kind, on) in enumerate(told, 1)]
    return answer(Story(tuple(events), readings or {}, day_count, base), date.fromisoformat(as_of))


def _days(found: Answer, family: str) -> list[tuple[str, ...]]:
    """Of each such default: occurred, accrues from, cured, Trustee to be notified by."""
    return [
        tuple(str(d) for d in (each.occurred_on, each.accrues_from, each.cured_on, each.notice_due))
        for each in found.defaults
        if each.name.split("/")[0] == family
    ]


def _dollars(exact: Fraction) -> str:
    whole = (exact * 100 + Fraction(1, 2)).__floor__()
    return f"{whole // 100}.{whole % 100:02d}"


# ---- Beyond the 45th or 60th day, (iv)(A), and what excess days start under (iii)

RD_04 = (*SHELF, (SUSPENDED, "2005-03-01"), (RESUMED, "2005-04-25"))


def test_rd_04_a_suspension_not_ended_on_its_45th_day() -> None:
    found = _asked("2005-06-01", *RD_04)
    assert _days(found, "default-iv-a") == [
        ("2005-04-14", "2005-04-15", "2005-04-25", "2005-04-18")
    ]
    assert _days(found, "default-iii") == [("2005-04-22", "2005-04-23", "2005-04-25", "2005-04-26")]
    assert _dollars(found.accrued) == "4166.67"
    assert _days(_asked("2005-06-01", *RD_04, readings=ONLY_IV), "default-iii") == []


def test_rd_04_next_day() -> None:
    found = _asked("2005-06-01", *RD_04, readings=NEXT_DAY)
    assert _days(found, "default-iv-a") == [
        ("2005-04-15", "2005-04-16", "2005-04-25", "2005-04-19")
    ]
    assert _dollars(found.accrued) == "3750.00"


EXTENSION = (*SHELF, (SUSPENDED, "2004-11-01"), (EXTENDED, "2004-12-10"))


@pytest.mark.parametrize(("resumed", "defaults"), [("2004-12-31", 0), ("2005-01-01", 1)])
def test_su_02_an_extended_suspension_may_last_to_december_30(resumed: str, defaults: int) -> None:
    found = _asked("2005-02-01", *EXTENSION, (RESUMED, resumed))
    assert len(found.defaults) == defaults
    assert [d.occurred_on for d in found.defaults] == [date(2004, 12, 30)] * defaults


def test_su_05_a_suspension_not_ended_on_its_60th_day() -> None:
    result = (*EXTENSION, (RESUMED, "2005-01-10"))
    found = _asked("2005-02-01", *result, base=72_000_000)
    assert _days(found, "default-iv-a") == [
        ("2004-12-30", "2004-12-31", "2005-01-10", "2005-01-03")
    ]
    assert _days(found, "default-iii") == [("2005-01-07", "2005-01-08", "2005-01-10", "2005-01-11")]
    assert _dollars(found.accrued) == "5000.00"
    only = _asked("2005-02-01", *result, base=72_000_000, readings=ONLY_IV)
    assert _days(only, "default-iii") == []
    later = _asked("2005-02-01", *result, base=72_000_000, readings=NEXT_DAY)
    assert _days(later, "default-iv-a")[0][:2] == ("2004-12-31", "2005-01-01")
    assert _dollars(later.accrued) == "4500.00"


def test_an_extension_after_the_45th_day_extends_nothing() -> None:
    result = (*SHELF, (SUSPENDED, "2004-11-01"), (RESUMED, "2004-12-20"))
    in_time = _asked("2005-02-01", *result, (EXTENDED, "2004-12-15"))
    too_late = _asked("2005-02-01", *result, (EXTENDED, "2004-12-16"))
    assert (len(in_time.defaults), len(too_late.defaults)) == (0, 1)


def test_su_06_thirty_and_sixteen_days_are_a_day_beyond_45_in_90() -> None:
    result = (*SHELF, (SUSPENDED, "2005-01-03"), (RESUMED, "2005-02-02"), (SUSPENDED, "2005-02-15"))
    running, over = (
        _asked("2005-03-03", *result),
        _asked("2005-03-31", *result, (RESUMED, "2005-03-03")),
    )
    assert running.excess == over.excess == (date(2005, 3, 2),)
    assert running.cure_due == {"F5": date(2005, 3, 9)}
    assert over.defaults == ()
    at_the_end = _asked("2005-03-31", *result, (RESUMED, "2005-03-02"))
    assert at_the_end.excess == ()


def test_su_17_resumed_on_the_46th_day_is_no_default() -> None:
    found = _asked("2005-02-01", *SHELF, (SUSPENDED, "2004-11-01"), (RESUMED, "2004-12-16"))
    assert (found.defaults, found.excess) == ((), ())
    assert len(found.state.suspending.days) == 45


EARLY_END = (*SHELF, (SUSPENDED, "2005-03-01"), (EXTENDED, "2005-04-14"))
STRICT = {"suspension-end": "STRICT-45"}


@pytest.mark.parametrize(
    ("resumed", "occurred"),
    [("2005-04-15", []), ("2005-04-20", []), ("2005-04-29", []), ("2005-04-30", ["2005-04-29"])],
)
def test_su_03_an_extended_suspension_that_ends_early_is_measured_by_60_days(
    resumed: str, occurred: list[str]
) -> None:
    """Under STRICT-45 the 60th day, April 29, must be one of use."""
    found = _asked("2005-06-01", *EARLY_END, (RESUMED, resumed), readings=STRICT)
    assert [day[0] for day in _days(found, "default-iv-a")] == occurred
    assert found.through == {"F3": date(2005, 4, 29)}


@pytest.mark.parametrize(
    ("start", "through"),
    [("DEEMED", "2005-01-06"), ("DISPATCH", "2004-12-30"), ("RECEIPT", "2005-01-03")],
)
@pytest.mark.parametrize("about", ["", "SUS", "suspension/SUS"])
def test_su_04_an_extension_given_before_the_mailed_notice_is(
    start: str, through: str, about: str
) -> None:
    sent = date(2004, 11, 1)
    events = (
        Event("SUS", SUSPENDED, sent, "mail", received=date(2004, 11, 5)),
        Event("EXT", EXTENDED, date(2004, 11, 3), about=about),
    )
    found = answer(Story(events, {"suspension-start": start}), date(2004, 12, 25))
    assert found.through == {"SUS": date.fromisoformat(through)}


@pytest.mark.parametrize(
    ("told", "notice_day", "resumption_day", "due"),
    [
        (("2004-12-06", "2004-12-11", "2004-12-23"), "COUNTED", "NOT-COUNTED", "2004-12-24"),
        (("2004-12-06", "2004-12-11", "2004-12-23"), "COUNTED", "COUNTED", "2004-12-23"),
        (("2005-03-07", "2005-03-08", "2005-03-12"), "COUNTED", "NOT-COUNTED", "2005-03-17"),
        (("2005-03-07", "2005-03-08", "2005-03-12"), "NOT-COUNTED", "COUNTED", "2005-03-18"),
    ],
)
def test_cu_11_and_12_the_boundary_days_of_a_cure_window(
    told: tuple[str, str, str], notice_day: str, resumption_day: str, due: str
) -> None:
    readings = {
        "notice-day-in-cure-window": notice_day,
        "resumption-day-in-cure-window": resumption_day,
    }
    days = zip((UNUSABLE, SUSPENDED, RESUMED), told, strict=True)
    found = _asked(told[2], *SHELF, *days, readings=readings)
    assert found.cure_due == {"F3": date.fromisoformat(due)}


# ---- Beyond 90 days in 360, (iv)(B)

SU_11 = (
    *SHELF,
    (SUSPENDED, "2005-01-03"),
    (RESUMED, "2005-02-17"),
    (SUSPENDED, "2005-04-03"),
    (RESUMED, "2005-05-18"),
    (SUSPENDED, "2005-09-01"),
    (RESUMED, "2005-09-11"),
)


def test_su_11_the_91st_suspended_day_in_360() -> None:
    found = _asked("2005-10-01", *SU_11)
    assert _days(found, "default-iv-b") == [
        ("2005-09-01", "2005-09-02", "2005-09-11", "2005-09-06")
    ]
    assert _days(found, "default-iii") == [("2005-09-09", "2005-09-10", "2005-09-11", "2005-09-13")]
    assert (_days(found, "default-iv-a"), _dollars(found.accrued)) == ([], "3750.00")


@pytest.mark.parametrize(
    ("day_count", "dollars"), [("30/360", "97083.33"), ("Actual/360", "99166.67")]
)
def test_su_11_cured_only_when_the_trailing_total_is_back(day_count: str, dollars: str) -> None:
    readings = {"aggregate-default-cure": "TRAILING-TOTAL", **ONLY_IV}
    found = _asked("2006-02-01", *SU_11, readings=readings, day_count=day_count)
    assert _days(found, "default-iv-b")[0][2] == "2006-01-07"
    assert _dollars(found.accrued) == dollars


# ---- Rates and Notes

TWO_AT_ONCE = ((FILED, "2004-12-01"), (EFFECTIVE, "2005-03-15"))
ONE_AFTER_THE_OTHER = (
    (FILED, "2004-07-13"),
    (EFFECTIVE, "2004-12-15"),
    (UNUSABLE, "2005-03-14"),  # the fifth Business Day is March 21
    (USABLE, "2005-07-08"),
)
YOUNG_AT_THE_ANNIVERSARY = (*SHELF, (UNUSABLE, "2006-04-24"), (USABLE, "2006-08-15"))
AFTER_THE_ANNIVERSARY = (*SHELF, (UNUSABLE, "2006-06-26"), (USABLE, "2006-10-16"))


@pytest.mark.parametrize(
    ("told", "readings", "by_months", "by_days"),
    [
        pytest.param(*case[1:], id=case[0])
        for case in (
            ("AI-12", YOUNG_AT_THE_ANNIVERSARY, {}, "249166.67", "254583.33"),
            (
                "AI-12-FIRST-90",
                YOUNG_AT_THE_ANNIVERSARY,
                {"rate-ladder": "FIRST-90"},
                "112083.33",
                "112500.00",
            ),
            (
                "AI-12-ADDITIVE",
                YOUNG_AT_THE_ANNIVERSARY,
                {"rate-ladder": "ADDITIVE"},
                "261666.67",
                "267500.00",
            ),
            ("AI-13", AFTER_THE_ANNIVERSARY, {}, "510000.00", "520000.00"),
            (
                "AI-13-FIRST-90",
                AFTER_THE_ANNIVERSARY,
                {"rate-ladder": "FIRST-90"},
                "106666.67",
                "107500.00",
            ),
            ("AI-16", TWO_AT_ONCE, {}, "218333.33", "219583.33"),
            (
                "AI-16-STACKED",
                TWO_AT_ONCE,
                {"concurrent-defaults": "STACKED"},
                "231666.67",
                "233333.33",
            ),
            (
                "AI-16-CONTINUOUS-SPELL",
                TWO_AT_ONCE,
                {"concurrent-defaults": "CONTINUOUS-SPELL"},
                "288333.33",
                "290833.33",
            ),
            ("AI-17", ONE_AFTER_THE_OTHER, {}, "85833.33", "87083.33"),
            (
                "AI-17-CUMULATIVE",
                ONE_AFTER_THE_OTHER,
                {"default-after-cure": "CUMULATIVE"},
                "143333.33",
                "145833.33",
            ),
            (
                "AI-17-FIXED-WINDOW",
                ONE_AFTER_THE_OTHER,
                {"default-after-cure": "FIXED-WINDOW"},
                "195833.33",
                "199583.33",
            ),
        )
    ],
)
def test_a_worked_amount(
    told: tuple[Told, ...], readings: Mapping[str, str], by_months: str, by_days: str
) -> None:
    for day_count, dollars in (("30/360", by_months), ("Actual/360", by_days)):
        found = _asked("2006-12-01", *told, readings=readings, day_count=day_count)
        assert _dollars(found.accrued) == dollars


@pytest.mark.parametrize(
    ("reading", "by_months", "by_days"),
    [("ACCRUED-SURVIVES", "54791.67", "56770.83"), ("FORFEIT", "50000.00", "51875.00")],
)
def test_ai_18_15_million_converted_while_interest_accrues(
    reading: str, by_months: str, by_days: str
) -> None:
    converted = date(2004, 12, 15)
    events = (
        Event("F1", FILED, date(2004, 7, 13)),
        Event("F2", EFFECTIVE, date(2005, 2, 15)),
        Event("F3", CONVERTED, converted, lot="base", dollars=15_000_000),
    )
    for day_count, dollars in (("30/360", by_months), ("Actual/360", by_days)):
        story = Story(events, {"converted-notes": reading}, day_count)
        assert _dollars(answer(story, date(2005, 3, 1)).accrued) == dollars
    before = answer(Story(events), converted)
    assert [p.dollars for p in before.pieces] == [60_000_000]


def test_ip_01_each_payment_date_pays_its_own_part() -> None:
    result = ((FILED, "2004-07-13"), (EFFECTIVE, "2005-02-10"))
    found = _asked("2005-03-01", *result)
    paid = {day.isoformat(): _dollars(lots["base"]) for day, lots in found.payments.items()}
    assert paid == {"2005-01-15": "31666.67", "2005-07-15": "26666.67"}
