"""The commands over an agreement that has no Notes and accrues nothing."""

import json
from pathlib import Path

import pytest

from tests.golden.values import shows, values
from tests.golden.wording import items, wording
from tests.unit.cli.running import Dealclock

LETTER = "agreements/camden-letter-2002"
VESTING = ("--facts", "histories/vesting.yaml", "--as-of", "2004-08-01")


def test_the_letter_is_in_order(dealclock: Dealclock) -> None:
    ran = dealclock("check", LETTER)
    assert (ran.code, ran.err) == (0, "")
    assert shows(wording("command/check", ran.said), "2", "3", "0")


def test_an_assessment_shows_shares_and_no_interest(dealclock: Dealclock) -> None:
    ran = dealclock("assess", LETTER, *VESTING)
    wording("command/assess", items(ran.said, "warrant-true-up/F1/F7"))
    assert "27,000 none issued" in ran.flat
    assert "The holder bears" not in ran.flat
    assert shows(wording("command/assess", items(ran.said, "1,350"), "gap"), "1,350")
    assert "true-up-cutoff: ALSO-VESTING" in ran.flat
    for word in ("INTEREST", "Interest", "OBLIGATIONS", "accrue", "Indenture"):
        assert word not in ran.out


def test_the_assessment_as_json_holds_each_number_with_its_trace(dealclock: Dealclock) -> None:
    found = json.loads(dealclock("assess", LETTER, *VESTING, "--json").out)
    (first, second) = found["true_ups"][0]["exercises"][0]["owed"]
    assert (first["shares"], first["outstanding"]) == (18_000, 0)
    assert (second["shares"], second["shares_exact"], second["outstanding"]) == (
        27_000,
        "27000",
        27_000,
    )
    assert second["readings"] == ["true-up-cutoff", "true-up-deduction"]
    assert values(wording("command/assess", second["trace"][-1]["says"])) == [
        "1,045,000",
        "1,018,000",
        "27,000",
    ]
    assert found["accrual"]["total"] == "0.00"


def test_one_number_is_explained_step_by_step(dealclock: Dealclock) -> None:
    ran = dealclock("explain", LETTER, "warrant-true-up/F1/F7", *VESTING)
    assert shows(wording("command/why", ran.said), "2004-03-01")
    assert shows(ran.said, "3", "18,000", "3")
    assert shows(ran.said, "45,000")


def test_a_deferral_is_explained_by_its_provision(dealclock: Dealclock) -> None:
    ran = dealclock("explain", LETTER, "warrant-true-up", "--as-of", "2004-08-01")
    wording("command/why", ran.said)


