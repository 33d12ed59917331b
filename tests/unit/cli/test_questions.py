"""`dealclock what-if`, `dealclock changes` and the outside view, as they are typed."""

import json
import shlex
from pathlib import Path

import pytest

from dealclock.answers.ask import Question
from dealclock.answers.catalog import QUESTIONS
from tests.golden.values import shows
from tests.golden.wording import items, wording
from tests.unit.cli.running import SAMPLE, Dealclock

STORY = ("--facts", "histories/story.yaml")


def test_what_if_tells_what_moves_and_that_nothing_was_recorded(dealclock: Dealclock) -> None:
    fact = "{kind: registration-statement-effective, on: 2004-12-01}"
    ran = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20", "--fact", fact)
    assert ran.code == 0
    assert shows(wording("command/what-if", ran.said), "2004-12-01")
    assert shows(ran.said, "payment/2005-01-15", "$31,666.67", "$13,333.33")
    assert "Nothing was recorded." in ran.flat


def test_what_if_shows_how_a_supposed_notice_is_given(dealclock: Dealclock) -> None:
    suspended = ("--suspend-from", "2005-02-01", "--suspend-days", "5")
    output = dealclock("what-if", SAMPLE, "--as-of", "2005-01-13", *suspended).flat
    assert "assumes events that are not recorded (IF-SUSPENSION and IF-RESUMED)." in output
    assert "The notice is assumed given by hand that day to the Holders." in output
    notice = (
        "{kind: trustee-notified, on: 2005-01-13, about: default-ii, "
        "given: [{to: trustee, method: courier, on: 2005-01-12}]}"
    )
    output = dealclock("what-if", SAMPLE, "--as-of", "2005-01-13", "--fact", notice).flat
    assert "The notice is assumed given by courier Wed, Jan 12, 2005 to the Trustee." in output


def test_what_became_known_later_is_distinguished_from_what_was_known_then(
    dealclock: Dealclock,
) -> None:
    asked = ("changes", SAMPLE, *STORY, "--as-of", "2005-01-18", "--from-known", "2004-12-31")
    output = dealclock(*asked).flat
    assert output.startswith("Granite: since what was known by the end of Fri, Dec 31, 2004: ")
    assert (
        "What changed since what was known by the end of Fri, Dec 31, 2004, to Tue, Jan 18"
        in output
    )


def test_a_change_is_marked_by_the_fictional_events_it_rests_on(dealclock: Dealclock) -> None:
    """On January 18, 2005 the story's payment, F6, is made of what accrued until effectiveness."""
    asked = ("changes", SAMPLE, *STORY, "--as-of", "2005-01-18", "--from", "2005-01-17")
    assert "Sample data: based on fictional events: F" in dealclock(*asked).flat
    items = json.loads(dealclock(*asked, "--json").out)["items"]
    unpaid = next(each for each in items if each["what"] == "unpaid")
    assert unpaid["hypothetical"]
    assert "F3" in unpaid["facts"]


def test_what_if_nothing_is_supposed_is_refused(dealclock: Dealclock) -> None:
    ran = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20")
    assert (ran.code, ran.out) == (2, "")
    wording("refusal/what-if", ran.said)


def test_what_if_a_fact_that_is_wrong_is_refused_with_why(dealclock: Dealclock) -> None:
    ran = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20", "--fact", "{kind: efective}")
    assert ran.code == 2
    wording("refusal/what-if", ran.said)


