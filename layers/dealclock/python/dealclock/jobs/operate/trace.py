"""One alert's life, step by step: planned, sent or not, updated, answered and escalated."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from operator import attrgetter

from dealclock.alerts.alert import Alert
from dealclock.alerts.outcome import State
from dealclock.errors import NotFoundError
from dealclock.people.policy import Reason
from dealclock.records import record
from dealclock.store import Store, StoredDelivery


@record
class TraceStep:
    """One step, at an instant. `where` is a route, or the person who acted; `correlation` the id
    that the log lines of that work have, "" if none is known.
    """

    at: datetime
    what: str
    where: str
    detail: str = ""
    correlation: str = ""


@record
class AlertTrace:
    """An alert, and its steps in order."""

    alert: Alert
    steps: tuple[TraceStep, ...]


def trace(deal: str, named: str, on: date | None, store: Store) -> tuple[AlertTrace, ...]:
    """The alerts of an id, of the delivery of that id, or about that Section or instance, by day.

    `on` leaves only those of a day. Raises NotFoundError if there are none.
    """
    rows = tuple(store.outbox.history(deal, on or date.min))
    alerts = {s.delivery.alert.id: s.delivery.alert for s, _ in rows}
    wanted = named.lower().partition("-")[0]
    chosen = [
        alert
        for alert in alerts.values()
        if on in (None, alert.day)
        and (alert.id == wanted or named in (alert.instance, alert.clause))
    ]
    if not chosen:
        raise NotFoundError(
            f"the deal has no alert {named!r}; give the id of an alert or a delivery, as in a log, "
            "or the Section or instance of an item, as `dealclock doctor` or `archive` shows it."
        )
    steps = _Steps(deal, rows, store)
    return tuple(
        AlertTrace(alert, tuple(sorted(steps.of(alert), key=attrgetter("at"))))
        for alert in sorted(chosen, key=attrgetter("day"))
    )


class _Steps:
    def __init__(
        self, deal: str, rows: tuple[tuple[StoredDelivery, datetime | None], ...], store: Store
    ) -> None:
        self._rows, self._store = rows, store
        self._ended = {stored.key: (stored, ended) for stored, ended in rows}
        self._entries = [(each, json.loads(each.detail)) for each in store.archive.entries(deal)]
        self._ids = {each.at: each.correlation for each, _ in self._entries}

    def of(self, alert: Alert) -> Iterator[TraceStep]:
        own = [stored for stored, _ in self._rows if stored.delivery.alert.id == alert.id]
        for stored in own:
            yield from self._on_route(stored)
        since = min(stored.planned_at for stored in own)
        for entry, detail in self._entries:
            if detail.get("instance") == alert.instance and entry.at >= since:
                until = f"until {detail['until']}" if detail.get("until") else ""
                who = detail.get("person", entry.who)
                yield TraceStep(entry.at, entry.what, who, until, entry.correlation)
        for stored, _ in self._rows:
            other = stored.delivery.alert
            if (
                other.id != alert.id
                and other.instance == alert.instance
                and Reason.ESCALATED in other.reasons
                and stored.planned_at >= since
            ):
                detail = f"{stored.state}, alert {other.id}"
                route = str(stored.delivery.route)
                yield TraceStep(stored.planned_at, "escalated", route, detail, stored.correlation)

    def _on_route(self, stored: StoredDelivery) -> Iterator[TraceStep]:
        """On one route: its own delivery, or the one that carries the alert."""
        route = str(stored.delivery.route)
        slot = f"for the slot {stored.delivery.slot}"
        if stored.state is State.CARRIED:
            slot += f", carried by {stored.carrier.id}"
        yield TraceStep(stored.planned_at, "planned", route, slot, stored.correlation)
        carrier, ended = self._ended.get(stored.carrier, (stored, None))
        for message in self._store.archive.messages_of(carrier.key):
            what = "message updated" if message.kind == "update" else "attempted"
            yield TraceStep(message.at, what, route, message.wrong, self._ids.get(message.at, ""))
        if ended:
            cause = carrier.cause or ""
            if carrier.state is State.PLANNED and carrier.not_before:
                cause = f"asked to wait until {carrier.not_before:%a %b %d, %H:%M} UTC"
            left_out = {omitted.alert: omitted.cause for omitted in carrier.left_out}
            if gone := left_out.get(stored.delivery.alert.id):
                yield TraceStep(ended, State.WITHDRAWN, route, gone)
            else:
                yield TraceStep(ended, carrier.state, route, cause)
        if carrier.not_before and not carrier.is_final:
            yield TraceStep(carrier.not_before, "next attempt", route, carrier.state)
