"""Which deals have something to do by a day."""

from datetime import date

from dealclock.store.deal import Meta
from dealclock.store.table import OnTable


class Wakes(OnTable):
    """The wake index, which only saves work: it may lag a moment behind the deals."""

    def due(self, rehearsal: bool, day: date) -> tuple[str, ...]:
        """Ids of the live deals, or the rehearsals, to be assessed on or before `day`."""
        raise NotImplementedError

    def set_wake(self, assessed: Meta, on: date) -> bool:
        """Let the deal sleep until `on`; False when it changed since `assessed` was read.

        Then its earlier wake date stays, so that the change is looked at.
        """
        raise NotImplementedError
