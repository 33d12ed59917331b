"""The first line of a deal's status, under terms in the general form."""

from datetime import date

from dealclock.answers.status import summarize
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.files.source import parse, parse_file
from dealclock.people.team import read_team
from dealclock.terms.terms import read_terms
from tests.unit.engine.deals import LETTER, log
from tests.unit.engine.test_obligations import text_of
from tests.unit.messages.views import assessed_view


def first_line(as_of: str, item: str) -> str:
    terms = read_terms(parse(text_of(f"type: obligation, {item}"), "terms.yaml"))
    team = read_team(parse_file(LETTER / "team.yaml"))
    found = assess(Look(terms, log(), date.fromisoformat(as_of)))
    return "; ".join(summarize(assessed_view(found, terms, 1, team, log(), False)))


def test_a_window_that_is_open_is_named_where_no_date_is() -> None:
    window = "id: option, opens: closing, due: 10 days after closing, satisfied by: act-done"
    assert first_line("2026-01-06", f"{window}, may: true") == "Papers open through Thu, Jan 15"
    assert first_line("2026-01-15", f"{window}, may: true") == "Papers open through Thu, Jan 15"
    assert first_line("2026-01-16", f"{window}, may: true") == "no date is open"
    endless = "id: option, opens: closing, due: 5 days after first asked, satisfied by: act-done"
    says = "Papers open without a last day yet"
    assert first_line("2026-01-06", f"{endless}, may: true") == says


def test_the_next_date_has_its_amount() -> None:
    fee = "id: fee, opens: closing, due: 10 days after closing, satisfied by: act-done"
    says = "next Papers, $100.00, Thu, Jan 15"
    assert first_line("2026-01-06", f"{fee}, amount: {{of: [100]}}") == says
    assert first_line("2026-01-06", fee) == "next Papers, Thu, Jan 15"
