"""A person removed from a team loses every way in and gets nothing more, within fifteen minutes.

Everything that keeps something of a person's in a process is warm: the same store, desk and links
are used by Tom before and after. Each way is tried before, so that a way that never worked is no
proof.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State
from dealclock.channels.membership import REMEMBERED
from dealclock.desk.calendar_feed import make
from dealclock.desk.web.alert_page import ACTS
from dealclock.jobs.deliver.kinds import KINDS
from dealclock.jobs.documents import file_kinds
from dealclock.jobs.documents.make_file import FileResult, FileServices, make_file
from dealclock.jobs.gate import asker
from dealclock.jobs.plan.digest import reader_id
from dealclock.jobs.plan.plan_deliveries import plan_and_queue
from dealclock.jobs.queues import AssessDeal, MakeFile
from dealclock.messages import invitation
from dealclock.messages.digest import KIND as DIGEST
from dealclock.messages.notices import ARITHMETIC
from dealclock.people.people import Action, Glass
from dealclock.people.policy import Reason
from dealclock.people.team import Team
from dealclock.store import Bundle, DeliveryKey, Store, Verdict, keys
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.desk.office import STRANGER, TOM, Office, texts
from tests.unit.desk.test_answer_command import EVERY_VERB
from tests.unit.desk.test_every_path import ALERT, OF_ALL_THEIR_DEALS, RECORDING, Way
from tests.unit.desk.web import asked, event, kept_link
from tests.unit.jobs.house import House
from tests.unit.jobs.scene import KNOWN, MORNING, planned
from tests.unit.jobs.test_make_file import Files
from tests.unit.jobs.test_make_file import Queue as FileQueue

WITHIN = timedelta(minutes=15)
NUMBER = "+12125550123"
REMINDER = date(2004, 7, 8)  # five Business Days before the last day of the shelf filing
NOT_SENT_HERE = frozenset({DIGEST, invitation.KIND})
"""What no one is sent in this scene: alerts have said all, and a rehearsal invites no one."""


@dataclass
class Joined:
    """The deal's team as Tom was on it, and everything that he was given then."""

    house: House
    office: Office
    page: str
    feed: str

    @property
    def store(self) -> Store:
        return self.house.store

    def remove_tom(self) -> None:
        """Load the team without him, and let the time pass within which he must be out."""
        whole = samples.rehearsal()
        people = tuple(p for p in whole.team.people if p.id != "tom")
        text = whole.team.model_dump_json(exclude={"people"}).replace('"tom"', '"ruth"')
        named = {**json.loads(text), "people": [p.model_dump() for p in people]}
        team = Team.model_validate(named)
        bundle = Bundle("story", whole.terms, team, (), whole.day)
        self.store.deals.load(bundle, self.house.now, "tests")
        self.house.now += WITHIN
        self.office.now = self.house.now

    def to_tom(self) -> list[object]:
        """What Slack and the mail system were given for him."""
        posts = [p for p in self.house.slack.posts if p.channel == TOM or f"<@{TOM}>" in str(p)]
        mails = [m for m in self.house.mailbox.mails if "tom.becker" in str(m)]
        return [*posts, *mails, *self.house.phone.sent]

    def prove_a_number_of_tom(self) -> None:
        """Give him a number, proved."""
        whole = samples.rehearsal()
        people = [p.model_copy(update={"mobile": NUMBER}) for p in whole.team.people]
        team = Team.model_validate({**whole.team.model_dump(), "people": people})
        bundle = Bundle("story", whole.terms, team, (), whole.day)
        self.store.deals.load(bundle, self.house.now, "tests")
        tom = team.access.person("tom")
        assert tom is not None
        self.store.responses.prove_mobile("story", tom, "tom", self.house.now)


@contextmanager
def joined(folder: Path) -> Iterator[Joined]:
    """Tom on the team of Story, a rehearsal on its first morning, with a link and a feed."""
    store = Store(MemoryTable())
    house = planned(store)
    office = Office.of(store, folder, house.now, house.queue)
    deal = store.deals.get("story")
    assert deal is not None
    tom = deal.team.access.person("tom")
    assert tom is not None
    given = {"deal": "story", "instance": "shelf-filing", "person": "tom"}
    page = f"/a/{kept_link(store, house.now + timedelta(days=7), **given)}"
    url, _ = make(tom, [deal], house.services, "https://web.example/", "tests")
    try:
        yield Joined(house, office, page, url.removeprefix("https://web.example"))
    finally:
        office.close()


