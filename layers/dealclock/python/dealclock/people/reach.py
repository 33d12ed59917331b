"""Settings of a team that reach no one from some day on, since everyone they name has left by then.

Checked for the day on which a team is checked or loaded; a person who joins later counts as
reached.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.errors import Problem
from dealclock.files.source import Source
from dealclock.people.people import Action, Person, permits
from dealclock.people.team import Team


def list_unreached(team: Team, day: date, source: Source) -> Iterator[Problem]:
    """The settings of the team that reach no one on `day` or any day after it.

    Its emails, the owners of each party, and an escalation step to the lead.
    """
    there = {p.id for p in team.people if _is_reachable(p, team, day)}
    if not there.intersection(team.email):
        yield source.problem(
            ("email",),
            ", ".join(team.email) or None,
            f"at least one person who receives email on {day} or later",
        )
    for party, owners in team.owners.items():
        if not there.intersection((owners.owner, owners.backup)):
            yield source.problem(
                ("owners", party),
                f"{owners.owner}, {owners.backup}",
                f"neither is on the list on {day} or later: nobody would answer for what the "
                f"{party} owes; give an owner and a backup who are",
            )
    leads = [p.id for p in team.people if p.role == "lead"]
    for i, step in enumerate(team.escalation.steps):
        if step.to == "lead" and not there.intersection(leads):
            yield source.problem(
                ("escalation", "steps", i, "to"),
                "lead",
                f"no lead is on the list on {day} or later; give someone the role lead, or leave "
                "the step out",
            )


def _is_reachable(person: Person, team: Team, day: date) -> bool:
    """Whether the person may receive the deal's messages on `day` or some day after it."""
    if not permits(person.role, Action.RECEIVE, person.audience):
        return False
    denials = team.access.denials(person.id)
    ends = [d.last_day + timedelta(days=1) for d in denials if d.last_day]
    # On the allow list from `first` on, except while denied: so reachable then, or when a denial
    # ends.
    first = max(day, person.first_day or day)
    return any(
        person.covers(each) and not team.access.denies(person.id, each)
        for each in (first, *(end for end in ends if end > first))
    )
