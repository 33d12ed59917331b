"""Making a file: for whom, once, and what the user is told when it fails."""

from collections import deque
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels import Upload
from dealclock.errors import DealclockError, NotFoundError
from dealclock.jobs.deal_day import own_look
from dealclock.jobs.documents.document import FileKind, FileRequest, GeneratedFile
from dealclock.jobs.documents.file_kinds import KINDS
from dealclock.jobs.documents.make_file import (
    MOST_TRIES,
    SHARING,
    FileResult,
    FileServices,
    make_file,
)
from dealclock.jobs.queues import MakeFile
from dealclock.people.people import Action, Glass, Person
from dealclock.store import Bundle, Store
from dealclock.store.item import StoredItem
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.own_partitions import own_partitions
from tests.services import services
from tests.unit.jobs.house import Slack

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
MARIA, TOM = "U01MARIA", "U01TOM"
PICTURE = GeneratedFile(
    "granite-plain-2004-11-20.pdf", "Granite, plain, Sat, Nov 20, 2004", b"bytes", "A."
)


@dataclass
class Files:
    """A way for files that answers as told and keeps what was shared."""

    prepared: deque[Refused | Later] = field(default_factory=deque)
    outcomes: deque[Outcome] = field(default_factory=deque)
    brought: list[Upload] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)

    def prepare(self, upload: Upload) -> tuple[str, str] | Refused | Later:
        if self.prepared:
            return self.prepared.popleft()
        self.brought.append(upload)
        return f"F{len(self.brought)}", "D0MARIA"

    def share(self, upload: Upload, file: str, channel: str) -> Outcome:
        outcome = self.outcomes.popleft() if self.outcomes else Sent(file)
        if isinstance(outcome, Sent):
            self.shared.append(file)
        return outcome


@dataclass
class Queue:
    """A queue that keeps what it was given, with the delay."""

    sent: list[tuple[MakeFile, int]] = field(default_factory=list)

    def send(self, message: MakeFile, delay: int = 0) -> None:
        self.sent.append((message, delay))


@dataclass
class Scene:
    """Granite with its team, and everything a file passes through."""

    store: Store
    made: list[FileRequest] = field(default_factory=list)
    raises: list[Exception] = field(default_factory=list)
    files: Files = field(default_factory=Files)
    slack: Slack = field(default_factory=Slack)
    queue: Queue = field(default_factory=Queue)
    now: datetime = NOW
    in_emergency: bool = False

    @property
    def desk(self) -> FileServices:
        kind = FileKind("plain", "a plain file", Action.READ, self._make, self.in_emergency)
        return FileServices(
            services(own_partitions(self.store, "files"), files=self.queue, clock=lambda: self.now),
            self.files,
            self.slack,
            {"plain": kind},
        )

    def _make(self, asked: FileRequest) -> GeneratedFile:
        self.made.append(asked)
        if self.raises:
            raise self.raises.pop()
        return PICTURE

    def ask(self, **changes: Any) -> FileResult:
        return make_file(message(**changes), self.desk)

    def said(self) -> list[str]:
        """What the asker was told in words, beneath the preview."""
        return [str(post.blocks) for post in self.slack.posts]

    def audited(self) -> list[str]:
        return [row.text("what") for row in self.rows("DEAL#granite", "AUDIT#")]

    def archived(self) -> list[str]:
        return [row.text("text") for row in self.rows("DEAL#granite", "RENDITION#")]

    def rows(self, pk: str, prefix: str) -> list[StoredItem]:
        return list(self.store.table.query(pk, prefix, f"{prefix}~"))


def message(**changes: Any) -> MakeFile:
    given = {
        "kind": "plain",
        "deal": "granite",
        "user": MARIA,
        "as_of": date(2004, 11, 20),
        "known_at": NOW,
        "request": "r1",
        **changes,
    }
    return MakeFile.model_validate(given)


@pytest.fixture
def scene(store: Store) -> Scene:
    store.deals.load(samples.live(), NOW, "tests")
    return Scene(store)


def test_a_file_is_made_and_sent_once_for_repeated_requests(scene: Scene) -> None:
    assert scene.ask() is FileResult.SENT
    assert scene.ask() is FileResult.ALREADY
    assert len(scene.files.shared) == 1
    (upload,) = scene.files.brought
    assert (upload.user, upload.name, upload.alt_text) == (MARIA, PICTURE.name, "A.")
    assert scene.slack.posts == []
    assert scene.ask(request="r2") is FileResult.SENT
    assert len(scene.files.shared) == 2


OLGA = Person.model_validate(
    {
        "id": "olga",
        "name": "Olga",
        "email": "olga@ops.example",
        "slack": "U01OLGA",
        "role": "administrator",
    }
)


