"""The kinds of delivery about one deal: whether one is still true when its turn comes, its message.

Between planning and sending are a queue, a channel that asked to wait, perhaps a night. In that
time people leave, facts are recorded and alerts are acknowledged. A digest and the notice of a
paused deal go to one person without a deal: `deliver` composes them as they are then.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, routes
from dealclock.alerts.responses import why_withdrawn
from dealclock.alerts.still_true import Cause, assessment_day, why_untrue
from dealclock.engine.assessment import Assessment
from dealclock.jobs.deal_day import deal_now, handled, known_now
from dealclock.jobs.deliver.render_delivery import view_of
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.invitations import act_by, is_superseded
from dealclock.jobs.services import Services
from dealclock.messages import invitation, notices
from dealclock.messages.alert import render_alert
from dealclock.messages.message import Message
from dealclock.people.people import Action, may
from dealclock.records import record
from dealclock.store import Store, StoredDeal, StoredDelivery

Causes = Mapping[str, Cause]


def withdrawal_causes(stored: StoredDelivery, deal: StoredDeal, services: Services) -> Causes:
    """Why alerts of a delivery are not to be sent any more, by alert id, on what is known now.

    Empty while all are true.
    """
    return _kind_of(stored.delivery).why_untrue(stored, deal, services)


def render_delivery(
    delivery: Delivery, deal: StoredDeal, store: Store, present: Assessment | None = None
) -> Message:
    """The delivery's message, from the assessment it was planned from.

    `present` is the current assessment, for a message that was sent before.
    """
    if delivery.route.kind == "sms":
        return notices.render_sms(delivery.alerts, deal.team.code_name, deal.meta.rehearsal)
    return _kind_of(delivery).render(delivery, deal, store, present)


def removal_cause(delivery: Delivery, deal: StoredDeal, store: Store) -> str | None:
    """Why the current team no longer has the delivery's route; None if it has."""
    people, route = deal.team.access, delivery.route
    if route.kind == "slack":
        return None if route in routes(deal.team) else "route_removed"
    if not may(people.person(route.to), Action.RECEIVE, people):
        return "recipient_removed"
    if route.kind == "sms":
        person = people.person(route.to)
        is_test = delivery.alert.kind == notices.PING and person is not None and person.mobile
        proved = is_test or store.responses.has_proved_mobile(deal.meta.id, person)
        return None if proved else "recipient_removed"
    planned_for_person = (
        delivery.stands_in_for or delivery.alert.step or _kind_of(delivery).to_person
    )
    # Direct messages, escalation steps, notices and replacements are not on the team's list of
    # routes; each was planned for a person on the team.
    if route.kind in ("dm", "mention") or planned_for_person or route in routes(deal.team):
        return None
    return "route_removed"


def _if_closed(stored: StoredDelivery, deal: StoredDeal, _: Services) -> Causes:
    """Nothing of a closed deal is sent."""
    return {alert.id: "closed" for alert in stored.alerts} if deal.meta.closed else {}


def _if_untrue(stored: StoredDelivery, deal: StoredDeal, services: Services) -> Causes:
    """What is no longer true of alerts, by an assessment and the responses of now."""
    if deal.meta.closed:
        return _if_closed(stored, deal, services)
    delivery, now = stored.delivery, services.now()
    known = known_now(deal, delivery.known_at, now)
    current_day = deal_now(deal, now)[0]
    responses = handled(deal, known, services.store)

    def cause(alert: Alert) -> Cause | None:
        today = max(alert.day, current_day)
        assessment = assess_as_of(deal, assessment_day(alert, today), known, compare=False)
        sent_at = partial(_sent_at, alert, delivery.known_at, deal, services.store)
        about = (alert.instance, alert.revision, today)
        return why_untrue(alert, assessment, today) or why_withdrawn(
            alert.reason, delivery.known_at, responses, *about, sent_at
        )

    causes = {alert.id: cause(alert) for alert in stored.alerts}
    return {alert: why for alert, why in causes.items() if why is not None}


def _if_superseded(stored: StoredDelivery, _: StoredDeal, services: Services) -> Causes:
    """An invitation is overtaken by the next one; the cancellations of a closed deal are sent."""
    superseded = is_superseded(stored.delivery, services.store)
    return {stored.delivery.alert.id: "superseded"} if superseded else {}