def test_changes_tells_of_a_correction_what_it_corrects_and_when_it_was_recorded(
    dealclock: Dealclock, deal: Path
) -> None:
    (deal / "facts.yaml").write_text(
        "facts:\n"
        "- {id: F1, kind: registration-statement-filed, on: 2004-07-13}\n"
        "- {id: C1, kind: registration-statement-effective, on: 2005-01-10}\n"
        "- {id: C2, kind: registration-statement-effective, on: 2005-01-18, corrects: C1,"
        " recorded_at: 2005-03-01T12:00-05:00}\n",
        encoding="utf-8",
    )
    words = ("changes", deal, "--from", "2005-02-01", "--as-of", "2005-03-10")
    text = (
        "(default-ii): cured Tue, Jan 18, 2005, instead of Mon, Jan 10, 2005; no interest accrues "
        "from Tue, Jan 18, 2005, because of correction C2 of C1 (The Shelf Registration Statement "
        "was declared effective, Tue, Jan 18, 2005), recorded Tue, Mar 1, 2005"
    )
    assert text in dealclock(*words).flat
    moves = json.loads(dealclock(*words, "--json").out)["moves"]
    moved = next(m for m in moves if (m["instance"], m["what"]) == ("default-ii", "accrues_to"))
    assert moved["because"] == [
        {
            "by": "fact",
            "id": "C2",
            "day": "2005-01-18",
            "kind": "registration-statement-effective",
            "corrects": "C1",
            "recorded_on": "2005-03-01",
            "from": "2005-01-10",
            "to": "2005-01-18",
        }
    ]


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (
            "2004-10-20",
            "possible default, not confirmed, occurred Thu, Oct 28, 2004, accrues from Fri, Oct 29",
        ),
        ("2004-11-20", "cured Mon, Dec 6, 2004; no interest accrues from Mon, Dec 6, 2004"),
    ],
)
def test_an_ongoing_default_differs_from_one_that_did_not_exist(
    dealclock: Dealclock, before: str, told: str
) -> None:
    ran = dealclock("changes", SAMPLE, *STORY, "--from", before, "--as-of", "2005-01-25")
    assert f"(default-ii): {told}" in ran.flat


def test_changes_shows_each_move_with_its_cause(dealclock: Dealclock) -> None:
    ran = dealclock("changes", SAMPLE, *STORY, "--from", "2004-11-20", "--as-of", "2005-01-25")
    results = items(ran.said, "default-ii")
    assert shows(results, "default-ii", "2004-12-06", "2004-12-06", "F3")


@pytest.mark.parametrize(
    ("question", "details"),
    [
        ("payments", ()),
        ("holders", ()),
        ("suspension", ()),
        ("roll-forward", ("--from", "2004-10-01", "--to", "2005-01-01")),
        ("changes", ("--from", "2004-11-01")),
        ("timeline", ()),
        ("what-if", ("--suspend-from", "2005-02-01")),
        ("deemed", ("--method", "hand", "--on", "2005-02-01")),
    ],
)
def test_every_question_names_its_deal_and_its_facts(
    question: str, details: tuple[str, ...], dealclock: Dealclock
) -> None:
    """After the answer in a line, where the question has one."""
    output = dealclock(question, SAMPLE, *STORY, "--as-of", "2005-02-01", *details)
    assert output.flat.startswith("Granite: ")
    wording("command/questions", items(output.said, "2005-02-01"))
    assert "as of Tue, Feb 1, 2005: events of that day included" in output.flat.replace(
        "As of", "as of"
    )
    assert shows(output.flat, "2005-02-01", "2005-02-01")  # of the latest event, and known by
    assert "(story.yaml)" in output.flat


def test_an_answer_that_rests_on_few_fictional_events_names_them(dealclock: Dealclock) -> None:
    output = dealclock("payments", SAMPLE, *STORY, "--as-of", "2004-12-15")
    assert shows(wording("command/payments", output.said), "F3")


def test_a_question_over_recorded_facts_does_not_mention_hypothetical_ones(
    dealclock: Dealclock,
) -> None:
    output = dealclock("payments", SAMPLE, "--as-of", "2004-11-20").flat
    assert output.startswith("Granite: ")
    assert "ample data" not in output


def test_a_computed_payment_is_shown_with_its_hypothetical_facts(
    dealclock: Dealclock,
) -> None:
    output = dealclock("payments", SAMPLE, *STORY, "--as-of", "2005-02-01")
    said = wording("command/payments", output.said)
    for each in ("payment/2005-01-15", "$15,416.67", "2005-01-18", "F6", "F3", "2005-01-01"):
        assert shows(said, each)


def test_a_suspension_under_another_reading_is_described(dealclock: Dealclock) -> None:
    words = ("suspension", SAMPLE, *STORY, "--as-of", "2005-02-20", "--material", "--days", "60")
    output = dealclock(*words)
    assert shows(wording("command/suspension", output.said), "22 days", "2005-03-13")
    assert shows(output.said, "2005-04-06")
    assert "{" not in output.flat


