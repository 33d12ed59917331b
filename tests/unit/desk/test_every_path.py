"""Every way in which Slack brings a request, tried by each role: who may, and who may not.

What is refused leaves the deal as it was and says nothing of it; its refusal alone is archived.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import pytest

from dealclock.desk.interactions import dispatch, home, payloads
from dealclock.desk.interactions.services import NOT_YOURS
from dealclock.facts.fact import Fact
from dealclock.messages.slack_views import forms as view
from dealclock.people.people import Action
from dealclock.store import Bundle, Store
from dealclock.store.item import Encoded
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.desk.office import MARIA, STRANGER, TOM, Office, texts
from tests.unit.desk.test_clicks import Scene

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
RUTH = "U01RUTH"
PEOPLE = {"stranger": STRANGER, "reader": RUTH, "editor": TOM, "lead": MARIA}
MAY: Mapping[Action, tuple[str, ...]] = {
    Action.READ: ("reader", "editor", "lead"),
    Action.RECORD: ("editor", "lead"),
    Action.HANDLE: ("editor", "lead"),
    Action.CONCLUDE: ("lead",),
    Action.APPROVE: ("lead",),
}
CONFIRMED = {"kind": "default-confirmed", "about": "default-i"}


def facts() -> tuple[Fact, ...]:
    """Filed late; a lead's F2 and F3 confirmed that default, and F4 put F3 right."""

    def at(day: int) -> datetime:
        return datetime(2004, 8, day, 15, tzinfo=UTC)

    filed = samples.fact("F1", date(2004, 7, 19), recorded_at=at(1))
    wrong = samples.fact("F3", date(2004, 8, 3), **CONFIRMED, recorded_at=at(3))
    return (
        filed,
        samples.fact("F2", date(2004, 8, 2), **CONFIRMED, recorded_at=at(2)),
        wrong,
        samples.fact("F4", date(2004, 8, 4), **CONFIRMED, corrects="F3")
        .model_copy(update={"recorded_at": at(4)}),
    )  # fmt: skip


@cache
def loaded() -> list[Encoded]:
    """The items of Story on May 20, 2005; Maria leads, Tom edits, Ruth reads."""
    table = MemoryTable()
    store = Store(table)
    whole = samples.rehearsal(*facts())
    people = tuple(
        p.model_copy(update={"role": "viewer"}) if p.id == "ruth" else p for p in whole.team.people
    )
    team = whole.team.model_copy(update={"people": people})
    store.deals.load(Bundle("story", whole.terms, team, whole.facts, whole.day), NOW, "tests")
    store.deals.rehearse_to("story", date(2005, 5, 20), NOW, "tests")
    return table.items()


@contextmanager
def opened_office(folder: Path) -> Iterator[Office]:
    """An office where nothing was done yet, over a table of its own."""
    table = MemoryTable()
    table.restore(loaded())
    made = Office.of(Store(table), folder, NOW)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with opened_office(tmp_path) as made:
        yield made


@dataclass(frozen=True)
class Way:
    """One way in: the name it has in the tables of routing, what it takes, and the request."""

    name: str
    needs: Action
    send: Callable[[Office, str], object]


def _form(name: str, carried: Mapping[str, str], **values: str) -> Callable[[Office, str], object]:
    def send(office: Office, user: str) -> object:
        form = payloads.SubmittedForm(user, "V0TESTS", "h", name, json.dumps(dict(carried)), values)
        return dispatch.on_submit(form, office.services, office.now)

    return send


def _left(name: str, carried: Mapping[str, str]) -> Callable[[Office, str], object]:
    def send(office: Office, user: str) -> None:
        form = payloads.SubmittedForm(user, "V0TESTS", "h", name, json.dumps(dict(carried)))
        dispatch.on_close(form, office.services, office.now)

    return send


def _click(action: str, value: str = "", **carried: str) -> Callable[[Office, str], object]:
    def send(office: Office, user: str) -> None:
        metadata = json.dumps(carried)
        form = payloads.SubmittedForm(
            user, "V0TESTS", "h", view.DETAILS, metadata, {"on": "2005-05-16"}
        )
        trigger, _ = office.screen.workspace.promise(user, "C0STORY")
        click = payloads.Click(user, "", action, "", value, trigger, "", form)
        dispatch.on_click(click, office.services, office.now)

    return send


