"""`make demo`: every morning is played, everything planned arrives, and nothing twice."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Any

import pytest

from dealclock.alerts.outcome import State
from dealclock.people.policy import FIELDS, Reason
from dealclock.store import StoredDelivery
from local.demo import DeliveryCount
from tests.end_to_end.golden import FILE
from tests.end_to_end.house import House
from tests.end_to_end.playing import Demo, played_on
from tests.unit.alerts.playing import given_by
from tests.unit.alerts.test_demo_coverage import ADVISED_AT_ONCE, ELSEWHERE

STORY, NEVER = "granite-story", "granite-never"
CHANNELS = {STORY: "C02STORY", NEVER: "C03NEVER"}
OF_DEALS = {  # to two people by email, and to a channel with the steps of escalations
    "slack:C02STORY": 84,
    "slack:C03NEVER": 64,
    "email:maria": 141,
    "email:tom": 141,
    "mention:tom": 10,
}
CARRIED = 134  # of them went along in another's message of the same run
DIGESTS = 38  # Maria's, as direct messages
WITHDRAWN = 21  # of them, whose news alerts of the same morning had said
NOT_AGAIN = 5
"""Not planned by a second play: the acts' notes in threads, which no check plans, and what the acts
make unnecessary once they are on record."""
ALL = sum(OF_DEALS.values()) - CARRIED + DIGESTS


def test_the_transcript_is_the_golden_one(played: Demo) -> None:
    golden = FILE.read_text(encoding="utf-8")
    if played.transcript == golden:
        return
    lines = difflib.unified_diff(
        golden.splitlines(), played.transcript.splitlines(), "golden", "played", lineterm="", n=2
    )
    shown = "\n".join(islice(lines, 80))
    pytest.fail(
        f"the demo shows something else than its golden transcript:\n{shown}\n\n"
        "If it is intended, read it and record it again: python -m tests.end_to_end.golden",
        pytrace=False,
    )


def test_everything_planned_arrived_on_the_first_run(house: House, played: Demo) -> None:
    sent = ALL - WITHDRAWN
    assert played.count == DeliveryCount(planned=ALL, met=ALL, arrived=sent, withdrawn=WITHDRAWN)
    assert f"\n{sent} sent, 0 already delivered\n" in played.transcript
    every = [*house.deliveries(STORY), *house.deliveries(NEVER)]
    states = Counter(d.state for d in every)
    assert states == {State.SENT: ALL - DIGESTS, State.CARRIED: CARRIED}
    assert Counter(str(d.delivery.route) for d in every) == OF_DEALS


def test_each_post_was_made_once(house: House, played: Demo) -> None:
    for deal, channel in CHANNELS.items():
        said = {m["ts"] for m in house.local.slack.messages(channel)}
        assert len(said) == len(house.local.slack.messages(channel))
        assert said >= {d.provider_id for d in posted(house, deal)}


def test_every_reason_of_the_policy_was_alerted_in_slack(house: House, played: Demo) -> None:
    items = {
        (FIELDS.get(alert.kind, alert.kind), reason)
        for deal in CHANNELS
        for d in posted(house, deal)
        for alert in d.alerts
        for reason in alert.reasons
    }
    wanted = {(k, r) for k, r in given_by(house.deal.team.alerts) if k not in ELSEWHERE}
    assert wanted - items == ADVISED_AT_ONCE
    assert Reason.MOVED in {reason for _, reason in items}


# Worked out by hand in tests/unit/engine/expected_histories.md: what the posts must say.
EXPECTED = [
    (STORY, "2004-06-30", ["Thu, Jul 15", "2(a)(i)", "$416.67 a day", "within 2 Business"]),
    (STORY, "2004-10-28", ["Thu, Oct 28", "2(a)(ii)", "missed: possible"]),
    (STORY, "2004-10-29", ["overdue, Thu, Oct 28", "$416.67 a day", "notice: Mon, Nov 1"]),
    (STORY, "2004-12-07", ["satisfied late Mon, Dec 6", "Default cured Mon, Dec 6"]),
    (STORY, "2004-12-16", ["expires Fri, Dec 17", "Fri, Dec 17 only", "Mon, Dec 20 under the"]),
    (STORY, "2005-01-11", ["ends Tue, Jan 18", "3(a)(iii)", "due Wed, Jan 12", "missed: possible"]),
    (STORY, "2005-01-19", ["3(a)(iii)", "Tue, Jan 18", "notice: Thu, Jan 20"]),
    (STORY, "2005-01-25", ["cured Mon, Jan 24", "$2,083.33"]),
    (STORY, "2005-02-02", ["ends by Thu, Mar 17", "$416.67 a day"]),
    (STORY, "2005-02-03", ["Was Thu, Mar 17; suspension notice corrected", "moved to Sun, Mar 13"]),
    (STORY, "2005-03-14", ["over from Sat, Mar 12"]),
    (NEVER, "2004-11-02", ["Also overdue: Trustee notice", "$416.67 a day"]),
    (NEVER, "2004-11-08", ["$3,750.00", "$416.67"]),
    (NEVER, "2005-01-03", ["$26,666.67"]),
    (NEVER, "2005-01-18", ["Tue, Jan 18", "$31,666.67"]),
    (NEVER, "2005-01-27", ["1.00%", "$1,666.67", "$5,000.00"]),  # 12 days from January 15
    (NEVER, "2005-01-31", ["$11,666.67"]),
    (NEVER, "2005-02-28", ["$56,666.67", "$285,000.00"]),
]


@pytest.mark.parametrize(("deal", "day", "literals"), EXPECTED)
def test_a_morning_shows_the_values_worked_out_by_hand(
    house: House, played: Demo, deal: str, day: str, literals: list[str]
) -> None:
    said = "\n".join(told_on(house, deal, date.fromisoformat(day)))
    missing = [each for each in literals if each not in said]
    assert not missing, f"{deal} does not say {missing} on {day}, but:\n{said}"


def test_playing_all_mornings_again_sends_nothing(house: House, played: Demo) -> None:
    again = played_on(house)
    assert again.transcript == f"\n0 sent, {ALL - NOT_AGAIN - WITHDRAWN} already delivered\n"
    met = ALL - NOT_AGAIN
    assert again.count == DeliveryCount(met=met, withdrawn_before=WITHDRAWN, withdrawn=WITHDRAWN)
    assert again.count.whole


def test_a_delivery_whose_row_was_deleted_is_made_once_more_and_nothing_else(
    house: House, played: Demo
) -> None:
    first, day, last = date(2004, 12, 15), date(2004, 12, 16), date(2004, 12, 17)
    played_on(house, first=first, last=last)  # so that every post stands as it does on that day
    gone = posted(house, STORY, day)[0]
    before = texts(house, STORY)
    house.forget(gone)
    again = played_on(house, first=first, last=last)
    assert again.count.arrived == again.count.planned == 1
    assert again.count.whole
    assert "┌─ Mail" not in again.transcript
    assert again.transcript.count("┌─ Slack #granite-story") == 1
    [more] = (Counter(texts(house, STORY)) - Counter(before)).elements()
    assert more in before, "the very post that was there"
    [made] = [d for d in posted(house, STORY, day) if d.delivery.id == gone.delivery.id]
    assert made.state is State.SENT
    assert made.provider_id != gone.provider_id


def posted(house: House, deal: str, day: date | None = None) -> list[StoredDelivery]:
    """The deliveries that Slack was given, of a deal or of one of its days."""
    return [
        d
        for d in house.deliveries(deal, day)
        if d.delivery.route.kind == "slack" and d.state is State.SENT
    ]


def told_on(house: House, deal: str, day: date) -> list[str]:
    """What the deal's channel was sent on a day, as text: a post folds once it is settled."""
    sent = (house.store.archive.messages_of(d.key)[0] for d in posted(house, deal, day))
    return [each.text for each in sent]


def texts(house: House, deal: str) -> list[str]:
    """Every post in the deal's channel as text."""
    return [text(m) for m in house.local.slack.messages(CHANNELS[deal])]


def text(message: dict[str, Any]) -> str:
    """Everything a post says: the notification's text, and every text of its blocks."""
    return "\n".join([message["text"], *words(message.get("blocks"))])


def words(part: Any) -> Iterator[str]:
    """The texts inside a part of a message, in order, without Slack's own ids."""
    if isinstance(part, list):
        for each in part:
            yield from words(each)
    elif isinstance(part, dict):
        said = part.get("text")
        if isinstance(said, str):
            yield said
        for value in part.values():
            yield from words(value)
