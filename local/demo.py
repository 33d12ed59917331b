"""`make demo`: a fictional history of a sample deal, morning by morning, on this machine.

The same `template.yaml` that goes to AWS is deployed to the embedded one, the sample's first
rehearsal is loaded, and every scheduled check from the closing to the middle of March 2005 runs the
real functions. A few messages are shown as they arrive and the rest are counted; the transcript has
them all. `--all` plays the second rehearsal too and prints every message. Run again, it continues
after the last complete day. A command answered too late, on a slow machine, is shown as Slack would
show it and listed at the end.

The days that are done are stored between runs. A day of a rehearsal is done once each of its
deliveries was carried out. That applies only to the same run, deal files and code: after a change,
every day is played again on the stored state, and nothing is sent twice.

The screen has at most `MOST` lines, so that all of it can be read: one moment in full; for the
others what to do, by when, who, and why now.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import takewhile
from pathlib import Path

from dealclock.alerts.outcome import State
from dealclock.alerts.slots import SCHEDULED, ZONE, Slot, instant
from dealclock.cli import clock
from dealclock.cli.connection import read_connection
from dealclock.desk.load import bundles, load
from dealclock.desk.rehearse import PlayedSlot, Stage, rehearse
from dealclock.documents.deal_files import DealFiles, read_deal
from dealclock.messages import words
from dealclock.store import Store
from dealclock.store.keys import person as holder
from local.arrivals import Arrivals
from local.environments import CHECKOUT
from local.launch import ROOT, Running, add_root, run_to_end, running, shown
from local.slack import terminal
from local.slack.app import App
from local.slack.errors import CommandError, CommandTimeoutError
from local.slack.reference import COMMAND_SECONDS
from local.world import LOBBY, OUTSIDER, world

AGREEMENTS = CHECKOUT / "agreements"
SAMPLE = AGREEMENTS / "infocrossing-2004"
FIRST, LAST = date(2004, 6, 30), date(2005, 3, 15)
AFTERWARDS = timedelta(days=7)
"""How long another agreement is played after its last event."""
TRANSCRIPT = "transcript.txt"
BY = "demo"
SHOWN = "accrual on 2004-11-20"
"""The command whose answer the screen shows."""
LAST_SLOT = list(SCHEDULED)[-1]
ANSWER = 12  # lines of that answer
PATIENCE = 20.0  # seconds to wait for what an act sends and updates


# The days that are done, stored between runs.

FILE = "played.json"


@dataclass(frozen=True)
class DaysLeft:
    """The rehearsals still to be played, all of them from day `first` on.

    `met` has, by rehearsal, the deliveries of the days that are not played again.
    """

    deals: Sequence[str]
    first: date
    met: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Progress:
    """By rehearsal: the last day done, and the deliveries of the days up to it."""

    file: Path
    run_id: str
    inputs: str
    days: Mapping[str, tuple[date, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path, run_id: str, inputs: str) -> Progress:
        """The progress stored in `root` if it is for this run and inputs; else no day is done."""
        fresh = cls(root / FILE, run_id, inputs)
        try:
            kept = json.loads(fresh.file.read_text(encoding="utf-8"))
            days = {
                deal: (date.fromisoformat(day), int(deliveries))
                for deal, (day, deliveries) in kept["days"].items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return fresh
        if (kept.get("run_id"), kept.get("inputs")) != (run_id, inputs):
            return fresh
        return replace(fresh, days=days)

    def rest(self, deals: Iterable[str], first: date, last: date) -> DaysLeft:
        """The days still to be played of `deals`, from `first` to `last`, both included.

        They are played together: rehearsals on different days start again at `first`.
        """
        following = {deal: self._after(deal, first) for deal in deals}
        left = [deal for deal, day in following.items() if day <= last]
        days = {following[deal] for deal in left}
        begin = days.pop() if len(days) == 1 else first
        met = {
            deal: self.days[deal][1]
            for deal, day in following.items()
            if deal in self.days and (deal not in left or day == begin)
        }
        return DaysLeft(left, begin, met)

    def _after(self, deal: str, first: date) -> date:
        if deal not in self.days:
            return first
        return max(first, self.days[deal][0] + timedelta(days=1))

    def done(self, day: date, met: Mapping[str, int]) -> Progress:
        """Record `day` as done for each rehearsal in `met`, which has its deliveries so far."""
        now = replace(self, days={**self.days, **{deal: (day, n) for deal, n in met.items()}})
        kept = {
            "run_id": self.run_id,
            "inputs": self.inputs,
            "days": {deal: [day.isoformat(), n] for deal, (day, n) in now.days.items()},
        }
        self.file.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        return now


def fingerprint(files: Iterable[Path]) -> str:
    """A hash of the paths and contents of some files, in the order of their paths."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(f"{file}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


