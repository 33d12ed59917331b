"""A game day: ten faults, each found from alarms, dashboard and runbook alone.

    make game-day                      all ten: what each shows, its runbook, its fix
    make game-day ARGS="3 5"           these
    make game-day ARGS="--blind 3"     one as an operator sees it; then type commands
    make game-day ARGS="--answer 3"    what it was

The template runs on the embedded AWS, with live deals. Each fault is what happens in production, at
the place where it happens: in Slack, in IAM, in the table. The play has its own clock: five minutes
pass at a time, for what is stored and for the alarms, while seconds pass on this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from dealclock.alerts.health_findings import GRACE
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import ZONE, latest_slot
from dealclock.cli.connection import read_connection
from dealclock.days.calendars import calendar
from dealclock.desk.load import bundles, load_all
from dealclock.documents.deal_files import read_deal
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.queues import AssessDeal, SqsQueue
from dealclock.jobs.services import Services
from dealclock.people.team import Team
from dealclock.store import Store, StoredDelivery, Watch, keys
from dealclock.store.verdicts import packed
from local.launch import Running, bare, launch
from local.slack.app import App
from local.slack.errors import CommandError
from local.stack import FunctionFailedError
from local.world import BOT, world
from tests.contract.cloudformation import SERVING
from tests.docs.pages import page, sections
from tests.end_to_end.as_typed import Shell, open_shell
from tests.end_to_end.cloudwatch import STACK, STEP, Metrics, Sample, failures
from tests.end_to_end.permissions import restart, without
from tests.end_to_end.test_poison import impatient
from tests.waiting import eventually

OPERATOR = "operator@example.com"
NAMES = (
    *("Alder", "Aspen", "Birch", "Cedar", "Cypress", "Hazel", "Juniper", "Larch", "Linden"),
    *("Maple", "Poplar", "Rowan", "Spruce", "Sycamore", "Willow"),
)
_TERMS = """
id: {id}
agreement:
  title: Registration Rights Agreement of {name}
  dated: {dated}
  governing law: New York
  time zone: America/New_York
  source: a game day; no real agreement
parties:
  company: {{name: Example Corp., defined as: Company}}
calendar: federal-reserve
sections: {{business day: "1", dates: "1"}}
dates: {{closing-date: {closing}}}
provisions:
  - id: closing-set
    type: obligation
    section: 2(a)
    title: Closing set
    owed by: company
    action: Deliver the closing set.
    opens: closing-date
    due: 3 business days after closing-date
    satisfied by: notes-issued
"""
_TEAM = """
code_name: {name}
people:
  - {{id: ana, name: Ana Ruiz, email: {ana}, slack: U0GAMEANA, role: lead, {no}}}
  - {{id: ben, name: Ben Okafor, email: ben@{id}.example, slack: U0GAMEBEN, role: editor, {no}}}
owners: {{company: {{owner: ana, backup: ben}}}}
channel: {{id: C0{shout}, name: {id}}}
email: [ana, ben]
"""
_DEAD = {
    "AssessDeadLetters": "AssessDeadLettersUrl",
    "DeliveryDeadLetters": "DeliveryDeadLettersUrl",
    "FileDeadLetters": "FileDeadLettersUrl",
    "ScheduleDeadLetters": "ScheduleDeadLettersUrl",
    "SweepFailures": "SweepFailuresUrl",
    "MailEventFailures": "MailEventFailuresUrl",
}
_WAITING = {
    "AssessQueue": "AssessQueueUrl",
    "DeliveryQueue": "DeliveryQueueUrl",
    "FileQueue": "FileQueueUrl",
}
RUNBOOK = "docs/operations.md"


@dataclass(frozen=True)
class Deal:
    """A live deal of the play, with its folder; one alert is due as soon as it is assessed."""

    game: Game
    folder: Path
    id: str
    name: str

    @property
    def channel(self) -> str:
        return f"C0{self.id.upper()}"

    def deliveries(self) -> list[StoredDelivery]:
        """Every delivery, by route."""
        return list(self.game.store.outbox.of_deal(self.id))

    def states(self) -> dict[str, State]:
        """The state of the closing set's alert on each route."""
        return {
            str(d.delivery.route): d.state
            for d in self.deliveries()
            if d.delivery.alert.instance.startswith("closing-set")
        }

    def posts(self) -> int:
        """How often the alert is in the channel."""
        said = self.game.local.slack.messages(self.channel)
        return sum("Closing set" in json.dumps(each) for each in said)

    def mails(self) -> Counter[str]:
        """How often each person has the alert by email."""
        own = [m for m in self.game.local.received() if self.name in m.header("Subject")]
        alerts = [m for m in own if "Closing set" in m.header("Subject")]
        return Counter(r.partition("@")[0] for m in alerts for r in m.recipients)


