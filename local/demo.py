"""`make demo`: the sample deal's two invented histories, morning by morning, on this machine.

The same `template.yaml` that goes to AWS is deployed to the embedded one, the sample's rehearsals
are loaded, and every sweep from the closing to the middle of March 2005 runs the real functions.
What arrives is shown as it arrives. Run again, it plays all of it against the kept state. A command
that a slow machine answers too late is shown as Slack would show it, and summed up at the end.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from dealclock.cli import clock
from dealclock.cli.connection import described
from dealclock.render import words
from dealclock.store.errors import Unreadable
from dealclock.usecases.deal_files import DealFiles, read_deal
from dealclock.usecases.load import bundles, load
from dealclock.usecases.rehearse import Played, Stage, rehearse
from local.arrivals import Arrivals
from local.environments import CHECKOUT
from local.launch import ROOT
from local.running import Running, running
from local.slack import terminal
from local.slack.commands import send_command
from local.slack.errors import CommandError, CommandTimeout
from local.slack.reference import COMMAND_SECONDS
from local.world import LOBBY, OUTSIDER, world

SAMPLE = CHECKOUT / "agreements" / "infocrossing-2004"
FIRST, LAST = date(2004, 6, 30), date(2005, 3, 15)
TRANSCRIPT = "transcript.txt"
BY = "demo"


@dataclass
class Transcript:
    """What is shown, kept as it is shown."""

    file: Path
    lines: list[str] = field(default_factory=list)

    def say(self, text: str = "") -> None:
        """Show some lines and keep them."""
        print(text, flush=True)
        self.lines.append(text)

    @property
    def text(self) -> str:
        """All of it, as it is written."""
        return "\n".join(self.lines) + "\n"

    def write(self) -> None:
        """Keep what was shown in the file."""
        self.file.write_text(self.text, encoding="utf-8")


@dataclass
class Count:
    """Deliveries of some mornings: met in all, newly planned, left behind by an earlier run,
    arrived now, and still unsettled at the end.
    """

    left_behind: int = 0
    planned: int = 0
    met: int = 0
    arrived: int = 0
    unsettled: int = 0

    @property
    def already(self) -> int:
        """Deliveries that an earlier run had carried out."""
        return self.met - self.arrived - self.unsettled

    @property
    def whole(self) -> bool:
        """Whether all that was planned arrived, and nothing else but what was left behind."""
        most = self.planned + self.left_behind
        return self.unsettled <= self.left_behind and self.planned <= self.arrived <= most


@dataclass
class Asked:
    """The commands typed: how many, those answered too late, and those that failed."""

    typed: int = 0
    slow: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def lines(self) -> Sequence[str]:
        """What is to be said of them at the end; nothing where all were answered in time."""
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
    deal = read_deal(SAMPLE, SAMPLE / "facts.yaml")
    print("Starting the embedded AWS, the Slack stand-in and the mail sink ...", flush=True)
    try:
        with running(world(deal.team, "xoxb-local"), asked.root) as local:
            transcript = Transcript(asked.root / TRANSCRIPT)
            count = play(local, deal, transcript, asked.until)
            asked_for = ask(local, deal, transcript)
            transcript.write()
    except KeyboardInterrupt:
        print("\nStopped. The next `make demo` goes on from here.", file=sys.stderr)
        return 130
    except Unreadable:
        print(
            f"What is kept in {_shown(asked.root)} was written by another version of Dealclock. "
            "Remove that folder (`make clean` does, with all that was built) and play again.",
            file=sys.stderr,
        )
        return 2
    for line in asked_for.lines():
        print(f"\n{line}")
    shown = " and ".join(_shown(path) for path in (transcript.file, local.mails))
    print(
        f"\nTook {time.monotonic() - started:.0f} s. The transcript and the mails are in {shown}."
    )
    return 0 if count.whole and not asked_for.failed else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument(
        "--until",
        type=date.fromisoformat,
        default=LAST,
        metavar="DATE",
        help=f"the last morning to play, by default {LAST}",
    )
    parser.add_argument(
        "--root",
        type=lambda given: Path(given).resolve(),
        default=ROOT,
        metavar="DIR",
        help="where the state is kept between runs, by default .dealclock in the checkout",
    )
    return parser


def _shown(path: Path) -> str:
    return str(path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path)


def play(
    local: Running,
    deal: DealFiles,
    transcript: Transcript,
    last: date = LAST,
    first: date = FIRST,
) -> Count:
    """Load the rehearsals, play every sweep from `first` to `last`, both included, and count."""
    stack = described(local.run.stack_file)
    wanted = bundles(deal, rehearsal=True)
    for bundle in wanted:
        load(bundle, stack.services(), BY)
    names = {b.team.channel.id: f"#{b.team.channel.name}" for b in wanted}
    names |= {f"D{p.slack[1:]}": f"to {p.name}" for p in deal.team.people}  # direct messages
    arrivals = Arrivals(local, names)
    arrivals.take()
    stage = Stage(stack.store, stack.sweep, clock.now, time.sleep, BY)
    count = Count(left_behind=len(stack.store.unfinished(rehearsal=True)))
    quiet = 0
    months = Months()
    for played in rehearse([b.id for b in wanted], first, last, stage):
        count.planned += played.planned
        count.met += played.planned + played.already
        drawn = arrivals.take()
        count.arrived += arrivals.count
        months.played(played.day, bool(drawn))
        if drawn:
            _heading(played, quiet, transcript)
            transcript.say("\n".join(drawn))
        quiet = 0 if drawn else quiet + (played.slot == "morning")
    count.unsettled = len(stack.store.unfinished(rehearsal=True))
    transcript.say(f"\n{count.arrived} sent, {count.already} already delivered")
    if count.unsettled:
        transcript.say(f"{count.unsettled} of which nobody can say whether they arrived")
    if not count.whole:
        transcript.say(f"{count.planned} were planned: look at the logs in {local.run.root}")
    return count


class Months:
    """A line for each month that passed without a word: what was told before is not told again."""

    def __init__(self) -> None:
        self._month: date | None = None
        self._spoke = False

    def played(self, day: date, spoke: bool) -> None:
        """A slot of that day was played; whether anything arrived in it."""
        month = day.replace(day=1)
        if self._month not in (None, month):
            if not self._spoke:
                print(f"{self._month:%B %Y} is played: nothing new.", flush=True)
            self._spoke = False
        self._month = month
        self._spoke = self._spoke or spoke


_HOURS = {
    "morning": "8 in the morning",
    "payments": "9 in the morning",
    "midday": "noon",
    "afternoon": "4 in the afternoon",
}


def _heading(played: Played, quiet: int, transcript: Transcript) -> None:
    if quiet:
        transcript.say(f"\n    ... {words.number(quiet, 'quiet morning')}")
    hour = _HOURS[played.slot]
    transcript.say(f"\n\n====== {words.day(played.day)}, {hour} ======\n")


def ask(
    local: Running, deal: DealFiles, transcript: Transcript, limit: float = COMMAND_SECONDS
) -> Asked:
    """Type some commands as people of the deal would, and as someone who is on no deal.

    One without an answer within `limit` seconds is shown as Slack shows it, and the others follow.
    """
    names = {u["id"]: u["real_name"] or u["name"] for u in local.slack.world()["users"]}
    transcript.say("\n\n====== Commands ======")
    local.stack.invoke("slack", {})  # refused, but started: a busy machine is slow at that
    asked = Asked()
    for user, channel, text in _typed(deal):
        asked.typed += 1
        transcript.say(f"\n{names[user]} types  /deal {text}")
        try:
            reply = send_command(
                local.stack.slack_url,
                local.settings.signing_secret,
                "/deal",
                text,
                user,
                channel,
                stand_in=local.slack,
                limit=limit,
            )
        except CommandError as problem:
            transcript.say(f"Slack shows {names[user]}: {problem.shown}")
            which = asked.slow if isinstance(problem, CommandTimeout) else asked.failed
            which.append(f"/deal {text}")
            continue
        message = {"text": reply.text, "blocks": list(reply.blocks)}
        transcript.say(terminal.render(message, f"only visible to {names[user]}"))
    return asked


def _typed(deal: DealFiles) -> Sequence[tuple[str, str, str]]:
    """Who types what where."""
    story, never = (r.channel.id for r in deal.team.rehearsals)
    maria = deal.team.people[0].slack
    return (
        (maria, story, "help"),
        (maria, story, "list"),
        (maria, story, "status"),
        (maria, never, "accrual"),
        (maria, never, "accrual on 2004-11-20"),
        (maria, never, "next 150"),
        (maria, story, "explain trustee-notice/default-iii/F5"),
        (maria, story, "acrual"),
        (maria, LOBBY, "status Granite-Never"),
        (OUTSIDER, LOBBY, "status Granite-Never"),
        (OUTSIDER, LOBBY, "status Granite-Nowhere"),
    )


if __name__ == "__main__":
    sys.exit(main())
