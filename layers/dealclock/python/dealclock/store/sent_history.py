"""What a deal has sent, read once for a run: recent deliveries, and a summary of the older ones.

    SENT  before | what planning still asks about deliveries of the days before it
    DELIVERY#<day>...  read from that day on; all of them only to write the summary again

So old deliveries cost nothing: an item whose end was reported long ago is summed up in the alert
that reported it. A live deal's runs write the summary; a rehearsal, which may go back in time, has
none. The deliveries stay as they are; without a summary, all are read.
"""

import base64
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, cached_property

from pydantic import TypeAdapter

from dealclock.alerts.alert import AlertHistory, SentAlert
from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import State
from dealclock.alerts.still_true import TAKEN_BACK
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import (
    SENT_ALERT,
    DeliveryKey,
    StoredDelivery,
    left_out_in,
    read,
    state,
)
from dealclock.store.item import StoredItem
from dealclock.store.table import OnTable, Table
from dealclock.store.write import Put

POSTED = (State.CLAIMED, State.UNKNOWN, State.SENT)
RECENT = timedelta(days=28)  # longer than any message waits in a queue and its dead letters
LONG_AGO = timedelta(days=100)  # longer than the missed mornings that a run looks back on
_WORTH_IT = 20  # deliveries
_STEP = timedelta(days=7)  # by which the summary moves on


@record
class SentSummary:
    """The deliveries of the days before `before`, as planning asks about them.

    `alerts` are the alerts, packed, without those before the end of an item that was reported
    before `whole_since`. `changing` are the posts in Slack whose text may still change by itself;
    the others read as they should while the deal is as `seen`. `needs` is the format of its alerts.
    """

    before: date
    whole_since: date
    alerts: str
    changing: tuple[str, ...]
    seen: str


SENT_SUMMARY = Codec(SentSummary)


@cache
def _alerts_json() -> TypeAdapter[tuple[SentAlert, ...]]:
    return TypeAdapter(tuple[SentAlert, ...])


def packed(alerts: Sequence[SentAlert]) -> str:
    """The alerts as one text."""
    text = _alerts_json().dump_json((*alerts,), exclude_defaults=True)
    return base64.b64encode(zlib.compress(text, 9)).decode()


def _unpacked(text: str) -> tuple[SentAlert, ...]:
    return _alerts_json().validate_json(zlib.decompress(base64.b64decode(text)))


