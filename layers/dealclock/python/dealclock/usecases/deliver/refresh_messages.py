"""Messages that stand in Slack, brought up to date: "Met on ...", "Acknowledged by ...".

Code that changes what is known (a fact, an acknowledgement) calls `refresh`. It marks the messages
that now stand otherwise than they read; the delivery queue does the rest. What a message says is
computed when it is said, so a mark carries nothing and may be made twice.
"""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.response_options import Act, acts
from dealclock.channels import Later, Refused, Sent, Unknown
from dealclock.engine.assessment import Assessment
from dealclock.messages.notices import NOTICES
from dealclock.messages.update_line import render_update
from dealclock.messages.view import describe_closing
from dealclock.store import DeliveryKey, NotNow, Refresh, Store, StoredDeal, StoredDelivery
from dealclock.usecases.deal_day import known_now, own_day
from dealclock.usecases.deliver.pre_send_check import handled, removed
from dealclock.usecases.deliver.render_delivery import marked, post, render_delivery, rendition
from dealclock.usecases.plan.assess_deal import assess_as_of
from dealclock.usecases.plan.plan_deliveries import message_for
from dealclock.usecases.services import Services

LEASE = timedelta(seconds=90)
_AGAIN_AFTER = timedelta(seconds=30)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def refresh(deal: str, instance: str | None, services: Services) -> int:
    """Let every message about the instance, or about any, be brought up to date; how many.

    Only those that stand otherwise than they read. Done twice, nothing more is shown.
    """
    now = services.now()
    whole = services.store.deals.get(deal)
    if whole is None:
        return 0
    standing = _MatterStatus(whole, services.store, now)
    outdated = 0
    for stored in services.store.outbox.posts_in_slack(deal, instance):
        if not stored.alerts or stored.delivery.alert.day > standing.today:
            continue  # of a rehearsal that moved back: not said yet
        if stored.stale_since is None and standing.is_as_told(stored):
            continue
        if services.store.outbox.mark_outdated(stored.key, whole.meta.rehearsal, now):
            outdated += 1
            services.deliveries.send(message_for(stored.key))
    return outdated


def bring_up_to_date(key: DeliveryKey, services: Services) -> None:
    """Let one sent message show how its matter stands now. Safe to repeat."""
    refresh = services.store.outbox.claim_refresh(key, services.now(), LEASE)
    match refresh:
        case None:
            return
        case NotNow(until=until):
            services.deliveries.send(message_for(key), delay=_seconds(until - services.now()))
            return
    try:
        again = _show(refresh, services)
    except Exception:
        services.store.outbox.retry_refresh_at(refresh, services.now())
        raise
    if again is not None:
        services.store.outbox.retry_refresh_at(refresh, again)
        services.deliveries.send(message_for(key), delay=_seconds(again - services.now()))


def _show(refresh: Refresh, services: Services) -> datetime | None:
    """Show it; when to try again, or None when it is shown or cannot be."""
    stored = refresh.stored
    delivery, route = stored.delivery, str(stored.delivery.route)
    deal = services.store.deals.get(refresh.key.deal, delivery.terms_version)
    latest = services.store.deals.get(refresh.key.deal)
    deal = deal.at(services.now()) if deal else None
    if deal is None or latest is None or removed(delivery, deal):
        services.store.outbox.mark_refreshed(refresh, stored.shown)
        return None
    gap = services.outlets.gap(delivery.route)
    busy = (
        services.store.outbox.reserve_slot(refresh.key.deal, route, services.now(), gap)
        if gap
        else None
    )
    if busy is not None:
        return busy
    standing = _MatterStatus(latest, services.store, services.now())
    line, told = standing.line(stored), standing.as_it_stands(stored)
    message = marked(
        render_delivery(told, deal, services.store, standing.assessment(stored)),
        repeated=stored.repeated,
        present=line,
    )
    message = replace(message, acts=standing.acts(stored))
    as_of, known_at = standing.moment(stored)
    made = replace(rendition(message, told, deal), as_of=as_of, known_at=known_at)
    services.store.outbox.keep_update(refresh, made, services.now())
    shown = post(refresh.key.id, told, message, deal)
    match services.outlets.slack.update(shown, stored.provider_id or ""):
        case Later(after=after):
            until = services.now() + timedelta(seconds=after)
            services.store.outbox.pause_route(refresh.key.deal, route, until)
            return until
        case Unknown():
            return services.now() + _AGAIN_AFTER
        case Sent() | Refused():
            # A message a person deleted, or a channel that will not do any more, is no error: what
            # needs another alert is said by an alert of its own, and takes its own way.
            done = services.store.outbox.mark_refreshed(refresh, line)
            return None if done else services.now()


