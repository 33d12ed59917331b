"""All alerts of both histories, word for word: `tests/golden/messages/alert` has a file a kind.

Their dates and amounts are those of tests/unit/engine/expected_histories.md, and are given here.
Read the file after a change of wording as its reader would, on a phone at eight in the morning.
Worked out by hand besides: under every reading together the Sale Notice has one day, Dec 17, as
chosen it lasts to Dec 20; two Business Days of review end before Tue, Jan 18, Mon, Jan 17 being
closed: Jan 13 and 14; a wire goes by 2:00 p.m., so at 4:00 no hour is left.
"""

import pytest

from dealclock.alerts.slots import Slot
from dealclock.messages import plain
from tests.golden.values import values
from tests.golden.wording import wording
from tests.unit.messages.messages import every_message, message

STORY, NEVER = "Granite-Story", "Granite-Never"
NOTICE = "trustee-notice/default-ii"

KINDS = {
    "alert/condition": "condition",
    "alert/day-budget": "day budget",
    "alert/deadline": "deadline",
    "alert/default": "default",
    "alert/duty": "duty",
    "alert/notice": "notice",
    "alert/outage-with-cure": "outage with cure",
    "alert/payment": "payment",
    "alert/rate-schedule": "rate schedule",
    "alert/window": "window",
}


@pytest.mark.parametrize("file", KINDS)
def test_every_alert_reads_as_approved(file: str) -> None:
    for said in every_message():
        if said.alert.kind == KINDS[file]:
            named = (said.alert.day, said.slot, said.alert.instance, said.view.team.code_name)
            wording(file, plain.as_mail_text(said.message), " ".join(map(str, named)))


def test_every_kind_of_alert_has_its_file() -> None:
    assert {said.alert.kind for said in every_message()} == {*KINDS.values()}


def test_every_alert_shows_its_section_and_says_how_to_see_every_step() -> None:
    for said in every_message():
        assert said.alert.clause in values(plain.as_mail_text(said.message))
        assert said.message.more == f"/deal why {said.alert.instance}"


@pytest.mark.parametrize(
    ("code_name", "on", "instance", "slot", "headline"),
    [
        (STORY, "2004-10-29", NOTICE, "morning", ["11-01"]),
        (STORY, "2004-11-01", NOTICE, "morning", ["11-01"]),
        (NEVER, "2004-11-02", NOTICE, "morning", ["11-01"]),
        (STORY, "2005-01-19", "default-iii/F5", "morning", ["3(a)(iii)"]),
        (STORY, "2004-12-07", "default-ii", "morning", ["12-06"]),
        (STORY, "2004-12-16", "sale-notice/F4", "morning", ["12-17"]),
        (STORY, "2005-02-03", "suspension/F9", "midday", ["03-13"]),
        (STORY, "2005-03-11", "suspension/F9", "afternoon", ["03-13"]),
        (STORY, "2005-01-13", "cure-window/F5", "morning", ["01-18"]),
        (NEVER, "2004-11-22", "default-ii", "morning", ["11-22"]),
        (NEVER, "2005-01-20", "rate/2005-01-27", "morning", ["01-27"]),
        (NEVER, "2005-01-10", "payment/2005-01-15", "morning", ["01-18"]),
        (STORY, "2005-01-03", "payment/2005-01-15", "morning", ["01-18"]),
        (STORY, "2004-12-07", "effectiveness", "morning", ["12-06"]),
    ],
)
def test_the_headline_of_a_message_has_the_dates_of_the_histories(
    code_name: str, on: str, instance: str, slot: Slot, headline: list[str]
) -> None:
    assert values(message(code_name, on, instance, slot).message.headline) == headline
