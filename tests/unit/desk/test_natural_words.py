"""Words as people type them: one of several, the next date, today, short names of events.

Wed, Jan 19, 2005: the notice to the Trustee of default-iii is due the next day and is the only one
of its kind open; that of default-ii was given on Nov 1, 2004. Of the payments, January's was made
on Jan 18 and July's is to come.
"""

from datetime import date

import pytest

from dealclock.answers.why import match_name
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import Room, room
from tests.unit.desk.in_the_story import ask
from tests.unit.engine.deals import effective, fact, filed, on

WEDNESDAY, THURSDAY = date(2005, 1, 19), date(2005, 1, 20)


@pytest.fixture(scope="module")
def house() -> Room:
    return room()


@pytest.mark.parametrize(
    ("text", "on_day", "first", "other"),
    [
        ("why trustee-notice", WEDNESDAY, "Thu, Jan 20, 2005", "trustee-notice/default-ii"),
        ("why Trustee-Notice", WEDNESDAY, "Thu, Jan 20, 2005", "trustee-notice/default-ii"),
        ("why payment", THURSDAY, "Fri, Jul 15, 2005", "payment/2005-01-15"),
        ("history payment", THURSDAY, "Fri, Jul 15, 2005", "payment/2005-01-15"),
        ("proof payment", THURSDAY, "Fri, Jul 15", "payment/2005-01-15"),
    ],
)
def test_the_only_open_one_of_several_is_answered_and_the_others_named_with_what_to_type(
    house: Room, text: str, on_day: date, first: str, other: str
) -> None:
    said = ask(house, text, on_day)
    assert first in said[0]
    at = said.index("This is the only one open. The others")
    assert said[at + 1].endswith(f": {text.split(maxsplit=1)[0]} {other}")


def test_with_several_and_none_open_it_asks_which(house: Room) -> None:
    said = ask(house, "explain trustee-notice", date(2005, 3, 1))
    assert shows(wording("desk/natural-words", said[2]), "trustee-notice/default-ii")


def test_with_several_open_it_lists_all_and_asks_which() -> None:
    """Two Sale Notices given on one day, one to each addressee by hand; a third long over."""
    facts = [
        fact("sale-notice", day, id=name, given=[
            {"to": to, "method": "hand", "on": day} for to in ("trustee", "company")
        ])
        for name, day in (("OLD", "2004-12-01"), ("ONE", "2005-01-18"), ("TWO", "2005-01-18"))
    ]  # fmt: skip
    before = (filed("2004-07-13"), effective("2004-10-20"))
    found = match_name("sale-notice", on("2005-01-19", *before, *facts))
    assert found.instance == ""
    assert found.open == ("sale-notice/ONE", "sale-notice/TWO")
    assert found.others == ("sale-notice/OLD", "sale-notice/ONE", "sale-notice/TWO")


def test_next_with_an_empty_span_names_the_next_date_after_it(house: Room) -> None:
    """From January 20 to February 3 nothing falls: the rate steps up on April 19."""
    said = ask(house, "next all", THURSDAY)
    first = wording("desk/natural-words", said[0])
    assert first.startswith("Story: overdue: ")
    assert shows(first, "1.00%", "04-19")
    assert not shows(said[0], "2005-02-03")


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("next today", "Wed, Jan 19, 2005"),
        ("next tomorrow", "Wed, Jan 19, 2005 to Thu, Jan 20, 2005"),
        ("next week", "Wed, Jan 19, 2005 to Wed, Jan 26, 2005"),
        ("next 2 weeks", "Wed, Jan 19, 2005 to Wed, Feb 2, 2005"),
        ("next month", "Wed, Jan 19, 2005 to Sat, Feb 19, 2005"),
        ("next friday", "Wed, Jan 19, 2005 to Fri, Jan 21, 2005"),
    ],
)
def test_next_reads_spans_in_everyday_words(house: Room, text: str, span: str) -> None:
    assert f"Days: {span}" in ask(house, text, WEDNESDAY)


@pytest.mark.parametrize("text", ["status today", "status now", "payments today", "status"])
def test_today_changes_nothing_in_an_answer_as_of_today(house: Room, text: str) -> None:
    assert ask(house, text, THURSDAY)[0].startswith("Story: ")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("what-if effective jan 24", "registration statement effective Mon, Jan 24"),
        ("what if effective jan 24", "registration statement effective Mon, Jan 24"),
        ("what-if usable jan 24", "prospectus usable Mon, Jan 24"),
        ("what-if suspension feb 1 for 30 days", "suspension notice Tue, Feb 1"),
    ],
)
def test_an_event_may_be_named_by_a_short_name(house: Room, text: str, kind: str) -> None:
    assert f"if {kind}" in ask(house, text, THURSDAY)[0]


def test_a_near_miss_still_gets_a_suggestion(house: Room) -> None:
    said = ask(house, "what-if efective jan 24", THURSDAY)
    assert said[0] == "Not found"
    wording("desk/natural-words", ask(house, "next tomorow", THURSDAY)[2])


@pytest.mark.parametrize(
    "text",
    ["accrual under all readings", "accrual all readings", "accrual under every reading"],
)
def test_accrual_under_all_readings_gives_the_range_of_unpaid_amounts(
    house: Room, text: str
) -> None:
    """One day at $416.67 as chosen; none where a default comes a day later; and the most where the
    default is of January 10, from which 9 days accrued: $3,750.00."""
    assert values(wording("desk/natural-words", ask(house, text, THURSDAY)[0])) == [
        "$0.00",
        "$3,750.00",
        "01-20",
        "$416.67",
    ]


def test_a_hypothetical_payment_needs_an_amount(house: Room) -> None:
    said = ask(house, "what-if payment today about payment/2005-07-15", THURSDAY)
    assert "additional-interest-paid needs more" in said[2]
    assert "amount DOLLARS" in said[2]
