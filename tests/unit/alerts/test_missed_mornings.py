"""Missed mornings: one catch-up message for each instance, naming the alerts it replaces."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealclock.alerts.alert import Alert, AlertHistory, MissedMorning, SentAlert, sent_alert
from dealclock.alerts.missed_mornings import MOST, Mornings, add_missed, missed_mornings
from dealclock.alerts.plan import plan_alerts
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.people.acts import Act
from dealclock.people.policy import Policy, Reason
from tests.suite import examples
from tests.unit.alerts.playing import at, seen
from tests.unit.engine.deals import effective, filed, history, log, unusable, usable

FILED = filed("2004-07-13")
HOUR = timedelta(hours=1)


def missed(last: str | None, today: str) -> Mornings:
    swept = date.fromisoformat(last) if last else None
    return missed_mornings(swept, date.fromisoformat(today), FEDERAL_RESERVE)


def test_weekends_and_holidays_are_never_missed_mornings() -> None:
    # Fri, Jul 2, 2004; Mon, Jul 5 is closed.
    assert missed("2004-07-02", "2004-07-06") == Mornings((), cut=False)
    assert missed("2004-07-02", "2004-07-08").days == (date(2004, 7, 6), date(2004, 7, 7))


@pytest.mark.parametrize(
    ("last", "today"),
    [(None, "2004-07-08"), ("2004-07-08", "2004-07-08"), ("2004-07-09", "2004-07-08")],
)
def test_a_deal_never_checked_or_checked_later_has_missed_nothing(
    last: str | None, today: str
) -> None:
    assert missed(last, today) == Mornings((), cut=False)


def test_at_most_sixty_mornings_are_caught_up_and_a_cut_is_stated() -> None:
    today = date(2005, 3, 15)
    sixty_first = FEDERAL_RESERVE.add(today, -MOST - 1)
    whole = missed_mornings(sixty_first, today, FEDERAL_RESERVE)
    assert (len(whole.days), whole.cut) == (60, False)
    more = missed_mornings(FEDERAL_RESERVE.add(sixty_first, -1), today, FEDERAL_RESERVE)
    assert (more.days, more.cut) == (whole.days, True)


@given(st.dates(date(1996, 1, 1), date(2059, 1, 1)), st.integers(0, 80))
def test_missed_mornings_are_the_open_days_between_in_order(last: date, later: int) -> None:
    today = FEDERAL_RESERVE.add(last, later)
    found = missed_mornings(last, today, FEDERAL_RESERVE)
    assert list(found.days) == sorted(set(found.days))
    assert all(last < day < today and FEDERAL_RESERVE.is_open(day) for day in found.days)
    assert len(found.days) == min(MOST, max(0, later - 1))


def swept(
    known: object, today: str, mornings: Sequence[str], said: list[SentAlert], *, cut: bool = False
) -> list[Alert]:
    """What a day's sweep says after missed mornings, planned as the use case does."""
    day = date.fromisoformat(today)
    now = seen(known, day)  # type: ignore[arg-type]
    ledger = AlertHistory.before(at(day), said)
    before = [seen(known, date.fromisoformat(m)) for m in mornings]  # type: ignore[arg-type]
    found = add_missed(
        plan_alerts(now, Policy(), ledger, "payments"), before, now, Policy(), ledger, cut=cut
    )
    said += [sent_alert(a, at(day)) for a in found]
    return list(found)


OUTAGE = ("2005-01-11", "2005-01-12", "2005-01-13")


def test_an_item_that_opened_and_ended_in_between_is_reported_once() -> None:
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"), usable("2005-01-12"))
    said: list[SentAlert] = []
    [alert] = [
        a for a in swept(known, "2005-01-14", OUTAGE, said) if a.instance == "cure-window/F3"
    ]
    assert alert.reasons == (Reason.CAUGHT_UP,)
    assert (alert.day, alert.due) == (date(2005, 1, 14), date(2005, 1, 18))
    assert alert.passed == (
        MissedMorning(date(2005, 1, 11), (Reason.OPENED, Reason.CLOSING)),
        MissedMorning(date(2005, 1, 12), (Reason.CLOSING,)),
        MissedMorning(date(2005, 1, 13), (Reason.CONFIRMED,)),
    )
    assert not [a for a in swept(known, "2005-01-18", (), said) if a.instance == "cure-window/F3"]