# --- What he can ask and do ----------------------------------------------------------------------


def pages(team: Joined) -> list[int]:
    """The status of his link opened, of each of its forms, and of his feed."""
    requests = [event("acknowledge", team.page)]
    for act in ACTS:
        form = event("confirm", team.page)
        requests.append({**form, "body": f"act={act}", "isBase64Encoded": False})
    requests.append(event("calendar", team.feed))
    return [asked(each, team.store, team.house.queue, team.house.now).status for each in requests]


def files(team: Joined, request: str) -> set[FileResult]:
    """What becomes of a file of each kind that he asks for."""
    kept, house = Files(), team.house
    desk = FileServices(replace(house.services, files=FileQueue()), kept, house.slack)
    results = set()
    for kind in file_kinds.KINDS:
        about = {"obligation": "shelf-filing", "what": "facts"}
        known, name = house.now, f"{request}-{kind}"
        wanted = MakeFile(
            kind=kind, deal="story", user=TOM, as_of=MORNING, known_at=known, args=about,
            request=name,
        )  # fmt: skip
        results.add(make_file(wanted, desk))
    assert bool(kept.shared) is (FileResult.SENT in results)
    return results


def test_pages_feed_and_files_work_before_and_not_after(tmp_path: Path) -> None:
    with joined(tmp_path) as team:
        assert 404 not in pages(team)
        assert FileResult.SENT in files(team, "before")
        team.remove_tom()
        assert set(pages(team)) == {404}
        assert files(team, "after") == {FileResult.NOT_ALLOWED}