@dataclass
class Game:
    """The running stack, its operator's shell, and the clock of the play."""

    local: Running
    store: Store
    shell: Shell
    folder: Path
    words: dict[str, str] = field(default_factory=dict)
    scheduled: bool = True
    new_day: bool = False
    minute: int = 0
    samples: list[Sample] = field(default_factory=list)
    lines: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    on: dict[str, str] = field(default_factory=dict)
    raised: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    _seen: set[tuple[str, str]] = field(default_factory=set)
    _since: float = field(default_factory=time.time)
    _empty: dict[str, int] = field(default_factory=dict)
    _names: Iterator[str] = field(default_factory=lambda: iter(NAMES))
    say: Callable[[str], None] = print

    # --- what works by itself ---

    def deal(self, assessed: bool = True) -> Deal:
        """Load a new live deal, which is assessed at once, or by the next scheduled check."""
        name = next(self._names)
        own, folder = name.lower(), self.folder / name
        today = datetime.now(ZONE).date()
        values = _values(name)
        days = {"dated": today - timedelta(40), "closing": today}
        folder.mkdir()
        (folder / "terms.yaml").write_text(_TERMS.format(**values, **days))
        (folder / "team.yaml").write_text(_TEAM.format(**values))
        (folder / "facts.yaml").write_text("facts: []\n")
        deal = Deal(self, folder, own, name)
        room = {"name": own, "is_private": True, "members": [BOT, "U0GAMEANA", "U0GAMEBEN"]}
        self.local.slack.change({"channels": {deal.channel: room}})
        files = read_deal(folder, folder / "facts.yaml", now=datetime.now(UTC))
        services = self.services()
        load_all(bundles(files, rehearsal=False), services, "game day")
        if assessed:
            reassess_now(own, services)
        self.words |= {"DEAL": name, "SECTION": "2(a)"}
        return deal

    def assess(self, deal: Deal) -> None:
        """Queue a deal as a scheduled check does, which reads none."""
        now = datetime.now(UTC)
        today = now.astimezone(ZONE).date()
        what = {"deal": deal.id, "as_of": today, "known_at": now, "slot": "at once"}
        self.services().assess.send(AssessDeal(**what, sweep="game-day"))

    def services(self) -> Services:
        """The table and the assess queue, by this machine's clock."""
        client, url = self.client("sqs"), self.local.stack.assess_queue_url
        assess = SqsQueue(lambda: client, url)
        return Services(self.store, lambda: datetime.now(UTC), assess=assess)

    def client(self, service: str) -> Any:
        return self.local.stack.client(service)

    def later(self, minutes: int, *, at_once: bool = False) -> None:
        """Let that much time pass: the schedules start what they start, and the alarms change.

        What is being worked on is waited for before, unless it is `at_once`: in seconds it is done,
        and is not to look as if it took minutes.
        """
        if not at_once:
            with contextlib.suppress(AssertionError):
                eventually(lambda: not any(map(self.messages, self._queues())), "idle", 5)
        for _ in range(minutes // STEP):
            self._pass()
            self.minute += STEP
            if self.minute % 15 == 0:
                self._run_schedules()
            self._collect(self.minute)
            now = Metrics(self.minute, self.samples).alarms()
            now.pop("NearTimeLimit", None)  # says how busy this machine is
            for name in sorted({*now} ^ {*self.on}):
                said = f"ALARM {name}: {now[name]}" if name in now else f"OK    {name}"
                self.say(f"{self.minute:>4} min  {said}")
                self.raised += [name] if name in now else []
            self.on = now

    def _queues(self) -> list[str]:
        return [self.local.stack.outputs[output] for output in _WAITING.values()]

    def _run_schedules(self) -> None:
        scheduled, slot = latest_slot(datetime.now(UTC) - GRACE)
        if self.scheduled and slot not in self.store.runs.sweeps(False, scheduled.date()):
            self._start("sweep", {"scheduled_time": scheduled.isoformat(), "slot": slot})
        self._start("verify", {})
        self._start("watchdog", {"daily": self.new_day})
        self.new_day = False

    def _start(self, function: str, event: Mapping[str, Any]) -> None:
        before = self._calls(function)
        try:
            self.local.stack.invoke(function, event)
        except FunctionFailedError:
            self._sample(self.minute, "AWS/Lambda", "Errors", SERVING[function], 1)
        eventually(lambda: self._calls(function) > before, f"the log of {function}")

    def _calls(self, function: str) -> int:
        self._collect(self.minute)
        own = ("Invocations", SERVING[function])
        return sum((each.name, each.about) == own for each in self.samples)

    def _pass(self) -> None:
        """Make what waits in the table five minutes older."""
        for key in self.store.outbox.unfinished(False, 500):
            stored = self.store.outbox.get(key)
            if stored is None:
                continue
            own, sk = keys.of_deal(key.deal), keys.delivery(key.day, key.id)
            self._shift(own, sk, planned_at=stored.planned_at, not_before=stored.not_before)
            route = str(stored.delivery.route)
            free_at = self.store.outbox.route_free_at(key.deal, route)
            self._shift(own, keys.route(route), free_at=free_at)

    def _shift(self, pk: str, sk: str, **instants: datetime | None) -> None:
        there = {name: at - timedelta(minutes=STEP) for name, at in instants.items() if at}
        if there:
            self.update(pk, sk, **{name: keys.instant(at) for name, at in there.items()})

    def update(self, pk: str, sk: str, **texts: str) -> None:
        """Write attributes of a row by hand."""
        self.client("dynamodb").update_item(
            **self._row(pk, sk),
            UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in texts),
            ExpressionAttributeNames={f"#{name}": name for name in texts},
            ExpressionAttributeValues={f":{name}": {"S": text} for name, text in texts.items()},
        )

    def row(self, pk: str, sk: str) -> dict[str, Any]:
        """A row as it is stored."""
        found: dict[str, Any] = self.client("dynamodb").get_item(**self._row(pk, sk))["Item"]
        return found

    def put(self, row: Mapping[str, Any]) -> None:
        """Write a row back."""
        self.client("dynamodb").put_item(TableName=self.local.stack.table, Item=row)

    def remove(self, pk: str, sk: str) -> None:
        """Remove a row by hand."""
        self.client("dynamodb").delete_item(**self._row(pk, sk))

    def _row(self, pk: str, sk: str) -> dict[str, Any]:
        return {"TableName": self.local.stack.table, "Key": {"PK": {"S": pk}, "SK": {"S": sk}}}

    # --- what CloudWatch collects ---

    def count(self, name: str) -> float:
        """The sum of one of our metrics in these five minutes, so far."""
        self._collect(self.minute + STEP)
        samples = Metrics(self.minute + STEP, self.samples)
        metric = ("Dealclock", name, STACK)
        return samples.stat(metric, "Sum", self.minute, self.minute + STEP) or 0

    def _collect(self, minute: int) -> None:
        client, since = self.client("logs"), self._since
        self._since = time.time() - 2  # what is written while it is read comes with the next
        for function, name in SERVING.items():
            pages = client.get_paginator("filter_log_events").paginate(
                logGroupName=f"/dealclock/{self.local.stack.name}/{function}",
                startTime=int(since * 1000),
            )
            for event in (each for found in pages for each in found["events"]):
                own = (event["logStreamName"], event["message"])  # a stream for each call
                if own not in self._seen:
                    self._seen.add(own)
                    self._read(event["message"], name, minute)
        for name, output in {**_DEAD, **_WAITING}.items():
            count = self.messages(self.local.stack.outputs[output])
            waited = self.minute - self._empty.setdefault(name, self.minute)
            if not count:
                self._empty[name] = self.minute
            if name in _DEAD:
                visible = "ApproximateNumberOfMessagesVisible"
                self._sample(minute, "AWS/SQS", visible, name, count)
            elif count:
                oldest = "ApproximateAgeOfOldestMessage"
                self._sample(minute, "AWS/SQS", oldest, name, waited * 60)

    def messages(self, url: str) -> int:
        """The messages of a queue that are not to come later only."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        got = self.client("sqs").get_queue_attributes(QueueUrl=url, AttributeNames=names)
        return sum(map(int, got["Attributes"].values()))

    def _read(self, message: str, function: str, minute: int) -> None:
        """A function's line: metrics, a line of its log, or the platform's report of a call."""
        if done := re.search(r"^REPORT .*?\tDuration: ([\d.]+) ms", message):
            self._sample(minute, "AWS/Lambda", "Duration", function, float(done[1]))
            self._sample(minute, "AWS/Lambda", "Invocations", function, 1)
        if not message.startswith("{"):
            return
        line = json.loads(message)
        for group in line.get("_aws", {}).get("CloudWatchMetrics", ()):
            for metric in group["Metrics"]:
                name = metric["Name"]
                for value in line[name]:
                    self._sample(minute, group["Namespace"], name, STACK, value)
        if "level" in line:
            self.lines.append((minute, line))

    def _sample(self, minute: int, namespace: str, name: str, about: str, value: float) -> None:
        self.samples.append(Sample(minute, namespace, name, about, value))

    # --- what an operator does and sees ---

    def type(self, command: str) -> str:
        """Type a command of the runbook, with this fault's words in place of its own."""
        for word, value in self.words.items():
            command = re.sub(rf"\b{word}\b", value, command)
        self.say(f"$ {command.rstrip()}")
        said = self.shell.type(
            f"{command}\n" if "doctor" not in command else f"{command} || true\n"
        )
        self.shown.append(said)
        self.say(said.rstrip())
        return said

    def look(self) -> None:
        """Show what an operator sees at once: alarms, dashboard, failures."""
        self.say(f"\nAt {self.minute} min, alarms on: {', '.join(sorted(self.on)) or 'none'}")
        self.say("\nDashboard, the last hour by period:")
        for line in Metrics(self.minute, self.samples).dashboard():
            self.say(f"  {line}")
        self.say("\nWhat failed, newest first:")
        rows = list(failures(self.lines))[:30]
        self.shown += rows
        for line in rows:
            self.say(f"  {line}")

    def log(self, function: str) -> None:
        """Show a function's log."""
        own = [(m, e) for m, e in self.lines if SERVING[function] in str(e.get("function_name"))]
        for minute, line in own[-40:]:
            left = {"function_arn", "function_memory_size", "cold_start", "timestamp", "service"}
            kept = {k: v for k, v in line.items() if k not in left}
            self.shown.append(json.dumps(kept))
            self.say(f"{minute:>4} min  {json.dumps(kept)}")

    def section(self, alarm: str) -> str:
        """The runbook's section of an alarm."""
        return sections(page("operations.md"), 3)[f"`{alarm}`"].strip()

    def consult(self, alarm: str) -> None:
        """Begin with the doctor, read an alarm's section, and do what it says to look at first."""
        text = self.section(alarm)
        self.say(f"\n{RUNBOOK}, {alarm}:\n{text}\n")
        first = re.findall(r"\*\*Look first:\*\*(.*?)(?=\n- \*\*|\Z)", text, re.DOTALL)[0]
        for command in dict.fromkeys(["dealclock doctor", *commands(first)]):
            self.type(command)
        for function in SERVING:
            if re.search(rf"logs? of [^;:.]*`{function}`", first):
                self.log(function)


