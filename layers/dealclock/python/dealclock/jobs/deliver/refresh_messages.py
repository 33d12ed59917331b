"""Updating messages in Slack: "Satisfied on ...", "Acknowledged by ...".

Code that changes what is known (a fact, an acknowledgment) calls `refresh`. It marks the messages
whose text is out of date; the delivery queue does the rest. The new text is computed when the
message is updated, so a mark carries no data and may be made twice.
"""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from dealclock import __version__
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import Later, Refused, Sent
from dealclock.alerts.response_options import AlertAct, list_actions, of_post
from dealclock.engine.assessment import Assessment, Part, by_instance
from dealclock.engine.conclusions import Default, Obligation, Status, UndatedDuty, Window
from dealclock.jobs.deal_day import deal_now, handled, known_now, waiting
from dealclock.jobs.deliver.kinds import removal_cause, render_delivery
from dealclock.jobs.deliver.render_delivery import (
    make_rendition,
    mark_message,
    post,
    slot_taken_until,
)
from dealclock.jobs.deliver.settle import seconds
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.services import Services
from dealclock.messages.notices import NOTICES
from dealclock.messages.update_line import render_update
from dealclock.messages.view import describe_closing
from dealclock.store import (
    DeliveryKey,
    Meta,
    NotNow,
    Refresh,
    SentHistory,
    Store,
    StoredDeal,
    StoredDelivery,
)
from dealclock.store.outbox import UPDATES

LEASE = timedelta(seconds=90)
_AGAIN_AFTER = timedelta(seconds=30)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def refresh(
    deal: str, instance: str | None, services: Services, sent: SentHistory | None = None
) -> int:
    """Queue outdated messages about the instance, or about any, to be updated; return how many.

    Done twice, nothing more is shown. An old message is looked at again while it may change by
    itself, and once the deal has changed. `sent` is what the deal has sent, if it was read.
    """
    now = services.now()
    stored_deal = services.store.deals.get(deal)
    if stored_deal is None:
        return 0
    matters = _MatterStatus(stored_deal, services.store, now)
    sent, seen = sent or services.store.outbox.sent(deal), seen_state(stored_deal.meta)
    posts = sent.posts(seen)
    sent.seen, sent.changing = seen, tuple(s.key for s in posts if matters.may_change(s))
    outdated = 0
    for stored in posts:
        if instance and all(alert.instance != instance for alert in stored.alerts):
            continue
        if not stored.alerts or stored.delivery.alert.day > matters.today:
            continue  # of a rehearsal that moved back: not sent yet
        if stored.stale_since is None and matters.is_current(stored):
            continue
        if services.store.outbox.mark_outdated(stored.key, stored_deal.meta.rehearsal, now):
            outdated += 1
            services.deliveries.send(message_for(stored.key))
    return outdated


def seen_state(meta: Meta) -> str:
    """All but the day that the texts of old messages depend on."""
    versions = (meta.terms_version, meta.team_version, meta.fact_sequence)
    return f"{(*versions, meta.handled, meta.approved, meta.closed)} {__version__}"


def bring_up_to_date(key: DeliveryKey, services: Services) -> None:
    """Update one sent message to the present status of its matter. Safe to repeat."""
    refresh = services.store.outbox.claim_refresh(key, services.now(), LEASE)
    match refresh:
        case None:
            return
        case NotNow(until=until):
            services.deliveries.send(message_for(key), delay=seconds(until - services.now()))
            return
    try:
        retry_at = _update(refresh, services)
    except Exception:
        services.store.outbox.retry_refresh_at(refresh, services.now())
        raise
    if retry_at is not None:
        services.store.outbox.retry_refresh_at(refresh, retry_at)
        services.deliveries.send(message_for(key), delay=seconds(retry_at - services.now()))


def _update(refresh: Refresh, services: Services) -> datetime | None:
    """Update the message; when to try again, or None if it was updated or cannot be."""
    stored = refresh.stored
    delivery = stored.delivery
    deal = services.store.deals.get(refresh.key.deal, delivery.terms_version)
    latest = services.store.deals.get(refresh.key.deal)
    deal = deal.at(services.now()) if deal else None
    if deal is None or latest is None or removal_cause(delivery, deal, services.store):
        services.store.outbox.mark_refreshed(refresh, stored.shown)
        return None
    busy = slot_taken_until(refresh.key.deal, delivery.route, services, UPDATES)
    if busy is not None:
        return busy
    matters = _MatterStatus(latest, services.store, services.now())
    line, delivery_now = matters.line(stored), matters.present_delivery(stored)
    message = mark_message(
        render_delivery(delivery_now, deal, services.store, matters.assessment(stored)),
        repeated=stored.repeated,
        present=line,
    )
    message = replace(message, acts=matters.acts(stored))
    as_of, known_at = matters.moment(stored)
    archived = replace(make_rendition(message, delivery_now, deal), as_of=as_of, known_at=known_at)
    services.store.outbox.keep_update(refresh, archived, services.now())
    shown = post(refresh.key.id, delivery_now, message, deal)
    match services.outlets.slack.update(shown, stored.provider_id or ""):
        case Later(after=after):
            until = services.now() + timedelta(seconds=after)
            updates = f"{delivery.route}{UPDATES}"
            services.store.outbox.pause_route(refresh.key.deal, updates, until)
            return until
        case Sent() | Refused():
            # A message that a person deleted, or a channel that no longer works, is no error: news
            # that needs an alert has an alert of its own, which fails over by itself.
            done = services.store.outbox.mark_refreshed(refresh, line)
            return None if done else services.now()
        case _:
            return services.now() + _AGAIN_AFTER


