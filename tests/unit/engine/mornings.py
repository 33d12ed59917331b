"""The demo histories as the sweep of 08:00 in New York sees them."""

from datetime import UTC, date, datetime, time
from functools import cache
from zoneinfo import ZoneInfo

from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.look import Look
from tests.unit.engine.deals import ZONE, history, sample_terms


@cache
def morning(name: str, day: str, **readings: str) -> Assessment:
    """A history as the sweep of 08:00 in New York sees it."""
    as_of = date.fromisoformat(day)
    eight = datetime.combine(as_of, time(8), ZoneInfo(ZONE)).astimezone(UTC)
    chosen = {question.replace("_", "-"): choice for question, choice in readings.items()}
    return assess(Look(sample_terms(), history(name), as_of, eight, chosen))


def obligation(name: str, day: str, instance: str) -> Obligation:
    """What is owed on a morning, by instance."""
    found = morning(name, day).obligation(instance)
    assert found is not None, f"{instance} is not owed on {day}"
    return found


def window(name: str, day: str, instance: str) -> Window:
    """The window of a morning, by instance."""
    found = morning(name, day).window(instance)
    assert found is not None, f"{instance} is not there on {day}"
    return found


def default(name: str, day: str, instance: str) -> Default:
    """The default of a morning, by instance."""
    found = morning(name, day).default(instance)
    assert found is not None, f"{instance} has not occurred on {day}"
    return found
