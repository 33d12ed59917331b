"""The last step of an escalation by SMS: to a number that its person confirmed, to no other."""

from contextlib import suppress
from typing import Any

import pytest

from dealclock.alerts.outcome import Later, Refused, State, Unknown
from dealclock.desk.actor import Actor
from dealclock.desk.confirm_mobile import confirm_mobile
from dealclock.errors import RefusedError
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.documents.export import EXPORTS, export
from dealclock.jobs.operate.ping import ping
from dealclock.jobs.queues import Deliver, body_of
from dealclock.messages.notices import PING
from dealclock.people.people import Person
from dealclock.people.team import Team
from dealclock.store import Bundle, Store, StoredDeal, StoredDelivery
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.alerts.escalating import FOUR_STEPS
from tests.unit.jobs.test_escalate import Live, new_york

NUMBER, OTHER = "+12125550123", "+12125550199"
DAY = "2004-10-28"  # effectiveness is due; no one answers
STEP = "Granite: Section 2(a)(ii), Thu, Oct 28, 2004"


class Scene(Live):
    """Granite, live, with a number of its lead."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.phone = self.house.phone
        self.house.now = new_york("2004-07-14 08:00")
        self.load(NUMBER)

    def load(self, number: str | None, **changes: Any) -> None:
        """The team again, with this number of its lead."""
        whole = samples.live()
        people = [
            Person.model_validate({**p.model_dump(), "mobile": number, **changes})
            if p.id == "maria"
            else p
            for p in whole.team.people
        ]
        new = {"escalation": FOUR_STEPS, "people": tuple(people)}
        team = Team.model_validate(whole.team.model_copy(update=new).model_dump())
        self.store.deals.load(
            Bundle("granite", whole.terms, team, (), None), self.house.now, "tests"
        )

    @property
    def deal(self) -> StoredDeal:
        found = self.store.deals.get("granite")
        assert found
        return found

    def ping(self) -> str:
        """Every route tested; the code that came by SMS."""
        ping(self.deal, self.house.services, "olga")
        self.house.deliver_all()
        return self.phone.sent[-1][1].rpartition(" ")[2]

    def confirm(self, code: str, person: str = "maria") -> None:
        confirm_mobile(Actor(self.deal, person, self.house.services, person), {"code": code})

    def prove(self) -> None:
        self.confirm(self.ping())
        self.phone.sent.clear()

    def last_step(self) -> None:
        """The days up to the last step, all sent."""
        self.run(f"{DAY} 08:00", "morning")
        self.run(f"{DAY} 14:00")
        self.run("2004-10-29 08:00", "morning")

    def deliver(self) -> StoredDelivery:
        """All that is queued, sent; the SMS as it then stands."""
        self.house.deliver_all()
        return self.sms()

    def sms(self) -> StoredDelivery:
        [found] = [
            each
            for each in self.store.outbox.of_deal("granite")
            if each.delivery.route.kind == "sms" and each.delivery.alert.step == "lead"
        ]
        return found


@pytest.fixture
def scene(store: Store) -> Scene:
    return Scene(store)


def test_a_confirmed_number_gets_the_last_step_once_with_code_name_section_and_day_alone(
    scene: Scene,
) -> None:
    scene.prove()
    scene.last_step()
    assert scene.phone.sent == []
    assert scene.deliver().state is State.SENT
    scene.run("2004-10-29 08:00", "morning")
    scene.run("2004-10-29 08:15")
    scene.house.deliver_all()
    assert scene.phone.sent == [(NUMBER, STEP)]
    archived = [m.text for m in scene.store.archive.messages("granite") if m.to == "sms:maria"]
    assert archived[-1] == STEP


def test_a_number_that_is_not_confirmed_gets_a_code_and_nothing_else(
    scene: Scene,
) -> None:
    code = scene.ping()
    for wrong, person in (("00000000", "maria"), (code, "tom"), (code[:-1], "maria")):
        with pytest.raises(RefusedError):
            scene.confirm(wrong, person)
    scene.last_step()
    scene.house.deliver_all()
    assert scene.phone.sent == [(NUMBER, f"Granite: code {code}")]
    without = Scene(Store(MemoryTable()))
    without.load(None)
    without.last_step()
    without.house.deliver_all()
    assert ended(scene) == ended(without) != {}


def test_a_code_is_for_one_person_and_number_of_one_deal_and_kept_nowhere(scene: Scene) -> None:
    code = scene.ping()
    assert code not in stored(scene)
    [archived] = [m.text for m in scene.store.archive.messages("granite") if m.to == "sms:maria"]
    assert archived == "Granite: code"


def test_after_a_few_wrong_codes_none_is_taken_for_an_hour(scene: Scene) -> None:
    code = scene.ping()
    for _ in range(5):
        with pytest.raises(RefusedError, match="not a code"):
            scene.confirm("00000000")
    with pytest.raises(RefusedError, match="tried 5 codes"):
        scene.confirm(code)
    scene.house.wait(3_600)
    scene.prove()
    scene.last_step()
    assert scene.deliver().state is State.SENT


def test_the_number_is_stored_with_the_team_alone_and_is_in_no_log_queue_or_message(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    scene.prove()
    scene.phone.outcomes += [Later(60), Refused("destination_phone_number_opted_out")]
    scene.last_step()
    house, queued = scene.house, []
    while house.queue.deliveries:
        queued += [body_of(message) for message in house.queue.deliveries]
        house.deliver_all()
        house.wait(61)
    assert lead_is_notified(scene)
    assert len(scene.phone.sent) == 2
    holders = {sk.partition("#")[0] for sk, text in rows(scene) if NUMBER[1:] in text}
    assert holders == {"granite", "TEAM"}  # and the directory
    exports = [export(scene.deal, what, house.now).content for what in EXPORTS]
    posts = [(post.text, post.blocks) for post in house.slack.posts]
    mails = [mail.as_bytes() for mail in house.mailbox.mails]
    for quiet in (queued, [caplog.text], posts, mails, exports):
        assert quiet
        assert NUMBER[1:] not in str(quiet)


def test_a_code_ends_after_an_hour_and_with_the_number(scene: Scene) -> None:
    code = scene.ping()
    scene.load(OTHER)
    with pytest.raises(RefusedError):
        scene.confirm(code)
    scene.load(NUMBER)
    scene.house.wait(3_601)
    with pytest.raises(RefusedError):
        scene.confirm(code)


@pytest.mark.parametrize(
    ("number", "changes"),
    [(OTHER, {}), (None, {}), (NUMBER, {"last_day": "2004-10-28"})],
    ids=["another number", "no number", "left"],
)
def test_a_number_that_the_team_no_longer_has_gets_nothing(
    scene: Scene, number: str | None, changes: dict[str, str]
) -> None:
    scene.prove()
    scene.last_step()
    scene.load(number, **changes)
    ended = scene.deliver()
    assert (ended.state, ended.cause) == (State.REFUSED, "recipient_removed")
    assert scene.phone.sent == []


def test_an_sms_of_unknown_outcome_is_not_repeated_and_its_lead_is_told(scene: Scene) -> None:
    scene.prove()
    scene.last_step()
    scene.phone.outcomes.append(Unknown("ReadTimeoutError"))
    assert scene.deliver().state is State.UNKNOWN
    scene.house.wait(1_000)
    scene.house.deliver_all()
    assert scene.sms().settled
    assert lead_is_notified(scene)
    assert len(scene.phone.sent) == 1


def test_a_worker_that_ended_while_it_sent_leaves_nothing_doubled(scene: Scene) -> None:
    scene.prove()
    scene.last_step()
    scene.phone.outcomes.append(RuntimeError("the function's time was over"))
    with suppress(RuntimeError):
        scene.house.deliver_all()
    scene.house.wait(1_000)
    again = Deliver(deal="granite", day=scene.sms().key.day, delivery=scene.sms().key.id)
    for _ in range(2):
        deliver(again, scene.house.services)
    assert scene.sms().settled
    assert len(scene.phone.sent) == 1


def test_one_that_is_refused_is_told_and_one_that_is_throttled_comes_later(scene: Scene) -> None:
    scene.prove()
    scene.last_step()
    scene.phone.outcomes += [Later(60), Refused("destination_phone_number_opted_out")]
    assert scene.deliver().state is State.PLANNED
    scene.house.wait(61)
    assert scene.deliver().state is State.REFUSED
    assert lead_is_notified(scene)
    assert len(scene.phone.sent) == 2


def rows(scene: Scene) -> list[tuple[str, str]]:
    """The sort key of each stored item, and all of it as text."""
    table = scene.store.table
    assert isinstance(table, MemoryTable)
    return [(item["SK"]["S"], str(item)) for item in table.items()]


def stored(scene: Scene) -> str:
    return str(rows(scene))


def ended(scene: Scene) -> dict[str, State]:
    """How each delivery ended, without tests."""
    found = scene.store.outbox.of_deal("granite")
    return {each.key.id: each.state for each in found if each.delivery.alert.kind != PING}


def lead_is_notified(scene: Scene) -> bool:
    """Whether the lead hears of it by another route, and no one gets the step twice."""
    planned = scene.store.outbox.of_deal("granite")
    instead = [s for s in planned if s.delivery.stands_in_for == "sms:maria"]
    assert all(s.delivery.alert.kind == "route" for s in instead)
    return bool(instead)
