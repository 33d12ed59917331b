"""Faults switched on and off: each is done by its stand-in, said in words, and can be undone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from dealclock.errors import NotFoundError
from local import emulator, mail, throttle
from local.workbench.faults import FAULTS, Board, clear
from local.world import OUTSIDER
from tests.local.workbench.standing_in import OWN, TEAM, House, house

MARIA = next(person for person in TEAM.people if person.id == "maria")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = house(tmp_path_factory.mktemp("workbench"))
    yield running
    running.stop()


@pytest.fixture
def home(shared: House) -> Iterator[House]:
    yield shared
    clear(shared.local)
    assert Board(shared.local, TEAM).active() == {}


@pytest.fixture
def board(home: House) -> Board:
    return Board(home.local, TEAM)


def test_nothing_is_wrong_at_first(board: Board) -> None:
    assert board.active() == {}


def test_every_fault_has_a_name_of_its_own_and_says_what_to_watch(board: Board) -> None:
    faults = [of for _, group in board.groups for of in group]
    assert [fault for fault, _ in faults] == list(FAULTS)
    assert len({fault.id for fault in FAULTS}) == len(FAULTS) == 16
    assert len(board.groups) == 4
    for fault, choices in faults:
        assert fault.title
        assert fault.watch.endswith(".")
        assert all(choice.options for choice in choices)


@pytest.mark.parametrize("fault", [fault.id for fault in FAULTS])
def test_each_fault_is_on_until_it_is_switched_off(board: Board, home: House, fault: str) -> None:
    before = home.local.slack.world()
    board.on(fault, {})
    assert list(board.active()) == [fault]
    board.off(fault)
    assert board.active() == {}
    assert home.local.slack.world() == before


def test_calls_meet_what_was_chosen_and_it_is_said_how_many_still_will(
    board: Board, home: House
) -> None:
    channel = TEAM.channel.id
    board.on("ratelimited", {"times": "3", "method": "chat.postMessage", "channel": channel})
    [order] = home.local.slack.faults()
    assert (order["kind"], order["times"]) == ("ratelimited", 3)
    assert (order["method"], order["channel"]) == ("chat.postMessage", channel)
    assert board.active() == {
        "ratelimited": f"3 calls of chat.postMessage in #{TEAM.channel.name}",
    }
    board.on("ratelimited", {"times": "1"})  # in place of that
    assert board.active() == {"ratelimited": "1 call"}
    board.on("hang", {"times": "1000000"})
    assert board.active()["hang"] == "until switched off"
    board.off("ratelimited")
    assert list(board.active()) == ["hang"]


def test_the_workspace_is_changed_and_named(board: Board, home: House) -> None:
    board.on("removed", {"who": MARIA.slack})
    board.on("stranger", {})
    room = next(c for c in home.local.slack.world()["channels"] if c["id"] == TEAM.channel.id)
    assert MARIA.slack not in room["members"]
    assert OUTSIDER in room["members"]
    assert board.active() == {"stranger": "", "removed": MARIA.name}
    board.off("removed")
    assert board.active() == {"stranger": ""}


def test_one_and_another_may_be_without_a_mailbox(board: Board, home: House) -> None:
    tom = next(person for person in TEAM.people if person.id == "tom")
    board.on("mail-refused", {"who": MARIA.email})
    board.on("mail-refused", {"who": tom.email})
    board.on("mail-deferred", {"who": "everyone"})
    orders = mail.orders(home.local.mails)
    assert orders["550"] == sorted([MARIA.email, tom.email])
    assert orders["451"] == sorted(person.email for person in TEAM.people)
    assert board.active()["mail-deferred"] == "everyone"
    board.off("mail-deferred")
    assert mail.orders(home.local.mails)["550"] == sorted([MARIA.email, tom.email])


def test_refusals_of_the_table_are_counted_separately_for_each_order(
    board: Board, home: House
) -> None:
    folder = home.local.run.part(emulator.PART).folder
    board.on("throttled", {"through": "0"})
    (folder / "throttled-calls").write_bytes(b"...")
    assert board.active() == {"throttled": "every call; 3 calls refused so far"}
    board.on("throttled", {"through": "2"})
    assert throttle.current(folder) == 2
    assert board.active() == {"throttled": "every other call; 0 calls refused so far"}


def test_hasty_queues_get_their_own_patience_back(board: Board, home: House) -> None:
    board.on("hasty", {})
    board.on("hasty", {})  # again: their own patience must not be forgotten
    assert len(home.queues.attributes) == 3
    for attributes in home.queues.attributes.values():
        redrive = json.loads(attributes["RedrivePolicy"])
        assert attributes["VisibilityTimeout"] == "10"
        assert redrive == {"deadLetterTargetArn": "arn:dead", "maxReceiveCount": 3}
    board.off("hasty")
    assert list(home.queues.attributes.values()) == [OWN, OWN, OWN]


def test_everything_is_switched_off_at_once(board: Board, home: House) -> None:
    before = home.local.slack.world()
    for fault in ("hang", "revoked", "public", "stranger", "mail-silent", "throttled", "hasty"):
        board.on(fault, {})
    assert len(board.active()) == 7
    clear(home.local)
    assert board.active() == {}
    assert home.local.slack.world() == before


def test_a_fault_that_there_is_not_and_one_that_cannot_be_so_are_refused(board: Board) -> None:
    with pytest.raises(NotFoundError, match="there is no fault 'earthquake'"):
        board.on("earthquake", {})
    with pytest.raises(NotFoundError, match="there is no fault 'earthquake'"):
        board.off("earthquake")
    with pytest.raises(NotFoundError, match="times cannot be '0'; choose one of '1', '3'"):
        board.on("hang", {"times": "0"})
    assert board.active() == {}
