"""When a deal is checked next: never later than the morning of its next alert."""

from datetime import date, timedelta

import pytest

from dealclock.alerts.alert import AlertHistory, SentAlert, sent_alert
from dealclock.alerts.plan import LONGEST_SLEEP, NextWord, find_next_word, plan_alerts
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.people.policy import Policy, Reason
from tests.suite import part
from tests.unit.alerts.playing import at, recorded, seen
from tests.unit.engine.deals import filed, history, log, sample_terms


def wake_after(day: date, known: object, said: list[SentAlert]) -> date:
    instant = at(day)
    return find_next_word(
        day,
        AlertHistory(tuple(said)),
        Policy(),
        FEDERAL_RESERVE,
        lambda d: assess(Look(sample_terms(), known, d, instant), compare=False),  # type: ignore[arg-type]
    ).day


def test_after_filing_the_deal_sleeps_as_long_as_possible() -> None:
    today = date(2004, 7, 14)
    # Twenty Business Days after Wed, Jul 14, 2004.
    assert LONGEST_SLEEP == 20
    assert wake_after(today, log(filed("2004-07-13")), []) == date(2004, 8, 11)


def test_it_wakes_on_the_morning_of_the_next_reminder() -> None:
    today = date(2004, 10, 14)
    said = [recorded("effectiveness", today, date(2004, 10, 28), 0, (), at(today))]
    assert wake_after(today, log(filed("2004-07-13")), said) == date(2004, 10, 21)


def test_it_gets_the_alerts_that_would_be_sent_and_a_digest_alone_is_none() -> None:
    today = date(2004, 10, 14)
    known, instant = log(filed("2004-07-13")), at(today)
    said = [recorded("effectiveness", today, date(2004, 10, 28), 0, (), instant)]

    def after(digests: bool) -> NextWord:
        return find_next_word(
            today,
            AlertHistory(tuple(said)),
            Policy(),
            FEDERAL_RESERVE,
            lambda d: assess(Look(sample_terms(), known, d, instant), compare=False),
            lambda _: digests,
        )

    found = after(digests=False)
    assert (found.day, found.digests) == (date(2004, 10, 21), False)
    assert Reason.REMINDER in found.alerts[0].reasons
    assert after(digests=True) == NextWord(date(2004, 10, 15), (), digests=True)


@pytest.mark.full
@pytest.mark.parametrize("name", part(["story", "never-effective"], 2))
def test_waking_only_on_wake_days_loses_no_alert_of_a_history(name: str) -> None:
    known = history(name)
    said: list[SentAlert] = []
    wake = day = date(2004, 6, 30)
    while day <= date(2005, 3, 15):
        if FEDERAL_RESERVE.is_open(day):
            alerts = plan_alerts(seen(known, day), Policy(), AlertHistory.before(at(day), said))
            assert not alerts or wake <= day
            said += [sent_alert(a, at(day)) for a in alerts]
            wake = wake_after(day, known, said)
            result = known.next_known_after(at(day))
            if result is not None:
                wake = min(wake, result.date() + timedelta(days=1))
        day += timedelta(days=1)
    assert said
