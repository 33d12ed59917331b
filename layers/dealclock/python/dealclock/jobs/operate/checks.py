"""A round of checks: what it looks for, what repairs it, and what it found and did."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Finding, Severity
from dealclock.jobs.dead_letters import What
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.services import Services
from dealclock.records import record
from dealclock.store import Watch


@record
class Check:
    """`find` yields what is wrong, and passes what can be repaired to `Round.repair`.

    `repair` returns how many things it repaired, None for one; without it an operator repairs them,
    as the findings say.
    """

    find: "Callable[[Round], Iterable[Finding]]"
    repair: Callable[..., int | None] | None = None


@dataclass(slots=True)
class Round:
    """One round of checks. Only one that `repairs` queues, repairs or stores anything.

    `key_state` is that of the customer key in KMS. `rehearsal`: it checks rehearsals.
    `daily`: it makes the daily check, even if it was made today. `paused`: an operator
    paused the schedules.
    `unchecked` are checks, deals and rows that could not be checked, each with its reason;
    `in_order` checks that found nothing; `not_applicable` those that do not apply where the stack
    runs. `repaired` counts repairs by check; `oldest` is the age of the oldest unsent alert;
    `unsettled` are those unsent or of unknown outcome.
    """

    services: Services
    dead_letters: Callable[[], Mapping[What, int]] = dict
    key_state: Callable[[], str] = lambda: "Enabled"
    repairs: bool = True
    rehearsal: bool = False
    daily: bool = False
    paused: bool = False
    findings: list[Finding] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    in_order: list[str] = field(default_factory=list)
    not_applicable: list[str] = field(default_factory=list)
    repaired: Counter[str] = field(default_factory=Counter)
    oldest: timedelta = timedelta(0)
    unsettled: int = 0
    _making: tuple[str, Check] | None = None

    def make(self, name: str, check: Check) -> None:
        """Make one check. One that fails is reported, and does not hide the others."""
        self._making = name, check
        try:
            found = check.find(self)
            self.findings += health_findings.fold(found) if self.repairs else found
        except Exception as error:  # noqa: BLE001 - one check must not hide the others
            self.unchecked.append(f"{name}: {without_data(error)}")

    def repair(self, *found: object) -> None:
        """Repair it, by the check that is being made, in a round that may."""
        if self.repairs and self._making:
            name, check = self._making
            done = check.repair(self.services, *found) if check.repair else 0
            self.repaired[name] += 1 if done is None else done

    @property
    def memory(self) -> Watch:
        """What the rounds remember."""
        return self.services.store.runs.watch() or Watch(since=self.services.now())

    def remember(self, **changes: object) -> None:
        """Store what the next rounds need to know, in a round that may."""
        runs, now = self.services.store.runs, self.services.now()
        if self.repairs and not runs.change_watch(now, **changes):
            runs.put_watch(Watch(since=now), now)
            runs.change_watch(now, **changes)

    def count(self, check: health_findings.Check) -> int:
        """The number of findings of a check."""
        return sum(finding.count for finding in self.findings if finding.check == check)

    @property
    def severity(self) -> Severity:
        """The most severe finding; a check that could not be made is at least a warning."""
        return max(health_findings.worst_severity(self.findings), Severity(bool(self.unchecked)))
