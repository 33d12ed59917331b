"""A warning for kinds of items without alerts in time, given on check and on load."""

from collections.abc import Iterator

from dealclock.documents.deal_files import TEAM
from dealclock.messages.words import listed
from dealclock.people.policy_contradictions import kinds_without_warning
from dealclock.people.team import Team


def silence_warnings(team: Team) -> Iterator[str]:
    """A warning that lists the kinds without an alert before the due date, if any."""
    kinds = kinds_without_warning(team.alerts)
    if kinds:
        yield (
            f"WARNING: the alerts in {TEAM} are off for {listed(kinds)}: none is sent before the "
            "item is overdue. If unintended, add remind, when_opened or on_last_day, or remove "
            "the entry to use the defaults."
        )
