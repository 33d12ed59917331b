"""The answers of the slash command on a deal of shares."""

from datetime import date

from dealclock.answers import status as answers
from dealclock.answers.accrual import render_accrual
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.facts.fact import read_facts
from dealclock.facts.log import FactLog
from dealclock.files.source import parse_file
from dealclock.messages.view import View
from dealclock.people.team import read_team
from dealclock.store.content import content
from dealclock.terms.timeline import StatedFigure
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.engine.deals import LETTER, ZONE, letter_terms, sample_terms
from tests.unit.messages.asking import explained, lines
from tests.unit.messages.views import assessed_view


def view(as_of: str) -> View:
    """The letter with its invented history."""
    log = FactLog(read_facts(parse_file(LETTER / "histories" / "vesting.yaml")).facts, ZONE)
    team = read_team(parse_file(LETTER / "team.yaml"))
    seen = assess(Look(letter_terms(), log, date.fromisoformat(as_of)))
    return assessed_view(seen, letter_terms(), 1, team, log, False)


def test_the_status_shows_what_is_owed_and_marks_its_sources() -> None:
    message = lines(answers.render_status(view("2004-08-01")))
    text = "\n".join(message)
    assert shows(wording("message/shares", text), "27,000", "2004-03-01", "warrant-true-up/F1/F7")
    assert shows(text, "18,000", "2003-10-01", "warrant-true-up/F1/F3")
    assert shows(text, "2003-10-01")
    assert "Sample data" in text
    assert "Additional Interest" not in text


def test_a_deal_without_accrual_says_so() -> None:
    message = render_accrual(view("2004-08-01"))
    wording("message/shares", message.headline)


def test_a_share_amount_owed_and_a_deferral_can_be_explained() -> None:
    owed = explained(view("2004-08-01"), "warrant-true-up/F1/F7").headline
    assert shows(wording("message/shares", owed), "27,000", "2004-03-01", "3")
    stands = explained(view("2004-08-01"), "warrant-true-up").headline
    assert shows(wording("message/shares", stands, "second"), "3")


def test_terms_with_a_timeline_are_kept_as_they_are() -> None:
    # Raises for a model that does not read back the same.
    assert content(letter_terms()).text != content(sample_terms()).text
    check = StatedFigure.model_validate({"says": "it", "sum": ["97.7", "-9.30"], "stated": "61.2"})
    assert (
        content(check).text == '{"divide":null,"says":"it","stated":"61.2","sum":["97.7","-9.30"]}'
    )