@pytest.mark.parametrize(
    ("minutes", "in_emergency", "ends"),
    [
        (None, True, FileResult.NOT_ALLOWED),
        (30, True, FileResult.SENT),
        (30, False, FileResult.NOT_ALLOWED),
        (-1, True, FileResult.NOT_ALLOWED),
    ],
)
def test_emergency_access_shows_pictures_while_it_lasts_and_gives_no_documents(
    scene: Scene, minutes: int | None, in_emergency: bool, ends: FileResult
) -> None:
    bundle = samples.live()
    team = bundle.team.model_copy(update={"people": (*bundle.team.people, OLGA)})
    scene.store.deals.load(Bundle(bundle.id, bundle.terms, team, ()), NOW, "tests")
    scene.in_emergency = in_emergency
    if minutes is not None:
        since = NOW - timedelta(hours=1)
        until = NOW + timedelta(minutes=minutes)
        why = "Ticket 4711: rate"
        glass = Glass("granite", "olga", "Olga", OLGA.slack, since, until, why)
        scene.store.responses.grant_emergency_access(glass, "root")
    assert scene.ask(user=OLGA.slack) is ends
    if ends is FileResult.SENT:
        (upload,) = scene.files.brought
        assert [(p.slack, p.role) for p in upload.people.people] == [(OLGA.slack, "viewer")]


def test_only_pictures_are_shown_under_emergency_access() -> None:
    assert [kind.name for kind in KINDS.values() if kind.in_emergency] == ["timeline", "accrual"]


def test_a_file_is_archived_by_its_hash_before_anyone_sees_it(scene: Scene) -> None:
    scene.files.outcomes.append(Unknown("connection_lost"))
    scene.ask()
    (text,) = (each for each in scene.archived() if PICTURE.name in each)
    # printf bytes | sha256sum
    assert "SHA-256 277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9" in text
    assert "made file plain" in scene.audited()


@pytest.mark.parametrize("change", [{"user": "U09OUTSIDE"}, {"deal": "no-such-deal"}])
def test_a_person_who_may_not_see_the_deal_gets_no_file_and_no_message(
    scene: Scene, change: dict[str, str]
) -> None:
    assert scene.ask(**change) is FileResult.NOT_ALLOWED
    assert (scene.made, scene.files.brought, scene.slack.posts) == ([], [], [])


def test_a_person_denied_since_the_request_gets_nothing(scene: Scene) -> None:
    denying = samples.live()
    team = denying.team.model_copy(update={"deny": ("tom",), "owners": {}, "email": ("maria",)})
    bundle = Bundle(denying.id, denying.terms, team, denying.facts)
    scene.store.deals.load(bundle, NOW, "tests")
    assert scene.ask(user=TOM) is FileResult.NOT_ALLOWED
    assert (scene.files.brought, scene.slack.posts) == ([], [])
    assert "refused file plain" in scene.audited()


@pytest.mark.parametrize(
    ("last_day", "ended"), [("2026-11-19", FileResult.NOT_ALLOWED), ("2026-11-20", FileResult.SENT)]
)
def test_a_person_whose_entry_has_ended_gets_nothing(
    scene: Scene, last_day: str, ended: FileResult
) -> None:
    """On November 20, 2026, whatever day is asked about."""
    whole = samples.live()
    dated = {"last_day": date.fromisoformat(last_day)}
    people = tuple(p.model_copy(update=dated) if p.id == "ruth" else p for p in whole.team.people)
    team = whole.team.model_copy(update={"people": people})
    scene.store.deals.load(Bundle(whole.id, whole.terms, team, whole.facts), NOW, "tests")
    assert scene.ask(user="U01RUTH") is ended


def test_an_outsider_gets_no_picture(scene: Scene) -> None:
    whole = samples.live()
    outside = {"stands_for": "trustee"}
    people = tuple(p.model_copy(update=outside) if p.id == "ruth" else p for p in whole.team.people)
    team = whole.team.model_copy(update={"people": people})
    scene.store.deals.load(Bundle(whole.id, whole.terms, team, whole.facts), NOW, "tests")
    assert scene.ask(user="U01RUTH") is FileResult.NOT_ALLOWED
    assert scene.files.brought == []


def test_a_lost_answer_is_reported_once_and_the_file_is_not_sent_again(scene: Scene) -> None:
    scene.files.outcomes.append(Unknown("connection_lost"))
    assert [scene.ask(), scene.ask(), scene.ask()] == [FileResult.UNKNOWN] * 3
    assert scene.files.shared == []
    (result,) = scene.said()
    wording("document/make-file", result)
    assert values(scene.slack.posts[0].text) == ["2004-11-20"]
    assert scene.slack.posts[0].channel == MARIA