# What the terminal shows: a line a month, and a few moments with their messages.

MOST = 150
"""Lines of a whole demo on the screen."""

_ROWS = 7
"""Lines of a message that is not shown in full, its frame not counted."""

_COLUMNS = 100

_TOP = 6  # lines of a box that say what it is about
_RULE = "├─"
_SAME_IN_ALL = ("Confidential: deal team only", "Rehearsal: simulated dates")
_SAMPLE_DATA = ("Sample data:", "Awaiting second approval:")


@dataclass(frozen=True)
class Moment:
    """A message worth showing: the slot in which it arrives, and how its box begins.

    Its heading begins with `where`, and `says` is in its first lines; `whole` shows all of it.
    """

    title: str
    day: date
    where: str
    says: str
    whole: bool = False
    slot: Slot = "morning"


STORY, MAIL = "Slack #granite-story", "Mail"
MOMENTS = (
    Moment("The first alert", date(2004, 6, 30), STORY, "2(a)(i)", whole=True),
    Moment("The same alert by email", date(2004, 6, 30), MAIL, "[Granite-Story, rehearsal] Due"),
    Moment("A possible Registration Default", date(2004, 10, 29), STORY, "3(a)(ii)"),
    Moment("The Trustee must be notified", date(2004, 11, 1), STORY, "Today: Trustee notice"),
    Moment("A cure period ends", date(2005, 1, 18), STORY, "cure period ends today"),
    Moment("The Trustee was notified", date(2005, 1, 20), STORY, "notice given", slot="afternoon"),
    Moment("The default is cured", date(2005, 1, 25), STORY, "cured"),
    Moment("A Suspension Period begins", date(2005, 2, 2), STORY, "Suspension Period"),
)


@dataclass
class Screen:
    """Prints the moments as they arrive and counts the rest, month by month; without moments, the
    first message of each month.
    """

    moments: Sequence[Moment] = MOMENTS
    _month: date | None = None
    _sent: Counter[str] = field(default_factory=Counter)
    _all: Counter[str] = field(default_factory=Counter)
    _mornings: int = 0

    def line(self, text: str = "") -> None:
        """Print one or more lines."""
        print(text, flush=True)

    def played(self, day: date, slot: Slot, boxes: Sequence[str], sent: Mapping[str, int]) -> None:
        """Count a played slot's messages by kind, and show its moments from the drawn `boxes`."""
        month = day.replace(day=1)
        if self._month not in (None, month):
            self.month_over()
        if boxes and not self.moments and not any(self._sent.values()):
            self.line(f"\n{words.instant(instant(day, slot), ZONE.key)}\n{shorten(boxes[0])}")
        self._month = month
        self._mornings += slot == "morning"
        self._sent.update(sent)
        for moment in self.moments:
            if (moment.day, moment.slot) == (day, slot):
                self._show(moment, boxes)

    def month_over(self) -> None:
        """Print the line for the month played last; nothing before the first."""
        if self._month is None:
            return
        mornings = words.number(self._mornings, "morning")
        self.line(f"{self._month:%B %Y}: {mornings}, {count_line(self._sent)}")
        self._all.update(self._sent)
        self._sent, self._month, self._mornings = Counter(), None, 0

    @property
    def sent(self) -> Mapping[str, int]:
        """How many messages of each kind arrived in the months that are over."""
        return self._all

    def _show(self, moment: Moment, boxes: Sequence[str]) -> None:
        box = next((b for b in boxes if _is_of(moment, b)), None)
        if box is None:
            return
        at = words.instant(instant(moment.day, moment.slot), ZONE.key)
        self.line(f"\n{moment.title}: {at}")
        self.line(box if moment.whole else shorten(box))


def count_line(sent: Mapping[str, int]) -> str:
    """How many messages of each kind: "12 in Slack channels, 4 direct messages, 30 emails"."""
    if not any(sent.values()):
        return "nothing new to send"
    channels = f"{sent.get('channel', 0)} in Slack channels"
    direct = words.number(sent.get("direct", 0), "direct message")
    return f"{channels}, {direct}, {words.number(sent.get('email', 0), 'email')}"


