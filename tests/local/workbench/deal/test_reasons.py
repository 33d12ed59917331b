"""One thing with a date: each step beside its clause, other readings, facts, what was said."""

from tests.local.workbench.deal.conftest import Played


def test_each_step_is_next_to_its_section_in_the_terms_own_words(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/obligations/effectiveness")
    assert "Resale shelf effectiveness, due Thu, Oct 28, 2004" in text
    assert "Wed, Jun 30, 2004 Closing Date, itself not counted Section 1 The dates of" in text
    assert (
        "Thu, Oct 28, 2004 120 days after it: the last day "
        "120 calendar days from Wed, Jun 30, 2004, which is not counted; none skipped "
        "Section 2(a)(ii) Resale shelf effectiveness: Have the Shelf Registration Statement "
        "declared effective"
    ) in text


def test_days_that_were_skipped_are_named(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal/obligations/trustee-notice/default-ii")
    # Two Business Days after Thu, Oct 28.
    assert "Sat, Oct 30, 2004: skipped, Saturday" in text
    assert "Mon, Nov 1, 2004: Business Day 2" in text


def test_a_notice_says_until_when_it_can_be_handed_over_by_each_method(played: Played) -> None:
    played.move("2004-10-29")
    text = played.text("/deal/obligations/trustee-notice/default-ii")
    assert "By mail no day is left" in text
    assert "By courier hand over until" in text


def test_a_default_says_whether_a_person_confirmed_it_and_where_it_came_from(
    played: Played,
) -> None:
    played.move("2004-11-01")
    page = played.get("/deal/obligations/default-ii").text
    assert "Possible default, not confirmed: occurred Thu, Oct 28, 2004" in page
    assert '<a href="/deal/obligations/effectiveness">Resale shelf effectiveness</a>' in page
    assert '<a href="/deal/obligations/trustee-notice/default-ii">' in page


def test_an_obligation_owed_in_writing_offers_its_draft(played: Played) -> None:
    played.move("2004-10-29")
    assert "/deal notice trustee-notice/default-ii" in played.text(
        "/deal/obligations/trustee-notice/default-ii"
    )
    assert "Draft for counsel" not in played.text("/deal/obligations/effectiveness")


def test_an_item_missing_on_the_day_is_said_to_be_missing(played: Played) -> None:
    answer = played.get("/deal/obligations/default-ii")
    assert answer.status == 404
    assert "There is no default-ii as of Wed, Jun 30, 2004" in answer.text


def test_the_list_has_open_items_before_ended_ones(played: Played) -> None:
    played.move("2005-01-19")
    text = played.text("/deal/obligations")
    headings = [
        "Waiting",
        "Windows",
        "Registration Defaults",
        "Satisfied or excused",
        "Duties without",
    ]
    assert sorted(headings, key=text.index) == headings
    assert "Tue, Jan 18, 2005, 5:30 p.m. ET, by EDGAR: that has passed" in text


def test_a_cure_by_a_filing_says_by_when_its_drafts_go_to_holders(played: Played) -> None:
    played.move("2005-01-11")
    text = played.text("/deal/obligations/cure-window/F5")
    assert "Act by Tue, Jan 18, 2005, 5:30 p.m. ET, by EDGAR" in text
    assert "Holder drafts due Wed, Jan 12" in text
