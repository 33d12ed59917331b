"""A notice of a reply by email that release 0.1.0 filed and planned is still sent."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State
from dealclock.jobs.plan.plan_deliveries import plan_and_queue
from dealclock.people.acts import Note
from dealclock.people.policy import Reason
from dealclock.store import Store
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.jobs.house import House

# Thu, Oct 28, 2004, 10:00 in New York.
NOW = datetime(2004, 10, 28, 14, tzinfo=UTC)
WORDS = "Filed this morning; the copy is with the clerk."
NOTE = Note("n1", "effectiveness", "2(a)(ii)", "tom", NOW, WORDS, attachments=1)


@pytest.fixture
def house(store: Store) -> House:
    """A deal, and a message to Maria about note n1, which was planned and not yet sent."""
    house = House(store, now=NOW)
    store.deals.load(samples.live(samples.fact()), NOW - timedelta(days=90), "tests")
    alert = Alert(
        deal="granite",
        instance="note/n1",
        kind="note",
        clause="2(a)(ii)",
        title="",
        reasons=(Reason.REPLIED,),
        day=NOW.date(),
        due=None,
    )
    planned = Delivery(
        alert=alert,
        route=Route("dm", "maria"),
        slot="at once",
        known_at=NOW,
        terms_version=1,
        team_version=1,
    )
    plan_and_queue([planned], False, house.services.at(NOW))
    return house


def sent(house: House) -> tuple[str, str]:
    """The preview and the blocks of the one message."""
    assert house.deliver_all() == [State.SENT]
    [post] = house.slack.posts
    assert post.channel == "U01MARIA"
    return post.text, json.dumps(list(post.blocks))


def test_its_owner_gets_the_text_of_the_reply(house: House) -> None:
    samples.file_note(house.store, "granite", NOTE)
    preview, shown = sent(house)
    assert values(preview) == ["2(a)(ii)", "2004-10-28"]
    assert shows(wording("message/filed-notes", shown), "Tom Becker")
    assert WORDS in shown
    assert "1 attachment" in shown


def test_a_typed_mention_stays_text(house: House) -> None:
    samples.file_note(house.store, "granite", replace(NOTE, text="<!channel> *now* & =1+1"))
    _, shown = sent(house)
    assert "<!channel>" not in shown
    assert "&lt;!channel&gt;" in shown


def test_for_a_removed_note_it_says_that_there_was_one(house: House) -> None:
    preview, shown = sent(house)
    assert values(preview) == ["2004-10-28"]
    wording("message/filed-notes", shown)