def commands(text: str) -> list[str]:
    """The whole commands between backquotes."""
    found = re.findall(r"`((?:aws|dealclock|sam) [^`]+)`", " ".join(text.split()))
    return list(dict.fromkeys(found))


@contextlib.contextmanager
def played(folder: Path, say: Callable[[str], None] = print) -> Iterator[Game]:
    """A quiet stack in `folder`, three quarters of an hour after it was deployed."""
    team = _people()
    with bare(world(team, "xoxb-local"), folder / "state") as (run, aws, slack, mails, here):
        settings = replace(here, more={"AlarmEmail": OPERATOR, "SchedulesState": "ENABLED"})
        stack = launch(run, aws, settings)
        local = Running(run, stack, slack, mails, settings, aws)
        parameters = settings.parameters()
        shell = open_shell(folder, aws.folder, aws.access.endpoint, {})
        (aws.folder / f"given-{stack.name}.json").write_text(json.dumps(parameters))
        store = read_connection(run.stack_file).store
        places = folder / "deals"
        places.mkdir()
        game = Game(local, store, shell, places, say=say)
        hold_schedules(game)
        game.client("dynamodb").update_continuous_backups(  # which its CloudFormation leaves off
            TableName=stack.table,
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
        )
        [output] = re.findall(r"output\(\) \{.*?; \}\n", page("operations.md"), re.DOTALL)
        shell.type(
            f"export DEALCLOCK_STACK={stack.name}\nexport AWS_DEFAULT_REGION=us-east-1\n{output}"
        )
        now = datetime.now(UTC)
        store.runs.put_watch(Watch(since=now - timedelta(days=7)), now)
        game._run_schedules()
        for minute in (-30, -15):
            game.samples += [replace(s, minute=minute) for s in game.samples if s.minute == 0]
        game.later(15)
        yield game


