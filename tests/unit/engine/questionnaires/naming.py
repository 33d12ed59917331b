"""Histories of late Holders, and the filing that names them.

Every history begins with the Questionnaire mailed on July 6, 2004, so that what is returned after
August 3 is late. Effectiveness is on October 20 where a filing is post-effective.
"""

from dealclock.engine.conclusions import Obligation
from dealclock.facts.fact import Fact
from dealclock.terms.terms import Terms
from tests.unit.engine.answering import mailed, returned
from tests.unit.engine.deals import effective, fact, filed, on

ASKED = (mailed("2004-07-06"), filed("2004-07-13"))
EFFECTIVE = (*ASKED, effective("2004-10-20"))


def before_effectiveness(day: str, **more: object) -> Fact:
    return fact("holders-named-pre-effective", day, **more)


def amended(day: str, **more: object) -> Fact:
    return fact("holders-named-by-amendment", day, **more)


def owed(
    as_of: str, *facts: Fact, holder: str = "L", terms: Terms | None = None, **readings: str
) -> Obligation | None:
    """The filing that is owed for a Holder's late Questionnaire."""
    assessment = on(as_of, *facts, terms=terms, readings=readings)
    return assessment.obligation(f"late-questionnaire/{holder}")


def due_day(
    as_of: str, *facts: Fact, holder: str = "L", terms: Terms | None = None, **readings: str
) -> str | None:
    """Its last day, None where no filing is owed for that Holder."""
    found = owed(as_of, *facts, holder=holder, terms=terms, **readings)
    return found.due.isoformat() if found else None


def late(day: str, amount: str = "2500000", holder: str = "alpha", **more: object) -> Fact:
    return returned(day, holder, amount, **{"id": "L", **more})