def _shortcut(name: str) -> Callable[[Office, str], object]:
    def send(office: Office, user: str) -> None:
        trigger, _ = office.screen.workspace.promise(user, "C0STORY")
        pulled = payloads.Shortcut(name, user, "C0STORY", trigger)
        dispatch.on_shortcut(pulled, office.services, office.now)

    return send


def _opened(office: Office, user: str) -> None:
    home.publish_home(user, office.services, office.now)


STORY, FILED = {"deal": "story"}, {"deal": "story", "kind": "registration-statement-filed"}
ON = {"on": "2005-05-16"}
RECORDING = [
    Way("home_opened", Action.READ, _opened),
    Way("home:deal", Action.READ, _click("home:deal", "status story")),
    Way("home:deal", Action.RECORD, _click("home:deal", "record story")),
    Way("home:deal", Action.READ, _click("home:deal", "act story")),
    Way("home:next", Action.READ, _click("home:next")),
    Way("home:record", Action.RECORD, _click("home:record")),
    Way("record:on", Action.RECORD, _click("record:on", **FILED)),
    Way("record:given-on", Action.RECORD, _click("record:given-on", **FILED)),
    Way("record:given-method", Action.CONCLUDE, _click("record:given-method", **STORY,
          kind="default-confirmed")),
    Way("record", Action.RECORD, _shortcut("record")),
    Way("record-message", Action.RECORD, _shortcut("record-message")),
    Way("record:deal", Action.RECORD, _form(view.DEAL, {}, deal="story")),
    Way("record:kind", Action.RECORD, _form(view.KIND, STORY, kind="prospectus-filed")),
    Way("record:kind", Action.CONCLUDE, _form(view.KIND, STORY, kind="default-disputed")),
    Way("record:event", Action.RECORD, _form(view.EVENT, STORY, event="F1")),
    Way("record:event", Action.CONCLUDE, _form(view.EVENT, STORY, event="F2")),
    Way("record:details", Action.RECORD, _form(view.DETAILS, FILED, **ON)),
    Way("record:details", Action.RECORD,
          _form(view.DETAILS, {**FILED, "corrects": "F1"}, **ON, wrong="never")),
    Way("record:details", Action.CONCLUDE,
          _form(view.DETAILS, {**STORY, "kind": "default-confirmed"}, **ON, about="default-i")),
    # A lead's word, taken back under the name of another kind.
    Way("record:details", Action.CONCLUDE,
          _form(view.DETAILS, {**FILED, "corrects": "F2"}, **ON, wrong="never")),
    # What took the place of a lead's word, taken back: the word would count again.
    Way("record:details", Action.CONCLUDE,
          _form(view.DETAILS, {**FILED, "corrects": "F4"}, **ON, wrong="never")),
    Way("act:act", Action.APPROVE, _form("act:act", STORY, act="approve")),
    Way("act:act", Action.READ, _form("act:act", STORY, act="settings")),
    Way("act:approve", Action.APPROVE, _form("act:approve", STORY, subject="terms:1")),
    Way("act:release", Action.CONCLUDE,
          _form("act:release", STORY, instance="shelf-filing", to="trustee")),
    Way("act:close", Action.APPROVE, _form("act:close", STORY, why="sold")),
    Way("act:settings", Action.READ, _form("act:settings", STORY, setting="digest")),
    Way("left", Action.READ, _left("act:approve", STORY)),
    Way("left", Action.RECORD, _left(view.DETAILS, FILED)),
    Way("left", Action.RECORD, _left(view.KIND, STORY)),
    Way("left", Action.CONCLUDE, _left(view.DETAILS, {**FILED, "corrects": "F2"})),
]  # fmt: skip


OF_ALL_THEIR_DEALS = ("home_opened", "home:next")
"""What names no deal, and shows those of the person who asks: a stranger's are none."""


