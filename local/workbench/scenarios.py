"""The histories that a play may start with; each is a rehearsal of the sample deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from dealclock.desk.load import bundles
from dealclock.documents.deal_files import DealFiles
from dealclock.people.team import Rehearsal, SlackChannel
from dealclock.store import Bundle

BLANK = Rehearsal(
    id="granite-blank",
    code_name="Granite-Blank",
    channel=SlackChannel(id="C04BLANK", name="granite-blank"),
    facts="none",
)
LATE = Rehearsal(
    id="granite-late",
    code_name="Granite-Late",
    channel=SlackChannel(id="C05LATE", name="granite-late"),
    facts="those of the never-effective history so far",
)
_LATE_FROM = date(2004, 10, 27)


@dataclass(frozen=True)
class Scenario:
    """One history: its name and title, what happens in it, and its deal."""

    name: str
    title: str
    says: str
    bundle: Bundle

    @property
    def deal(self) -> str:
        """The id of its deal."""
        return self.bundle.id


def scenarios(files: DealFiles) -> Sequence[Scenario]:
    """Every scenario of the sample, the default first."""
    story, never = bundles(files, rehearsal=True)
    blank = Bundle(BLANK.id, files.terms, files.team.for_rehearsal(BLANK), (), story.day)
    team = files.team.for_rehearsal(LATE)
    known = tuple(
        fact for fact in never.facts if fact.recorded_at and fact.recorded_at.date() < _LATE_FROM
    )
    late = Bundle(LATE.id, files.terms, team, known, _LATE_FROM)
    return (
        Scenario(
            "story",
            "The story",
            "Filed on time, effective too late; an unusable Prospectus, then a Suspension Period.",
            story,
        ),
        Scenario(
            "never",
            "Never effective",
            "The registration statement never becomes effective, and Additional Interest climbs.",
            never,
        ),
        Scenario(
            "late",
            "A deadline about to expire",
            "Filed on time and not yet effective, one day before the effectiveness deadline.",
            late,
        ),
        Scenario("blank", "Blank", "No events yet: record your own.", blank),
    )
