"""`make prove`: try a deployment on your own AWS account and Slack workspace, in an afternoon.

It does what only you can: deploy (or take a stack that is there), have Slack check every kind of
message, send an alert end to end, have Slack and email refuse one, restore the table, set each
alarm off, and count the bill. It asks before it does what costs or deletes, deletes what it made,
and continues where it was left. Its report names nothing of yours.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from dealclock.documents.deal_files import read_deal
from local.demo import SAMPLE
from local.environments import CHECKOUT
from local.launch import run_to_end, running
from local.prove.place import Given, Place, StandIns
from local.prove.run import STATE, plan, run
from local.world import world

FOLDER = CHECKOUT / "build" / "prove"
LOCAL = Given(
    stack="dealclock",
    email_from="dealclock@example.com",
    alarm_email="operator@issuer.example",
    channel="C0PROVE",
    person="U0OPERATOR",
    email="operator@issuer.example",
)
NEEDED = {
    "stack": "NAME of a stack to deploy, or of one that is there: a test stack",
    "email-from": "ADDRESS that alerts are sent from, verified in SES",
    "alarm-email": "ADDRESS that gets the alarms; yours",
    "channel": "ID of a private Slack channel in which only you and the app are",
    "person": "ID of your Slack account (Profile, Copy member ID)",
    "email": "ADDRESS at which you get alerts; in SES's sandbox, a verified one",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, or say what a run needs, does and costs."""
    parser = _parser()
    given = parser.parse_args(arguments)
    values = {name: getattr(given, name.replace("-", "_")) for name in NEEDED}
    if given.local:
        return run_to_end(lambda: on_stand_ins(FOLDER / "local"), FOLDER, "make prove")
    missing = [name for name, value in values.items() if value is None]
    if len(missing) == len(NEEDED):
        print(explained())
        return 0
    if missing:
        parser.error(f"give --{' and --'.join(missing)} too; `make prove` alone explains them")
    place = Place(
        Given(**{name.replace("-", "_"): v for name, v in values.items()}, parameters=given.set),
        _folder(FOLDER / given.stack),
    )
    return run_to_end(lambda: run(place), FOLDER, "make prove")


def explained() -> str:
    """What a run needs, does and costs."""
    paragraphs = [textwrap.fill(each, 100) for each in (__doc__ or "").split("\n\n")]
    options = " ".join(f"--{name} {text.split()[0]}" for name, text in NEEDED.items())
    return "\n".join(
        [
            *paragraphs,
            "",
            "It takes about two hours, most of them waiting, and costs under 1 USD if the stack is",
            "deleted at the end; about 7 a month if it stays. The steps:",
            "",
            *plan(),
            "",
            "You need an AWS account (AWS_PROFILE, AWS_DEFAULT_REGION), the sam command, SES with",
            "a verified sender, and the right to create an app in the Slack workspace; see",
            "docs/operations.md, The first deployment. Then:",
            "",
            textwrap.fill(
                f'make prove ARGS="{options}"',
                100,
                subsequent_indent="    ",
                break_on_hyphens=False,
            ),
            "",
            *(f"    --{name:<12} {text}" for name, text in NEEDED.items()),
            "    --set          NAME=VALUE of another parameter of the template; may be repeated",
            "",
            "To see it first on stand-ins, on this machine alone: make prove ARGS=--local",
        ]
    )


def on_stand_ins(folder: Path) -> int:
    """A run on this machine: the embedded AWS, the Slack stand-in and the mail sink."""
    sample = read_deal(SAMPLE, SAMPLE / "facts.yaml")
    alone = {"id": "operator", "email": LOCAL.email, "slack": LOCAL.person}
    people = (sample.team.people[0].model_copy(update=alone),)
    channel = sample.team.channel.model_copy(update={"id": LOCAL.channel, "name": "test"})
    team = sample.team.model_copy(update={"people": people, "channel": channel, "rehearsals": ()})
    if not (folder / STATE).exists():
        shutil.rmtree(folder, ignore_errors=True)
    with running(world(team, "xoxb-local"), _folder(folder / "stack")) as local:
        if not local.run.resumed:
            (folder / STATE).unlink(missing_ok=True)
        return run(StandIns(LOCAL, folder, local=local))


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make prove", description=__doc__)
    for name, text in NEEDED.items():
        what, _, rest = text.partition(" ")
        parser.add_argument(f"--{name}", metavar=what, help=rest)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another parameter of the template, such as ReserveConcurrency=false",
    )
    parser.add_argument("--local", action="store_true", help="run on stand-ins of this machine")
    return parser


if __name__ == "__main__":
    sys.exit(main())