def test_an_open_item_shows_its_latest_status_and_names_the_missed_alerts() -> None:
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"))
    [alert] = [a for a in swept(known, "2005-01-14", OUTAGE, []) if a.instance == "cure-window/F3"]
    assert alert.reasons == (Reason.OPENED, Reason.CLOSING, Reason.CAUGHT_UP)
    assert [p.day.day for p in alert.passed] == [11, 12, 13]


def test_without_missed_mornings_nothing_is_added() -> None:
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"))
    assert not [a for a in swept(known, "2005-01-14", (), []) if a.passed]


def test_an_item_alerted_before_is_confirmed_and_not_only_caught_up() -> None:
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"), usable("2005-01-12"))
    said: list[SentAlert] = []
    swept(known, "2005-01-11", (), said)
    [alert] = [
        a
        for a in swept(known, "2005-01-14", ("2005-01-12", "2005-01-13"), said)
        if a.instance == "cure-window/F3"
    ]
    assert alert.reasons == (Reason.CONFIRMED, Reason.CAUGHT_UP)


def test_an_item_already_reported_as_over_is_not_caught_up() -> None:
    # The morning of Jan 12 is lost; at ten the use is recorded, and confirmed at once.
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"), usable("2005-01-12"))
    said: list[SentAlert] = []
    swept(known, "2005-01-11", (), said)
    lost = seen(log(FILED, effective("2004-10-01"), unusable("2005-01-10")), date(2005, 1, 12))
    (heard,) = (s for s in said if s.instance == "cure-window/F3")
    for told_at, caught in ((lost.known_at + HOUR, []), (lost.known_at - HOUR, ["caught up"])):
        met = replace(
            heard, reasons=(Reason.CONFIRMED,), known_at=told_at, ended_on=date(2005, 1, 12)
        )
        now, ledger = seen(known, date(2005, 1, 13)), AlertHistory((heard, met))
        found = add_missed(
            plan_alerts(now, Policy(), ledger, "payments"), [lost], now, Policy(), ledger
        )
        mine = [a for a in found if a.instance == "cure-window/F3"]
        assert [str(r) for a in mine for r in a.reasons] == caught


def test_an_open_item_snoozed_this_morning_stays_snoozed() -> None:
    day, due = date(2004, 10, 22), date(2004, 10, 28)
    snoozed = Act(
        "snoozed", "effectiveness", "0", "maria", at(day), due=due, until=date(2004, 10, 26)
    )
    now = seen(log(FILED), day)
    ledger = AlertHistory((), (snoozed,))
    due_today = plan_alerts(now, Policy(), ledger, "payments")
    found = add_missed(due_today, [seen(log(FILED), date(2004, 10, 21))], now, Policy(), ledger)
    assert "effectiveness" not in {a.instance for a in found}


def test_a_cut_names_the_first_morning_checked() -> None:
    known = log(FILED, effective("2004-10-01"), unusable("2005-01-10"), usable("2005-01-12"))
    cut = [a for a in swept(known, "2005-01-14", OUTAGE, [], cut=True) if a.passed]
    assert {a.looked_from for a in cut} == {date(2005, 1, 11)}


@pytest.mark.full
@examples(12)
@given(
    st.sampled_from(["story", "never-effective"]),
    st.dates(date(2004, 7, 1), date(2005, 3, 1)),
    st.integers(1, 15),
)
def test_after_any_outage_one_message_per_instance_names_all_missed_alerts(
    name: str, first: date, length: int
) -> None:
    """Swept every day up to the outage, then once after it; held against mornings played."""
    known = history(name)
    first = FEDERAL_RESERVE.first_open_on_or_after(first)
    outage = [FEDERAL_RESERVE.add(first, n) for n in range(length)]
    after = FEDERAL_RESERVE.add(first, length)
    said: list[SentAlert] = []
    day = FEDERAL_RESERVE.add(first, -25)
    while day < first:
        swept(known, day.isoformat(), (), said)
        day = FEDERAL_RESERVE.add(day, 1)
    would = list(said)
    for missing in outage:
        swept(known, missing.isoformat(), (), would)
    lost = {s.instance for s in would[len(said) :]}
    result = swept(known, after.isoformat(), [d.isoformat() for d in outage], said)
    assert len({a.instance for a in result}) == len(result)
    still_silent = lost - {a.instance for a in result}
    # Of a cure window that lapsed meanwhile, the default it became speaks.
    lapsed = {
        d.lapsed for d in seen(known, after).defaults if d.instance in {a.instance for a in result}
    }
    assert still_silent <= lapsed
