"""Glass that was broken: kept with the deal for good, and with the person while it may be open."""

from datetime import timedelta

from dealclock.access.glass import Glass
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.item import Item, Row
from dealclock.store.table import OnTable
from dealclock.store.write import NEW, Put

_KEPT = timedelta(days=2)  # with the person, after it is over


class Glasses(OnTable):
    """Who broke the glass of which deal, when and why."""

    def break_glass(self, glass: Glass, by: str) -> None:
        """Let the person read, with an audit entry. `by` is who asked."""
        item: Item = {
            "deal": glass.deal,
            "person": glass.person,
            "name": glass.name,
            "slack": glass.slack,
            "since": glass.since,
            "until": glass.until,
            "why": glass.why,
        }
        at = keys.instant(glass.since)
        of_deal: Item = {
            "PK": keys.of_deal(glass.deal),
            "SK": keys.glass(f"{at}#{glass.slack}"),
            **item,
        }
        of_person: Item = {
            "PK": keys.of_deal(keys.person(glass.slack)),
            "SK": keys.glass(f"{at}#{glass.deal}"),
            **item,
            "expires_at": int((glass.until + _KEPT).timestamp()),
        }
        detail = {"person": glass.person, "until": keys.instant(glass.until), "why": glass.why}
        audited = entry(glass.deal, "broke the glass", by, glass.since, detail)
        self._table.transact([Put(of_deal, NEW), Put(of_person, NEW), audited])

    def glass_of(self, slack: str) -> tuple[Glass, ...]:
        """What the Slack user broke of late, of any deal; one query, whoever asks."""
        return self._glass(keys.of_deal(keys.person(slack)))

    def broken(self, deal: str) -> tuple[Glass, ...]:
        """Every time the deal's glass was broken, the first one first."""
        return self._glass(keys.of_deal(deal))

    def _glass(self, pk: str) -> tuple[Glass, ...]:
        rows = self._table.query(pk, keys.glass(""), keys.glass("~"))
        return tuple(_read(row) for row in rows)


def _read(row: Row) -> Glass:
    return Glass(
        deal=row.text("deal"),
        person=row.text("person"),
        name=row.text("name"),
        slack=row.text("slack"),
        since=row.instant("since"),
        until=row.instant("until"),
        why=row.text("why"),
    )
