"""The histories that a play may start with: the rehearsals of a deal, and some of its sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.desk.load import bundles
from dealclock.documents.deal_files import DealFiles
from dealclock.engine.assess import assess
from dealclock.people.team import Rehearsal, SlackChannel
from dealclock.store import Bundle

SAMPLE = "infocrossing-2004"
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
    """Every scenario of a deal, the default first: its rehearsals, then one without events."""
    own = bundles(files, rehearsal=True)
    if files.terms.id == SAMPLE:
        return (*_of_sample(files, *own), _blank(files, BLANK))
    played = [
        Scenario(rehearsal.id, title, says or title, bundle)
        for bundle, (rehearsal, history) in zip(own, files.rehearsals, strict=True)
        for title, _, says in [(history.content.history or rehearsal.code_name).partition(": ")]
    ]
    return (*played, *_late(files), _blank(files, _own(files, BLANK)))


def _own(files: DealFiles, of: Rehearsal) -> Rehearsal:
    """A rehearsal of the sample as one of another deal, by its code name."""
    kind, name = of.id.removeprefix("granite-"), files.team.code_name
    channel = SlackChannel(id=of.channel.id, name=f"{name.lower()}-{kind}")
    return Rehearsal(
        id=f"{name.lower()}-{kind}",
        code_name=f"{name}-{kind.title()}",
        channel=channel,
        facts=of.facts,
    )


def _late(files: DealFiles) -> Iterator[Scenario]:
    """The first story up to the day before its first default; none without a default."""
    history = files.rehearsals[0][1]
    last = max((fact.on for fact in history.content.facts), default=files.terms.agreement.dated)
    defaults = assess(files.look(last, history)).defaults
    if defaults:
        start = min(each.occurred_on for each in defaults) - timedelta(days=1)
        known = tuple(fact for fact in history.content.facts if fact.on < start)
        own = _own(files, LATE)
        bundle = Bundle(own.id, files.terms, files.team.for_rehearsal(own), known, start)
        says = "The story up to the day before its first possible default."
        yield Scenario("late", "A deadline about to expire", says, bundle)


def _blank(files: DealFiles, rehearsal: Rehearsal) -> Scenario:
    team, day = files.team.for_rehearsal(rehearsal), files.terms.agreement.dated
    bundle = Bundle(rehearsal.id, files.terms, team, (), day)
    return Scenario("blank", "Blank", "No events yet: record your own.", bundle)


def _of_sample(files: DealFiles, story: Bundle, never: Bundle) -> Sequence[Scenario]:
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
    )
