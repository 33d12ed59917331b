"""A deal written by a newer release is paused, and its leads and the operator are notified.

The other deals go on: in the sweep, the assessment, the delivery, the watchdog, feeds, at the desk.
"""

from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from dealclock.alerts.health_findings import Severity
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import instant
from dealclock.desk.answer_command import apology
from dealclock.desk.calendar_feed import make
from dealclock.errors import TooNewError
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.paused_deals import A_DEPLOYMENT, notify_leads
from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.messages import digest
from dealclock.messages.message import text_lines
from dealclock.messages.notices import PAUSED
from dealclock.store import Store, formats
from dealclock.store.delivery import DeliveryKey
from dealclock.store.members import DealsOfPeople
from dealclock.store.write import ALWAYS, Update
from tests.contract.formats import golden, scene
from tests.contract.store import samples
from tests.contract.store.samples import rows
from tests.contract.store.tables import rewrite
from tests.golden.values import values
from tests.golden.wording import wording
from tests.services import services
from tests.suite import part
from tests.unit.desk import asking_the_desk as desk
from tests.unit.desk.test_calendar_feed import WEB, events, read
from tests.unit.jobs.house import House, Queue
from tests.unit.jobs.watching import TODAY, look

MORNING = instant(TODAY, "morning")
DAWN = datetime(2004, 7, 1, 10, 5, tzinfo=UTC)  # 06:05 in New York
TERMS = ("DEAL#granite", "TERMS#0001")
MARIA = samples.team().people[0]  # the lead of both deals


def too_new(store: Store, sk: str = "TERMS#0001", pk: str = "DEAL#granite") -> None:
    """Mark an item as a release to come would that knows what we do not."""
    more = str(formats.FORMAT + 1)
    later = {"format": {"N": more}, "needs": {"N": more}}
    rewrite(store, pk, sk, lambda item: {**item, **later})


@pytest.fixture
def house(live: Store) -> House:
    """Granite, which a newer release has stored again, and Slate; on the morning of July 1."""
    too_new(live)
    return House(live, now=MORNING + timedelta(minutes=1))


def run_all(house: House) -> list[str]:
    """Every queued run, carried out; the deals of which none was."""
    refused = []
    for _ in range(len(house.queue.deals)):
        message = house.queue.deals.popleft()
        try:
            run_deal(message, house.services)
        except TooNewError:
            refused.append(message.deal)
    return refused


def notices(house: House) -> list[Deliver]:
    """The queued deliveries that say that a deal is paused."""
    kept = rows(house.store, "PERSON#U01MARIA", "DELIVERY#", "DELIVERY#~")
    paused = {row.text("SK").split("#")[2] for row in kept if row.text("kind") == "paused"}
    return [each for each in house.queue.deliveries if each.delivery in paused]


@pytest.mark.parametrize("sk", ["META", "TERMS#0001", "TEAM#0001"])
def test_the_sweep_and_the_other_deals_continue(live: Store, sk: str) -> None:
    too_new(live, sk)
    house = House(live, now=MORNING + timedelta(minutes=1))
    house.sweep(TODAY, rehearsal=False)
    assert [each.deal for each in house.queue.deals] == ["granite", "slate"]
    assert run_all(house) == ["granite"]
    assert {each.alert.deal for each in planned(live, "slate")} == {"slate"}
    assert planned(live, "granite") == []
    # Maria leads Granite: by mail, and as a direct message.
    assert [each.deal for each in notices(house)] == ["person:U01MARIA"] * 2


def planned(store: Store, deal: str) -> list[Any]:
    return [each.delivery for each in store.outbox.of_deal(deal)]


def test_its_lead_is_notified_by_two_routes_without_deal_data(house: House) -> None:
    assert notify_leads("granite", TERMS, house.services) == 2
    house.now += A_DEPLOYMENT
    assert [house.deliver_next() for _ in range(2)] == [State.SENT, State.SENT]
    (mail,), (post,) = house.mailbox.mails, house.slack.posts
    text = mail.content.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert mail.to == MARIA.email
    assert values(mail.content["Subject"]) == ["2004-07-01"]
    wording("message/later-release", text)
    for word in ("Infocrossing", "registration", "2(a)", "$", "default", "Jul 15", "granite"):
        assert word not in text, word
    assert post.channel == MARIA.slack
    assert "Infocrossing" not in str(post)


