"""The last practicable moment to act by a channel, in New York time."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.cutoffs import (
    NEW_YORK,
    Channel,
    channel_label,
    last_moment,
    last_practicable,
)
from dealclock.days.markets import calendar_of
from dealclock.errors import RefusedError

DAYS = st.dates(date(1995, 2, 1), date(2060, 11, 30))
EDGAR_FILING = Channel("EDGAR filing", "edgar", time(6), time(17, 30))
WIRE = Channel("wire", "federal-reserve", time(9), time(14))
HAND = Channel("hand", "federal-reserve", time(9), time(17))
COURIER, MAIL = replace(HAND, name="courier", lead=1), replace(HAND, name="mail", lead=5)
CHANNELS = (EDGAR_FILING, WIRE, HAND, COURIER, MAIL)


def _last(channel: Channel, due: str) -> str:
    return last_moment(channel, date.fromisoformat(due)).isoformat()


def _utc(channel: Channel, due: date) -> datetime:
    return last_moment(channel, due).astimezone(UTC)


def effective_day(channel: Channel, moment: datetime) -> date:
    """An independent method, day by day: when an act at `moment` takes effect."""
    days, local = calendar_of(channel.calendar), moment.astimezone(NEW_YORK)
    day = local.date()
    if local.time() > channel.cut_off:
        day += timedelta(days=1)
    left = channel.lead
    while not days.is_open(day) or left:
        left -= days.is_open(day)
        day += timedelta(days=1)
    return day


def test_a_clock_change_weekend_is_an_hour_shorter_or_longer_in_utc() -> None:
    def between(first: str, second: str) -> timedelta:
        a, b = (_utc(WIRE, date.fromisoformat(day)) for day in (first, second))
        return b - a

    assert between("2005-04-01", "2005-04-04") == timedelta(hours=71)
    assert between("2005-10-28", "2005-10-31") == timedelta(hours=73)
    assert between("2005-05-06", "2005-05-09") == timedelta(hours=72)


def test_a_channel_without_a_lead_is_used_on_the_last_open_day() -> None:
    last = last_practicable(EDGAR_FILING, date(2005, 1, 2))  # after New Year's Day and a Saturday
    assert (last.start, last.result, last.calendar) == (date(2004, 12, 30),) * 2 + ("edgar",)


def test_mail_deemed_given_after_five_business_days_must_be_sent_five_before() -> None:
    assert _last(MAIL, "2005-01-22") == "2005-01-13T17:00:00-05:00"  # a Saturday
    last = last_practicable(MAIL, date(2005, 1, 22))
    assert [(d.day.day, d.number, d.closed) for d in last.days] == [
        (20, 1, None),
        (19, 2, None),
        (18, 3, None),
        (17, None, "Martin Luther King Jr. Day"),
        (16, None, "Sunday"),
        (15, None, "Saturday"),
        (14, 4, None),
        (13, 5, None),
    ]


def test_a_deals_own_channel_is_used() -> None:
    bank = replace(WIRE, name="wire from the company's bank", cut_off=time(16, 15))
    assert _last(bank, "2005-01-18") == "2005-01-18T16:15:00-05:00"
    state = replace(WIRE, calendar="gcl-24", lead=1)
    assert _last(state, "2004-11-03") == "2004-11-01T14:00:00-05:00"  # Election Day is between


def test_a_last_moment_outside_the_table_is_refused() -> None:
    with pytest.raises(RefusedError, match="is outside"):
        last_practicable(MAIL, date(1995, 1, 9))
    with pytest.raises(RefusedError, match="is outside"):
        last_practicable(WIRE, date(2061, 1, 1))


@given(DAYS, st.sampled_from(CHANNELS))
def test_one_second_after_the_last_moment_is_too_late(due: date, channel: Channel) -> None:
    moment = last_moment(channel, due)
    assert effective_day(channel, moment) <= due
    assert effective_day(channel, moment + timedelta(seconds=1)) > due


@given(DAYS, st.sampled_from(CHANNELS))
def test_a_later_due_date_never_has_an_earlier_last_moment(due: date, channel: Channel) -> None:
    assert _utc(channel, due) <= _utc(channel, due + timedelta(days=1))


@given(DAYS)
def test_edgar_never_closes_later_than_the_reserve_banks(due: date) -> None:
    filing = last_practicable(EDGAR_FILING, due).result
    assert filing <= FEDERAL_RESERVE.last_open_on_or_before(due)


@pytest.mark.parametrize(
    ("name", "label"),
    [("dtc", "DTC"), ("edgar", "EDGAR"), ("wire", "wire"), ("courier", "courier")],
)
def test_a_channel_label_has_abbreviations_in_capitals(name: str, label: str) -> None:
    assert channel_label(name) == label
