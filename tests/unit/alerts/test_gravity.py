"""What is graver than what, worked out by hand from the sample's terms."""

from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from dealclock.alerts.gravity import Gravity, gravest_first, gravity, rank
from dealclock.engine.conclusions import Status
from dealclock.facts.log import FactLog
from tests.unit.alerts.made import duty, open_window, owed
from tests.unit.alerts.playing import seen
from tests.unit.engine.deals import effective, filed, history, log, suspended

OPENED, TODAY, DUE = date(2004, 10, 1), date(2004, 10, 21), date(2004, 10, 28)
LATE = log(filed("2004-07-13"))  # effectiveness is due on Thu, Oct 28, and nothing comes of it


def of(instance: str, day: date, facts: FactLog = LATE) -> Gravity:
    a = seen(facts, day)
    return gravity(a.obligation(instance) or a.window(instance) or a.default(instance))


def test_what_becomes_a_default_is_known_from_the_terms() -> None:
    assert of("shelf-filing", date(2004, 7, 1), log()) is Gravity.BECOMES_DEFAULT  # 3(a)(i)
    assert of("effectiveness", TODAY) is Gravity.BECOMES_DEFAULT  # 3(a)(ii)
    assert of("cusip-numbers", TODAY) is Gravity.OTHER  # no Section makes it a default
    stopped = log(filed("2004-07-13"), effective("2004-09-15"), suspended("2004-10-18"))
    assert of("suspension/F3", TODAY, stopped) is Gravity.BECOMES_DEFAULT  # 2(d)
    assert of("cure-window/F5", date(2005, 1, 12), history("story")) is Gravity.BECOMES_DEFAULT


def test_a_default_that_runs_is_graver_than_what_lapsed_and_the_notice_it_opens() -> None:
    day = date(2004, 11, 1)
    assert of("default-ii", day) is Gravity.DEFAULT
    assert of("effectiveness", day) is Gravity.OVERDUE
    assert of("trustee-notice/default-ii", day) is Gravity.NOTICE


def test_a_waived_default_and_one_that_was_cured_do_not_lead() -> None:
    (default,) = seen(LATE, date(2004, 11, 1)).defaults
    assert gravity(replace(default, waived=True)) is Gravity.OTHER
    assert gravity(replace(default, accrues_to=date(2004, 11, 1))) is Gravity.OVER


def test_the_gravest_comes_first_then_the_earliest_day_and_hour() -> None:
    five = datetime(2004, 10, 28, 17, tzinfo=ZoneInfo("America/New_York"))
    overdue = owed("condition", OPENED, date(2004, 10, 20), TODAY)
    lapse = replace(owed("deadline", OPENED, DUE, TODAY), on_lapse="default-ii")
    notice = owed("notice", OPENED, TODAY, TODAY)
    advice = owed("duty", OPENED, DUE, TODAY, act_by=five)
    all_day = owed("duty", OPENED, DUE, TODAY)
    payment = owed("payment", OPENED, TODAY, TODAY)
    target = duty(OPENED, OPENED, TODAY)
    done = owed("deadline", OPENED, OPENED, TODAY, met_on=OPENED)
    expected = (overdue, lapse, notice, advice, all_day, payment, target, done)
    assert gravest_first(reversed(expected)) == expected


def test_the_day_is_the_earliest_under_any_reading() -> None:
    sooner = owed("condition", OPENED, DUE, TODAY, safe=date(2004, 10, 27))
    assert rank(sooner) < rank(owed("condition", OPENED, DUE, TODAY))


def test_a_window_comes_at_the_day_it_opens_until_it_is_open() -> None:
    to_open = open_window("window", DUE, date(2004, 11, 20), TODAY)
    assert rank(to_open)[:2] == (Gravity.OTHER, DUE)
    now = open_window("window", OPENED, date(2004, 11, 20), TODAY)
    assert rank(now)[:2] == (Gravity.OTHER, date(2004, 11, 20))
    assert gravity(replace(now, status=Status.OVERRUN)) is Gravity.OVERDUE
    assert gravity(replace(now, status=Status.OVERRUN, done_on=TODAY)) is Gravity.OVER
