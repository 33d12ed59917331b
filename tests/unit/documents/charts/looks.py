"""The sample's histories as they are looked at, for pictures."""

from datetime import date
from functools import cache

from dealclock.documents.deal_files import read_deal
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.messages.view import View
from tests.unit.engine.deals import SAMPLE
from tests.unit.messages.views import assessed_view

STORY, PUBLIC = "histories/story.yaml", "facts.yaml"


@cache
def look(
    as_of: date, history: str = STORY, *, rehearsal: bool = False, today: date | None = None
) -> View:
    """A view of a history as of a day, beside all readings."""
    deal = read_deal(SAMPLE, SAMPLE / history, rehearsals=False)
    chosen = deal.team.chosen
    assessment = assess(
        Look(deal.terms, deal.log(), as_of, readings=chosen, targets=deal.team.targets),
        together=True,
    )
    return assessed_view(
        assessment, deal.terms, 1, deal.team, deal.log(), rehearsal, today, approvals=None
    )
