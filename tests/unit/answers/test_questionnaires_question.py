"""`questionnaires`: everything about Questionnaires in one answer, as JSON and as text."""

from typing import Any

from dealclock.facts.fact import Fact
from tests.golden.wording import wording
from tests.unit.asking import as_json, in_words, query
from tests.unit.engine.answering import intended, mailed, returned
from tests.unit.engine.deals import effective, fact, filed, log, sample_terms

STORY = (
    mailed("2004-07-06", id="EARLY"),
    filed("2004-07-13", id="FILED"),
    intended("2004-08-02", "2004-10-28", id="INT"),
    mailed("2004-09-08", id="MAIL"),
    returned("2004-07-20", "alpha", id="A"),
    effective("2004-10-28", id="EFF"),
    returned("2004-11-15", "beta", "3000000", id="B"),
    returned("2004-11-16", "gamma", "400000", id="C"),
    fact("holders-named-by-amendment", "2004-11-29", holder="beta", id="NAMED"),
)


def _asked(as_of: str, *facts: Fact, **options: Any) -> Any:
    return as_json("questionnaires", query(sample_terms(), log(*facts), as_of), **options)


def _told(as_of: str, *facts: Fact, **options: Any) -> str:
    return in_words("questionnaires", query(sample_terms(), log(*facts), as_of), **options)


def test_the_answer_begins_with_its_format() -> None:
    assert next(iter(_asked("2004-12-01", *STORY).items())) == (
        "format",
        "dealclock-questionnaires/1",
    )


def test_each_mailing_is_judged_separately() -> None:
    (window,) = _asked("2004-12-01", *STORY)["windows"]
    judged = [(s["id"], s["in_window"], s["problem"]) for s in window["sent"]]
    assert judged == [("EARLY", False, "too early"), ("MAIL", True, None)]
    assert window["status"] == "closed"


def test_one_holder_can_be_shown_without_the_others() -> None:
    answered = _asked("2004-12-01", *STORY, holder="beta")
    assert [h["holder"] for h in answered["holders"]] == ["beta"]
    assert [late["instance"] for late in answered["late"]] == ["late-questionnaire/B"]
    assert [r["instance"] for r in answered["requests"]] == [
        "questionnaire-deadline/EARLY",
        "questionnaire-deadline/MAIL",
    ]


def test_a_holder_not_named_by_the_events_was_asked_with_all_the_others() -> None:
    (holder,) = _asked("2004-12-01", *STORY, holder="nobody-yet")["holders"]
    assert (holder["request"], holder["deadline"]) == ("MAIL", "2004-10-06")
    assert (holder["delivered_on"], holder["in_time_to_be_named"]) == (None, False)


def test_a_questionnaire_without_a_request_is_volunteered() -> None:
    facts = returned("2004-07-01", "alpha"), mailed("2004-07-06")
    (holder,) = _asked("2004-07-10", *facts)["holders"]
    assert (holder["volunteered"], holder["in_time_to_be_named"]) == (True, True)
    (asked,) = (h for h in _asked("2004-12-01", *STORY)["holders"] if h["holder"] == "alpha")
    assert asked["volunteered"] is False


def test_an_empty_safe_window_is_stated() -> None:
    moved = (
        intended("2004-08-02", "2004-10-28"),
        mailed("2004-09-08"),
        intended("2004-10-04", "2005-01-31"),
    )
    answered = _asked("2004-10-05", *moved)
    assert answered["windows"][0]["safe_together"]["empty"] is True
    message = _told("2004-10-05", *moved)
    assert "Safe under every reading: no day" in message
    wording("command/questionnaires", message)