def shorten(box: str, rows: int = _ROWS) -> str:
    """A box with at most `rows` lines inside: its first part, without what all messages have.

    An email's are those of its text, below all of its envelope; a reply's, those below its thread.
    """
    top, *body, bottom = box.split("\n")
    envelope = _envelope(top, body)
    subject = "".join(line for line in envelope if "Subject: " in line)
    first = list(_first_part(body[len(envelope) :], subject))
    kept = [*map(_in_columns, envelope), *(first if len(first) <= rows else first[: rows - 1])]
    left = len(body) - len(kept)
    more = [f"│ ... {words.number(left, 'more line')} in the transcript"] * bool(left)
    return "\n".join([top, *kept, *more, bottom])


def _in_columns(line: str) -> str:
    """A line of an envelope on as many lines as the screen needs."""
    return "\n".join(textwrap.wrap(line, _COLUMNS, subsequent_indent="│   "))


def _envelope(top: str, body: Sequence[str]) -> Sequence[str]:
    """An email's recipient, subject and attachments, with the rule below; a reply's thread."""
    if top.startswith(f"┌─ {MAIL}"):
        rules = [number for number, line in enumerate(body) if line.startswith(_RULE)]
        return body[: rules[0] + 1] if rules else ()
    return [*takewhile(lambda line: line.startswith(("│ ↳", "│   ")), body)]


def _first_part(body: Sequence[str], subject: str) -> Iterator[str]:
    """The lines up to the first rule, without an email's empty lines and its subject again."""
    skipping, above = False, bool(subject)
    for line in body:
        if line.startswith(_RULE):
            return
        text = line.removeprefix("│").strip()
        # A backup's subject says so in its brackets; the text begins with the subject of all.
        above = above and (text.partition("] ")[2] if text.startswith("[") else text) in subject
        if not text or above or any(each in text for each in _SAME_IN_ALL):
            continue
        if text.startswith(_SAMPLE_DATA):
            skipping = True
        elif ": " in text and text.partition(":")[0].replace(" ", "").isalpha():
            skipping = False
        if not skipping:
            yield line


def _is_of(moment: Moment, box: str) -> bool:
    first = "\n".join(box.split("\n")[:_TOP])
    return first.startswith(f"┌─ {moment.where}") and moment.says in first


# What people do, each on its day.


@dataclass(frozen=True)
class Act:
    """Something a person does after the first check of a day, in the first rehearsal's channel.

    A command typed, or a button pressed under the latest post that shows `under`; `note` is written
    in the form that a button opens.
    """

    title: str
    day: date
    person: str
    command: str = ""
    button: str = ""
    under: str = ""
    note: str = ""

    @property
    def text(self) -> str:
        """What the person does, in words."""
        return f"types  /deal {self.command}" if self.command else f"presses {self.button}"


ACTS = (
    Act("A second person approves the terms", date(2004, 6, 30), "james", "approve terms:1"),
    Act(
        "A second person approves a reading",
        date(2004, 6, 30),
        "maria",
        "approve reading:default-occurs",
    ),
    Act(
        "A lead confirms the default",
        date(2004, 11, 2),
        "maria",
        button="Confirm",
        under="Possible Registration Default",
        note="On counsel's advice of November 2.",
    ),
    Act(
        "An owner acknowledges an alert",
        date(2005, 3, 10),
        "maria",
        button="Acknowledge",
        under="Suspension Period",
    ),
)


def perform(act: Act, local: Running, deal: DealFiles) -> str:
    """Do it, and return what the person is shown, drawn for a terminal.

    Where the machine is too slow for Slack, that is what is shown.
    """
    person = next(p for p in deal.team.people if p.id == act.person)
    channel = deal.team.rehearsals[0].channel
    said = f"{person.name} {act.text} in #{channel.name}"
    app = local.app()
    app.wake()  # starting the function may take longer than Slack waits
    try:
        shown = (_type if act.command else _press)(act, person.slack, channel.id, app)
    except CommandError as problem:
        return f"{said}\nSlack shows {person.name}: {problem.shown}"
    return f"{said}\n{terminal.render(shown, f'only visible to {person.name}')}" if shown else said