def hold_schedules(game: Game) -> None:
    """Keep the embedded AWS from starting anything itself, at hours that it counts in UTC."""
    for name in _schedules(game):
        state = game.client("scheduler").get_schedule(Name=name)["State"]
        game.client("scheduler").update_schedule(**_kept(game, name), State=state)


def _schedules(game: Game) -> list[str]:
    return [each["Name"] for each in game.client("scheduler").list_schedules()["Schedules"]]


def _kept(game: Game, name: str) -> dict[str, Any]:
    """A schedule as it is, but for its state, and never due."""
    known = game.client("scheduler").get_schedule(Name=name)
    kept = ("Name", "ScheduleExpression", "FlexibleTimeWindow", "Target")
    return {**{each: known[each] for each in kept}, "StartDate": datetime(2999, 1, 1, tzinfo=UTC)}


def _values(name: str) -> dict[str, str]:
    """What stands for a deal's marks."""
    own = name.lower()
    ana, no = f"ana@{own}.example", "digest: none, invitations: false"
    return {"id": own, "name": name, "shout": name.upper(), "ana": ana, "no": no}


def _people() -> Team:
    """The two people of every deal."""
    with tempfile.TemporaryDirectory() as name:
        folder, today = Path(name), date(2026, 1, 30)
        values = _values("None")
        (folder / "terms.yaml").write_text(_TERMS.format(**values, dated=today, closing=today))
        (folder / "team.yaml").write_text(_TEAM.format(**values))
        return read_deal(folder, None).team


