"""The insider list as a table for a spreadsheet."""

from collections.abc import Iterable, Iterator

from dealclock.access.insiders import Insider
from dealclock.media.safe_csv import safe_csv

HEADER = (
    *("name", "person", "email", "slack", "role", "audience", "stands for", "holder"),
    *("from", "to", "added by", "why", "by way of"),
)


def insider_csv(found: Iterable[Insider]) -> bytes:
    """One line for each time a person had access; `to` is empty while there is no end."""
    return safe_csv(HEADER, _lines(found))


def _lines(found: Iterable[Insider]) -> Iterator[tuple[str, ...]]:
    for each in found:
        yield (
            *(each.name, each.person, each.email, each.slack),
            *(each.role, each.audience, each.stands_for, each.holder),
            *(each.since.isoformat(), each.to.isoformat() if each.to else ""),
            *(each.added_by, each.why, each.by_way_of),
        )
