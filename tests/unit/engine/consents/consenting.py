"""A waiver and an extension, and Holders that consent to them."""

from dealclock.engine.conclusions import Agreement
from dealclock.facts.fact import Fact
from tests.unit.engine.deals import fact, filed, on

FILED = filed("2004-07-13")
WAIVER = fact("waiver", "2004-11-15", id="W", about="default-ii")
MORE = fact("extension", "2004-10-20", id="MORE", about="effectiveness", target="2004-11-30")


def consents(holder: str, amount: str, about: str = "W", **more: str) -> Fact:
    """A Holder consented."""
    on_day = more.pop("on", "2004-11-12")
    return fact("consent-given", on_day, about=about, holder=holder, amount=amount, **more)


def agreed(*facts: Fact, day: str = "2004-11-20", **readings: str) -> Agreement:
    """The one thing agreed in these facts."""
    (found,) = on(day, FILED, *facts, readings=readings).agreed
    return found
