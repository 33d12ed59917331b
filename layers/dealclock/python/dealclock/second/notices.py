"""When a notice is given under the terms of a deal, by each method and to all it must reach."""

from collections.abc import Iterable
from datetime import date

from dealclock.second.business_days import nth_business_day_after
from dealclock.second.deals import Deal
from dealclock.second.story import Delivery


def given_on(delivery: Delivery, deal: Deal) -> date | None:
    """The day a delivery is deemed given; None while it is not, or by a method that does not
    count."""
    rule = deal.terms.get("deemed_notice", {}).get(delivery.method)
    if rule is None or rule.get("valid") is False:
        return None
    if rule.get("needs_acknowledgement"):
        return delivery.received
    late = bool(delivery.time) and delivery.time > str(rule.get("by", "24:00"))
    return nth_business_day_after(delivery.on, int(rule["business_days"]) + late, deal.calendar)


def received_on(delivery: Delivery, deal: Deal) -> date | None:
    """The day its addressee had it, as far as recorded."""
    rule = deal.terms.get("deemed_notice", {}).get(delivery.method)
    if rule is None or rule.get("valid") is False:
        return None
    in_hand = rule.get("business_days") == 0 and not rule.get("needs_acknowledgement")
    return delivery.received or (delivery.on if in_hand else None)


def sent_on(delivery: Delivery, deal: Deal) -> date | None:
    """The day it was sent, by a method that counts."""
    rule = deal.terms.get("deemed_notice", {}).get(delivery.method)
    return None if rule is None or rule.get("valid") is False else delivery.on


def given_to_all(deliveries: Iterable[Delivery], parties: Iterable[str], deal: Deal) -> date | None:
    """The day by which each party has it, the earliest way counting; None while one has not."""
    deliveries, days = list(deliveries), []
    for party in parties:
        ways = [given_on(each, deal) for each in deliveries if each.to == party]
        days.append(min((d for d in ways if d is not None), default=None))
    if not days or None in days:
        return None
    return max(d for d in days if d is not None)
