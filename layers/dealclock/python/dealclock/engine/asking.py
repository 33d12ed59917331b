"""What a question beside an assessment works from: the same terms, facts and readings."""

from collections.abc import Mapping
from datetime import date, datetime

from dealclock.agreement.readings.all import choose
from dealclock.agreement.readings.counting import BUSINESS_DAY
from dealclock.agreement.terms import Terms
from dealclock.engine.choices import Choices
from dealclock.engine.context import Context
from dealclock.facts.known import Known
from dealclock.facts.log import FactLog, end_of


def context_of(
    terms: Terms,
    log: FactLog,
    as_of: date,
    known_at: datetime | None = None,
    readings: Mapping[str, str] | None = None,
) -> Context:
    """What an assessment of that day would work from; raises UnknownReading."""
    chosen = choose({BUSINESS_DAY.id: terms.calendar, **(readings or {})})
    known = Known(log.known(as_of, known_at or end_of(as_of, log.zone)))
    return Context(terms, known, as_of, Choices(chosen))