def _type(act: Act, user: str, channel: str, app: App) -> dict[str, object]:
    return app.type("/deal", act.command, user, channel).message


def _press(act: Act, user: str, channel: str, app: App) -> dict[str, object]:
    """Press the button, and submit the form it opens; {} if the answer is not a message."""
    slack = app.stand_in
    action = f"alert:{act.button.lower()}"
    posts = [m for m in slack.messages(channel) if action in str(m) and act.under in str(m)]
    before = len(slack.views(user))
    where = {"channel": channel, "ts": posts[-1]["ts"], "action": action}
    app.do("click", user=user, **where)
    if opened := slack.views(user)[before:]:
        app.do("submit", user=user, view=opened[-1]["id"], values={"note": act.note})
        return {}
    shown = [m for m in slack.ephemerals(channel) if m["shown_to"] == user]
    return dict(shown[-1]) if shown else {}


# The play.


@dataclass
class Transcript:
    """Every message and answer, in full; also printed if `aloud`."""

    file: Path
    aloud: bool = False
    lines: list[str] = field(default_factory=list)

    def say(self, text: str = "") -> None:
        """Add some lines; what is another in each run is left out of the text."""
        if self.aloud:
            print(text, flush=True)
        self.lines.append(steady(text))

    @property
    def text(self) -> str:
        """The whole text, as written to the file."""
        return "\n".join(self.lines) + "\n"

    def write(self, *, after: bool) -> None:
        """Write it to the file; with `after`, below the text of an earlier run."""
        with self.file.open("a" if after else "w", encoding="utf-8") as file:
            file.write(self.text)


@dataclass
class DeliveryCount:
    """Counts of deliveries of some mornings: left by an earlier run, newly planned, all of them,
    arrived now, withdrawn by an earlier run and in all, and still unsettled at the end.

    A delivery is withdrawn if it is out of date, or repeats what its reader already received.
    """

    left_behind: int = 0
    planned: int = 0
    met: int = 0
    arrived: int = 0
    withdrawn_before: int = 0
    withdrawn: int = 0
    unsettled: int = 0

    @property
    def already(self) -> int:
        """Deliveries that an earlier run had carried out."""
        return self.met - self.arrived - self.withdrawn - self.unsettled

    @property
    def whole(self) -> bool:
        """Whether everything planned arrived or was withdrawn, and nothing else except an earlier
        run's.
        """
        most = self.planned + self.left_behind
        ended = self.arrived + self.withdrawn - self.withdrawn_before
        return self.unsettled <= self.left_behind and self.planned <= ended <= most


@dataclass
class TypedCommands:
    """The commands typed: how many, those answered too late, and those that failed."""

    typed: int = 0
    slow: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def lines(self) -> Sequence[str]:
        """The lines about them at the end; none if all were answered in time."""
        said = []
        if self.slow:
            said.append(
                f"{len(self.slow)} of {self.typed} commands took longer than Slack's "
                f"{COMMAND_SECONDS:g} seconds on this machine: {', '.join(self.slow)}. "
                "Close other programs and run it again to see the answers."
            )
        if self.failed:
            said.append(f"{len(self.failed)} failed: {', '.join(self.failed)}. See the logs.")
        return said


def main(given: Sequence[str] | None = None) -> int:
    """Play the demo; 0 when all that was planned arrived, 130 when it was stopped."""
    asked = _parser().parse_args(given)
    started = time.monotonic()
    folder = AGREEMENTS / asked.agreement
    whole = read_deal(folder, folder / "facts.yaml")
    deal = whole if asked.all else first_rehearsal(whole)
    first, until = asked.first or first_day(deal), asked.until or last_day(deal)
    rehearsals = words.number(len(deal.rehearsals), "rehearsal")
    named = "a 2004 agreement" if folder == SAMPLE else asked.agreement
    print(f"Dealclock demo: {rehearsals} of {named}, on this machine.")
    print("Starting the embedded AWS, the Slack stand-in and the email sink ...", flush=True)

    def perform_all() -> int:
        with running(world(whole.team, "xoxb-local"), asked.root) as local:
            progress = Progress.of(asked.root, local.run.run_id, fingerprint(_inputs(folder)))
            transcript = Transcript(asked.root / TRANSCRIPT, aloud=asked.all)
            screen = None if asked.all else Screen(MOMENTS if folder == SAMPLE else ())
            ready(deal, progress, first, until, time.monotonic() - started)
            try:
                count = play(
                    local, deal, transcript, until, first, screen=screen, progress=progress
                )
                asked_for = ask(local, deal, transcript, screen=screen)
            finally:
                transcript.write(after=bool(progress.days))
        print()
        if screen is not None:
            print(summary(count, screen, asked_for))
        for line in asked_for.lines():
            print(line)
        print(f"Every message in full: {shown(transcript.file)}; the emails: {shown(local.mails)}")
        if not asked.all and len(whole.rehearsals) > 1:
            print("make demo ARGS=--all plays the second rehearsal too and prints every message.")
        print("Next: make workbench shows the system in a browser.")
        print(f"Took {time.monotonic() - started:.0f} s.")
        return 0 if count.whole and not asked_for.failed else 1

    return run_to_end(perform_all, asked.root, "make demo")


