"""Access to the Slack commands: anyone but a full member is a stranger to every deal."""

from datetime import UTC, datetime, timedelta

from dealclock.desk.answer_command import answer_command
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.jobs.gate import asker
from dealclock.messages.message import text_lines
from dealclock.people.people import Action
from dealclock.store import Store
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.services import services

NOW = datetime(2004, 12, 1, 15, tzinfo=UTC)


class Guests:
    """Everybody is a guest."""

    def refusal(self, user: str, now: datetime) -> str | None:
        return "person_is_a_guest"


def ask(store: Store, user: str, desk: Desk) -> str:
    return "\n".join(
        text_lines(answer_command(SlashCommand(user, "C0ELSE", "status Granite"), desk, NOW))
    )


def test_a_guest_on_the_list_is_answered_like_a_stranger_and_archived(
    store: Store,
) -> None:
    store.deals.load(samples.live(samples.fact()), NOW - timedelta(days=9), "deploy")
    assert "Granite: " in ask(store, "U01MARIA", Desk(services(store)))
    guest = ask(store, "U01MARIA", Desk(services(store), members=Guests()))
    assert guest == ask(store, "U09STRANGER", Desk(services(store)))
    refused = [
        e for e in rows(store, "AUDIT", "AUDIT#", "AUDIT#~") if e.text("what") == "refused asker"
    ]
    assert [(e.text("who"), e.text("detail")) for e in refused] == [
        ("U01MARIA", '{"cause": "person_is_a_guest"}')
    ]


def test_a_guest_may_do_nothing_in_any_role(store: Store) -> None:
    store.deals.load(samples.live(samples.fact()), NOW - timedelta(days=9), "deploy")
    (listed,) = store.deals.directory()
    guest = asker("U01MARIA", services(store, now=NOW), Guests())
    assert [a for a in Action if guest.may(a, listed)] == []
    assert asker("U01MARIA", services(store, now=NOW)).audience(listed) == "inside"
    assert guest.audience(listed) == "outside"