def test_notes_are_shown_by_name_and_not_by_the_id_of_their_lot(dealclock: Dealclock) -> None:
    day = ("--as-of", "2005-02-01")
    notes = "4.00% Convertible Senior Notes due 2024"
    assert f"{notes}: $15,416.67" in dealclock("payments", SAMPLE, *STORY, *day).flat
    held = dealclock("holders", SAMPLE, *STORY, *day)
    assert f"$60,000,000.00 of {notes}" in held.flat
    wording("command/holders", held.said)
    roll = dealclock(
        "roll-forward", SAMPLE, *STORY, *day, "--from", "2004-10-01", "--to", "2005-01-01"
    )
    assert f"{notes}:" in roll.flat
    assert shows(roll.said, "$0.00", "$15,416.67")


def test_changes_from_a_later_day_is_refused(dealclock: Dealclock) -> None:
    ran = dealclock("changes", SAMPLE, "--from", "2004-11-21", "--as-of", "2004-11-20")
    assert ran.code == 2
    assert "is later than" in ran.flat


def test_outside_shows_what_was_delivered_to_it_and_no_conclusion(
    dealclock: Dealclock,
) -> None:
    words = ("assess", SAMPLE, *STORY, "--as-of", "2005-02-20", "--outside")
    output = dealclock(*words)
    assert output.code == 0
    assert shows(wording("command/assess", output.said), "2004-11-01")
    assert shows(output.said, "2005-01-20", "2005-01-20")
    found = json.loads(dealclock(*words, "--json").out)
    assert found["format"] == "dealclock-outside/1"
    assert [n["kind"] for n in found["notices"]] == [
        *("trustee-notified", "sale-notice", "trustee-notified")
    ]
    assert (found["payments"], found["released"]) == ([], [])
    holders = json.loads(dealclock(*words, "--json", "--to", "holder fund-a").out)
    assert {n["to"] for n in holders["notices"]} == {"holders"}
    assert [p["on"] for p in holders["payments"]] == ["2005-01-18"]


