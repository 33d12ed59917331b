"""A table of deals, and people who ask about them."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from dealclock.alerts.outcome import Later, Outcome, Refused
from dealclock.alerts.outcome import Sent as Arrived
from dealclock.channels import Post
from dealclock.desk.answer_command import answer_command
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Desk
from dealclock.jobs.queues import AssessDeal, MakeFile
from dealclock.messages import slack
from dealclock.messages.message import Message, text_lines
from dealclock.people.team import Team
from dealclock.store import Bundle, Store
from dealclock.store.item import Encoded
from tests.contract.store import samples
from tests.contract.store.counting import CountingTable
from tests.contract.store.tables import forget
from tests.memory_table import MemoryTable
from tests.services import services

LOADED = datetime(2004, 10, 1, 12, tzinfo=UTC)
# Half past eleven on the evening of October 28 in New York.
LATE = datetime(2004, 10, 29, 3, 30, tzinfo=UTC)
MARIA = "U01MARIA"
WEB = "https://web.example/"
NO_DEALS_CHANNEL = "C0ELSEWHERE"


@dataclass
class Sent:
    """A queue of deals to be assessed, and of files to be made."""

    messages: list[AssessDeal | MakeFile] = field(default_factory=list)

    def send(self, message: AssessDeal | MakeFile, delay: int = 0) -> None:
        self.messages.append(message)


@dataclass
class Channel:
    """A channel that takes what is shared, or ends it as told."""

    posts: list[Post] = field(default_factory=list)
    ends: Outcome = field(default_factory=lambda: Arrived("ts-1"))

    def share(self, post: Post, keep: Callable[[], None]) -> Outcome:
        if isinstance(self.ends, Refused | Later):
            return self.ends
        keep()
        self.posts.append(post)
        return self.ends


@dataclass
class Room:
    """A table of deals, someone asking, and what the table was asked for."""

    store: Store
    calls: list[str]
    sent: Sent = field(default_factory=Sent)
    channel: Channel = field(default_factory=Channel)

    @property
    def desk(self) -> Desk:
        """The desk with everything it may set in motion."""
        given = services(self.store, assess=self.sent, files=self.sent)
        return Desk(given, web=WEB, sharer=self.channel)

    def ask(
        self, text: str, user: str = MARIA, channel: str = NO_DEALS_CHANNEL, now: datetime = LATE
    ) -> str:
        """The answer as it is read, line by line."""
        return "\n".join(text_lines(self.answer(text, user, channel, now)))

    def answer(
        self, text: str, user: str = MARIA, channel: str = NO_DEALS_CHANNEL, now: datetime = LATE
    ) -> Message:
        """The answer as a message."""
        return answer_command(SlashCommand(user, channel, text), self.desk, now)

    def as_sent(self, text: str, user: str, channel: str) -> tuple[str, list[str]]:
        """The answer byte for byte as Slack gets it, and the calls it took in a new process."""
        forget(self.store)
        self.calls.clear()
        answer = answer_command(SlashCommand(user, channel, text), self.desk, LATE)
        return json.dumps(slack.render_ephemeral(answer)), list(self.calls)

    def archived(self, deal: str | None) -> list[tuple[str, str]]:
        """What the archive of a deal, or of none, holds of commands: what and who, sorted."""
        pk = f"DEAL#{deal}" if deal else "AUDIT"
        rows = samples.rows(self.store, pk, "AUDIT#", "AUDIT#~")
        found = [(row.text("what"), row.text("who")) for row in rows]
        return sorted(each for each in found if each[1].startswith("U0"))


def team(code_name: str, **changes: Any) -> Team:
    return samples.team(code_name, f"C0{code_name.upper()}").model_copy(update=changes)


def room(*, with_basalt: bool = True) -> Room:
    """Granite, live, where Tom is denied; Story, a rehearsal on October 29, 2004; and Basalt, of
    other people altogether. A table of its own each time, with nothing asked of it yet.
    """
    kept = MemoryTable()
    kept.restore(_loaded(with_basalt))
    table = CountingTable(kept)
    return Room(Store(table), table.calls)


@cache
def _loaded(with_basalt: bool) -> list[Encoded]:
    """The items of the table when its deals have been loaded."""
    table = MemoryTable()
    store = Store(table)
    filed = samples.fact(recorded_at=None)
    terms = samples.terms()
    granite = Bundle("granite", terms, team("Granite", deny=("tom",), email=("maria",)), (filed,))
    story = Bundle("story", terms, team("Story"), samples.story(), date(2004, 6, 30))
    store.deals.load(granite, LOADED, "tests")
    store.deals.load(story, LOADED, "tests")
    store.deals.rehearse_to("story", date(2004, 10, 29), LOADED, "tests")
    if with_basalt:
        others = tuple(
            p.model_copy(update={"slack": p.slack.replace("U01", "U07")})
            for p in samples.team().people
        )
        store.deals.load(
            Bundle("basalt", terms, team("Basalt", people=others), ()), LOADED, "tests"
        )
    # The rows of people are complete at that time, and the directory is read at any other.
    store.deals.compare_members(LATE, 10)
    return table.items()


def room_in_january() -> Room:
    """The same with Story on Thursday, January 20, 2005: a cure window missed, a default open."""
    made = room()
    made.store.deals.rehearse_to("story", date(2005, 1, 20), LOADED, "tests")
    return made