def _sent_at(alert: Alert, known_at: datetime, deal: StoredDeal, store: Store) -> datetime | None:
    """When the alert was first sent on any route, by the clock that dates the responses to it.

    In a rehearsal that is the instant of the run that planned it.
    """
    at = store.outbox.sent_at(deal.meta.id, alert)
    return at if at is None or deal.meta.day is None else known_at


def _alert(
    delivery: Delivery, deal: StoredDeal, store: Store, present: Assessment | None
) -> Message:
    view = replace(view_of(delivery, deal, store), present=present)
    return render_alert(delivery.alert, view, delivery.others)


def _invitation(delivery: Delivery, deal: StoredDeal, store: Store, *_: object) -> Message:
    moment, zone = act_by(delivery, store), deal.terms.agreement.time_zone
    return invitation.compose_message(delivery.alert, moment, deal.team.code_name, zone)


def _mail_note(delivery: Delivery, deal: StoredDeal, store: Store, *_: object) -> Message:
    alert, name, rehearsal = delivery.alert, deal.team.code_name, deal.meta.rehearsal
    filed = store.archive.note(alert.deal, alert.instance.partition("/")[2])
    if filed is None:
        return notices.render_missing_mail_note(name, alert.day, rehearsal)
    author = deal.team.access.person(filed.person)
    return notices.render_mail_note(
        author.name if author else "Someone no longer on the team",
        filed.text,
        filed.clause,
        filed.instance,
        filed.attachments,
        name,
        alert.day,
        rehearsal,
    )


def _arithmetic(delivery: Delivery, deal: StoredDeal, store: Store, *_: object) -> Message:
    name, rehearsal, differing = deal.team.code_name, deal.meta.rehearsal, _differing(deal, store)
    shown = [differing[a.instance] for a in delivery.alerts if a.instance in differing]
    return notices.render_arithmetic(name, delivery.alert.day, shown, rehearsal)


def _differing(deal: StoredDeal, store: Store) -> Mapping[str, Mapping[str, Any]]:
    """The figures that differ now, by the instance of the notice."""
    verdict = store.verdicts.get(deal.meta.id)
    found = verdict.differences if verdict else []
    return {f"{notices.ARITHMETIC}/{each['id']}": each for each in found}


def _if_agreed(stored: StoredDelivery, deal: StoredDeal, services: Services) -> Causes:
    """A difference is withdrawn once its figure, computed again, agrees."""
    if deal.meta.closed:
        return _if_closed(stored, deal, services)
    differing = _differing(deal, services.store)
    return {a.id: "superseded" for a in stored.alerts if a.instance not in differing}


Render = Callable[[Delivery, StoredDeal, Store, Assessment | None], Message]


def _notice(render: Callable[[Alert, str, bool], Message]) -> Render:
    """A notice of the alert alone, with the deal's code name."""
    return lambda delivery, deal, *_: render(
        delivery.alert, deal.team.code_name, deal.meta.rehearsal
    )


@record
class DeliveryKind:
    """A kind of delivery: how its message is made, and why it is not sent any more.

    `to_person`: it was planned for a person, who may not be on the team's list of routes.
    """

    render: Render
    why_untrue: Callable[[StoredDelivery, StoredDeal, Services], Causes] = _if_closed
    to_person: bool = False


_ALERT = DeliveryKind(_alert, _if_untrue)
KINDS: Mapping[str, DeliveryKind] = {
    notices.ROUTE_FAILURE: DeliveryKind(_notice(notices.render_route_failure), to_person=True),
    notices.ARITHMETIC: DeliveryKind(_arithmetic, _if_agreed, to_person=True),
    notices.PING: DeliveryKind(_notice(notices.render_ping)),
    # Emergency access lets a closed deal be read too.
    notices.EMERGENCY_ACCESS: DeliveryKind(
        _notice(notices.render_emergency_access), lambda *_: {}, to_person=True
    ),
    notices.THREAD_NOTE: DeliveryKind(_notice(notices.render_thread_note)),
    notices.MAIL_NOTE: DeliveryKind(_mail_note),
    invitation.KIND: DeliveryKind(_invitation, _if_superseded, to_person=True),
}
"""The kinds that are no alert about a date, by the kind of their alert."""


def _kind_of(delivery: Delivery) -> DeliveryKind:
    return KINDS.get(delivery.alert.kind, _ALERT)