def first_day(deal: DealFiles) -> date:
    """The first day of a deal's rehearsals: the date of its agreement."""
    return deal.terms.agreement.dated


def last_day(deal: DealFiles) -> date:
    """The last day to play: of the sample one of its story, else a week after the last event."""
    if deal.folder == SAMPLE:
        return LAST
    facts = (fact for _, history in deal.rehearsals for fact in history.content.facts)
    return max((fact.on for fact in facts), default=first_day(deal)) + AFTERWARDS


def with_rehearsals() -> list[str]:
    """The folders of `agreements/` whose team lists rehearsals, the sample first."""
    teams = sorted(AGREEMENTS.glob("*/team.yaml"))
    found = [t.parent for t in teams if "\nrehearsals:" in t.read_text(encoding="utf-8")]
    return [folder.name for folder in sorted(found, key=lambda each: each != SAMPLE)]


def add_agreement(parser: argparse.ArgumentParser) -> None:
    """The option that chooses one of them."""
    parser.add_argument(
        "--agreement",
        choices=with_rehearsals(),
        default=SAMPLE.name,
        metavar="FOLDER",
        help=f"the agreement to play: {', '.join(with_rehearsals())}; by default {SAMPLE.name}",
    )


def first_rehearsal(deal: DealFiles) -> DealFiles:
    """The deal with the first of its rehearsals alone."""
    team = deal.team.model_copy(update={"rehearsals": deal.team.rehearsals[:1]})
    return replace(deal, team=team, rehearsals=deal.rehearsals[:1])


def ready(deal: DealFiles, progress: Progress, first: date, until: date, seconds: float) -> None:
    """Print what is about to be played, once the stack is up."""
    names = {r.id: r.code_name for r in deal.team.rehearsals}
    rest = progress.rest(names, first, until)
    said = [f"Ready in {seconds:.0f} s."]
    for each, name in names.items():
        if each in rest.met:
            said.append(f"Done before: {name} to {words.day(progress.days[each][0])}.")
    if rest.deals:
        played = " and ".join(names[each] for each in rest.deals)
        said.append(f"Playing {played}, {words.day(rest.first)} to {words.day(until)}.")
    print("\n".join(said) if len(said) > 2 else " ".join(said), flush=True)


def summary(count: DeliveryCount, screen: Screen, asked: TypedCommands) -> str:
    """What was sent, by which route, and what was answered."""
    sent = f"{count.arrived} sent, {count.already} already delivered"
    routes = f": {count_line(screen.sent)}" if count.arrived else ""
    answered = asked.typed - len(asked.slow) - len(asked.failed)
    return f"{sent}{routes}\n{words.number(answered, 'slash command')} answered"


def _inputs(agreement: Path) -> Iterator[Path]:
    """The files that decide what is sent: the deal's, the template, and the code deployed."""
    yield CHECKOUT / "template.yaml"
    for folder in (agreement, CHECKOUT / "layers" / "dealclock", CHECKOUT / "functions"):
        yield from (f for f in folder.rglob("*") if f.suffix in _INPUTS and f.is_file())


_INPUTS = frozenset({".py", ".yaml", ".txt", ".json", ".csv"})


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument(
        "--all",
        action="store_true",
        help="play the second rehearsal too, and print every message as the transcript has it",
    )
    add_agreement(parser)
    parser.add_argument(
        "--first",
        type=date.fromisoformat,
        metavar="DATE",
        help="the first morning to play, by default the date of the agreement",
    )
    parser.add_argument(
        "--until",
        type=date.fromisoformat,
        metavar="DATE",
        help=f"the last morning to play, by default {LAST}, or a week after the last event",
    )
    add_root(parser, ROOT)
    return parser


