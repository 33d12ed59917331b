"""Every message of the sample's two histories, as the mornings of the demo send them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from dealclock.alerts.alert import Alert
from dealclock.alerts.slots import Slot
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.files.source import parse_file
from dealclock.messages import slack
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.messages.view import View
from dealclock.people.team import Team, read_team
from tests.unit.alerts.playing import at, whole
from tests.unit.engine.deals import SAMPLE, history, sample_terms
from tests.unit.messages.views import assessed_view

# Words of the sample that nobody beside the deal's team may read: its parties.
SECRET = ("Infocrossing", "Lehman", "Wells Fargo")


@dataclass(frozen=True)
class Said:
    """One alert, its slot and view, and its message."""

    alert: Alert
    slot: Slot
    view: View
    message: Message


@cache
def team() -> Team:
    """The sample's team."""
    return read_team(parse_file(SAMPLE / "team.yaml"))


def view_of(
    log: FactLog, on: str, slot: Slot = "morning", of: Team | None = None, rehearsal: bool = True
) -> View:
    """The sample deal as a day's sweep sees it, told to a team."""
    day = date.fromisoformat(on)
    of = of or team()
    assessment = assess(Look(sample_terms(), log, day, at(day, slot), of.chosen), deal="sample")
    return assessed_view(assessment, sample_terms(), 1, of, log, rehearsal)


@cache
def every_message() -> tuple[Said, ...]:
    """Every alert of both histories, in order."""
    return tuple(
        said
        for name, place in (("story", 0), ("never-effective", 1))
        for said in _messages(name, place)
    )


def _messages(name: str, place: int) -> list[Said]:
    log, of = history(name), team().for_rehearsal(team().rehearsals[place])
    found = []
    for slot, alert in whole(name):
        view = view_of(log, alert.day.isoformat(), slot, of)
        found.append(Said(alert, slot, view, render_alert(alert, view)))
    return found


def message(code_name: str, on: str, instance: str, slot: Slot | None = None) -> Said:
    """The one message of a history about an instance in a slot of a day, or in its first."""
    found = [
        said
        for said in every_message()
        if said.view.team.code_name == code_name
        and (said.alert.day.isoformat(), said.alert.instance) == (on, instance)
        and slot in (None, said.slot)
    ]
    assert len(found) == 1 or (found and slot is None)
    return found[0]


def as_live(said: Said) -> Message:
    """The same message, had the deal been live."""
    return render_alert(said.alert, replace(said.view, rehearsal=False))


def counted(blocks: Sequence[slack.Block], names: Mapping[str, str] | None = None) -> int:
    """The words of some blocks, a mark between two of them being none.

    `names` are the names that mentions show.
    """
    whole = "\n".join(texts(blocks))
    for mention, name in (names or {}).items():
        whole = whole.replace(mention, name)
    return sum(bool(re.search(r"\w", word)) for word in whole.split())


def shown_before_buttons(blocks: Sequence[slack.Block]) -> Sequence[slack.Block]:
    """The blocks of an alert before its buttons; without buttons, before its small print."""
    kinds = [each["type"] for each in blocks]
    return blocks[: kinds.index("actions") if "actions" in kinds else len(blocks) - 1]


def texts(part: object) -> list[str]:
    """Each text that blocks show; an overflow menu shows none until it is opened."""
    if isinstance(part, (list, tuple)):
        return [text for each in part for text in texts(each)]
    if not isinstance(part, dict) or part.get("type") == "overflow":
        return []
    return [
        text
        for name, each in part.items()
        for text in ([each] if name == "text" and isinstance(each, str) else texts(each))
    ]
