"""One date or amount: its steps, its Sections, other readings, events, history."""

from tests.local.workbench.deal.conftest import Played


def test_each_step_has_its_section_in_the_words_of_the_terms(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/obligations/effectiveness")
    assert "Resale shelf effectiveness, due Thu, Oct 28, 2004" in text
    assert "Wed, Jun 30, 2004: Closing Date, itself not counted (Section 1)" in text
    assert (
        "Thu, Oct 28, 2004: 120 days after it: the last day (Section 2(a)(ii)) "
        "120 calendar days from Wed, Jun 30, 2004, which is not counted; none skipped"
    ) in text
    assert "Section 2(a)(ii): Resale shelf effectiveness within 120 days" in text


def test_days_that_were_skipped_are_named(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/obligations/trustee-notice/default-ii")
    # Two Business Days after Thu, Oct 28.
    assert "Sat, Oct 30, 2004: skipped, Saturday" in text
    assert "Mon, Nov 1, 2004: Business Day 2" in text


def test_a_notice_says_until_when_it_can_be_handed_over_by_each_method(played: Played) -> None:
    played.move("2004-10-29")
    text = played.text("/deal/obligations/trustee-notice/default-ii")
    assert "By mail: too late" in text
    assert "By courier: send by Fri, Oct 29, 2004, 5:00 p.m. ET" in text


def test_a_default_says_whether_a_person_confirmed_it_and_where_it_came_from(
    played: Played,
) -> None:
    played.move("2004-11-01")
    page = played.get("/deal/obligations/default-ii").text
    assert "Possible default, not confirmed: occurred Thu, Oct 28, 2004" in page
    assert '<a href="/deal/obligations/effectiveness">Resale shelf effectiveness</a>' in page
    assert '<a href="/deal/obligations/trustee-notice/default-ii">' in page


def test_what_is_owed_in_writing_offers_its_draft(played: Played) -> None:
    played.move("2004-10-29")
    assert "/deal notice trustee-notice/default-ii" in played.text(
        "/deal/obligations/trustee-notice/default-ii"
    )
    assert "Draft for counsel" not in played.text("/deal/obligations/effectiveness")


def test_what_is_not_there_on_the_day_is_said_to_be_missing(played: Played) -> None:
    answer = played.get("/deal/obligations/default-ii")
    assert answer.status == 404
    assert "There is no default-ii as of Wed, Jun 30, 2004" in answer.text


def test_the_list_has_what_is_open_before_what_is_over(played: Played) -> None:
    played.move("2005-01-19")
    text = played.text("/deal/obligations")
    is_open, _, over = text.partition(" Over What When ")
    assert "Prospectus cure period" in is_open
    assert "Registration efforts Section 4(a) No date" in is_open
    assert "Resale shelf filing" in over
    assert "Tue, Jan 18, 2005, 5:30 p.m. ET, by EDGAR: that has passed" in text


def test_a_cure_by_a_filing_says_by_when_its_drafts_go_to_holders(played: Played) -> None:
    played.move("2005-01-11")
    text = played.text("/deal/obligations/cure-window/F5")
    assert "Act by Tue, Jan 18, 2005, 5:30 p.m. ET, by EDGAR" in text
    assert "Wed, Jan 12, 2005: drafts for a filing on the last day" in text
