"""What would change: answered as in Slack, and nothing is recorded."""

from tests.local.workbench.deal.conftest import STORY, Played


def facts(played: Played) -> int:
    meta = played.house.store.deals.meta(STORY)
    assert meta is not None
    return meta.fact_sequence


def test_it_says_what_would_move_and_records_nothing(played: Played) -> None:
    played.move("2004-11-01")
    before = facts(played)
    asked = "kind=registration-statement-effective&on=2004-11-03"
    text = played.text(f"/deal/what-if?{asked}")
    assert "If registration statement effective Wed, Nov 3:" in text
    assert "Nothing was recorded." in text
    assert facts(played) == before


def test_a_suspension_takes_its_days(played: Played) -> None:
    played.move("2004-12-15")
    asked = "kind=suspension-notice&on=2004-12-20&for=30"
    text = played.text(f"/deal/what-if?{asked}")
    assert "If suspension notice Mon, Dec 20 and 1 " in text
    assert "Wed, Jan 19, 2005" in text


def test_unreadable_input_is_refused_in_words_and_stays_in_the_form(played: Played) -> None:
    page = played.get("/deal/what-if?kind=suspension-notice&on=someday&for=30").text
    assert 'role="alert"' in page
    assert "is not a date" in page
    assert 'value="someday"' in page


def test_without_a_question_there_is_the_form_alone(played: Played) -> None:
    text = played.text("/deal/what-if")
    assert "What would change?" in text
    assert "nothing is recorded" in text
