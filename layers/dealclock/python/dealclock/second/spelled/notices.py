"""When a notice is given, Section 10(e): by each method, and to every party it must reach."""

from collections.abc import Iterable
from datetime import date

from dealclock.second.business_days import nth_business_day_after
from dealclock.second.story import Delivery, Known

BUSINESS_DAYS_TO_GIVE = {"hand": 0, "courier": 1, "mail": 5}
ACKNOWLEDGED = ("fax", "telex")


def given_on(delivery: Delivery, known: Known) -> date | None:
    """The day it is deemed given; None for a method that Section 10(e) does not list, or while a
    fax is not acknowledged."""
    if delivery.method in ACKNOWLEDGED:
        return delivery.received
    if delivery.method not in BUSINESS_DAYS_TO_GIVE:
        return None
    wait = BUSINESS_DAYS_TO_GIVE[delivery.method]
    return nth_business_day_after(delivery.on, wait, known.reading("business-day"))


def given_to_all(
    deliveries: Iterable[Delivery], parties: Iterable[str], known: Known
) -> date | None:
    """The day by which each of the parties has been given it, the earliest way counting for each;
    None while one of them has not."""
    deliveries = list(deliveries)
    days: list[date] = []
    for party in parties:
        ways = [given_on(each, known) for each in deliveries if each.to == party]
        in_effect = [day for day in ways if day is not None]
        if not in_effect:
            return None
        days.append(min(in_effect))
    return max(days)


def received_on(delivery: Delivery) -> date | None:
    """The day its addressee had it, as far as recorded."""
    if delivery.received is not None:
        return delivery.received
    return delivery.on if delivery.method == "hand" else None


def is_listed(delivery: Delivery) -> bool:
    """Whether Section 10(e) lists its method."""
    return delivery.method in BUSINESS_DAYS_TO_GIVE or delivery.method in ACKNOWLEDGED