class SentHistory(OnTable):
    """What one deal has sent. Each part is read at most once, when it is first asked for."""

    def __init__(self, table: Table, deal: str) -> None:
        super().__init__(table)
        self._deal = deal
        self.changing: tuple[DeliveryKey, ...] = ()
        """Posts whose text may still change by itself, as the run found."""
        self.seen = ""
        """The state of the deal in which all other posts are up to date; "" if not known."""

    def alerts(self, known_at: datetime) -> tuple[SentAlert, ...]:
        """The alerts planned by runs before `known_at` (excluded), each once.

        If several runs planned an alert, the earliest counts. Of items that ended long ago, the
        alert that reported the end.
        """
        summary = self._summary
        if summary is None or known_at.date() <= summary.whole_since:
            found = tuple(_alerts_of((*self._old, *self._recent), known_at))
        else:
            summed = (alert for alert in self._summed if alert.known_at < known_at)
            found = (*summed, *_alerts_of(self._recent, known_at))
        return tuple(found)

    def posts(self, seen: str = "") -> tuple[StoredDelivery, ...]:
        """Posts that are or may be in Slack, by day; without old ones that cannot have changed, if
        the deal is as the summary has `seen` it."""
        summary = self._summary
        old: Iterable[StoredItem]
        if summary is not None and summary.seen == seen:
            pk = keys.of_deal(self._deal)
            changing = self._table.get_many([(pk, sk) for sk in summary.changing])
            old = sorted(changing, key=lambda row: row.text("SK"))
        else:
            old = self._old
        return tuple(map(read, filter(_is_posted, (*old, *self._recent))))

    def since(self, seen: str) -> date:
        """The first day of the posts that `posts` gives for a deal so seen."""
        summary = self._summary
        return summary.before if summary is not None and summary.seen == seen else date.min

    def sum_up(self, today: date) -> None:
        """Write the summary again, if it is worth it: the last step of a run of a live deal."""
        summary, before = self._summary, today - RECENT
        first = summary.before if summary else date.min
        before = min([before, *(_day(row) for row in self._recent if not read(row).is_settled)])
        new = [row for row in self._recent if first <= _day(row) < before]
        same = summary is not None and summary.seen == self.seen
        if not self.seen or before < first or (same and before < first + _STEP):
            return
        if summary is None and len(new) < _WORTH_IT:
            return
        long_ago = today - LONG_AGO
        known = (*self._summed, *_alerts_of(new))
        needs = max(row.needs for row in (*new, *([self._row] if self._row else ())))
        made = SentSummary(
            before=before,
            whole_since=long_ago,
            alerts=packed(tuple(_worth_keeping(known, long_ago))),
            changing=tuple(key.at[1] for key in self.changing if key.day < before),
            seen=self.seen,
        )
        item = {**SENT_SUMMARY.item(made), "needs": needs}
        self._table.write(Put.at(keys.of_deal(self._deal), keys.SENT, item))

    @cached_property
    def _row(self) -> StoredItem | None:
        row = self._table.get(keys.of_deal(self._deal), keys.SENT)
        return None if row is None or row.is_too_new else row

    @cached_property
    def _summary(self) -> SentSummary | None:
        return SENT_SUMMARY.read(self._row) if self._row else None

    @cached_property
    def _summed(self) -> tuple[SentAlert, ...]:
        return _unpacked(self._summary.alerts) if self._summary else ()

    @cached_property
    def _recent(self) -> tuple[StoredItem, ...]:
        first = self._summary.before if self._summary else date.min
        return self._between(keys.delivery(first, ""), keys.delivery(date.max, "~"))

    @cached_property
    def _old(self) -> tuple[StoredItem, ...]:
        if self._summary is None:
            return ()
        last = keys.delivery(self._summary.before - timedelta(days=1), "~")
        return self._between(keys.delivery(date.min, ""), last)

    def _between(self, first: str, last: str) -> tuple[StoredItem, ...]:
        return tuple(self._table.query(keys.of_deal(self._deal), first, last))


def _alerts_of(rows: Iterable[StoredItem], known_at: datetime | None = None) -> Iterator[SentAlert]:
    # An alert has a row per route: only the earliest is fully decoded.
    earliest: dict[str, tuple[datetime, StoredItem]] = {}
    taken_back: set[str] = set()
    for row in rows:
        planned, alert = row.instant("known_at"), row.text("alert")
        if (known_at is None or planned < known_at) and (
            alert not in earliest or planned < earliest[alert][0]
        ):
            earliest[alert] = (planned, row)
        cause = row.text("cause") if "cause" in row else ""
        if not TAKEN_BACK.isdisjoint((cause, left_out_in(row).get(alert))):
            taken_back.add(alert)
    for alert, (_, row) in earliest.items():
        yield SENT_ALERT.read(row, taken_back=alert in taken_back)


def _worth_keeping(alerts: Sequence[SentAlert], long_ago: date) -> Iterator[SentAlert]:
    """The alerts that planning may still ask about."""
    history = AlertHistory.before(datetime.max.replace(tzinfo=UTC), alerts)
    for instance in dict.fromkeys(alert.instance for alert in history.sent):
        said = history.of(instance)
        ended = bool(said) and said[-1].ended and not said[-1].taken_back
        if ended and said[-1].known_at.date() < long_ago:
            yield said[-1]
        else:
            yield from (alert for alert in history.sent if alert.instance == instance)


def _day(row: StoredItem) -> date:
    return date.fromisoformat(row.text("SK").split("#")[1])


def _is_posted(row: StoredItem) -> bool:
    return state(row) in POSTED and Route.parse(row.text("route")).in_slack
