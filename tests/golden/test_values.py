"""The values of a message, read off by hand."""

import pytest

from tests.golden.values import masked, shows, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("due today, Mon, Nov 1, 2004", ["2004-11-01"]),
        ("due today, Mon,\n Nov 1, 2004", ["2004-11-01"]),
        ("dated as of November 1, 2004", ["2004-11-01"]),
        ("from Thu, Mar 17 to Sun, Mar 13, 2005", ["03-17", "2005-03-13"]),
        ("payment/2005-01-15", ["payment/2005-01-15"]),
        (
            "default-ii, cure-window/F5, warrants/F1/F7 and trustee-notice/default-iii/F5 by C1",
            [
                "default-ii",
                "cure-window/F5",
                "warrants/F1/F7",
                "trustee-notice/default-iii/F5",
                "C1",
            ],
        ),
        ("Act by Mon, Nov 1, 2004 17:00 EST", ["2004-11-01", "17:00"]),
        ("5:00 p.m. ET, 12:30 p.m., 9:05 a.m.", ["17:00", "12:30", "09:05"]),
        (
            "$8,750.00 at 0.25% on 60,000,000 or 416.67",
            ["$8,750.00", "0.25%", "60,000,000", "416.67"],
        ),
        ("Section 3(a)(ii), clause 4(b), Section 7", ["3(a)(ii)", "4(b)", "7"]),
        (
            "2 Business Days, 45 days, 10 calendar\ndays",
            ["2 Business Days", "45 days", "10 calendar days"],
        ),
        ("Owner: Maria\nLopez (backup Tom Becker)", ["Maria Lopez", "Tom Becker"]),
        (
            "to maria.lopez@issuer.example, <@U01TOM> <!channel>",
            ["maria.lopez@issuer.example", "<@U01TOM>", "<!channel>"],
        ),
        ("Terms version 1, 12 of 13 events, v2", ["1", "12", "13"]),
        ("Mondays may march on", []),
    ],
)
def test_values_are_found_however_they_are_written(text: str, expected: list[str]) -> None:
    assert values(text) == expected


def test_a_message_shows_values_that_are_next_to_each_other_in_their_order() -> None:
    text = "moved from Thu, Mar 17 to Sun, Mar 13, 2005, $5.00 a day"
    assert shows(text, "03-17", "2005-03-13")
    assert shows(text, "03-13", "$5.00")
    assert not shows(text, "2005-03-13", "03-17")
    assert not shows(text, "03-17", "$5.00")
    assert not shows(text, "2005-03-17")


def test_masked_only_the_words_are_left() -> None:
    assert masked("Pay $5.00 by Mon, Nov 1, 2004, clause 3(b)") == (
        "Pay <amount> by <date>, <Section>"
    )
