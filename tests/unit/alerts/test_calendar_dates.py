"""Calendar entries: new, moved, canceled, restored; a sequence number never falls."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from dealclock.alerts.calendar_dates import (
    KEPT_FOR,
    MOST,
    TOLD_FOR,
    CalendarEntry,
    SentInvitation,
    advanced,
    earliest_day,
    invitations,
    open_dates,
    select_for_feed,
)
from dealclock.engine.assess import assess
from dealclock.engine.conclusions import Obligation
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog, end_of
from tests.contract.store import samples

AT = datetime(2026, 11, 20, 15, tzinfo=UTC)
LATER = AT + timedelta(hours=6)
DUE, MOVED = date(2026, 12, 1), date(2026, 12, 8)


def entries_after(*before: CalendarEntry, **dates: date) -> dict[str, CalendarEntry]:
    found = {name: dated(due, name=name) for name, due in dates.items()}
    return advanced({e.instance: e for e in before}, found, LATER)


def dated(due: date, act_by: datetime | None = None, name: str = "filing") -> CalendarEntry:
    return CalendarEntry(name, due, 0, False, LATER, act_by)


def entry(sequence: int = 0, *, due: date = DUE, gone: bool = False) -> CalendarEntry:
    return CalendarEntry("filing", due, sequence, gone, AT)


def test_a_new_date_has_sequence_zero() -> None:
    assert entries_after(filing=DUE) == {"filing": CalendarEntry("filing", DUE, 0, False, LATER)}


def test_an_unchanged_date_keeps_its_sequence() -> None:
    assert entries_after(entry(3), filing=DUE) == {"filing": entry(3)}


def test_a_moved_date_raises_the_sequence_by_one() -> None:
    assert entries_after(entry(3), filing=MOVED) == {
        "filing": CalendarEntry("filing", MOVED, 4, False, LATER)
    }


def test_a_date_satisfied_or_gone_is_canceled_once_on_its_last_date() -> None:
    gone = entries_after(entry(3))
    assert gone == {"filing": CalendarEntry("filing", DUE, 4, True, LATER)}
    assert entries_after(*gone.values()) == gone


def test_a_reopened_date_raises_the_sequence_again() -> None:
    assert entries_after(entry(4, gone=True), filing=DUE)["filing"].sequence == 5


def test_a_date_long_gone_is_not_shown_but_kept_while_a_feed_may_be_subscribed() -> None:
    gone = entry(4, gone=True)
    assert select_for_feed([gone], DUE, AT + TOLD_FOR) == (gone,)
    assert select_for_feed([gone], DUE, AT + TOLD_FOR + timedelta(seconds=1)) == ()
    assert advanced({"filing": gone}, {}, AT + KEPT_FOR) == {"filing": gone}
    assert advanced({"filing": gone}, {}, AT + KEPT_FOR + timedelta(seconds=1)) == {}


def test_when_there_are_too_many_the_dates_nearest_to_today_are_shown() -> None:
    many = [
        CalendarEntry(f"n{i}", DUE + timedelta(days=i), 0, cancelled=False, changed_at=AT)
        for i in range(MOST + 5)
    ]
    kept = select_for_feed(reversed(many), DUE, AT)
    assert (len(kept), kept[0].due, kept[-1].instance) == (MOST, DUE, f"n{MOST - 1}")


def test_the_dates_of_a_deal_are_its_obligations_and_open_windows() -> None:
    terms, zone, day = samples.terms(), samples.terms().agreement.time_zone, date(2004, 6, 30)
    seen = assess(
        Look(terms, FactLog((), zone), day, end_of(day, zone)), deal="granite", compare=False
    )
    # Agreement of June 30, 2004: 15 days to file, by EDGAR's hour; 120 days to be effective.
    found = {name: earliest_day(part) for name, part in open_dates(seen).items()}
    assert found["shelf-filing"] == (
        date(2004, 7, 15),
        datetime(2004, 7, 15, 21, 30, tzinfo=UTC),
    )
    assert found["effectiveness"] == (date(2004, 10, 28), None)


def test_a_date_that_another_reading_makes_earlier_is_all_day_on_the_earliest_date() -> None:
    terms, zone, day = samples.terms(), samples.terms().agreement.time_zone, date(2004, 6, 30)
    seen = assess(
        Look(terms, FactLog((), zone), day, end_of(day, zone)), deal="granite", compare=False
    )
    filing = open_dates(seen)["shelf-filing"]
    assert isinstance(filing, Obligation)
    assert earliest_day(replace(filing, safe_together=date(2004, 7, 14))) == (
        date(2004, 7, 14),
        None,
    )


def test_a_suspended_obligation_is_on_no_calendar() -> None:
    terms, zone, day = samples.terms(), samples.terms().agreement.time_zone, date(2004, 6, 30)
    seen = assess(
        Look(terms, FactLog((), zone), day, end_of(day, zone)), deal="granite", compare=False
    )
    stopped = tuple(replace(o, stopped_since=day) for o in seen.obligations)
    assert open_dates(replace(seen, obligations=stopped)).keys() == {
        w.instance for w in seen.windows
    }


def test_a_changed_time_on_the_same_day_counts_as_a_move() -> None:
    noon = datetime(2026, 12, 1, 17, tzinfo=UTC)
    before = replace(entry(3), act_by=noon)
    later = {"filing": dated(DUE, noon + timedelta(hours=1))}
    assert advanced({"filing": before}, later, LATER)["filing"].sequence == 4
    assert advanced({"filing": before}, {"filing": dated(DUE, noon)}, LATER) == {"filing": before}


def invited(
    there: CalendarEntry, *holders: str, today: date = date(2026, 11, 20), reached: str = "ann bob"
) -> tuple[CalendarEntry, list[tuple[str, int, str]]]:
    """The entry, and of each invitation to whom, its sequence and its reason."""
    after, new = invitations("granite", there, holders, reached.split(), today, LATER)
    return after, [(person, each.revision, str(each.reason)) for person, each in new]


def test_owner_and_backup_are_invited_once() -> None:
    after, new = invited(entry(), "ann", "bob")
    assert new == [("ann", 0, "first"), ("bob", 0, "first")]
    assert invited(after, "ann", "bob") == (after, [])


def test_each_move_back_and_forth_is_sent_with_a_higher_sequence() -> None:
    there, sent = entry(), []
    for due in (DUE, MOVED, DUE):
        there = advanced({"filing": there}, {"filing": dated(due)}, LATER)["filing"]
        there, new = invited(there, "ann")
        sent += new
    assert sent == [("ann", 0, "first"), ("ann", 1, "moved"), ("ann", 2, "moved")]


def test_a_date_that_moved_and_returned_before_an_invitation_was_sent_is_not_sent_again() -> None:
    there, _ = invited(entry(), "ann")
    again = replace(there, sequence=2)  # a feed was read in between, and no run
    assert invited(again, "ann") == (again, [])


def test_a_date_that_is_gone_is_canceled_once_and_comes_back_as_new() -> None:
    there, _ = invited(entry(), "ann")
    gone = advanced({"filing": there}, {}, LATER)["filing"]
    gone, new = invited(gone)
    assert new == [("ann", 1, "closed")]
    assert invited(gone) == (gone, [])
    back = advanced({"filing": gone}, {"filing": dated(DUE)}, LATER)["filing"]
    assert invited(back, "ann")[1] == [("ann", 2, "first")]


def test_a_former_owner_is_sent_a_cancellation_with_a_separate_sequence() -> None:
    there, _ = invited(entry(), "ann")
    after, new = invited(there, "bob")
    assert new == [("ann", 1, "closed"), ("bob", 1, "first")]
    after, new = invited(after, "ann", "bob")  # and back: higher than the cancellation
    assert new == [("ann", 2, "first")]
    assert after.people == {
        "ann": SentInvitation(2, "2026-12-01"),
        "bob": SentInvitation(1, "2026-12-01"),
    }


def test_a_person_who_may_receive_nothing_is_sent_nothing() -> None:
    there, _ = invited(entry(), "ann")
    assert invited(there, "bob", reached="bob")[1] == [("bob", 0, "first")]


def test_no_one_is_invited_to_past_dates_and_ended_ones_stay_in_place() -> None:
    late = DUE + timedelta(days=1)
    assert invited(entry(), "ann", today=late)[1] == []
    assert invited(entry(), "ann", today=DUE)[1] == [("ann", 0, "first")]
    there, _ = invited(entry(), "ann")
    assert invited(entry_gone(there), today=late)[1] == []
    assert invited(entry_gone(there), today=DUE)[1] == [("ann", 1, "closed")]
    moved = advanced({"filing": there}, {"filing": dated(MOVED)}, LATER)["filing"]
    assert invited(moved, "ann", today=late)[1] == [("ann", 1, "moved")]


def test_an_entry_on_a_persons_calendar_is_never_forgotten() -> None:
    there, _ = invited(entry(), "ann")
    gone = entry_gone(there)
    assert advanced({"filing": gone}, {}, LATER + 2 * KEPT_FOR) == {"filing": gone}


def entry_gone(there: CalendarEntry) -> CalendarEntry:
    return advanced({"filing": there}, {}, LATER)["filing"]
