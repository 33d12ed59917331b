"""The first page of the deal: the status first, and the reasons a click away."""

from datetime import date

from tests.local.workbench.deal.conftest import Played


def test_the_first_line_is_the_status_of_the_deal(played: Played) -> None:
    played.move("2004-11-01")
    page = played.get("/deal").text
    answer = page[page.index('<h1 class="answer">') :]
    # Effectiveness was owed by Thu, Oct 28, and what it lapsed into is open.
    # Of it 2 days accrued: Oct 29 to Nov 1 by 30/360, at $416.67.
    assert answer.startswith('<h1 class="answer">1 possible default, $833.33 unpaid; ')


def test_its_looks_go_with_it(played: Played) -> None:
    head = played.get("/deal").text.partition("</head>")[0]
    assert '<link rel="stylesheet" href="/static/deal.css">' in head


def test_it_says_why_nothing_is_happening_before_the_first_sweep(played: Played) -> None:
    text = played.text("/deal")
    assert "Why is nothing happening? Not checked yet; next Resale shelf filing" in text


def test_after_a_morning_it_says_what_it_waits_for(played: Played) -> None:
    played.play("2004-06-30")
    text = played.text("/deal")
    assert "Every alert due was sent; next Resale shelf filing (reminder), Thu, Jul 8" in text
    assert "Outbox empty" in text


def test_why_is_asked_of_the_deals_own_day_alone(played: Played) -> None:
    assert "Why is nothing happening?" not in played.text("/deal?as_of=2004-07-20")


def test_each_status_leads_to_its_reasons(played: Played) -> None:
    played.move("2004-11-01")
    page = played.get("/deal").text
    assert '(<a href="/deal/obligations/effectiveness">effectiveness</a>)' in page
    assert "Possible default, not confirmed" in page


def test_interest_is_shown_with_its_parts_and_the_days_left_of_limits(played: Played) -> None:
    played.move("2005-03-15")
    text = played.text("/deal")
    # $15,416.67 of it was paid on January 18.
    assert "Unpaid $2,083.33 to but excluding Tue, Mar 15, 2005" in text
    assert "Accrued $17,500.00 Paid $15,416.67" in text
    assert "43 of 45 used in any 90 days, 2 left" in text
    # 60,000,000 dollars at 0.25% for 37 days of 360: Oct 29 to Dec 6, 30/360.
    text = played.text("/deal/obligations/accrual")
    assert "Fri, Oct 29, 2004 to but excluding Mon, Dec 6, 2004: $15,416.67 on $60,000,000" in text
    assert "0.25%, 37 days counted 30/360, 38 actual" in text
    text = played.text("/deal/obligations/payment/2005-01-15")
    assert "Satisfied on Tue, Jan 18, 2005" in text


def test_its_basis_and_what_was_not_checked_are_shown(played: Played) -> None:
    played.move("2004-11-01")
    text = played.text("/deal")
    assert "Sample data: based on fictional events: F0" in text
    assert "Awaiting second approval Version 1 of the terms" in text
    assert "Not checked Indenture" in text


def test_an_earlier_day_is_as_it_was_known_and_a_later_one_a_projection(played: Played) -> None:
    played.move("2004-11-01")
    earlier = played.get("/deal?as_of=2004-07-01").text
    assert "An earlier day, on what was known by its end." in earlier
    # Filed on Jul 13: on Jul 1 nobody knew.
    assert "Next Resale shelf filing, Thu, Jul 15" in earlier
    assert 'href="/deal/facts?as_of=2004-07-01"' in earlier
    assert "A projection: as if nothing more happens" in played.text("/deal?as_of=2004-12-24")


def test_a_day_that_cannot_be_looked_at_is_refused_in_words_over_the_deals_own(
    played: Played,
) -> None:
    page = played.get("/deal?as_of=tomorrow")
    assert page.status == 200
    assert "&#39;tomorrow&#39; is not a date; give it as year-month-day." in page.text
    assert 'value="2004-06-30"' in page.text
    assert 'role="alert"' in played.get("/deal?as_of=1823-01-01").text


def test_while_it_plays_nothing_is_drawn_and_why_it_is_quiet_waits(played: Played) -> None:
    played.clock.until = date(2004, 7, 30)
    page = played.get("/deal").text
    assert "<img" not in page
    assert "The clock is playing. This is answered when it stops." in page
    # What the reader has opened stays there, to be filled again.
    assert '<details id="why-in-full">' in page