# --- the faults ---

Steps: TypeAlias = Generator[None, None, None]
Play: TypeAlias = Callable[[Game], Steps]


@dataclass(frozen=True)
class Fault:
    """`play` switches it on and lets the system work; after its `yield` it is fixed by what the
    runbook says. `alarms` are those that it sets off, `section` the one whose section of the
    runbook leads to the cause, and `shows` what its commands show of it.
    """

    cause: str
    alarms: frozenset[str]
    section: str
    shows: str
    play: Play


FAULTS: list[Fault] = []


def fault(cause: str, *alarms: str, section: str = "", shows: str) -> Callable[[Play], Play]:
    """Add a fault; the first of its alarms is that of the section, unless one is given."""

    def add(play: Play) -> Play:
        FAULTS.append(Fault(cause, frozenset(alarms), section or alarms[0], shows, play))
        return play

    return add


def fixed_by(game: Game, command: str, given: str = "") -> str:
    """Type a command of the fix, which the runbook or the doctor gave, as such or as `given`."""
    said = " ".join("\n".join([page("operations.md"), *game.shown]).replace("\\\n", " ").split())
    assert " ".join((given or command).split()) in said, f"nothing says {command}"
    return game.type(command)


def arrived(deal: Deal, posts: int = 1, waiting: State | None = None) -> None:
    """Wait until the deal's alert is with both people by email, once, and `posts` times in the
    channel; all of it settled, but for a post that is in the state `waiting`."""
    mails = Counter(ana=1, ben=1)
    ends = {waiting} if waiting else {State.SENT, State.REFUSED}

    def there() -> bool:
        states = deal.states()
        post = states.pop(f"slack:{deal.channel}", None)
        settled = {*states.values()} == {State.SENT} and post in ends
        return settled and deal.posts() == posts and deal.mails() == mails

    try:
        eventually(there, "arrived")
    except AssertionError:
        seen = f"{deal.posts()} posts, {deal.mails()}, {deal.states()}"
        raise AssertionError(f"{deal.name}: {seen}, not {posts} and {mails}") from None