def test_only_its_line_of_the_directory_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(DealsOfPeople, "directory")
    assert notify_leads("granite", TERMS, house.services) == 2
    house.now += A_DEPLOYMENT
    assert [house.deliver_next() for _ in range(2)] == [State.SENT, State.SENT]


def test_the_notice_goes_once_a_day_and_is_withdrawn_once_the_deal_can_be_read(
    house: House,
) -> None:
    assert notify_leads("granite", TERMS, house.services) == 2
    assert notify_leads("granite", TERMS, house.services) == 0
    house.now += timedelta(days=1)
    assert notify_leads("granite", TERMS, house.services) == 2
    put_right(house.store)
    assert {house.deliver_next() for _ in range(len(house.queue.deliveries))} == {State.WITHDRAWN}
    assert house.mailbox.mails == []


def test_the_notice_waits_for_a_deployment_and_tells_no_one_of_it(house: House) -> None:
    """Refused while two releases ran; then, the same day, for good, by a way back."""
    notify_leads("granite", TERMS, house.services)
    assert [house.deliver_next() for _ in range(2)] == [State.PLANNED] * 2
    assert house.queue.delays[-2:] == [A_DEPLOYMENT.total_seconds()] * 2
    put_right(house.store)
    house.now += A_DEPLOYMENT
    assert [house.deliver_next() for _ in range(2)] == [State.WITHDRAWN] * 2

    too_new(house.store)
    assert notify_leads("granite", TERMS, house.services) == 2
    house.now += A_DEPLOYMENT
    assert [house.deliver_next() for _ in range(2)] == [State.SENT] * 2
    assert notify_leads("granite", TERMS, house.services) == 0


