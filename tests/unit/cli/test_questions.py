"""`dealclock what-if`, `dealclock changes` and the outside view, as they are typed."""

import json
from pathlib import Path

from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_what_if_tells_what_moves_and_that_nothing_was_recorded(dealclock: Dealclock) -> None:
    fact = "{kind: registration-statement-effective, on: 2004-12-01}"
    ran = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20", "--fact", fact)
    assert ran.code == 0
    assert "HYPOTHETICAL: if registration-statement-effective on Wed Dec 1, 2004" in ran.flat
    assert "payment/2005-01-15, amount: $31,666.67 -> $13,333.33" in ran.flat
    assert "Nothing was recorded." in ran.flat


def test_what_if_nothing_is_supposed_is_refused(dealclock: Dealclock) -> None:
    ran = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20")
    assert (ran.code, ran.out) == (2, "")
    assert "must be given at least one fact" in ran.flat


def test_what_if_a_fact_that_is_wrong_is_refused_with_why(dealclock: Dealclock) -> None:
    ran = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20", "--fact", "{kind: efective}")
    assert ran.code == 2
    assert "'on' must be given" in ran.flat


def test_changes_tells_each_move_with_its_cause(dealclock: Dealclock) -> None:
    ran = dealclock("changes", SAMPLE, *STORY, "--from", "2004-11-20", "--as-of", "2005-01-25")
    assert "default-ii, accrues to: not at all -> Mon Dec 6, 2004 because of fact F3" in ran.flat


def test_changes_from_a_later_day_is_refused(dealclock: Dealclock) -> None:
    ran = dealclock("changes", SAMPLE, "--from", "2004-11-21", "--as-of", "2004-11-20")
    assert ran.code == 2
    assert "is later than" in ran.flat


def test_outside_nothing_is_said_of_a_default_that_is_not_confirmed(dealclock: Dealclock) -> None:
    words = ("assess", SAMPLE, *STORY, "--as-of", "2005-02-20", "--outside")
    told = dealclock(*words).out
    assert "default-ii" not in told
    assert "MISSED" not in told
    assert json.loads(dealclock(*words, "--json").out)["defaults"] == []


def test_an_amended_deal_names_the_version_in_force(dealclock: Dealclock, deal: Path) -> None:
    amendment = (
        "\namendments:\n  - {id: first, title: First Amendment, effective: 2004-10-01, known: "
        "2004-10-05, changes: {provisions: {effectiveness: {within: {count: 150}}}}}\n"
    )
    terms = deal / "terms.yaml"
    terms.write_text(terms.read_text(encoding="utf-8") + amendment, encoding="utf-8")
    ran = dealclock("assess", deal, "--as-of", "2004-11-20")
    assert "Terms as amended by First Amendment (first), in force from Fri Oct 1, 2004." in ran.flat
    assert "Sat Nov 27, 2004" in ran.out
    assert "as amended" not in dealclock("assess", deal, "--as-of", "2004-10-04").flat


def test_a_waived_default_says_so(dealclock: Dealclock, deal: Path) -> None:
    facts = deal / "facts.yaml"
    more = "  - {id: F2, kind: waiver, on: 2004-11-15, about: default-ii}\n"
    facts.write_text(facts.read_text(encoding="utf-8") + more, encoding="utf-8")
    told = dealclock("assess", deal, "--as-of", "2004-11-20").flat
    assert "Waived by F2, given Mon Nov 15, 2004" in told
    assert "needs the consent of each Holder it is owed to" in told


def test_readings_that_deny_each_other_are_refused(dealclock: Dealclock) -> None:
    both = ("concurrent-defaults=STACKED", "default-after-cure=CUMULATIVE")
    ran = dealclock(
        "assess", SAMPLE, "--as-of", "2004-11-20", "--reading", both[0], "--reading", both[1]
    )
    assert (ran.code, ran.out) == (2, "")
    assert "contradict each other" in ran.flat


def test_a_retraction_is_taken_and_what_was_known_before_can_be_asked(
    dealclock: Dealclock, deal: Path
) -> None:
    facts = deal / "facts.yaml"
    more = (
        "  - {id: F2, kind: retraction, on: 2004-08-02, corrects: F1, "
        "recorded_at: 2004-08-02T12:00-04:00}\n"
    )
    facts.write_text(facts.read_text(encoding="utf-8") + more, encoding="utf-8")
    words = ("assess", deal, "--as-of", "2004-08-03", "--json")
    now = json.loads(dealclock(*words).out)
    before = json.loads(dealclock(*words, "--known-at", "2004-08-01").out)
    assert [d["instance"] for d in now["defaults"]] == ["default-i"]
    assert before["defaults"] == []
