"""A live deal small enough to be assessed thousands of times, and facts that may befall it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from dealclock.facts.fact import Fact
from dealclock.people.team import Team
from dealclock.store import Bundle
from dealclock.terms.terms import Terms
from tests.contract.store import samples

DEAL = "granite"
KEPT = frozenset(
    [
        "shelf-filing",
        "effectiveness",
        "effectiveness-period",
        "cure-window",
        "suspension",
        "trustee-notice",
        "sale-notice",
        "additional-interest",
    ]
)
CLOSING = date(2004, 6, 30)


@cache
def terms() -> Terms:
    """The sample's terms, the few provisions that make all kinds of alerts."""
    whole = samples.terms()
    provisions = tuple(p for p in whole.provisions if p.id in KEPT)
    return whole.model_copy(update={"provisions": provisions})


@cache
def team() -> Team:
    """The sample's team in its channel."""
    return samples.team()


def bundle() -> Bundle:
    """The deal as it is loaded on its Closing Date."""
    return Bundle(DEAL, terms(), team(), ())


@dataclass(frozen=True)
class Possible:
    """A kind of fact that may be recorded, once another was; `given` to whom it is delivered."""

    kind: str
    after: str | None = None
    given: str | None = None


POSSIBLE: Sequence[Possible] = (
    Possible("registration-statement-filed"),
    Possible("registration-statement-effective", after="registration-statement-filed"),
    Possible("prospectus-unusable", after="registration-statement-effective"),
    Possible("prospectus-usable", after="prospectus-unusable"),
    Possible("suspension-notice", after="registration-statement-effective", given="holders"),
    Possible("suspension-ended", after="suspension-notice", given="holders"),
    Possible("sale-notice", after="registration-statement-effective", given="company"),
)


def fact(number: int, possible: Possible, on: date) -> Fact:
    """A fact of that kind on a day."""
    record: dict[str, object] = {"id": f"F{number}", "kind": possible.kind, "on": on}
    if possible.given:
        record["given"] = [{"to": possible.given, "method": "hand", "on": on}]
    return Fact.model_validate(record)
