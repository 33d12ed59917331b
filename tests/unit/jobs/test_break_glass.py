"""Emergency access: announced before it allows reading, limited, and archived."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import State
from dealclock.desk.act import ActPlan
from dealclock.desk.answer_command import answer_command
from dealclock.desk.break_glass import break_glass, insider_list
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.errors import RefusedError
from dealclock.jobs.gate import asker
from dealclock.jobs.services import Services
from dealclock.messages.message import text_lines
from dealclock.people.people import Action, Person
from dealclock.store import DeliveryKey, Store
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.golden.values import values
from tests.golden.wording import wording
from tests.services import acting, services
from tests.unit.jobs.house import House, Queue

NOW = datetime(2004, 12, 1, 15, tzinfo=UTC)
OLGA = Person.model_validate(
    {
        "id": "olga",
        "name": "Olga",
        "email": "olga@ops.example",
        "slack": "U01OLGA",
        "role": "administrator",
    }
)

Break = Callable[..., ActPlan]


def load(store: Store, **changes: Any) -> None:
    bundle = samples.live(samples.fact())
    team = bundle.team.model_copy(update={"people": (*bundle.team.people, OLGA), **changes})
    store.deals.load(replace(bundle, team=team), NOW - timedelta(days=9), "deploy")


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.fixture
def broken(store: Store, queue: Queue) -> Break:
    load(store)

    def do(person: str = "olga", minutes: int = 30, why: str = "Ticket 4711: rate") -> ActPlan:
        return broken_by(person, why, services(store, deliveries=queue, now=NOW), minutes)

    return do


def broken_by(person: str, why: str, on: Services, minutes: int = 30) -> ActPlan:
    return break_glass(acting("Granite", person, on, "root"), {"why": why, "for_": minutes})


def reads(store: Store, at: datetime, user: str = "U01OLGA") -> list[Action]:
    (listed,) = (each.at(at) for each in store.deals.directory())
    who = asker(user, services(store, now=at))
    return [action for action in Action if who.may(action, listed)]


def test_an_administrator_reads_nothing_before_emergency_access_and_only_until_it_ends(
    store: Store, broken: Break
) -> None:
    assert reads(store, NOW) == [Action.BREAK]
    broken()
    assert reads(store, NOW) == [Action.CONSULT, Action.READ, Action.BREAK]
    assert Action.READ in reads(store, NOW + timedelta(minutes=29, seconds=59))
    assert reads(store, NOW + timedelta(minutes=30)) == [Action.BREAK]


def test_a_denial_ends_it_at_once(store: Store, broken: Break) -> None:
    broken()
    load(store, deny=("olga",))
    assert reads(store, NOW) == []


def test_it_opens_nothing_for_anyone_else(store: Store, broken: Break) -> None:
    broken()
    assert reads(store, NOW, "U01STRANGER") == []


def test_the_lead_is_notified_directly_and_by_email_and_it_is_in_the_archive(
    store: Store, queue: Queue, broken: Break
) -> None:
    assert "Notified: Maria Lopez." in text_lines(broken().message)
    sent = [DeliveryKey(m.deal, m.day, m.delivery) for m in queue.deliveries]
    planned = [store.outbox.get(key) for key in sent]
    routes = [str(p.delivery.route) for p in planned if p is not None]
    assert sorted(routes) == ["dm:maria", "email:maria"]
    alert = next(p.delivery.alert for p in planned if p is not None)
    assert values(wording("message/break-glass", alert.title)) == ["2004-12-01", "10:30", "4711"]
    whats = {e.text("what") for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")}
    assert "broke the glass" in whats
    deal = store.deals.get("granite")
    assert deal is not None
    (line,) = [
        i for i in insider_list(deal, services(store, now=NOW), "maria") if i.person == "olga"
    ]
    assert (line.by_way_of, line.why) == ("emergency access", "Ticket 4711: rate")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"person": "maria"}, r"cannot use emergency access. These people can: Olga \(olga\)"),
        ({"person": "no-one"}, "'no-one' is not on the team of Granite"),
        ({"minutes": 0}, "0 minutes is not valid; give from 1 to 480"),
        ({"minutes": 481}, "481 minutes is not valid"),
        ({"why": "  a   b  "}, "'a b' is too short a reason"),
    ],
)
def test_a_refused_request_allows_no_reading_and_is_archived(
    store: Store, queue: Queue, broken: Break, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(RefusedError, match=says):
        broken(**given)
    assert (store.responses.emergency_access_to("granite"), len(queue.deliveries)) == ((), 0)
    whats = {e.text("what") for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")}
    assert whats == {"loaded", "refused break-glass"}
    details = [e.text("detail") for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~")]
    assert not any("4711" in each for each in details)  # the reason is for those who may read it


def test_when_no_one_can_be_notified_access_is_refused(store: Store, queue: Queue) -> None:
    load(store, deny=("maria", "tom"))
    with pytest.raises(RefusedError, match="no one on Granite could be notified"):
        broken_by("olga", "Ticket 4711", services(store, deliveries=queue, now=NOW))
    assert reads(store, NOW) == [Action.BREAK]


def test_in_slack_the_deal_can_only_be_read_during_emergency_access(
    store: Store, broken: Break
) -> None:
    def ask(text: str, at: datetime = NOW) -> str:
        return "\n".join(
            text_lines(
                answer_command(SlashCommand("U01OLGA", "C0ELSE", text), Desk(services(store)), at)
            )
        )

    before = ask("status Granite")
    wording("message/break-glass", before)
    broken()
    assert ask("status Granite").startswith("Granite: ")
    assert ask("explain Granite effectiveness").startswith("Granite: ")
    assert ask("status Granite", NOW + timedelta(minutes=30)) == before
    asked = [e for e in rows(store, "DEAL#granite", "AUDIT#", "AUDIT#~") if e.text("who")[0] == "U"]
    assert sorted(e.text("what") for e in asked) == [
        *("asked status", "asked why", "refused", "refused")
    ]


@pytest.mark.parametrize("text", ["proof effectiveness", "notice effectiveness", "export facts"])
def test_no_file_is_available_under_emergency_access(
    text: str, store: Store, broken: Break
) -> None:
    broken()
    verb, rest = text.split()
    asked = SlashCommand("U01OLGA", "C0ELSE", f"{verb} Granite {rest}")
    said = "\n".join(text_lines(answer_command(asked, Desk(services(store)), NOW)))
    wording("message/break-glass", said)


def test_the_notice_names_the_person_the_end_and_the_reason(store: Store) -> None:
    load(store)
    house = House(store, now=NOW)
    why = "Ticket 4711: <!channel> =1"
    broken_by("olga", why, services(store, deliveries=house.queue, now=house.now))
    assert house.deliver_all() == [State.SENT, State.SENT]
    words_shown = [each.text for each in store.archive.messages("granite")]
    assert len(words_shown) == 2
    for text in words_shown:
        assert text.startswith("[Granite] Emergency access, Wed, Dec 1, 2004\n")
        assert "Reads: Olga, until Wed, Dec 1, 2004, 10:30 a.m. ET" in text
        assert "Because: Ticket 4711: <!channel> =1" in text
        assert "Infocrossing" not in text
    assert "<!channel>" not in str(house.slack.posts[0].blocks)
