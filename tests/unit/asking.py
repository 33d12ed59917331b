"""Questions asked of terms and events, as JSON and in words."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from dealclock.answers.catalog import QUESTIONS
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.messages import plain
from dealclock.messages.view import DealView
from dealclock.people.team import Team
from dealclock.terms.terms import Terms
from tests.unit.messages.messages import team as sample_team


def as_json(name: str, query: Look, **values: object) -> Any:
    """The answer of a question as JSON, with values of its options' kinds."""
    return QUESTIONS[name].json(query, _named(values))


def _named(values: Mapping[str, object]) -> Mapping[str, object]:
    return {each.removesuffix("_").replace("_", "-"): value for each, value in values.items()}


def query(terms: Terms, log: FactLog, as_of: str) -> Look:
    """A deal as of a day, everything known by its end."""
    return Look(terms, log, date.fromisoformat(as_of))


def view(look: Look, of: Team | None = None) -> DealView:
    """The look with a team, as a message needs it."""
    return DealView(
        terms=look.terms,
        terms_version=1,
        team=of or sample_team(),
        log=look.log,
        rehearsal=False,
        as_of=look.as_of,
        known_at=look.instant,
        readings=look.readings_used,
    )


def in_words(name: str, look: Look, of: Team | None = None, **values: object) -> str:
    """The answer of a question in words, on one line."""
    message = QUESTIONS[name].answered(look, _named(values)).say(view(look, of))
    return " ".join(plain.as_text(message).split())
