"""`history`: what was recorded, sent and done about one obligation, as a result, as JSON and as
text."""

from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import Slot, instant
from dealclock.answers.history import SentDelivery
from dealclock.answers.history import history as ask
from dealclock.errors import NotFoundError
from dealclock.messages import plain
from dealclock.people.acts import Act, Note
from tests.golden.values import shows
from tests.unit.asking import query
from tests.unit.engine.deals import history, sample_terms
from tests.unit.messages.asking import STORY, asked
from tests.unit.messages.messages import message

CURE = "cure-window/F5"
ON_JANUARY_18 = query(sample_terms(), history(STORY), "2005-01-18")
SLOTS: tuple[Slot, ...] = ("payments", "midday", "morning", "afternoon")


class Sent(NamedTuple):
    delivery: Delivery
    alerts: tuple[Alert, ...]
    state: State
    cause: str | None


def sent(slot: Slot, state: State = State.SENT, cause: str | None = None) -> SentDelivery:
    alert = message("Granite-Story", "2005-01-18", CURE).alert
    at = instant(alert.day, slot)
    delivery = Delivery(alert, Route("slack", "C0GRANITE"), slot, at, 1, 1)
    return Sent(delivery, (alert,), state, cause)


def words(instance: str, *deliveries: SentDelivery) -> list[str]:
    answer = ask(ON_JANUARY_18, instance, sent=lambda _: deliveries)
    return plain.as_text(answer.say(asked(STORY, "2005-01-18"))).splitlines()


def as_json(**stored: object) -> Any:
    return ask.json(ON_JANUARY_18, {"instance": "cure-window", **stored})


@pytest.mark.full
def test_the_history_lists_the_runs_of_a_day_in_the_order_of_their_hours() -> None:
    found = as_json(sent=lambda _: tuple(map(sent, SLOTS)))
    assert [each["slot"] for each in found["sent"]] == [
        "morning",
        "payments",
        "midday",
        "afternoon",
    ]


def test_the_history_is_json_with_its_events_deliveries_and_responses() -> None:
    at = datetime(2005, 1, 18, 15, tzinfo=UTC)
    response = Act("seen", CURE, "0", "tom", at, due=date(2005, 1, 18))
    other = Act("seen", "effectiveness", "0", "tom", at)
    found = as_json(
        sent=lambda _: [sent("morning", State.REFUSED, "is_archived")],
        responses=(response, other),
        replies=lambda _: [Note("n1", CURE, "3(a)(iii)", "tom", at, "Filed today.")],
    )
    assert (found["format"], found["instance"]) == ("dealclock-history/1", CURE)
    assert [each["id"] for each in found["events"]] == ["F3", "F5"]
    assert {each["satisfies"] for each in found["events"]} == {False}
    [delivery] = found["sent"]
    assert delivery["planned_at"] == "2005-01-18T08:00-05:00"
    assert delivery["route"] == {"kind": "slack", "to": "C0GRANITE"}
    assert (delivery["state"], delivery["cause"]) == ("refused", "is_archived")
    assert [each["by"] for each in found["responses"]] == ["tom"]
    assert [each["text"] for each in found["replies"]] == ["Filed today."]
    assert (found["releases"], found["others"]) == ([], [])


def test_what_was_not_known_by_then_is_left_out() -> None:
    late = Act("seen", CURE, "0", "tom", datetime(2005, 1, 20, tzinfo=UTC))
    assert as_json(responses=(late,))["responses"] == []


@pytest.mark.full
def test_a_refused_delivery_shows_why_in_words() -> None:
    lines = words(CURE, sent("morning", State.REFUSED, "is_archived"))
    [line] = [each for each in lines if each.endswith("refused (the channel is archived)")]
    assert shows(line, "2005-01-18")


def test_the_event_that_satisfies_it_is_shown_in_words() -> None:
    """The Shelf Registration Statement took effect on December 6, 2004 (F3)."""
    headline, *_ = words("effectiveness")
    assert "registration statement effective Mon, Dec 6; recorded by Maria Lopez" in headline
    assert "registration-statement-effective" not in headline
    assert "F3" not in headline


def test_an_obligation_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NotFoundError, match="there is no 'cure'"):
        ask(ON_JANUARY_18, "cure")
