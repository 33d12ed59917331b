"""Which responses an alert offers: all while it is current, none after."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from dealclock.alerts.alert import Alert
from dealclock.alerts.response_options import list_actions
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.people.acts import Act, ActKind
from dealclock.people.policy import Reason
from tests.contract.store import samples

DAY = date(2004, 7, 8)
DUE = date(2004, 7, 15)
AT = datetime.fromisoformat("2004-07-08T08:00:00-04:00")
EVERYTHING = ("acknowledge", "snooze", "done", "decline", "explain")
ALERT = Alert(
    "story", "shelf-filing", "deadline", "2(a)(i)", "Filing", (Reason.REMINDER,), DAY, DUE
)


def assessed(as_of: date = DAY, *, filed: bool = False) -> Assessment:
    facts = (samples.fact(on=date(2004, 7, 2)),) if filed else ()
    log = FactLog(facts, samples.terms().agreement.time_zone)
    return assess(Look(samples.terms(), log, as_of), compare=False)


def answered(action: ActKind, until: date | None) -> tuple[Act, ...]:
    return (Act(action, "shelf-filing", "0", "maria", AT, due=DUE, until=until),)


def test_a_current_alert_can_be_acknowledged() -> None:
    assert list_actions(ALERT, assessed(), (), samples.terms()) == EVERYTHING


def test_a_satisfied_or_missing_item_offers_nothing() -> None:
    assert list_actions(ALERT, assessed(filed=True), (), samples.terms()) == ()
    assert (
        list_actions(replace(ALERT, instance="shelf-filing/F9"), assessed(), (), samples.terms())
        == ()
    )


def test_an_old_alert_of_a_moved_date_offers_nothing() -> None:
    assert (
        list_actions(replace(ALERT, due=DUE - timedelta(days=1)), assessed(), (), samples.terms())
        == ()
    )


@pytest.mark.parametrize(
    "reason", [Reason.CONFIRMED, Reason.RESOLVED, Reason.CLOSED, Reason.CAUGHT_UP]
)
def test_an_alert_that_an_item_is_over_offers_nothing(reason: Reason) -> None:
    assert list_actions(replace(ALERT, reasons=(reason,)), assessed(), (), samples.terms()) == ()


def test_an_active_acknowledgment_removes_the_button_and_an_expired_one_restores_it() -> None:
    done = answered("acknowledged", date(2004, 7, 9))
    assert list_actions(ALERT, assessed(), done, samples.terms()) == EVERYTHING[1:]
    assert list_actions(ALERT, assessed(date(2004, 7, 9)), done, samples.terms()) == EVERYTHING


def test_a_response_by_another_person_removes_nothing() -> None:
    assert list_actions(ALERT, assessed(), answered("seen", None), samples.terms()) == EVERYTHING


def test_a_draft_is_offered_where_the_provision_calls_for_one() -> None:
    wanted = {"shelf-filing"}
    terms = samples.terms()
    calling = [p.id for p in terms.provisions if getattr(p, "draft", None)]
    assert "trustee-notice" in calling
    assert wanted.isdisjoint(calling)
    lapsed = assess(
        Look(terms, FactLog((), terms.agreement.time_zone), date(2004, 10, 29)), compare=False
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
    assert list_actions(due, lapsed, (), terms)[-1] == "draft"
