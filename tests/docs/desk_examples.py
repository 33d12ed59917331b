"""The generated part of docs/desk.md: every verb with one question and its answer, and who may ask.

`python -m tests.docs.desk_examples` writes it, after a verb is added or an answer changes.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import get_args

from dealclock.answers.catalog import DESCRIPTIONS
from dealclock.desk.answer_command import answer_command
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verb import Verb
from dealclock.desk.verbs.all import VERBS
from dealclock.messages.message import text_lines
from dealclock.people.people import Role, permits
from tests.unit.desk.asking_the_desk import LOADED, MARIA, Room, room

PAGE = Path("docs/desk.md")
STORY_CHANNEL = "C0STORY"
DAY = date(2005, 1, 20)  # a Thursday: the Prospectus is out of use, its cure window has lapsed
_LATER = datetime(2026, 11, 20, 15, tzinfo=UTC)
_YES = {True: "yes", False: "no"}
_MOST = 14  # lines of an answer that are shown
_PART = re.compile(r"(<!-- (\w+): generated -->\n).*?(<!-- end -->\n)", re.DOTALL)


def rewritten(page: str) -> str:
    """The page with its generated parts made again."""
    parts = {"verbs": "\n".join(_verbs(at_the_desk(room()))), "access": _access()}
    return _PART.sub(lambda m: f"{m[1]}{parts[m[2]]}\n{m[3]}" if m[2] in parts else m[0], page)


def at_the_desk(house: Room) -> Room:
    """The room with its story on the day of the examples."""
    house.store.deals.rehearse_to("story", DAY, LOADED, "tests")
    return house


def asked(house: Room, text: str) -> list[str]:
    """The answer to a command in the story's own channel, line by line."""
    command = SlashCommand(MARIA, STORY_CHANNEL, text)
    desk = replace(house.desk, open=lambda _trigger, _form: "")
    return list(text_lines(answer_command(command, desk, _LATER)))


def examples(verb: Verb) -> list[str]:
    """Its examples, of the story."""
    return [each.format(deal="Story") for each in verb.examples]


def _verbs(house: Room) -> Iterator[str]:
    for verb in VERBS.values():
        yield f"### `/deal {verb.name}`\n"
        yield f"`/deal {verb.usage}`: {DESCRIPTIONS[verb.name]}.\n"
        example = examples(verb)[-1]
        lines = [line for line in asked(house, example) if not line.startswith("REHEARSAL: a ")]
        yield f"> `/deal {example}`\n"
        yield "```text"
        yield from lines[:_MOST]
        if len(lines) > _MOST:
            yield f"... and {len(lines) - _MOST} more lines"
        yield "```\n"


def _access() -> str:
    roles = get_args(Role)
    rows = [
        f"| verb | action | {' | '.join(roles)} | inside only | may be shared |",
        f"|---|---|{'---|' * len(roles)}---|---|",
    ]
    for verb in VERBS.values():
        marks = " | ".join(_YES[permits(role, verb.action, "inside")] for role in roles)
        inside = _YES[verb.inside]
        shared = _YES[verb.shareable]
        rows.append(f"| `{verb.name}` | {verb.action} | {marks} | {inside} | {shared} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
