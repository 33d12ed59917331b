"""A deal as a command sees it, and an answer as its asker reads it."""

from datetime import date

from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.log import end_of
from dealclock.messages import plain, why
from dealclock.messages.message import Message
from dealclock.messages.view import View, matter
from tests.unit.engine.deals import ZONE, history, sample_terms
from tests.unit.messages.messages import team
from tests.unit.messages.views import assessed_view

NEVER, STORY = "never-effective", "story"


def asked(name: str, as_of: str, own_day: str = "", rehearsal: bool = True) -> View:
    """A rehearsal as a command sees it: on its own day, or on another one that was asked for."""
    today = date.fromisoformat(own_day or as_of)
    known_at = end_of(today, ZONE)
    facts = history(name)
    seen = assess(Look(sample_terms(), facts, date.fromisoformat(as_of), known_at, team().chosen))
    return assessed_view(seen, sample_terms(), 1, team(), facts, rehearsal, today)


def lines(told: Message) -> list[str]:
    """The whole answer, line by line."""
    return plain.as_text(told).splitlines()


def explained(view: View, instance: str) -> Message:
    """The answer to `/deal why` of an instance the deal has."""
    found = matter(view, instance)
    assert found is not None
    return why.render_explanation(view, found)
