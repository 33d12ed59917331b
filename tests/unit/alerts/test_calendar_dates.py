"""What calendars are told of dates: new, moved, gone, back again; a sequence never falls."""

from datetime import UTC, date, datetime, timedelta

from dealclock.alerts.calendar_dates import (
    KEPT_FOR,
    MOST,
    TOLD_FOR,
    CalendarEntry,
    advanced,
    open_dates,
    shown,
)
from dealclock.engine.assess import assess
from dealclock.facts.log import FactLog, end_of
from tests.contract.store import samples

AT = datetime(2026, 11, 20, 15, tzinfo=UTC)
LATER = AT + timedelta(hours=6)
DUE, MOVED = date(2026, 12, 1), date(2026, 12, 8)


def told(*before: CalendarEntry, **dates: date) -> dict[str, CalendarEntry]:
    return dict(advanced({e.instance: e for e in before}, dates, LATER))


def entry(sequence: int = 0, *, due: date = DUE, gone: bool = False) -> CalendarEntry:
    return CalendarEntry("filing", due, sequence, gone, AT)


def test_a_new_date_begins_at_zero() -> None:
    assert told(filing=DUE) == {"filing": CalendarEntry("filing", DUE, 0, False, LATER)}


def test_a_date_that_stays_is_told_as_it_was() -> None:
    assert told(entry(3), filing=DUE) == {"filing": entry(3)}


def test_a_date_that_moves_rises_by_one() -> None:
    assert told(entry(3), filing=MOVED) == {
        "filing": CalendarEntry("filing", MOVED, 4, False, LATER)
    }


def test_a_date_met_or_gone_is_cancelled_on_its_last_day_and_once() -> None:
    gone = told(entry(3))
    assert gone == {"filing": CalendarEntry("filing", DUE, 4, True, LATER)}
    assert told(*gone.values()) == gone


def test_a_date_that_is_open_again_rises_further() -> None:
    assert told(entry(4, gone=True), filing=DUE)["filing"].sequence == 5


def test_one_long_gone_is_told_no_more_but_remembered_while_a_feed_may_live() -> None:
    gone = entry(4, gone=True)
    assert shown([gone], DUE, AT + TOLD_FOR) == (gone,)
    assert shown([gone], DUE, AT + TOLD_FOR + timedelta(seconds=1)) == ()
    assert advanced({"filing": gone}, {}, AT + KEPT_FOR) == {"filing": gone}
    assert advanced({"filing": gone}, {}, AT + KEPT_FOR + timedelta(seconds=1)) == {}


def test_of_too_many_those_nearest_to_today_are_shown_by_date() -> None:
    many = [
        CalendarEntry(f"n{i}", DUE + timedelta(days=i), 0, cancelled=False, changed_at=AT)
        for i in range(MOST + 5)
    ]
    kept = shown(reversed(many), DUE, AT)
    assert (len(kept), kept[0].due, kept[-1].instance) == (MOST, DUE, f"n{MOST - 1}")


def test_the_dates_of_a_deal_are_what_is_owed_and_open() -> None:
    terms, zone, day = samples.terms(), samples.terms().agreement.time_zone, date(2004, 6, 30)
    seen = assess(terms, FactLog((), zone), day, end_of(day, zone), {}, "granite", compare=False)
    # Agreement of June 30, 2004: 15 days to file, 120 days to be effective.
    assert open_dates(seen)["shelf-filing"] == date(2004, 7, 15)
    assert open_dates(seen)["effectiveness"] == date(2004, 10, 28)