def test_every_verb_answers_him_like_a_stranger_and_home_is_empty(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with joined(tmp_path) as team:
        office = team.office
        before = {text: str(office.type(text.format("Story"), TOM)) for text in EVERY_VERB}
        assert "Story" in before["status {}"]
        team.remove_tom()
        for text in EVERY_VERB:
            for name in ("Story", ""):
                with subtests.test(text, name=name):
                    typed = text.format(name).strip()
                    said = office.type(typed, TOM)
                    assert said == office.type(typed, STRANGER)


def refusals(team: Joined) -> int:
    """How often the archives have that he was refused."""
    audited = [*team.office.audited("story"), *team.office.audited(None)]
    return sum(who == TOM and what.startswith("refused") for what, who in audited)


@pytest.mark.parametrize("way", RECORDING, ids=lambda way: f"{way.name}-{way.needs}")
def test_every_form_shortcut_and_home_refuses_him(way: Way, tmp_path: Path) -> None:
    with joined(tmp_path) as team:
        way.send(team.office, TOM)
        team.remove_tom()
        views = {name: each.view for name, each in team.office.screen.workspace.views.items()}
        before, refused = samples.facts_of(team.store, "story"), refusals(team)
        answer = way.send(team.office, TOM)
        now = team.office.screen.workspace.views.items()
        shown = [each.view for name, each in now if views.get(name) != each.view]
        said = "\n".join([*texts(answer), *texts(shown)])
        assert samples.facts_of(team.store, "story") == before
        assert not any(word in said for word in ("Story", "Shelf", "Infocrossing"))
        if way.name not in OF_ALL_THEIR_DEALS:
            assert refusals(team) > refused


@pytest.mark.parametrize(("name", "value", "needs"), ALERT)
def test_every_button_under_an_alert_refuses_him(
    tmp_path: Path, name: str, value: str, needs: Action
) -> None:
    with joined(tmp_path) as team:
        team.house.deliver_all()
        post = next(p for p in team.house.slack.posts if p.channel == "C0STORY")
        ts = team.office.post("C0STORY", post.text, post.blocks)
        team.remove_tom()
        how = {"user": TOM, "channel": "C0STORY", "ts": ts}
        body = team.office.body("click", action="alert:acknowledge", **how)
        body["actions"][0].update(action_id=name, value=value or "draft" * name.endswith("draft"))
        team.office.carry_out("click", body)
        assert team.store.responses.of_deal("story") == ()
        assert refusals(team) > 0


def test_emergency_access_and_the_check_of_the_workspace_end_in_time(tmp_path: Path) -> None:
    assert REMEMBERED < WITHIN
    with joined(tmp_path) as team:
        now = team.house.now
        glass = Glass(
            deal="story",
            person="tom",
            name="Tom Becker",
            slack=TOM,
            since=now,
            until=now + timedelta(hours=4),
            why="an outage",
        )
        team.store.responses.grant_emergency_access(glass, "tests")
        team.remove_tom()
        line = team.store.deals.line("story")
        assert line is not None
        user = asker(TOM, team.house.services)
        assert user.glass == {"story"}
        assert not any(user.may(action, line.at(team.house.now)) for action in Action)


# --- What he is sent -----------------------------------------------------------------------------


def delivery(team: Joined, kind: str, route: Route, step: str = "") -> Delivery:
    """One to Tom, as planned this morning."""
    key = next(m for m in team.house.queue.deliveries if "-email-" in m.delivery)
    own = team.store.outbox.get(DeliveryKey(key.deal, key.day, key.delivery))
    assert own is not None
    base = own.delivery
    if kind == DIGEST:
        tom = samples.team().access.person("tom")
        assert tom is not None
        alert = replace(
            base.alert, deal=keys.person(TOM), instance=f"digest/{reader_id(tom)}", kind=kind,
            clause="", title="", reasons=(Reason.DIGEST,), due=None,
        )  # fmt: skip
        return replace(base, alert=alert, route=route, deals=("story",), others=(), root_cause="")
    alert = replace(base.alert, step=step, kind=kind or base.alert.kind)
    if kind == invitation.KIND:
        alert = replace(alert, instance=f"invitation/{base.alert.instance}")
    if kind == ARITHMETIC:
        alert = replace(alert, instance=f"{kind}/{base.alert.id}")
    return replace(base, alert=alert, route=route, root_cause="" if kind else base.root_cause)


EMAIL, DIRECT, SMS = Route("email", "tom"), Route("dm", "tom"), Route("sms", "tom")
SENT = [
    ("alert by email", "", EMAIL, ""),
    ("alert directly", "", DIRECT, ""),
    ("escalation by email", "", EMAIL, "backup"),
    ("escalation directly", "", DIRECT, "backup"),
    ("escalation by SMS", "", SMS, "lead"),
    ("digest by email", DIGEST, Route("email", TOM), ""),
    ("digest directly", DIGEST, Route("dm", TOM), ""),
    *((f"{kind} by email", kind, EMAIL, "") for kind in KINDS),
    *((f"{kind} directly", kind, DIRECT, "") for kind in KINDS),
]


@pytest.mark.parametrize(("name", "kind", "route", "step"), SENT, ids=[each[0] for each in SENT])
def test_what_was_planned_for_him_is_not_sent(
    tmp_path: Path, name: str, kind: str, route: Route, step: str
) -> None:
    for removed in (False, True) if kind not in NOT_SENT_HERE else (True,):
        with joined(tmp_path / str(removed)) as team:
            own = delivery(team, kind, route, step)
            team.house.queue.deliveries.clear()
            if kind == ARITHMETIC:
                when, of = team.house.now, own.alert.instance.partition("/")[2]
                found = [samples.difference(of)]
                verdict = Verdict(when, MORNING, when, 0, "{}", json.dumps(found))
                team.store.verdicts.put("story", verdict)
            if route == SMS:
                team.prove_a_number_of_tom()
            plan_and_queue([own], True, team.house.services)
            if removed:
                team.remove_tom()
            [state] = team.house.deliver_all()
            if removed:
                ended = team.store.outbox.get(DeliveryKey.of_alert(own.alert, own.route))
                assert ended is not None
                assert (state, ended.cause) == (State.REFUSED, "recipient_removed")
                assert team.to_tom() == []
            else:
                assert (state, len(team.to_tom())) == (State.SENT, 1)


def test_what_is_planned_from_then_on_goes_to_others_though_an_item_was_handed_to_him(
    tmp_path: Path,
) -> None:
    with joined(tmp_path) as team:
        said = str(team.office.type("decline Story shelf-filing to tom because away"))
        assert "Tom" in said
        team.house.deliver_all()
        assert team.to_tom() != []
        team.remove_tom()
        house = team.house
        house.slack.posts.clear()
        house.mailbox.mails.clear()
        house.store.deals.rehearse_to("story", REMINDER, house.now, "tests")
        known = KNOWN + (REMINDER - MORNING)
        due = AssessDeal(deal="story", as_of=REMINDER, known_at=known, slot="morning", sweep="2")
        house.assess(due)
        house.deliver_all()
        assert house.slack.posts or house.mailbox.mails
        assert team.to_tom() == []