class _MatterStatus:
    """The present status of a deal's matters, assessed once for each day that messages cover."""

    def __init__(self, deal: StoredDeal, store: Store, now: datetime) -> None:
        self._deal = deal
        self.today, known = deal_now(deal, now)
        self._known = known_now(deal, _LONG_AGO, now)
        self._handled = handled(deal, max(self._known, now), store)
        self._awaiting = bool(waiting(deal, store, known))
        self._assessed: dict[tuple[date, datetime], Assessment] = {}

    def moment(self, stored: StoredDelivery) -> tuple[date, datetime]:
        """The day the message is assessed on, and the instant up to which facts are known."""
        delivery = stored.delivery
        return max(delivery.alert.day, self.today), max(delivery.known_at, self._known)

    def assessment(self, stored: StoredDelivery) -> Assessment:
        """The assessment at that moment."""
        return self._as_of(*self.moment(stored))

    def line(self, stored: StoredDelivery) -> str:
        """The status of a message's matters, a line for each that changed since it was sent; ""
        while none has."""
        zone = self._deal.terms.agreement.time_zone
        if stored.delivery.alert.kind in NOTICES:
            return ""
        if self._deal.meta.closing and self._deal.meta.closed and self._acts(stored):
            return describe_closing(self._deal.meta.closing, zone)
        lines = (self._line(alert, stored) for alert in stored.alerts)
        return "\n".join(dict.fromkeys(line for line in lines if line))

    def present_delivery(self, stored: StoredDelivery) -> Delivery:
        """The delivery, headed by the first of its matters that is still open, if any."""
        delivery, alerts = stored.delivery, stored.alerts
        first = next((a for a in alerts if self._acts_on(a, stored)), None) or alerts[0]
        rest = tuple(a for a in alerts if a is not first and not self._line(a, stored))
        return replace(delivery, alert=first, others=rest)

    def _line(self, alert: Alert, stored: StoredDelivery) -> str:
        deal = self._deal
        today, known = self.moment(stored)
        now = self._as_of(today, known)
        # Payments and rate steps are assessed only around their day; later they are not there.
        gone = not _holds(now, alert) and not _holds(self._as_of(alert.day, known), alert)
        return render_update(alert, now, self._handled, deal.team.access, deal.terms, gone=gone)

    def is_current(self, stored: StoredDelivery) -> bool:
        """Whether the message reads as it would if rendered now.

        While a matter is open, that includes who approved the events it rests on.
        """
        if self.line(stored) != stored.shown:
            return False
        return stored.approved == self._deal.meta.approved or not self.acts(stored)

    def may_change(self, stored: StoredDelivery) -> bool:
        """Whether the message may read otherwise on a later day, with nothing recorded."""
        under_way = not stored.is_final or stored.stale_since is not None
        if under_way or self._acts(stored):
            return True
        parts = by_instance(self.assessment(stored))
        found = (parts.get(alert.instance) for alert in stored.alerts)
        return any(part is not None and not _is_over(part) for part in found)

    def acts(self, stored: StoredDelivery) -> tuple[AlertAct, ...]:
        """The actions on a message's matter now; none for a closed deal."""
        return () if self._deal.meta.closed else self._acts(stored)

    def _acts(self, stored: StoredDelivery) -> tuple[AlertAct, ...]:
        acts = [self._acts_on(alert, stored) for alert in stored.alerts]
        return of_post(acts, awaiting=self._awaiting)

    def _acts_on(self, alert: Alert, stored: StoredDelivery) -> tuple[AlertAct, ...]:
        if alert.kind in NOTICES:
            return ()
        return list_actions(alert, self.assessment(stored), self._handled, self._deal.terms)

    def _as_of(self, day: date, known: datetime) -> Assessment:
        if (day, known) not in self._assessed:
            self._assessed[day, known] = assess_as_of(self._deal, day, known, compare=False)
        return self._assessed[day, known]


def _is_over(part: Part) -> bool:
    if isinstance(part, Window):
        return part.done_on is not None or part.status is Status.CLOSED
    return isinstance(part, Obligation | Default | UndatedDuty) and not part.is_open


def _holds(assessment: Assessment, alert: Alert) -> bool:
    """Whether the assessment has the alert's matter; a rate change always counts as there."""
    instance = alert.instance
    matter = (
        assessment.obligation(instance)
        or assessment.window(instance)
        or assessment.default(instance)
    )
    return matter is not None or alert.kind == "rate schedule"