def test_outside_shows_a_conclusion_as_it_was_released_to_whom_it_was(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    history = tmp_path / "released.yaml"
    history.write_text(
        "facts:\n"
        "- {id: C, kind: default-confirmed, on: 2004-11-02, about: default-ii, recorded_by: Ruth}\n"
        "- {id: R, kind: conclusion-released, on: 2004-11-03, about: default-ii, to: trustee,\n"
        "   recorded_by: Ruth, released: {title: Late, clause: 3(a)(ii), status: confirmed,\n"
        "   occurred: 2004-10-28}}\n"
        "- {id: D, kind: default-disputed, on: 2004-11-04, about: default-ii}\n",
        encoding="utf-8",
    )
    words = ("assess", SAMPLE, "--facts", history, "--as-of", "2004-12-15", "--outside")
    (released,) = json.loads(dealclock(*words, "--json").out)["released"]
    assert released == {
        **dict.fromkeys(("opens", "due", "closes", "accrues_from", "accrues_to", "done"), None),
        "released_on": "2004-11-03",
        "hypothetical": False,
        "title": "Late",
        "clause": "3(a)(ii)",
        "status": "confirmed",
        "occurred": "2004-10-28",
        "amount": None,
    }
    assert shows(wording("command/assess", dealclock(*words).said), "2004-10-28", "2004-11-03")
    for to in ("counterparty", "holder fund-a"):
        assert json.loads(dealclock(*words, "--json", "--to", to).out)["released"] == []


def test_outside_asks_for_whom_it_is(dealclock: Dealclock) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20", "--outside", "--to", "holder")
    assert ran.code == 2
    assert "'holder NAME'" in ran.flat


@pytest.mark.parametrize(
    ("detail", "wrong"),
    [
        ("to: company", "facts.R.to"),
        ("to: holder", "facts.R.holder"),
        ("to: trustee, holder: fund-a", "facts.R.holder"),
        ("to: trustee", "facts.R.released"),
    ],
)
def test_a_release_says_to_whom_and_what(
    dealclock: Dealclock, deal: Path, detail: str, wrong: str
) -> None:
    was = "" if "released" in wrong else ", released: {title: A, clause: 3(a), status: open}"
    (deal / "facts.yaml").write_text(
        "facts:\n- {id: R, kind: conclusion-released, on: 2004-11-03, about: default-ii, "
        f"{detail}{was}}}\n",
        encoding="utf-8",
    )
    ran = dealclock("check", deal)
    assert ran.code != 0
    assert wrong in ran.flat


def test_an_amended_deal_names_the_version_in_force(dealclock: Dealclock, deal: Path) -> None:
    amendment = (
        "\namendments:\n  - {id: first, title: First Amendment, effective: 2004-10-01, known: "
        "2004-10-05, changes: {provisions: {effectiveness: {within: {count: 150}}}}}\n"
    )
    terms = deal / "terms.yaml"
    terms.write_text(terms.read_text(encoding="utf-8") + amendment, encoding="utf-8")
    ran = dealclock("assess", deal, "--as-of", "2004-11-20")
    assert shows(wording("command/assess", items(ran.said, "2004-10-01")), "2004-10-01")
    assert shows(ran.said, "2004-11-27")
    assert "as amended" not in dealclock("assess", deal, "--as-of", "2004-10-04").flat


def test_a_waived_default_says_so(dealclock: Dealclock, deal: Path) -> None:
    facts = deal / "facts.yaml"
    more = "  - {id: F2, kind: waiver, on: 2004-11-15, about: default-ii}\n"
    facts.write_text(facts.read_text(encoding="utf-8") + more, encoding="utf-8")
    output = dealclock("assess", deal, "--as-of", "2004-11-20")
    assert shows(wording("command/assess", items(output.said, "F2")), "F2", "2004-11-15")
    wording("command/assess", items(output.said, "consent of each"), "consents")


def test_conflicting_readings_are_refused(dealclock: Dealclock) -> None:
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


@pytest.mark.parametrize(
    "question", [q for q in QUESTIONS.values() if q.example], ids=lambda question: question.name
)
def test_the_example_in_the_help_of_a_question_is_answered(
    question: Question[...], dealclock: Dealclock
) -> None:
    assert question.example.split()[0] in dealclock(question.name, "--help").out
    ran = dealclock(question.name, *shlex.split(question.example))
    assert (ran.code, ran.err) == (0, "")
    assert "not legal advice" in ran.out
    wording(f"command/{question.name}", ran.out)
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("what-if", "--fact", "effective 2004"), "fact 'effective 2004' is not valid; give keys"),
        (
            ("what-if", "--fact", "{kind: x, on: 2004-13-01}"),
            "'2004-13-01': give a date that exists",
        ),
        (
            ("what-if", "--fact", "{kind: effective, on: 2004-07-20}"),
            "'registration-statement-effective', 'holders-named-pre-effective' or 'amendment",
        ),
        (("changes",), "give --from, an earlier day, or --from-known"),
        (("review", "--document", "shelf-review"), "give --furnished, --filing or --before"),
        (
            ("holders", "--reading", "default-ocurs=LAPSE"),
            "no such reading; docs/readings.md lists all",
        ),
        (("holders", "--reading", "default-occurs=lapse"), "Did you mean 'LAPSE'?"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_to_give(
    words: tuple[str, ...], why: str, dealclock: Dealclock
) -> None:
    name, *more = words
    ran = dealclock(name, SAMPLE, "--as-of", "2004-11-20", *more)
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.flat


def test_a_notice_is_not_judged_by_terms_that_say_nothing_of_notices(dealclock: Dealclock) -> None:
    given = ("--as-of", "2004-11-20", "--method", "hand", "--on", "2004-11-20")
    ran = dealclock("deemed", "agreements/camden-letter-2002", *given)
    wording("command/deemed", ran.said)


def test_a_share_barely_over_the_threshold_is_shown_with_enough_decimals(
    dealclock: Dealclock,
) -> None:
    ran = dealclock("consent", SAMPLE, "--as-of", "2004-11-20", "--consenting", "30000001")
    assert shows(wording("command/consent", ran.said), "50.000002%", "50%")


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        (
            ", amount: 40000000",
            "the waiver has the required consents; 66.6667%, where more than 50% is required",
        ),
        (
            ", amount: 30000000",
            "the waiver does not have the required consents; 50.0000%, where more than 50% is",
        ),
        (
            "",
            (
                "the waiver is not shown to have the required consents: no consents to W are "
                "recorded; record each as"
            ),
        ),
    ],
)
def test_the_consents_recorded_to_a_waiver_are_counted(
    dealclock: Dealclock, tmp_path: Path, amount: str, says: str
) -> None:
    history = tmp_path / "waived.yaml"
    history.write_text(
        f"facts:\n- {{id: W, kind: waiver, on: 2004-11-02, about: default-ii{amount}}}\n",
        encoding="utf-8",
    )
    asked = (SAMPLE, "--facts", str(history), "--as-of", "2004-12-15", "--of", "W")
    ran = dealclock("consent", *asked)
    assert (ran.code, ran.err) == (0, "")
    assert says in ran.flat
    assert shows(ran.flat, "2004-11-02")


