"""What a team lets pass in silence, said where it is checked and where it is loaded."""

from collections.abc import Iterator

from dealclock.messages.words import listed
from dealclock.team.policy_contradictions import kinds_without_warning
from dealclock.team.team import Team
from dealclock.usecases.documents.deal_files import TEAM


def silences(team: Team) -> Iterator[str]:
    """A warning of the kinds that speak only when it is too late; none where every kind speaks."""
    kinds = kinds_without_warning(team.alerts)
    if kinds:
        yield (
            f"WARNING: the alerts in {TEAM} are off for {listed(kinds)}: none is sent before the "
            "item is overdue. If unintended, add remind, when_opened or on_last_day, or remove "
            "the entry to use the defaults."
        )