def test_an_exercise_that_brought_too_little_shows_the_correct_number(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    history = tmp_path / "short.yaml"
    history.write_text(
        "facts:\n"
        "- {id: V, kind: camden-vested, on: 2004-02-16}\n"
        "- {id: R, kind: ratio-computed, on: 2004-02-16, about: warrant-true-up, ratio: 1.02,"
        " target: 2004-02-16}\n"
        "- {id: EX, kind: warrants-exercised, on: 2004-04-01, holder: a, shares: 600000,"
        " unadjusted: 600000}\n",
        encoding="utf-8",
    )
    ran = dealclock("true-up", LETTER, "--facts", str(history), "--as-of", "2004-05-03")
    assert shows(wording("command/true-up", ran.said), "612,000")


def test_interest_is_nothing_that_can_be_explained(dealclock: Dealclock) -> None:
    ran = dealclock("explain", LETTER, "accrual", "--as-of", "2004-08-01")
    assert (ran.code, ran.out) == (2, "")
    wording("refusal/why", ran.said)


def test_a_true_up_is_shown_with_its_steps_and_its_gap(dealclock: Dealclock) -> None:
    ran = dealclock("true-up", LETTER, *VESTING, "--unexercised", "100")
    assert shows(
        wording("command/true-up", items(ran.said, "warrant-true-up/F1/F7")),
        "2004-03-01",
        "27,000",
        "warrant-true-up/F1/F7",
    )
    assert shows(wording("command/true-up", items(ran.said, "1,350"), "second"), "1,350")
    assert shows(wording("command/true-up", items(ran.said, "100"), "third"), "100")


@pytest.mark.parametrize(
    ("question", "details", "why"),
    [
        ("true-up", (), "have no share true-up"),
        ("consent", ("--consenting", "60000001"), "$60,000,000.00 of Notes outstanding"),
        ("consent", ("--consenting", "-1"), "give a number, zero or more"),
        (
            "consent",
            ("--consenting", "1", "--threshold", "half"),
            "give one of majority-of-holders",
        ),
        ("consent", ("--consenting", "1", "--record-date", "2006-01-01"), "give a day by 2005"),
        (
            "contribution",
            ("--loss", "1", "--company-proceeds", "0", "--holder-proceeds", "0"),
            "neither negative and at least one above zero",
        ),
        (
            "timeline",
            ("--since", "2005-01-01", "--until", "2004-01-01"),
            "give the earlier date first",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused_with_what_to_give(
    dealclock: Dealclock, question: str, details: tuple[str, ...], why: str
) -> None:
    ran = dealclock(question, "agreements/infocrossing-2004", "--as-of", "2005-01-03", *details)
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.flat


@pytest.mark.parametrize(
    ("question", "details"),
    [
        ("consent", ("--consenting", "1")),
        (
            "contribution",
            ("--loss", "1", "--company-proceeds", "1", "--holder-proceeds", "1"),
        ),
    ],
)
def test_a_letter_without_such_a_rule_states_it(
    dealclock: Dealclock, question: str, details: tuple[str, ...]
) -> None:
    ran = dealclock(question, LETTER, "--as-of", "2005-01-03", *details)
    assert ran.code == 2
    assert shows(wording("refusal/questions", ran.said), "2002")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (("holders",), "no Holder is recorded"),
        (("payments",), "no payment is due or projected"),
        (("questionnaires",), "no Questionnaire is recorded yet"),
        (
            ("roll-forward", "--from", "2004-02-02", "--to", "2004-07-01"),
            "In all: opening $0.00, accrued $0.00, paid $0.00, closing $0.00",
        ),
    ],
)
def test_nothing_is_computed_of_interest_without_an_indenture(
    question: tuple[str, ...], says: str, dealclock: Dealclock
) -> None:
    name, *more = question
    ran = dealclock(name, LETTER, *VESTING, *more)
    assert (ran.code, ran.err) == (0, "")
    assert says in ran.flat
    assert "Indenture" not in ran.out


def test_a_consent_is_shown_with_both_sides_of_the_fraction(dealclock: Dealclock) -> None:
    ran = dealclock(
        "consent",
        "agreements/infocrossing-2004",
        "--as-of",
        "2005-01-03",
        "--consenting",
        "30000000",
    )
    assert shows(wording("command/consent", ran.said), "50.0000%", "50%")


def test_a_contribution_is_shown_with_its_cap(dealclock: Dealclock) -> None:
    ran = dealclock(
        "contribution",
        "agreements/infocrossing-2004",
        *("--as-of", "2005-01-03", "--loss", "600000", "--company-proceeds", "58000000"),
        *("--holder-proceeds", "2000000", "--resold-for", "30000", "--damages-paid", "15000"),
    )
    assert shows(wording("command/contribution", ran.said), "$580,000.00", "$20,000.00")
    assert shows(ran.said, "$15,000.00", "$15,000.00", "$5,000.00")


def test_the_timeline_is_in_order_with_its_checks(dealclock: Dealclock) -> None:
    ran = dealclock(
        "timeline",
        "agreements/infocrossing-2004",
        *("--as-of", "2005-01-03", "--since", "2004-03-30", "--until", "2004-07-15"),
    )
    assert "1984" not in ran.out
    order = [
        "Tue, Mar 30, 2004: private placement",
        "30600000 / 2917000 = 10.49",
        "97.7 - 9.3 - 27.3 = 61.1, stated as 61.2, compared to the nearest 0.1: not consistent",
        "Inconsistent: stockholders' equity is $61.2 million",
        "Tue, Jul 13, 2004: The Shelf Registration Statement was filed (event; F1; Q3 2004)",
        "Thu, Jul 15, 2004: Resale shelf filing, due (computed; shelf-filing; Q3 2004)",
    ]
    places = [ran.flat.index(each) for each in order]
    assert places == sorted(places)
    assert "Resale shelf effectiveness" not in ran.out
    assert "Inconsistencies in the documents: 12; the timeline without a first day" in ran.flat


def test_the_whole_timeline_lists_what_the_documents_contradict(dealclock: Dealclock) -> None:
    """The terms of the sample list twelve."""
    said = dealclock("timeline", "agreements/infocrossing-2004", "--as-of", "2005-01-03").out
    _, listed = said.split("Inconsistencies in the documents\n")
    lines = [line for line in listed.split("\n\n")[0].splitlines() if line.startswith("• ")]
    assert len(lines) == 12
    assert lines[0].startswith("• Exhibit A: 20 calendar days from delivery")


def test_months_and_years_of_the_timeline_are_spelled_as_its_days_are(dealclock: Dealclock) -> None:
    deal = ("agreements/infocrossing-2004", "--as-of", "2004-11-20")
    lines = [line.removeprefix("• ") for line in dealclock("timeline", *deal).out.splitlines()]
    assert any(line.startswith("June 2000: Charles Auster") for line in lines)
    assert any(line.startswith("2003: recapitalization") for line in lines)
    assert [line for line in lines if line[:5] in ("2000-", "2004-")] == []


def test_a_quarter_of_the_timeline_is_spelled(dealclock: Dealclock, deal: Path) -> None:
    file = deal / "terms.yaml"
    text = file.read_text("utf-8")
    assert "when: 2004-06," in text
    file.write_text(text.replace("when: 2004-06,", "when: 2004-Q2,"), encoding="utf-8")
    assert shows(
        wording(
            "command/timeline",
            items(dealclock("timeline", deal, "--as-of", "2004-11-20").said, "2004"),
        ),
        "2004",
    )


DEEMED = ("deemed", "agreements/infocrossing-2004", "--as-of", "2004-11-20", "--on", "2004-11-22")


def test_addressees_and_methods_given_one_by_one_all_count(dealclock: Dealclock) -> None:
    to = ("--to", "trustee", "--to", "company")
    output = dealclock(*DEEMED, *to, "--method", "hand", "--method", "mail")
    assert shows(wording("command/questions", output.said), "2004-11-22")
    assert shows(output.said, "2004-11-30")


def test_a_single_valued_detail_given_twice_is_refused(dealclock: Dealclock) -> None:
    ran = dealclock(*DEEMED, "--on", "2004-11-23", "--method", "hand")
    assert (ran.code, ran.out) == (2, "")
    wording("refusal/questions", ran.said)
