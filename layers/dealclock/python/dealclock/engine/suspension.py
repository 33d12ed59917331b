"""One Suspension Period."""

from dataclasses import dataclass
from datetime import date

from dealclock.engine.assessment import Window


@dataclass(frozen=True, slots=True)
class Suspension:
    """One Suspension Period: from and including `start` to but excluding `resumed`."""

    start: date
    resumed: date | None
    window: Window

    def covers(self, day: date) -> bool:
        """Whether `day` is a suspended day."""
        return self.start <= day and (self.resumed is None or day < self.resumed)
