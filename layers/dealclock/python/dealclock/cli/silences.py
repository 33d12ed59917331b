"""A warning for kinds of items without alerts in time, given on check and on load."""

from collections.abc import Iterator

from dealclock.documents.deal_files import TEAM, DealFiles
from dealclock.files.source import parse_file
from dealclock.messages.words import listed
from dealclock.people.policy_contradictions import kinds_without_warning


def silence_warnings(deal: DealFiles) -> Iterator[str]:
    """A warning that lists the kinds without an alert before the due date, if any."""
    kinds = kinds_without_warning(deal.team.alerts)
    if kinds:
        source = parse_file(deal.folder / TEAM)
        yield (
            f"{source.file}:{source.line(('alerts',))}: the alerts are off for {listed(kinds)}: "
            "none is sent before the item is overdue. If unintended, add remind, when_opened or "
            "on_last_day, or remove the entry to use the defaults."
        )
