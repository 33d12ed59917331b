"""Deals, read: one with its content, one's standing, the directory, the deal of a channel."""

from datetime import date, datetime

from dealclock.store.deal import Bundle, Changes, Listed, Meta, StoredDeal
from dealclock.store.table import OnTable


class Deals(OnTable):
    """The deals of the table. Every read is consistent: it sees all writes that were answered."""

    def deal(
        self, deal: str, terms_version: int | None = None, team_version: int | None = None
    ) -> StoredDeal | None:
        """The deal with its content, at its latest versions or those given; None without one."""
        raise NotImplementedError

    def meta(self, deal: str) -> Meta | None:
        """The deal without its content; None without one."""
        raise NotImplementedError

    def deal_of_channel(self, channel: str) -> str | None:
        """The id of the deal whose Slack channel that is."""
        raise NotImplementedError

    def directory(self) -> tuple[Listed, ...]:
        """Every deal with its people, by id."""
        raise NotImplementedError

    def changes(self, bundle: Bundle) -> Changes:
        """What `load` would change; raises what `load` would raise."""
        raise NotImplementedError

    def load(self, bundle: Bundle, now: datetime, by: str) -> Changes:
        """Load a new deal, or new versions of its terms and team and its new facts: all or nothing.

        What is in the table word for word is left alone; facts only in the table stay. Raises
        DealConflict, FactConflict, FactRefused, TooLarge, TryAgain.
        """
        raise NotImplementedError

    def rehearse_to(self, deal: str, day: date, now: datetime, by: str) -> None:
        """Move a rehearsal to `day`, forwards or back; raises NoSuchDeal, NotARehearsal."""
        raise NotImplementedError