class _MatterStatus:
    """How a deal's matters stand at the moment, assessed once for each day they speak for."""

    def __init__(self, deal: StoredDeal, store: Store, now: datetime) -> None:
        self._deal = deal
        self.today = own_day(deal.meta.day, deal.terms.agreement.time_zone, now)
        self._known = known_now(deal, _LONG_AGO, now)
        self._handled = handled(deal, max(self._known, now), store)
        self._assessed: dict[tuple[date, datetime], Assessment] = {}

    def moment(self, stored: StoredDelivery) -> tuple[date, datetime]:
        """The day it is looked at on, and the instant up to which it is known."""
        delivery = stored.delivery
        return max(delivery.alert.day, self.today), max(delivery.known_at, self._known)

    def assessment(self, stored: StoredDelivery) -> Assessment:
        """The assessment of that moment."""
        return self._as_of(*self.moment(stored))

    def line(self, stored: StoredDelivery) -> str:
        """How the matters of a message stand, a line for each that stands otherwise than it was
        told; "" while all stand as told."""
        zone = self._deal.terms.agreement.time_zone
        if stored.delivery.alert.kind in NOTICES:
            return ""
        if self._deal.meta.closing and self._deal.meta.closed and self._acts(stored):
            return describe_closing(self._deal.meta.closing, zone)
        found = (self._line(alert, stored) for alert in stored.alerts)
        return "\n".join(dict.fromkeys(line for line in found if line))

    def as_it_stands(self, stored: StoredDelivery) -> Delivery:
        """The delivery headed by the first of its matters that is still open, if one is."""
        delivery, alerts = stored.delivery, stored.alerts
        first = next((a for a in alerts if self._acts_on(a, stored)), None) or alerts[0]
        rest = tuple(a for a in alerts if a is not first and not self._line(a, stored))
        return replace(delivery, alert=first, others=rest)

    def _line(self, alert: Alert, stored: StoredDelivery) -> str:
        deal = self._deal
        today, known = self.moment(stored)
        now = self._as_of(today, known)
        # Payments and rate steps are assessed for a time about their day; later they are not there.
        gone = not _holds(now, alert) and not _holds(self._as_of(alert.day, known), alert)
        zone = deal.terms.agreement.time_zone
        return render_update(alert, now, self._handled, deal.team.access, zone, gone=gone)

    def is_as_told(self, stored: StoredDelivery) -> bool:
        """Whether it reads as it would be told now.

        Of what is still open that includes who approved what it rests on.
        """
        if self.line(stored) != stored.shown:
            return False
        return stored.approved == self._deal.meta.approved or not self.acts(stored)

    def acts(self, stored: StoredDelivery) -> tuple[Act, ...]:
        """What may be done with a message's matter as it now stands; of a closed deal nothing."""
        return () if self._deal.meta.closed else self._acts(stored)

    def _acts(self, stored: StoredDelivery) -> tuple[Act, ...]:
        """What may be done with the first matter that is still open; acknowledging covers all."""
        found = [self._acts_on(alert, stored) for alert in stored.alerts]
        first = next((each for each in found if each), ())
        asks = any("acknowledge" in each for each in found) and "acknowledge" not in first
        return ("acknowledge", *first) if asks else first

    def _acts_on(self, alert: Alert, stored: StoredDelivery) -> tuple[Act, ...]:
        if alert.kind in NOTICES:
            return ()
        return acts(alert, self.assessment(stored), self._handled, self._deal.terms)

    def _as_of(self, day: date, known: datetime) -> Assessment:
        if (day, known) not in self._assessed:
            self._assessed[day, known] = assess_as_of(self._deal, day, known, compare=False)
        return self._assessed[day, known]


def _holds(assessment: Assessment, alert: Alert) -> bool:
    """Whether the assessment holds what the alert tells of; a change of rate is never missed."""
    i = alert.instance
    found = assessment.obligation(i) or assessment.window(i) or assessment.default(i)
    return found is not None or alert.kind == "rate schedule"


def _seconds(wait: timedelta) -> int:
    return max(1, round(wait.total_seconds()))
