"""Change a deal's settings from the desk: check the role, validate, archive, reassess."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.engine.assessment import Assessment
from dealclock.engine.changes import compare
from dealclock.errors import DealclockError, InvalidError, Problem, RefusedError
from dealclock.facts.cross_checks import list_team_problems
from dealclock.facts.log import day_of
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.messages import words
from dealclock.messages.changes import render_lines
from dealclock.messages.message import cut
from dealclock.people.people import Action, Person, may, who_may
from dealclock.people.reach import list_unreached
from dealclock.people.settings_changes import Change, apply_change, is_own_setting, subject
from dealclock.people.team import Team, read_team
from dealclock.store import StoredDeal

_LONGEST_ECHO = 60  # characters of a given value that are repeated
FILE = "settings"  # the name of the live copy in problems


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """The changed team, and each date and amount that moved; `already` if nothing changed."""

    team: Team
    version: int
    moved: tuple[str, ...]
    already: bool


def change_settings(
    deal: StoredDeal, change: Change, services: Services, by: str
) -> SettingsChange:
    """Change a setting for the Slack user `by`; refusals are archived too.

    People change their own absence, digest and invitations; a lead changes the rest. The deal is
    queued to be assessed again. Raises RefusedError, or Overtaken on a concurrent change.
    """
    now = services.now()
    try:
        return _change(deal, change, services, by)
    except DealclockError:
        services.store.archive.audit(
            deal.meta.id, "refused settings", by, now, {"subject": subject(change)}
        )
        raise


def _change(deal: StoredDeal, change: Change, services: Services, by: str) -> SettingsChange:
    now = services.now()
    _refuse_unless_allowed(change, deal, now, by)
    team, before = checked(deal, change, now), deal.team.handing({})
    if team == before:
        return SettingsChange(team, deal.meta.team_version, (), already=True)
    moved = tuple(_moved(deal, team, now))
    number = services.store.deals.change_team(
        deal.meta, before, team, now, by, {"subject": subject(change)}
    )
    reassess_now(deal.meta.id, services)
    return SettingsChange(team, number, moved, already=False)


def checked(deal: StoredDeal, change: Change, now: datetime) -> Team:
    """The team with the change; raises RefusedError with every reason a file would be
    refused for.

    Problems that existed before the change are ignored: a later release may require more of a
    file, and people leave.
    """
    today = day_of(now, deal.log.zone)
    before = set(_problems(deal, deal.team.model_dump(mode="json"), today))
    data = apply_change(deal.team, change)
    wrong = [p for p in _problems(deal, data, today) if p not in before]
    if wrong:
        raise RefusedError("; ".join(map(_describe, wrong)) + ".")
    return Team.model_validate(data)


def _problems(deal: StoredDeal, data: object, today: date) -> Iterator[Problem]:
    source = Source(FILE, data, {})
    try:
        yield from list_unreached(read_team(source, deal.terms.all_readings), today, source)
    except InvalidError as invalid:
        yield from invalid.problems
    yield from list_team_problems(source, outline(deal.terms.model_dump()))


def _describe(problem: Problem) -> str:
    return f"{problem.allowed} ({problem.where}, given {cut(problem.given, _LONGEST_ECHO)})"


def _refuse_unless_allowed(change: Change, deal: StoredDeal, now: datetime, by: str) -> None:
    people, name = deal.at(now).team.access, deal.meta.code_name
    person = people.of_slack(by)
    if (
        person is not None
        and is_own_setting(change, person.id)
        and may(person, Action.READ, people)
    ):
        return
    if not may(person, Action.SETTLE, people):
        leads = [p.name for p in who_may(Action.SETTLE, people)]
        leads_listed = words.listed(leads or ["no one at present"])
        raise RefusedError(
            f"{_name_of(person)} can change only their own absence, digest and invitations on "
            f"{name}. A lead can change the rest: {leads_listed}."
        )


def _name_of(person: Person | None) -> str:
    return person.name if person else "the user"


def _moved(deal: StoredDeal, team: Team, now: datetime) -> Iterator[str]:
    """The dates and amounts that a changed reading moves, as of the deal's own day."""
    if team.chosen == deal.team.chosen:
        return
    day, known_at = deal_now(deal, now)

    def assess_deal(stored: StoredDeal) -> Assessment:
        return assess_as_of(stored, day, known_at, compare=False)

    changed = StoredDeal(deal.meta, deal.terms, team, deal.log)
    yield from render_lines(compare(assess_deal(deal), assess_deal(changed)))