def play(
    local: Running,
    deal: DealFiles,
    transcript: Transcript,
    last: date = LAST,
    first: date = FIRST,
    *,
    screen: Screen | None = None,
    progress: Progress | None = None,
) -> DeliveryCount:
    """Load the rehearsals, play every check from `first` to `last`, both included, and count.

    Days that are done according to `progress` are not played again; each further day is recorded in
    it. What arrives is shown on `screen`.
    """
    stack = read_connection(local.run.stack_file)
    wanted = bundles(deal, rehearsal=True)
    for bundle in wanted:
        load(bundle, stack.services(), BY)
    names = {b.team.channel.id: f"#{b.team.channel.name}" for b in wanted}
    names |= {f"D{p.slack[1:]}": f"to {p.name}" for p in deal.team.people}  # direct messages
    arrivals = Arrivals(local, names, {p.slack: p.name for p in deal.team.people})
    arrivals.take()
    stage = Stage(stack.store, stack.sweep, clock.now, time.sleep, BY)
    ids = [b.id for b in wanted]
    readers = [*ids, *(holder(person.slack) for person in deal.team.people)]
    before = _withdrawn(stack.store, readers)
    count = DeliveryCount(
        left_behind=len(stack.store.outbox.unfinished(rehearsal=True)),
        withdrawn_before=before,
        withdrawn=before,
    )
    rest = progress.rest(ids, first, last) if progress is not None else DaysLeft(ids, first)
    met = Counter(rest.met)
    quiet, idle = 0, True
    for played in rehearse(rest.deals, rest.first, last, stage) if rest.deals else ():
        count.planned += played.planned
        for deal_id, run in played.runs.items():
            met[deal_id] += run.planned + run.already
        idle = not played.swept and (idle or played.slot == "morning")
        drawn = arrivals.take() if played.swept else []
        count.arrived += arrivals.count if played.swept else 0
        if drawn:
            _heading(played, quiet, transcript)
            transcript.say("\n".join(drawn))
        quiet = 0 if drawn else quiet + (played.slot == "morning")
        if screen is not None:
            screen.played(played.day, played.slot, drawn, arrivals.sent if drawn else {})
        if played.slot == "morning" and played.planned:
            done = _act(played.day, local, deal, arrivals, transcript, screen)
            count.planned += done
            count.arrived += done
            met[ids[0]] += done
        if progress is None or played.slot != LAST_SLOT:
            continue
        if idle or not _unfinished(stack.store):
            progress = progress.done(played.day, {each: met[each] for each in rest.deals})
    if screen is not None:
        screen.month_over()
    local.compute_twice()
    count.met = met.total()
    count.withdrawn = _withdrawn(stack.store, readers)
    count.unsettled = len(stack.store.outbox.unfinished(rehearsal=True))
    transcript.say(f"\n{count.arrived} sent, {count.already} already delivered")
    if count.unsettled:
        transcript.say(f"{count.unsettled} of which it is unknown whether they arrived")
    if not count.whole:
        transcript.say(f"{count.planned} were planned: look at the logs in {local.run.root}")
    return count


def _act(
    day: date,
    local: Running,
    deal: DealFiles,
    arrivals: Arrivals,
    transcript: Transcript,
    screen: Screen | None,
) -> int:
    """Do what people do on a day, show it and what it sends; returns how many messages that are."""
    store, sent = read_connection(local.run.stack_file).store, 0
    acts = ACTS if deal.folder == SAMPLE else ()
    for act in (each for each in acts if each.day == day):
        ids = [rehearsal.id for rehearsal in deal.team.rehearsals]
        runs = sum(len(store.runs.of_day(each, day)) for each in ids)
        said = [f"\n{act.title}: {perform(act, local, deal)}"]
        until, arrived = time.monotonic() + PATIENCE, 0
        # An act has the deal assessed at once, or is a line in a thread.
        while time.monotonic() < until:
            said += arrivals.take()
            arrived += arrivals.count
            assessed = sum(len(store.runs.of_day(each, day)) for each in ids) > runs
            if (assessed or arrived) and not _unfinished(store):
                break
            time.sleep(0.1)
        said += arrivals.take()
        sent += arrived + arrivals.count
        text = "\n".join(said)
        transcript.say(text)
        if screen is not None:
            screen.line(steady(text))
    return sent


