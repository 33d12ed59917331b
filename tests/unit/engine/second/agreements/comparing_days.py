"""The engine's date of a Day, and the second engine's."""

from functools import cache

from dealclock.engine.day import Instance, day_of
from dealclock.engine.look import Look
from dealclock.second.days import It, day
from dealclock.second.deals import Deal
from dealclock.terms.day_language import read_day
from dealclock.terms.declarations import DeclaredCalendar
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import log, sample_terms
from tests.unit.engine.second.agreements.drawing_days import DECLARED, DrawnDay
from tests.unit.engine.second.comparing import as_fact

DEEMED_NOTICE = {
    "hand": {"business_days": 0},
    "courier": {"business_days": 1},
    "mail": {"business_days": 5},
    "fax": {"needs_acknowledgement": True},
    "e-mail": {"valid": False},
}


@cache
def _terms() -> Terms:
    return sample_terms()


def compared_days(drawn: DrawnDay) -> list[str]:
    """What the two answer differently."""
    calendars = {name: DeclaredCalendar.model_validate(each) for name, each in DECLARED.items()}
    terms = _terms().model_copy(update={"dates": dict(drawn.dates), "calendars": calendars})
    facts = log(*map(as_fact, drawn.events))
    context = Look(terms, facts, drawn.as_of, readings=drawn.readings).context()
    event = context.known.under(drawn.it.id)
    instance = Instance(drawn.it.id, (drawn.it.id,), drawn.it.on, event)
    theirs = day_of(context, read_day(drawn.value), instance).day
    data = {"dates": drawn.dates, "deemed_notice": DEEMED_NOTICE, "calendars": DECLARED}
    deal = Deal.on(data, drawn.events, drawn.as_of, drawn.readings)
    ours = day(drawn.value, deal, It(drawn.it.on, drawn.it, (drawn.it.id,)))
    return [] if theirs == ours else [f"{drawn.value}: engine {theirs}, second {ours}"]