@pytest.mark.parametrize("path", RECORDING, ids=lambda p: f"{p.name}-{p.needs}")
def test_each_path_serves_authorized_people_and_changes_nothing_for_others(
    path: Way, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for role in PEOPLE:
        with subtests.test(role), opened_office(tmp_path / role) as office:
            _serves_who_may(office, path, role)


def _serves_who_may(office: Office, path: Way, role: str) -> None:
    user, before = PEOPLE[role], samples.facts_of(office.store, "story")
    answer = path.send(office, user)
    if role in MAY[path.needs]:
        assert _refused(office, user) == []
        return
    if path.name not in OF_ALL_THEIR_DEALS:
        assert _refused(office, user) != []
        assert [what for what, who in office.audited("story") if who == user] == [
            what for what in _refused(office, user) if (what, user) in office.audited("story")
        ]
    assert samples.facts_of(office.store, "story") == before
    views = [v.view for v in office.screen.workspace.views.values()]
    shown = "\n".join([*texts(answer), *texts(views)])
    assert "Infocrossing" not in shown
    if role == "stranger":
        assert "Story" not in shown
        assert "Shelf" not in shown


def test_a_form_without_one_of_our_deals_is_in_no_deals_archive(office: Office) -> None:
    _left(view.DETAILS, {"deal": "no-such-deal"})(office, STRANGER)
    assert office.audited("no-such-deal") == []
    assert ("refused record", STRANGER) in office.audited(None)


ALERT = [
    ("alert:acknowledge", "", Action.HANDLE),
    ("alert:more", "snooze", Action.HANDLE),
    ("alert:more", "snooze-until", Action.HANDLE),
    ("alert:more", "done", Action.HANDLE),
    ("alert:more", "decline", Action.HANDLE),
    ("alert:more", "approve", Action.APPROVE),
    ("alert:why", "why", Action.READ),
    ("alert:draft", "", Action.READ),
    ("alert:confirm", "confirm", Action.CONCLUDE),
    ("alert:dispute", "dispute", Action.CONCLUDE),
    ("alert:snooze", "2004-07-02", Action.HANDLE),
    ("alert:decline", "tom", Action.HANDLE),
    ("alert:why", "", Action.READ),
]


@pytest.mark.full
@pytest.mark.parametrize(("name", "value", "needs"), ALERT)
def test_each_button_under_an_alert_serves_authorized_people(
    tmp_path: Path, name: str, value: str, needs: Action, subtests: pytest.Subtests
) -> None:
    for role, user in PEOPLE.items():
        scene = Scene(Store(MemoryTable()), tmp_path / role)
        with subtests.test(role), closing(scene.office):
            _with_a_reader(scene)
            said = _pressed(scene, name, value, user)
            able = [r for r in MAY[needs] if "decline" not in name + value or r == "lead"]
            assert (_refused(scene.office, user) == []) is (role in able), "its owner declines"
            if role not in able:
                assert scene.acts() == []
                assert role != "stranger" or NOT_YOURS in said


def test_every_existing_path_was_tried() -> None:
    tried = {p.name for p in RECORDING} | {name for name, _, _ in ALERT}
    there = {*dispatch.CLICKS, *dispatch.FORMS, *dispatch.SHORTCUTS, "left", "home_opened"}
    assert tried == there


def _with_a_reader(scene: Scene) -> None:
    whole = samples.rehearsal()
    people = tuple(
        p.model_copy(update={"role": "viewer"}) if p.id == "ruth" else p for p in whole.team.people
    )
    team = whole.team.model_copy(update={"people": people})
    bundle = Bundle("story", whole.terms, team, (), whole.day)
    scene.office.store.deals.load(bundle, scene.office.now, "tests")


def _pressed(scene: Scene, name: str, value: str, user: str) -> str:
    if name in ("alert:snooze", "alert:decline"):
        office, (post,) = scene.office, scene.house.slack.posts
        (services,) = [b for b in post.blocks if b["type"] == "actions"]
        ref = str(services["block_id"]).split(" ", 1)[1]
        form = payloads.SubmittedForm(user, "V0", "h", name, ref, {"until": value, "to": value})
        return str(dispatch.on_submit(form, office.services, office.now))
    if name == "alert:why":
        scene.why(user)
        return str(scene.office.screen.answers or scene.office.form)
    if name in ("alert:draft", "alert:confirm", "alert:dispute"):
        # Which this alert lacks; a click on it is checked all the same.
        how = {"user": user, "channel": "C0STORY", "ts": scene.ts}
        body = scene.office.body("click", action="alert:acknowledge", **how)
        body["actions"][0].update(action_id=name, value=value or "draft")
        scene.office.carry_out("click", body)
        return scene.office.said() if scene.office.screen.answers else ""
    return scene.click(user, value)


def _refused(office: Office, user: str) -> list[str]:
    """What the archives hold as refused to a person."""
    archived = [*office.audited("story"), *office.audited(None)]
    return [what for what, who in archived if who == user and what.startswith("refused")]