def test_when_a_worker_dies_while_sharing_the_user_is_notified(scene: Scene) -> None:
    class DiedError(Exception):
        pass

    class Dying(Files):
        def share(self, upload: Upload, file: str, channel: str) -> Outcome:
            raise DiedError

    whole, scene.files = scene.files, Dying()
    with pytest.raises(DiedError):
        scene.ask()
    scene.files = whole
    assert scene.ask() is FileResult.LATER, "it may still be sharing, for all that others know"
    assert scene.said() == []
    scene.now += SHARING
    assert scene.ask() is FileResult.UNKNOWN
    assert scene.files.shared == []
    assert len(scene.said()) == 1


def test_a_second_message_does_nothing_while_the_first_is_sharing(scene: Scene) -> None:
    """A queue may hand a message out twice: the asker was told that nobody can say, and had it."""
    ends: list[FileResult] = []

    class Meanwhile(Files):
        def share(self, upload: Upload, file: str, channel: str) -> Outcome:
            ends.append(scene.ask())
            return super().share(upload, file, channel)

    scene.files = Meanwhile()
    assert scene.ask() is FileResult.SENT
    assert ends == [FileResult.LATER]
    ((again, delay),) = scene.queue.sent
    assert delay == 31
    scene.now += timedelta(seconds=delay)
    assert make_file(again, scene.desk) is FileResult.ALREADY
    assert scene.said() == []
    assert len(scene.files.shared) == 1


@pytest.mark.parametrize("where", ["prepared", "outcomes"])
def test_a_deferred_request_does_not_count_as_a_failure(scene: Scene, where: str) -> None:
    getattr(scene.files, where).append(Later(41.5))
    assert scene.ask() is FileResult.LATER
    ((again, delay),) = scene.queue.sent
    assert (delay, again.tries, again.request) == (42, 1, "r1")
    assert make_file(again, scene.desk) is FileResult.SENT
    assert len(scene.files.shared) == 1
    assert scene.slack.posts == []


def test_it_does_not_wait_forever(scene: Scene) -> None:
    scene.files.prepared.append(Later(1))
    with pytest.raises(DealclockError, match="deferred the file"):
        scene.ask(tries=MOST_TRIES)
    assert scene.queue.sent == []


@pytest.mark.parametrize("where", ["prepared", "outcomes"])
def test_a_refusal_is_reported_with_its_cause_and_may_be_requested_again(
    scene: Scene, where: str
) -> None:
    getattr(scene.files, where).append(Refused("missing_scope"))
    assert scene.ask() is FileResult.REFUSED
    assert "missing" in scene.said()[0]
    assert scene.ask(request="r2") is FileResult.SENT


def test_an_impossible_request_is_refused_with_its_reason(scene: Scene) -> None:
    scene.raises.append(NotFoundError("given '99' months; give a number from 1 to 12"))
    assert scene.ask() is FileResult.CANNOT_BE
    assert shows(wording("document/make-file", scene.said()[0]), "1", "12")
    assert scene.files.brought == []


def test_an_error_during_making_is_reported_once_and_tried_again(scene: Scene) -> None:
    for _ in range(2):
        scene.raises.append(RuntimeError("$31,666.67"))
        with pytest.raises(RuntimeError):
            scene.ask()
    (result,) = scene.said()
    wording("document/make-file", result)
    assert "r1" in result
    assert "31,666" not in result
    assert scene.ask() is FileResult.SENT


def test_an_unknown_kind_is_an_error_that_names_the_known_ones(scene: Scene) -> None:
    with pytest.raises(NotFoundError, match="there are plain"):
        scene.ask(kind="portrait")


def test_a_request_is_remembered_longer_than_any_queue_keeps_it(scene: Scene) -> None:
    assert scene.ask() is FileResult.SENT
    scene.now = NOW + timedelta(days=18)  # four days in the queue, fourteen among dead letters
    assert scene.ask() is FileResult.ALREADY


@pytest.mark.parametrize(("kind", "about"), [("timeline", "timeline"), ("accrual", "Section 3(a)")])
def test_pictures_are_made_from_the_stored_deal(store: Store, kind: str, about: str) -> None:
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", date(2004, 11, 20), NOW, "tests")
    deal = store.deals.get("story")
    assert deal is not None
    person = deal.team.access.of_slack(MARIA)
    assert person is not None
    look = own_look(deal, NOW, date(2004, 11, 20), datetime(2004, 11, 21, 5, tzinfo=UTC))
    asked = FileRequest(deal, person, {}, look, services(store, now=NOW), MARIA)
    made = KINDS[kind].make(asked)
    assert made.content.startswith(b"%PDF-")
    named = {"timeline": "timeline", "accrual": "section-3-a"}[kind]
    assert made.name == f"story-{named}-2004-11-20.pdf"
    assert made.title == f"REHEARSAL Story, {about}, Sat, Nov 20, 2004"
    with pytest.raises(NotFoundError, match="for dark; give yes or no"):
        KINDS[kind].make(replace(asked, args={"dark": "perhaps"}))