def test_a_worker_leaves_a_kind_of_delivery_it_does_not_know_to_the_newer_release(
    live: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kind raises what its row needs, so that no older worker takes it for an untrue alert."""
    older, newer = formats.FORMAT, formats.FORMAT + 1
    monkeypatch.setattr(formats, "SINCE", {"DELIVERY.kind=invitation": newer})
    house = House(live, now=MORNING + timedelta(minutes=1))
    house.sweep(TODAY, rehearsal=False)
    monkeypatch.setattr(formats, "FORMAT", newer)
    assert run_all(house) == []
    monkeypatch.setattr(formats, "FORMAT", older)
    waiting, left = list(house.queue.deliveries), []
    ends = set()
    for message in waiting:
        try:
            ends.add(deliver(message, house.services))
        except TooNewError:
            left.append(message)
    assert left
    assert ends == {State.SENT}, "what it knows, it sends"
    monkeypatch.setattr(formats, "FORMAT", newer)
    house.now += timedelta(minutes=6)  # when the queue shows them again
    assert {deliver(message, house.services) for message in left} == {State.SENT}
    assert len(house.mailbox.mails) + len(house.slack.posts) == len(waiting)


def put_right(store: Store) -> None:
    """As the newer release reads it again."""
    marks = {"format": {"N": "1"}, "needs": {"N": "1"}}
    rewrite(store, "DEAL#granite", "TERMS#0001", lambda item: {**item, **marks})


def test_a_former_lead_is_not_notified(house: House) -> None:
    notify_leads("granite", TERMS, house.services)
    people = {"people": '{"people":[],"deny":[]}'}
    house.store.table.write(Update("DEALS", "granite", people, ALWAYS))
    assert {house.deliver_next() for _ in range(2)} == {State.REFUSED}
    assert notify_leads("granite", TERMS, house.services) == 0


def test_planned_deliveries_are_not_sent_and_the_leads_are_notified(live: Store) -> None:
    house = House(live, now=MORNING + timedelta(minutes=1))
    house.sweep(TODAY, rehearsal=False)
    assert run_all(house) == []
    too_new(live)
    ends: list[str] = []
    for _ in range(len(house.queue.deliveries)):
        message = house.queue.deliveries.popleft()
        if message.deal.startswith("person:"):
            continue
        try:
            end = deliver(
                message,
                services(
                    live, deliveries=house.queue, outlets=house.outlets, clock=lambda: house.now
                ),
            )
            ends.append(str(end))
        except TooNewError:
            ends.append(message.deal)
    # Each deal's reminder goes to its channel and to two people by mail; the owner and the backup
    # are invited to its four dates.
    assert sorted(ends) == ["granite"] * 11 + ["sent"] * 11
    assert len({each.delivery for each in notices(house)}) == 2
    # Nothing of it is lost: it is planned as before, for the release that can read the deal.
    assert {each.state for each in live.outbox.of_deal("granite")} == {State.PLANNED}


def test_the_watchdog_reports_it_notifies_the_lead_and_checks_the_others(house: House) -> None:
    queue = Queue()
    watched = look(house.store, DAWN, queue, daily=True)
    (found,) = [f for f in watched.findings if "paused" in f.text]
    wording("message/later-release", found.text)
    assert (found.check, found.severity) == ("assessments", Severity.FAILING)
    wording("message/later-release", found.do, "second")
    assert watched.unchecked == []
    assert len(queue.deliveries) == 2
    assert all(each.deal == "person:U01MARIA" for each in queue.deliveries)
    planned = {each.delivery for each in queue.deliveries}
    # Remembered for the day, and looked at without telling anybody twice.
    again = look(house.store, DAWN + timedelta(minutes=15), queue)
    assert found in again.findings
    # Those not sent after ten minutes are queued again, and none is planned again.
    assert {each.delivery for each in queue.deliveries} == planned


def test_slack_says_that_it_is_paused_and_answers_for_the_others(live: Store) -> None:
    too_new(live)
    room = desk.Room(live, [])
    assert "Slate" in room.ask("status slate", now=DAWN)
    with pytest.raises(TooNewError) as refused:
        room.ask("status granite", now=DAWN)
    said = "\n".join(text_lines(apology("r1", refused.value)))
    wording("message/later-release", said)
    assert "r1" not in said
    across = room.ask("next 30", now=DAWN)
    assert "Slate" in across
    assert "Granite" in across, "named as one whose dates are not known"


@pytest.mark.parametrize("sk", ["META", "TERMS#0001", "TEAM#0001"])
def test_a_feed_keeps_its_last_dates_and_shows_those_of_the_others(live: Store, sk: str) -> None:
    found = [deal for name in ("granite", "slate") if (deal := live.deals.get(name))]
    address, _ = make(MARIA, found, services(live, now=DAWN), WEB, "desk")
    before = {(e["SUMMARY"], e["DTSTART"].dt) for e in events(read(address, live, DAWN))}
    assert {str(title).partition(":")[0] for title, _ in before} == {"Granite", "Slate"}
    too_new(live, sk)
    after = {(e["SUMMARY"], e["DTSTART"].dt) for e in events(read(address, live, DAWN))}
    assert after == before


def test_a_feed_shows_nothing_of_it_to_a_person_removed_from_its_list(live: Store) -> None:
    found = [deal for name in ("granite", "slate") if (deal := live.deals.get(name))]
    address, _ = make(MARIA, found, services(live, now=DAWN), WEB, "desk")
    read(address, live, DAWN)
    too_new(live)
    people = {"people": '{"people":[],"deny":[]}'}
    live.table.write(Update("DEALS", "granite", people, ALWAYS))
    titles = [str(e["SUMMARY"]) for e in events(read(address, live, DAWN))]
    assert {title.partition(":")[0] for title in titles} == {"Slate"}


# --- An item of every kind ----------------------------------------------------------------------

DAY = date(2026, 11, 3)
RUN_OF_GRANITE = AssessDeal(
    deal="granite", as_of=DAY, known_at=instant(DAY, "morning"), slot="morning", sweep="sweep-1"
)
ITEMS = [i for i in golden.items(golden.releases()[-1]) if i["PK"]["S"] != "DEAL#over"]
STOPPING = (
    *("ANSWER", "APPROVAL", "CALENDAR", "DELIVERY", "FACT"),
    *("META", "ROUTE", "RUN", "TEAM", "TERMS"),
)


def kind(item: scene.Item) -> str:
    return formats.kind_of(item["PK"]["S"], item["SK"]["S"])


OTHERS = {kind(item) for item in ITEMS} - {*STOPPING, "DEALS"}


def with_all_too_new(*kinds: str) -> House:
    """Granite, with one of everything that is stored; the items of these kinds are too new."""
    more = {name: {"N": str(formats.FORMAT + 1)} for name in ("format", "needs")}
    store = scene.put_back([{**i, **more} if kind(i) in kinds else i for i in ITEMS])
    return House(store, now=instant(DAY, "morning") + timedelta(minutes=1))


def play(house: House) -> set[str]:
    """A morning run of Granite, and its deliveries until one is refused; the kind of the item that
    was refused, if any.
    """
    refused = set()
    try:
        run_deal(RUN_OF_GRANITE, house.services)
        for _ in range(5):
            house.deliver_next()
    except TooNewError as error:
        refused.add(error.kind)
    return refused


def deliver_notices(house: House, kind: str = PAUSED) -> set[State]:
    """How the notices to the leads, or others of that kind, end."""

    def of_kind(message: Deliver) -> bool:
        stored = house.store.outbox.get(DeliveryKey(message.deal, message.day, message.delivery))
        return stored is not None and stored.delivery.alert.kind == kind

    waiting = [message for message in house.queue.deliveries if of_kind(message)]
    return {deliver(message, house.services) for message in waiting}


def paused_mails(house: House) -> list[str]:
    return [m.to for m in house.mailbox.mails if "Paused" in m.content["Subject"]]


@pytest.mark.full
@pytest.mark.parametrize("what", ["ANSWER", *part(STOPPING[1:], 4)])
def test_of_every_kind_of_item_that_stops_the_work_the_leads_are_notified_once(what: str) -> None:
    house = with_all_too_new(what)
    assert play(house) == {what}
    assert play(house) == {what}, "tried again"
    assert deliver_notices(house) == {State.PLANNED}, "a deployment may be under way"
    house.now += timedelta(minutes=25)
    assert deliver_notices(house) == {State.SENT}
    assert paused_mails(house) == [MARIA.email]
    assert len([post for post in house.slack.posts if "Paused" in str(post)]) == 1
    first, *_ = answer = slack_answer(house).splitlines()
    assert "is paused: do not rely on its alerts" in first
    if what == "ANSWER":
        wording("message/later-release", answer[:2])
    # The watchdog and doctor report it; the next day the leads are notified again.
    looked = look(house.store, house.now, Queue(), daily=True)
    assert [f.text for f in looked.findings if "Granite is paused" in f.text]
    house.now += timedelta(days=1)
    assert notify_leads("granite", ("DEAL#granite", "META"), house.services) == 2


def _put_back(item: scene.Item, _: object) -> scene.Item:
    return item


@pytest.mark.full
@pytest.mark.parametrize("what", part(STOPPING, 4))
def test_the_notice_is_withdrawn_only_once_that_item_can_be_read(what: str) -> None:
    house = with_all_too_new(what)
    too_new_items = [i for i in ITEMS if kind(i) == what and i["PK"]["S"] == "DEAL#granite"]
    pk, sk = too_new_items[0]["PK"]["S"], too_new_items[0]["SK"]["S"]
    assert notify_leads("granite", (pk, sk), house.services) == 2
    for item in (i for i in ITEMS if kind(i) == what):
        rewrite(house.store, item["PK"]["S"], item["SK"]["S"], partial(_put_back, item))
    assert deliver_notices(house) == {State.WITHDRAWN}
    run_deal(RUN_OF_GRANITE, house.services)
    meta = house.store.deals.meta("granite")
    assert meta is not None
    assert meta.paused_by == ()


@pytest.mark.full
def test_no_other_kind_of_item_stops_the_work() -> None:
    house = with_all_too_new(*OTHERS)
    assert play(house) == set()
    assert State.SENT in deliver_notices(house, digest.KIND)
    assert not paused_mails(house)
    assert "paused" not in slack_answer(house)


def slack_answer(house: House) -> str:
    """What `/deal status granite` answers."""
    try:
        return desk.Room(house.store, []).ask("status granite", now=house.now)
    except TooNewError as error:
        return "\n".join(text_lines(apology("r1", error)))