def fill_secret(game: Game, signing_secret: str, bot_token: str) -> None:
    """Fill the secret as the runbook says."""
    [block] = re.findall(
        r"aws secretsmanager put-secret-value.*?\n.*?\n", page("operations.md"), re.DOTALL
    )
    for name, value in (("signing_secret", signing_secret), ("bot_token", bot_token)):
        block = re.sub(rf'("{name}": )"[^"]*"', rf'\1"{value}"', block)
    game.type("\n".join(line.strip() for line in block.splitlines()))


@fault("The bot token was revoked in Slack.", "DeliveriesRefused", shows="token_revoked")
def revoke_token(game: Game) -> Steps:
    game.local.slack.change({"app": {"revoked": True}})
    deal = game.deal()
    arrived(deal, posts=0)
    game.later(15)
    yield
    # Reinstalled: there is another token.
    game.local.slack.change({"app": {"revoked": False, "token": "xoxb-reinstalled"}})
    fill_secret(game, "local-signing-secret", "xoxb-reinstalled")
    fixed_by(game, "dealclock ping DEAL")
    arrived(deal, posts=0)


@fault(
    "The watchdog's role lost dynamodb:Query on the table.",
    *("WatchdogMissing", "SweepMissing"),
    shows="not checked.*AccessDenied",
)
def deny_watchdog(game: Game) -> Steps:
    with without(game.local.stack, "watchdog", "ReadDeals", "dynamodb:Query"):
        deal = game.deal()
        arrived(deal)
        game.later(45)
        yield
    arrived(deal)


@fault("A schedule was disabled by hand.", "SweepMissing", shows="Schedule.* is paused")
def disable_schedule(game: Game) -> Steps:
    scheduled, slot = latest_slot(datetime.now(UTC) - GRACE)
    client, game.scheduled = game.client("scheduler"), False
    [name] = [n for n in _schedules(game) if f"{slot.capitalize()}Schedule" in n]
    client.update_schedule(**_kept(game, name), State="DISABLED")
    game.remove(keys.sweeps(False), f"{scheduled.date().isoformat()}#{slot}")
    deal = game.deal(assessed=False)
    game.later(15)
    yield
    for parameter in ("SchedulesState=DISABLED", "SchedulesState=ENABLED"):
        deploy = 'sam deploy --stack-name "$DEALCLOCK_STACK" --parameter-overrides'
        fixed_by(game, f"{deploy} {parameter}", parameter)
    game.scheduled = True
    hold_schedules(game)
    assert "is paused" not in fixed_by(game, "dealclock doctor")
    if not calendar("federal-reserve").is_open(scheduled.date()):
        reassess_now(deal.id, game.services())  # a bank holiday's check says nothing
    arrived(deal)