def test_an_undated_duty_is_explained(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "correcting-filing", *STORY, "--as-of", "2005-01-12")
    assert shows(wording("command/why", ran.said), "4(b)(i)")
    assert shows(ran.said, "2005-01-12")


def test_an_excused_outage_shows_that_its_clock_does_not_run(
    dealclock: Dealclock, deal: Path
) -> None:
    facts = deal / "facts.yaml"
    more = (
        "  - {id: F2, kind: registration-statement-effective, on: 2004-10-20}\n"
        "  - {id: F3, kind: prospectus-unusable, on: 2004-11-08}\n"
        "  - {id: F4, kind: suspension-notice, on: 2004-11-12, "
        "given: [{to: holders, method: hand, on: 2004-11-12}]}\n"
    )
    facts.write_text(facts.read_text(encoding="utf-8") + more, encoding="utf-8")
    output = dealclock("assess", deal, "--as-of", "2004-12-01")
    assert "excused 3(a)(iii)" in output.flat
    wording("command/assess", items(output.said, "3(a)(iii)"))
    assert shows(
        wording("command/assess", items(output.said, "2004-12-01", " 3, 2004"), "second"),
        "2004-12-01",
        "2004-12-03",
    )
    explained = dealclock("explain", deal, "cure-window", "--as-of", "2004-12-01")
    # Nov 9, 10 and 12, the day on which the suspension begins, are counted: 2 of 5 are left
    left = "its clock stops while the suspension lasts; 2 Business Days are left"
    assert left in explained.flat


def test_what_if_a_suspension_stops_the_clock_of_a_cure_the_rest_is_shown(
    dealclock: Dealclock,
) -> None:
    words = ("what-if", SAMPLE, *STORY, "--as-of", "2005-01-13", "--suspend-from", "2005-01-13")
    # Jan 11, 12 and 13, the day on which the suspension begins, are counted: 2 of 5 are left
    output = dealclock(*words).said
    assert shows(
        wording("command/what-if", output), "cure-window/F5", "2 Business Days", "2005-01-18"
    )
    [move] = [
        each
        for each in json.loads(dealclock(*words, "--json").out)["moves"]
        if each["instance"] == "cure-window/F5"
    ]
    assert move["stopped"] == {"since": "2005-01-13", "days_left": 2}


def test_who_gets_a_notice_is_named_as_the_agreement_names_it(dealclock: Dealclock) -> None:
    sent = ("--method", "hand,e-mail", "--on", "2005-02-01", "--to", "trustee,company")
    ran = dealclock("deemed", SAMPLE, "--as-of", "2005-02-01", *sent)
    assert shows(wording("command/deemed", ran.said), "2005-02-01")
    assert shows(ran.said, "2005-02-01")
    assert "trustee" not in ran.flat


def test_a_fax_is_sent_and_only_a_notice_by_hand_is_delivered(dealclock: Dealclock) -> None:
    ran = dealclock("explain", SAMPLE, "trustee-notice", "--as-of", "2004-10-30")
    assert shows(wording("command/why", ran.said), "2004-11-01")
    assert shows(ran.said, "2004-11-01")


