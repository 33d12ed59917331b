"""What may be done with an alert: everything while it stands as announced, then nothing."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.response_options import acts
from dealclock.alerts.responses import AlertResponse, ResponseKind
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.query import Query
from dealclock.facts.log import FactLog
from dealclock.team.policy import Reason
from tests.contract.store import samples

DAY = date(2004, 7, 8)
DUE = date(2004, 7, 15)
AT = datetime.fromisoformat("2004-07-08T08:00:00-04:00")
EVERYTHING = ("acknowledge", "snooze", "done", "explain")
ALERT = Alert(
    "story", "shelf-filing", "deadline", "2(a)(i)", "Filing", (Reason.REMINDER,), DAY, DUE
)


def assessed(as_of: date = DAY, *, filed: bool = False) -> Assessment:
    facts = (samples.fact(on=date(2004, 7, 2)),) if filed else ()
    log = FactLog(facts, samples.terms().agreement.time_zone)
    return assess(Query(samples.terms(), log, as_of), compare=False)


def answered(action: ResponseKind, until: date | None) -> tuple[AlertResponse, ...]:
    return (AlertResponse("shelf-filing", DUE, 0, action, "maria", AT, until),)


def test_what_stands_as_it_was_announced_can_be_answered() -> None:
    assert acts(ALERT, assessed(), (), samples.terms()) == EVERYTHING


def test_what_was_met_or_is_not_there_has_nothing_to_do() -> None:
    assert acts(ALERT, assessed(filed=True), (), samples.terms()) == ()
    assert acts(replace(ALERT, instance="shelf-filing/F9"), assessed(), (), samples.terms()) == ()


def test_a_date_that_moved_since_is_not_answered_by_the_old_message() -> None:
    assert acts(replace(ALERT, due=DUE - timedelta(days=1)), assessed(), (), samples.terms()) == ()


@pytest.mark.parametrize(
    "reason", [Reason.CONFIRMED, Reason.RESOLVED, Reason.CLOSED, Reason.CAUGHT_UP]
)
def test_the_word_that_it_is_over_asks_for_nothing(reason: Reason) -> None:
    assert acts(replace(ALERT, reasons=(reason,)), assessed(), (), samples.terms()) == ()


def test_an_answer_that_stands_takes_acknowledge_away_and_one_that_ran_out_brings_it_back() -> None:
    done = answered("acknowledged", date(2004, 7, 9))
    assert acts(ALERT, assessed(), done, samples.terms()) == EVERYTHING[1:]
    assert acts(ALERT, assessed(date(2004, 7, 9)), done, samples.terms()) == EVERYTHING


def test_the_word_of_somebody_else_takes_nothing_away() -> None:
    assert acts(ALERT, assessed(), answered("seen", None), samples.terms()) == EVERYTHING


def test_a_draft_is_offered_where_the_provision_calls_for_one() -> None:
    wanted = {"shelf-filing"}
    terms = samples.terms()
    calling = [p.id for p in terms.provisions if getattr(p, "draft", None)]
    assert "trustee-notice" in calling
    assert wanted.isdisjoint(calling)
    lapsed = assess(
        Query(terms, FactLog((), terms.agreement.time_zone), date(2004, 10, 29)), compare=False
    )
    found = lapsed.obligation("trustee-notice/default-ii")
    assert found is not None
    due = Alert(
        "story",
        found.instance,
        "notice",
        found.clause,
        found.title,
        (Reason.FIRST,),
        date(2004, 10, 29),
        found.due,
    )
    assert acts(due, lapsed, (), terms)[-1] == "draft"
