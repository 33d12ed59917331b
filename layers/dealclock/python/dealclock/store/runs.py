"""What is kept of an assessment: a summary a deal, and a record of each morning's run."""

from dataclasses import dataclass
from datetime import date, datetime

from dealclock.alerts.plan import Slot
from dealclock.store.table import OnTable


@dataclass(frozen=True, slots=True)
class Run:
    """One assessment by a sweep: how many deliveries it planned, how many were there already."""

    as_of: date
    slot: Slot
    planned: int
    already: int
    sweep: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A deal in brief for questions across deals, and what it was computed from.

    `body` is JSON text. It is stale when any of the versions is not the deal's own.
    """

    as_of: date
    terms_version: int
    team_version: int
    fact_sequence: int
    engine: str
    body: str


class Runs(OnTable):
    """Summaries and runs of the deals."""

    def put_run(self, deal: str, run: Run, now: datetime) -> None:
        """Record a run; the same morning again takes its place."""
        raise NotImplementedError

    def run(self, deal: str, as_of: date, slot: Slot) -> Run | None:
        """The latest run of that morning or afternoon."""
        raise NotImplementedError

    def put_summary(self, deal: str, summary: Summary, now: datetime) -> bool:
        """Keep the summary; False when a later one was kept already."""
        raise NotImplementedError

    def summary(self, deal: str) -> Summary | None:
        """The deal's summary, if it was ever assessed."""
        raise NotImplementedError