def test_outside_reads_no_names_readings_advice_or_targets(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    """A default is confirmed, and the Prospectus went out of use, which no one outside was told."""
    history = tmp_path / "outage.yaml"
    history.write_text(
        "facts:\n"
        "- {id: F, kind: registration-statement-filed, on: 2004-07-13}\n"
        "- {id: E, kind: registration-statement-effective, on: 2004-12-06}\n"
        "- {id: C, kind: default-confirmed, on: 2004-11-02, about: default-ii, recorded_by: Ruth}\n"
        "- {id: U, kind: prospectus-unusable, on: 2004-12-13}\n",
        encoding="utf-8",
    )
    asked = ("assess", SAMPLE, "--facts", history, "--as-of", "2004-12-15", "--outside")
    for to in ("trustee", "counterparty", "holder fund-a"):
        output = dealclock(*asked, "--to", to)
        for word in ("Maria", "Ruth", "READING", "LAPSE", "safe", "act by", "target", "default"):
            assert word not in output.flat
        found = json.loads(dealclock(*asked, "--json", "--to", to).out)
        assert found.keys() == {
            *("format", "to", "holder", "as_of", "notices", "payments", "released", "notice")
        }
        assert found["notices"] == found["payments"] == found["released"] == []


def test_who_confirmed_a_default_is_not_made_up(dealclock: Dealclock, tmp_path: Path) -> None:
    history = tmp_path / "unsigned.yaml"
    history.write_text(
        "facts:\n- {id: C, kind: default-confirmed, on: 2004-11-02, about: default-ii}\n",
        encoding="utf-8",
    )
    output = dealclock("assess", SAMPLE, "--facts", history, "--as-of", "2004-11-20")
    assert shows(wording("command/assess", items(output.said, "2004-11-02")), "2004-11-02")


def test_a_clock_that_runs_and_a_payment_to_come_are_shown_as_open(
    dealclock: Dealclock,
) -> None:
    output = dealclock("assess", SAMPLE, *STORY, "--as-of", "2005-01-12")
    assert shows(
        wording("command/assess", items(output.said, "2005-01-18")), "2005-01-18", "3(a)(iii)"
    )
    assert shows(
        wording("command/assess", items(output.said, "2005-01-18"), "second"), "2005-01-18", "3(b)"
    )
    found = json.loads(dealclock("assess", SAMPLE, *STORY, "--as-of", "2005-01-12", "--json").out)
    statuses = {o["instance"]: o["status"] for o in found["obligations"]}
    assert statuses["cure-window/F5"] == "upcoming"


def test_a_partial_payment_is_shown_with_the_remainder(
    dealclock: Dealclock, tmp_path: Path
) -> None:
    """October 29 to January 15 is 76 days by 30/360: $31,666.67 at 0.25% on $60,000,000."""
    history = tmp_path / "never.yaml"
    filed = "facts:\n- {id: F, kind: registration-statement-filed, on: 2004-07-13}\n"
    history.write_text(filed, encoding="utf-8")
    paid = "{kind: additional-interest-paid, about: payment/2005-01-15, on: 2005-01-18"
    ask = ("what-if", SAMPLE, "--facts", history, "--as-of", "2005-01-20")
    in_part = ("--fact", f"{paid}, amount: 10000}}")
    output = dealclock(*ask, *in_part)
    assert shows(
        wording("command/what-if", output.said), "payment/2005-01-15", "$10,000.00", "$21,666.67"
    )
    both = dealclock(*ask, *in_part, "--fact", f"{paid}, amount: 1666.67}}")
    assert shows(wording("command/what-if", both.said, "second"), "$11,666.67", "$20,000.00")
    whole = dealclock(*ask, *in_part, "--fact", f"{paid}}}")
    assert shows(
        wording("command/what-if", whole.said, "third"), "payment/2005-01-15", "2005-01-18"
    )
    assert shows(whole.said, "$10,000.00")
    assert "unpaid" not in whole.flat.partition("(payment/2005-01-15)")[2]


def test_days_that_passed_are_named_once_as_the_cause(dealclock: Dealclock) -> None:
    output = dealclock("changes", SAMPLE, *STORY, "--from", "2004-11-20", "--as-of", "2005-02-20")
    _, _, moved = output.flat.partition("(accrual): amount accrued changes from ")
    assert moved.split(": ")[0].count("time elapsed") == 1


def test_no_answer_leaks_a_key_of_the_files(dealclock: Dealclock, tmp_path: Path) -> None:
    history = tmp_path / "late.yaml"
    history.write_text(
        "facts:\n"
        "- {id: F, kind: registration-statement-filed, on: 2004-07-13, basis: hypothetical}\n"
        "- {id: E, kind: registration-statement-effective, on: 2004-12-06, basis: hypothetical}\n"
        "- {id: W, kind: waiver, on: 2004-11-02, about: default-ii, amount: 40000000,"
        " basis: hypothetical}\n",
        encoding="utf-8",
    )
    asked = (SAMPLE, "--facts", history, "--as-of", "2004-12-15")
    output = dealclock("assess", *asked)
    assert shows(wording("command/assess", items(output.said, "$40,000,000.00")), "$40,000,000.00")
    payments = dealclock("payments", *asked)
    assert shows(wording("command/payments", payments.flat), "4.00%", "2024", "$15,416.67")
    accrual = dealclock("explain", SAMPLE, "accrual", *asked[1:])
    assert shows(wording("command/why", accrual.flat), "2004-12-06")
    period = dealclock("explain", SAMPLE, "effectiveness-period", *asked[1:])
    assert shows(wording("command/why", period.flat, "period"), "2006-12-06")
    report = dealclock("review", *asked, "--document", "report-filed", "--filing", "2004-12-20")
    wording("command/review", report.flat)
    none = dealclock("consent", *asked, "--of", "X")
    assert shows(wording("refusal/consent", none.flat), "2004-12-15")
    assert "there are W." in none.flat


def test_what_if_shows_what_is_satisfied_or_over_even_if_no_date_moves(
    dealclock: Dealclock,
) -> None:
    given = "given: [{to: trustee, method: hand, on: 2004-11-22}]"
    fact = f"{{kind: trustee-notified, about: default-ii, on: 2004-11-22, {given}}}"
    output = dealclock("what-if", SAMPLE, "--as-of", "2004-11-20", "--fact", fact)
    assert shows(wording("command/what-if", output.said), "trustee-notice/default-ii", "2004-11-22")
    ended = ("--fact", "{kind: suspension-ended, on: 2005-02-10}")
    output = dealclock("what-if", SAMPLE, *STORY, "--as-of", "2005-02-05", *ended)
    assert shows(wording("command/what-if", output.said, "second"), "suspension/F9", "2005-02-10")


def test_a_plan_during_a_suspension_states_its_assumption_first(
    dealclock: Dealclock,
) -> None:
    """The story's runs from January 28, 2005: its 45th day is March 13."""
    plan = ("--start", "2005-04-20", "--days", "30")
    output = dealclock("suspension", SAMPLE, *STORY, "--as-of", "2005-02-05", *plan).flat
    runs = "Open suspension: F9, since Fri, Jan 28, 2005; last allowed day Sun, Mar 13, 2005"
    supposed = "Assumed: it ends Sat, Feb 5, 2005; each later day may leave a day less"
    assert (
        output.index(runs) < output.index(supposed) < output.index("Longest from Wed, Apr 20, 2005")
    )


def test_a_review_says_when_nothing_can_be_filed_on_the_day_it_leads_to(
    dealclock: Dealclock,
) -> None:
    """EDGAR is shut on Friday, December 24, 2004, a Business Day of the agreement."""
    ask = ("review", SAMPLE, "--as-of", "2004-12-06", "--document", "amendment-filed")
    shut = "EDGAR is closed on Fri, Dec 24, 2004"
    assert shut in dealclock(*ask, "--filing", "2004-12-24").flat
    assert shut in dealclock(*ask, "--furnished", "2004-12-21").flat
    assert "is not open" not in dealclock(*ask, "--filing", "2004-12-23").flat


def test_a_deadline_of_a_closing_to_come_does_not_run_yet(dealclock: Dealclock) -> None:
    """The closing is June 30, 2004."""
    ask = ("assess", SAMPLE, "--facts", "NO_FACTS", "--as-of")
    assert "not yet 2(a)(i)" in dealclock(*ask, "2004-06-29").flat
    assert "open 2(a)(i)" in dealclock(*ask, "2004-06-30").flat


def test_a_review_that_is_not_due_yet_says_so_first(dealclock: Dealclock) -> None:
    """Under NOT-DUE there is none before the first filing, due July 15, 2004. Ten Business Days end
    before it, June 30 to July 14 without July 5, so drafts would go out on June 29."""
    first = ("review", SAMPLE, "--facts", "NO_FACTS", "--as-of", "2004-07-01")
    ask = (*first, "--document", "shelf-review", "--before", "shelf-filing", "--reading")
    output = dealclock(*ask, "review-before-selling-holders=NOT-DUE").flat
    furnish = "last day to furnish drafts Tue, Jun 29; Section 4(b)(iv)"
    assert output.startswith(f"Granite: no review is due yet; if you hold one: {furnish}")
    assert "Not due before there are selling Holders (NOT-DUE)." in output
    due = dealclock(*ask, "review-before-selling-holders=DUE").flat
    assert due.startswith(f"Granite: {furnish}")
