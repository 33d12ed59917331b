"""The append-only archive of who did what, and the memory of what was seen before."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from dealclock.store.table import OnTable


class Archive(OnTable):
    """Audit entries."""

    def audit(
        self,
        deal: str | None,
        what: str,
        who: str,
        now: datetime,
        detail: Mapping[str, str | int] | None = None,
    ) -> None:
        """Append an entry, to a deal's archive or to the one for what concerns no deal."""
        raise NotImplementedError


class Seen(OnTable):
    """Keys met before, for requests that arrive twice."""

    def first_time(self, key: str, now: datetime, ttl: timedelta) -> bool:
        """Whether the key was not met in the last `ttl`; exactly one of many at once is told so."""
        raise NotImplementedError
