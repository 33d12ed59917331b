"""One figure is called unpaid: every answer that gives one gives the same, after any payments."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dealclock.engine.assess import assess, examine
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.look import Look
from dealclock.engine.payments.owed import roll_forward
from dealclock.engine.special.holders.amounts import Holders
from dealclock.facts.fact import Fact
from dealclock.terms.terms import Terms
from tests.suite import examples
from tests.unit.engine.deals import acquired, log, paid
from tests.unit.engine.stories import named, several_terms, stories

OWNED = (
    acquired("2004-06-30", "alpha", "60000000"),
    acquired("2004-06-30", "alpha", "12000000", lot="option"),
)
DATES = ("2005-01-15", "2005-07-15", "2006-01-15", "2006-07-15")
AMOUNTS = ("0", "500", "15416.67", "31666.67", "90000", "400000.01", None)
DAYS = st.dates(date(2004, 12, 1), date(2006, 12, 31))


@st.composite
def _payments(draw: st.DrawFn) -> Fact:
    """A payment of any amount, on time, early or late."""
    on = draw(DAYS).isoformat()
    return paid(on, draw(st.sampled_from(DATES)), draw(st.sampled_from(AMOUNTS)))


@st.composite
def _histories(draw: st.DrawFn) -> tuple[Fact, ...]:
    """A story with up to four payments, all Notes held by one Holder."""
    told = draw(stories())
    issued = [fact for fact in told if fact.id == "OPTION"]
    held = OWNED[:1] + tuple(
        f.model_copy(update={"on": option.on}) for f in OWNED[1:] for option in issued
    )
    return named((*told, *held, *draw(st.lists(_payments(), max_size=4))))


@examples(60)
@given(_histories(), DAYS, st.sampled_from(several_terms()))
def test_every_part_of_the_engine_gives_the_same_unpaid_figure(
    facts: Sequence[Fact], as_of: date, terms: Terms
) -> None:
    """A roll-forward ends as the day begins, before the payments of that day: one made on the day
    asked about is left out.
    """
    facts = [f for f in facts if f.kind != "additional-interest-paid" or f.on != as_of]
    query = Look(terms, log(*facts), as_of)

    def look(day: date, _: Mapping[str, str]) -> tuple[Context, Findings]:
        return examine(replace(query, as_of=day))

    owed = assess(query, compare=False).owed
    rolled = roll_forward(date(2004, 7, 1), as_of, look, {})
    assert (rolled.unpaid, rolled.ahead) == (owed.unpaid, owed.ahead)
    assert rolled.in_all.closing == rolled.unpaid - rolled.ahead

    context, found = look(as_of, {})
    held = Holders(context, found).views()
    assert sum((view.unpaid for view in held), Fraction(0)) == owed.unpaid