@fault(
    "Slack asks to wait for hours (429).",
    "WorkWaiting",
    shows=r"next attempt slack:",
)
def throttle_slack(game: Game) -> Steps:
    deal = game.deal(assessed=False)
    how = {"method": "chat.postMessage", "channel": deal.channel}
    game.local.slack.fault("ratelimited", **how, retry_after=3600)
    reassess_now(deal.id, game.services())
    arrived(deal, posts=0, waiting=State.PLANNED)
    game.later(45)
    yield
    game.later(30)  # nothing is to be done
    arrived(deal)


@fault("The customer key was disabled.", "KeyUnusable", shows="Disabled")
def disable_key(game: Game) -> Steps:
    game.client("kms").disable_key(KeyId=game.local.stack.outputs["DataKeyArn"])
    deal = game.deal()
    arrived(deal)  # the embedded AWS stores on without the key
    game.later(15)
    yield
    fixed_by(game, 'aws kms enable-key --key-id "$(output DataKeyArn)"')
    arrived(deal)


@fault(
    "A newer release wrote a deal, and was taken back.",
    *("DeadLettersWaiting", "DealsUnattended"),
    section="DealsUnattended",
    shows="is paused: a newer release saved it",
)
def pause_deal(game: Game) -> Steps:
    deal = game.deal(assessed=False)
    row = game.row(keys.of_deal(deal.id), keys.terms(1))
    game.put({**row, "needs": {"N": "99"}, "format": {"N": "99"}})
    fail_for_good(game, deal)
    game.new_day = True
    game.later(15)
    yield
    game.put(row)  # what a newer release, deployed again, reads
    game.words["KIND"] = "assess"
    fixed_by(game, "dealclock redrive KIND")
    fixed_by(
        game,
        'aws lambda invoke --function-name "$(output WatchdogFunctionName)" '
        "--cli-binary-format raw-in-base64-out --payload '{\"daily\": true}' /dev/stdout",
    )
    arrived(deal)


@fault(
    "A deal's stored terms cannot be read.",
    *("DeadLettersWaiting", "WorkFailing"),
    shows="failed.*(LostError|cannot be read)",
)
def spoil_terms(game: Game) -> Steps:
    deal = game.deal(assessed=False)
    own = keys.of_deal(deal.id), keys.terms(1)
    row = game.row(*own)
    game.update(*own, content="{spoilt")
    fail_for_good(game, deal)
    game.later(15)
    yield
    game.put(row)  # restored from a copy
    game.words["KIND"] = "assess"
    fixed_by(game, "dealclock redrive KIND")
    arrived(deal)


@fault(
    "The app's signing secret was regenerated, and ours is the old one.",
    "SignaturesRefused",
    shows="refused  wrongly signed",
)
def change_signing_secret(game: Game) -> Steps:
    deal = game.deal()
    arrived(deal)
    slack = game.local.slack
    app = App(game.local.stack.slack_url, "regenerated-signing-secret", slack, limit=30)
    for _ in range(3):
        with contextlib.suppress(CommandError):
            app.type("/deal", "status", "U0GAMEANA", deal.channel)
    game.later(15)
    yield
    fill_secret(game, app.signing_secret, slack.world()["app"]["token"])
    restart(game.local.stack, "slack")  # a minute passes, after which it reads the secret again
    assert deal.name in app.type("/deal", "status", "U0GAMEANA", deal.channel).text


@fault(
    "The first engine computes a date wrong.",
    "ArithmeticDiffers",
    shows="the two engines differ on a date or an amount",
)
def compute_wrong(game: Game) -> Steps:
    deal = game.deal()
    arrived(deal)
    figures = game.store.verdicts.figures(deal.id)
    assert figures
    content = dict(figures.content)
    first, *rest = content["figures"]
    wrong = packed({**content, "figures": [[*first[:2], "1999-12-31"], *rest]})
    game.update(keys.of_deal(deal.id), keys.VALUES, body=wrong)
    game.later(15)
    yield
    reassess_now(deal.id, game.services())  # by the release before
    eventually(lambda: game.store.verdicts.figures(deal.id) not in (None, figures), "computed")
    arrived(deal)


