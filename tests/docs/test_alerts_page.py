"""docs/alerts.md lists every reason, most serious first, and every hour of the schedule."""

import re

from dealclock.alerts.missed_mornings import MOST
from dealclock.alerts.slots import SCHEDULED
from dealclock.people.policy import Reason
from tests.docs.pages import page, sections


def test_every_reason_is_listed_most_serious_first() -> None:
    table = sections(page("alerts.md"), 2)["Reasons, the most pressing first"]
    items = re.findall(r"^\| ([a-z ]+) \|", table, re.MULTILINE)
    assert items[1:] == [str(reason) for reason in Reason]


def test_every_hour_of_the_schedule_is_listed() -> None:
    table = sections(page("alerts.md"), 2)["Daily schedule"]
    assert [f"{hour:%H:%M}" for hour in SCHEDULED.values()] == re.findall(
        r"\d\d:\d\d", table.split("| at once")[0]
    )


def test_the_look_back_for_missed_mornings_is_documented() -> None:
    assert f"At most {MOST}" in sections(page("alerts.md"), 2)["Missed mornings"].replace("\n", " ")
