"""The history of one obligation, as text."""

from dealclock.alerts.delivery import Delivery, Route, State
from dealclock.alerts.slots import Slot, instant
from dealclock.answers.history.message import SentDelivery, render_history
from dealclock.messages.view import matter
from tests.unit.messages.asking import STORY, asked, lines
from tests.unit.messages.messages import message


def test_the_history_lists_the_runs_of_a_day_in_the_order_of_their_hours() -> None:
    view = asked(STORY, "2005-01-18")
    found = matter(view, "cure-window/F5")
    assert found is not None
    alert = message("Granite-Story", "2005-01-18", "cure-window/F5").alert
    slots: tuple[Slot, ...] = ("payments", "midday", "morning", "afternoon")
    sent = [
        SentDelivery(
            Delivery(alert, Route("slack", "C0GRANITE"), slot, instant(alert.day, slot), 1, 1),
            State.SENT,
            None,
        )
        for slot in slots
    ]
    answer = [
        s for s in lines(render_history(view, found, sent)) if s.startswith("• Tue, Jan 18, 2005, ")
    ]
    assert [line.split(", ")[3].partition(":")[0] for line in answer] == [
        "morning",
        "payments",
        "midday",
        "afternoon",
    ]
