"""When a notice is given: by each method, and to every party it must reach."""

from collections.abc import Iterable
from datetime import date

from dealclock.second.business_days import nth_business_day_after
from dealclock.second.story import Delivery, Event, Known, Rule, Story


def _rule(delivery: Delivery, story: Story) -> Rule | None:
    """How a notice by its method is deemed given; None for a method that does not count."""
    rule = story.form.deemed.get(delivery.method)
    return rule if rule is not None and rule.get("valid", True) else None


def given_on(delivery: Delivery, story: Story) -> date | None:
    """The day it is deemed given; None for a method that does not count, or while one that needs
    an acknowledgment has none."""
    rule = _rule(delivery, story)
    if rule is None or rule.get("needs_acknowledgement"):
        return delivery.received if rule is not None else None
    late = bool(delivery.time and rule.get("by")) and delivery.time > str(rule["by"])
    days = int(rule.get("business_days") or 0) + late
    return nth_business_day_after(delivery.on, days, story.reading("business-day"))


def given_to_all(
    deliveries: Iterable[Delivery], parties: Iterable[str], known: Known | Story
) -> date | None:
    """The day by which each of the parties has been given it, the earliest way counting for each;
    None while one of them has not."""
    story = known.story if isinstance(known, Known) else known
    deliveries = list(deliveries)
    days: list[date] = []
    for party in parties:
        ways = [given_on(each, story) for each in deliveries if each.to == party]
        in_effect = [day for day in ways if day is not None]
        if not in_effect:
            return None
        days.append(min(in_effect))
    return max(days, default=None)


def received_on(delivery: Delivery) -> date | None:
    """The day its addressee had it, as far as recorded."""
    if delivery.received is not None:
        return delivery.received
    return delivery.on if delivery.method == "hand" else None


def is_listed(delivery: Delivery, story: Story) -> bool:
    """Whether its method counts."""
    return _rule(delivery, story) is not None


def deliveries_of(event: Event, party: str) -> tuple[Delivery, ...]:
    """The deliveries of a notice; its own method, to a party, where it lists none."""
    return event.given or (Delivery(party, event.method, event.on, event.received),)