@fault(
    "Slack's answers are lost, and nothing can be looked up there.",
    "OutcomesStillUnknown",
    shows="could not be confirmed",
)
def lose_answers(game: Game) -> Steps:
    deal = game.deal(assessed=False)
    slack, where = game.local.slack, {"channel": deal.channel}
    slack.fault("lost_response", method="chat.postMessage", **where)
    slack.fault("server_error", method="conversations.history", **where, times=99)
    reassess_now(deal.id, game.services())
    arrived(deal, waiting=State.UNKNOWN)
    game.later(45)
    yield
    slack.no_faults()
    game.later(30)
    arrived(deal)


def fail_for_good(game: Game, deal: Deal) -> None:
    """Have a deal that cannot be assessed tried again and again, until it is a dead letter."""
    dead = game.local.stack.outputs["AssessDeadLettersUrl"]
    with impatient(game.local.stack, game.local.stack.assess_queue_url):
        game.assess(deal)
        eventually(lambda: game.count("Failed") or game.messages(dead), "tried", 60)
        game.later(STEP, at_once=True)
        eventually(lambda: game.messages(dead), "a dead letter", 60)
        game.later(STEP)


# --- how they are played ---


def switched_on(game: Game, number: int) -> Steps:
    """Switch a fault on; after its `yield` it is fixed."""
    game.raised.clear()
    game.shown.clear()
    game.lines.clear()
    return FAULTS[number - 1].play(game)


def play(game: Game, number: int) -> None:
    """Play one fault whole; raises AssertionError if it is not found, or not fixed."""
    fault, began = FAULTS[number - 1], time.monotonic()
    game.say(f"\n=== {number}. {fault.cause}\n")
    playing = switched_on(game, number)
    next(playing)
    game.look()
    game.consult(fault.section)
    assert {*game.raised} == fault.alarms, f"{number}: {game.raised}, not {fault.alarms}"
    shown = "\n".join(game.shown)
    assert re.search(fault.shows, shown), f"{number}: nothing shows {fault.shows!r}"
    assert next(playing, None) is None
    game.later(15)
    assert not game.on, f"{number}: {game.on} after the fix"
    assert {*game.raised} == fault.alarms, f"{number}: {game.raised} during the fix"
    game.say(f"=== {number}. found and fixed in {time.monotonic() - began:.0f} s")


def blind(game: Game, number: int) -> None:
    """Show what an operator sees of a fault, and carry out what is typed until the input ends."""
    playing = switched_on(game, number)
    next(playing)
    game.look()
    game.say(_HELP)
    for line in sys.stdin:
        first, _, rest = line.strip().partition(" ")
        try:
            if first == "look":
                game.look()
            elif first == "log" and rest in SERVING:
                game.log(rest)
            elif first == "later" and rest.isdigit():
                game.later(int(rest))
            elif first:
                game.type(line.strip())
        except AssertionError as failed:
            game.say(str(failed))
    playing.close()


_HELP = f"""
Which fault is it? You have {RUNBOOK}. Type a command of it (aws, sam, dealclock), or
  look           alarms, dashboard and failures again; the embedded AWS itself evaluates no alarm
  log FUNCTION   a function's log: {", ".join(SERVING)}
  later MINUTES  let time pass
and end the input. On this machine `dealclock doctor` always finds Slack at 127.0.0.1.
"""


def _number(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) <= len(FAULTS):
        raise argparse.ArgumentTypeError(f"{text} is no fault; give 1 to {len(FAULTS)}")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; 0 when every fault was found and fixed."""
    parser = argparse.ArgumentParser(prog="game_day", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("numbers", nargs="*", type=_number, metavar="N", help="faults to play")
    parser.add_argument("--blind", type=_number, metavar="N", help="show what an operator sees")
    parser.add_argument("--answer", type=_number, metavar="N", help="say what fault N is")
    given = parser.parse_args(arguments)
    if given.answer:
        print(FAULTS[given.answer - 1].cause)
        return 0
    with tempfile.TemporaryDirectory() as folder, played(Path(folder)) as game:
        if given.blind:
            blind(game, given.blind)
            return 0
        for number in given.numbers or range(1, len(FAULTS) + 1):
            play(game, number)
    return 0


if __name__ == "__main__":
    sys.exit(main())
