"""What the second engine answers of Holders and parties on a day, next to defaults and amounts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dealclock.second.spelled.advice import (
    Period,
    duties_owed,
    open_orders,
    stops,
    undated,
)
from dealclock.second.spelled.answer import accruing
from dealclock.second.spelled.deadlines import deadlines_owed, notice_owed
from dealclock.second.spelled.extensions import Agreed, Owed, agreements
from dealclock.second.spelled.late_filings import filings_owed
from dealclock.second.spelled.questionnaires import (
    Form,
    form_of,
    information_owed,
    requests_owed,
    volunteered,
)
from dealclock.second.spelled.sale_notices import Span, mailing, sales_owed, spans
from dealclock.second.spelled.walk import Walk
from dealclock.second.story import REQUESTED, RETURNED, Known, Story
from tests.unit.engine.second.holders import Standing, look_ahead, standings

Since = tuple[date, date | None]


@dataclass(frozen=True, slots=True)
class Parties:
    """The obligations by instance, duties and stops by their first day and the day they were over,
    Sale Notices, the forms and the standing of each Holder, agreements, and open orders with the
    number of liftings that may be of several of them."""

    known: Known
    owed: Mapping[str, Owed]
    duties: Mapping[str, Since]
    sale_notices: Mapping[str, Span]
    mailing: tuple[date, date, date | None] | None
    forms: Mapping[str, Form]
    holders: Mapping[str, Standing]
    agreed: Mapping[str, Agreed]
    orders: tuple[set[str], int]


def parties(story: Story, as_of: date, state: Walk) -> Parties:
    """Everything of a day, by the walk to it."""
    known = Known.on(story, as_of)
    period = Period(state.effective_on, state.period_ends)
    excess = {f.id for f in state.failures if f.by_excess}
    owed = {
        **deadlines_owed(known),
        **{
            f"trustee-notice/{b.name}": notice_owed(b.name, b.arose_on, known)
            for b in state.breaches
            if not b.name.startswith("default-iv") and b.name.partition("/")[2] not in excess
        },
        **requests_owed(known),
        **information_owed(known),
        **filings_owed(known),
        **duties_owed(period, known),
        **sales_owed(known),
    }
    return Parties(
        known=known,
        owed=owed,
        duties={
            **volunteered(known),
            **undated(period, known),
            **stops(set(state.suspending.begun), known),
        },
        sale_notices=spans(known),
        mailing=mailing(known),
        forms={name: form_of(name, known) for name in _asked_or_answered(known)},
        holders=standings(known, accruing(state, look_ahead(known))),
        agreed=agreements(known),
        orders=open_orders(known),
    )


def _asked_or_answered(known: Known) -> set[str]:
    return {e.holder for e in known.of(RETURNED, REQUESTED) if e.holder}