_EVENT_ID = re.compile(r"\bR-[0-9A-Z]{8}\b")
_BREAK = r"(?:\s|│)+"  # between two words, in a frame too
_CLOCK_TIME = re.compile(
    _BREAK.join(
        (
            r"[A-Z][a-z]{2},",
            r"[A-Z][a-z]{2}",
            r"\d+,",
            r"20[2-9]\d,",
            r"\d+:\d\d",
            r"[ap]\.m\.",
            "ET",
        )
    )
)


def steady(text: str) -> str:
    """The text without the ids of events recorded in the course of a demo, and without the clock's
    time of its acts: both are others each time.
    """
    return _CLOCK_TIME.sub("[time]", _EVENT_ID.sub("R-...", text))


def _withdrawn(store: Store, of: Sequence[str]) -> int:
    """How many deliveries were withdrawn, for these deals and readers of digests."""
    return sum(d.state is State.WITHDRAWN for each in of for d in store.outbox.of_deal(each))


def _unfinished(store: Store) -> bool:
    """Whether a delivery of a rehearsal is still to be carried out, or its outcome unknown."""
    return bool(store.outbox.unfinished(True, 1))


_HOURS = {
    "morning": "8 in the morning",
    "payments": "9 in the morning",
    "midday": "noon",
    "afternoon": "4 in the afternoon",
}


def _heading(played: PlayedSlot, quiet: int, transcript: Transcript) -> None:
    if quiet:
        transcript.say(f"\n    ... {words.number(quiet, 'quiet morning')}")
    hour = _HOURS[played.slot]
    transcript.say(f"\n\n====== {words.day(played.day)}, {hour} ======\n")


def ask(
    local: Running,
    deal: DealFiles,
    transcript: Transcript,
    limit: float = COMMAND_SECONDS,
    screen: Screen | None = None,
) -> TypedCommands:
    """Type some commands as members of the deal's team, and as someone who is on no deal.

    One without an answer within `limit` seconds is shown as Slack shows it, and the others follow.
    The answer to `SHOWN` is shown on `screen` as well.
    """
    names = {u["id"]: u["real_name"] or u["name"] for u in local.slack.world()["users"]}
    transcript.say("\n\n====== Commands ======")
    local.stack.invoke("slack", {})  # refused, but starts it, which is slow on a busy machine
    asked = TypedCommands()
    for user, channel, text in _typed(deal):
        asked.typed += 1
        transcript.say(f"\n{names[user]} types  /deal {text}")
        try:
            reply = local.app(limit).type("/deal", text, user, channel)
        except CommandError as problem:
            transcript.say(f"Slack shows {names[user]}: {problem.shown}")
            which = asked.slow if isinstance(problem, CommandTimeoutError) else asked.failed
            which.append(f"/deal {text}")
            continue
        box = terminal.render(reply.message, f"only visible to {names[user]}")
        transcript.say(box)
        if screen is not None and text == SHOWN:
            screen.line(f"\nAn answer: {names[user]} types  /deal {text}\n{shorten(box, ANSWER)}")
    return asked


def _typed(deal: DealFiles) -> Sequence[tuple[str, str, str]]:
    """The person, the channel and the text of each command."""
    story, other = deal.team.rehearsals[0].channel.id, deal.team.rehearsals[-1].channel.id
    named = deal.team.rehearsals[-1].code_name
    maria = deal.team.people[0].slack
    if deal.folder != SAMPLE:
        asked = ("help", "list", "status", "accrual", "payments", "next 150", "history")
        return tuple((maria, story, text) for text in asked)
    return (
        (maria, story, "help"),
        (maria, story, "list"),
        (maria, story, "status"),
        (maria, other, "accrual"),
        (maria, other, "accrual on 2004-11-20"),
        (maria, other, "next 150"),
        (maria, story, "explain trustee-notice/default-iii/F5"),
        (maria, story, "acrual"),
        (maria, LOBBY, f"status {named}"),
        (OUTSIDER, LOBBY, f"status {named}"),
        (OUTSIDER, LOBBY, "status Granite-Nowhere"),
    )


if __name__ == "__main__":
    sys.exit(main())
