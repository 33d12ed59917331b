"""Every answer can be put in words for the clauses of other agreements, of any type."""

from dataclasses import replace

import pytest

from dealclock.answers.catalog import QUESTIONS
from dealclock.answers.tables import tables
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.payments.in_arrears import COMPOUNDS_PAID_OR_NOT
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.jobs.operate.cases.prepare import PreparedQuestion
from dealclock.messages import plain
from dealclock.messages.view import DealView, View, matters
from dealclock.messages.why import render_explanation
from tests.cases.worked import CLAUSES, worked_cases
from tests.unit.messages.messages import team

WITHOUT_OPTIONS = ("payments", "holders", "timeline")
FIRST = [
    each
    for each in worked_cases()
    if each.file.startswith(CLAUSES)
    and not isinstance(each.ready, str)
    and each.ready[0].name == "assess"
]


@pytest.mark.parametrize("asked", FIRST, ids=[each.name for each in FIRST])
def test_each_item_of_a_clause_is_shown_and_explained(asked: PreparedQuestion) -> None:
    assert not isinstance(asked.ready, str)
    query = asked.ready[1]
    deal = DealView(
        terms=query.terms,
        terms_version=1,
        team=team(),
        log=query.log,
        rehearsal=False,
        as_of=query.as_of,
        known_at=query.instant,
        readings=query.readings_used,
    )
    view = View.with_assessment(deal, assess(query, compare=False))
    shown = "\n".join(tables(view, "", 80))
    for each in matters(view):
        assert each.title in plain.as_text(render_explanation(view, each))
    assert "NOT CHECKED" in shown
    if all(rule.type != "rate schedule" for rule in query.terms.provisions):
        assert "REGISTRATION DEFAULTS" not in shown
        titles = {rule.title.upper() for rule in query.terms.provisions}
        assert "ADDITIONAL INTEREST" in titles or "ADDITIONAL INTEREST" not in shown
    for name in WITHOUT_OPTIONS:
        question = QUESTIONS[name]
        if name == "holders" and not query.terms.securities:
            with pytest.raises(RefusedError, match="no securities"):
                question.answered(query, {})
            continue
        assert plain.as_text(question.answered(query, {}).say(deal))


def test_what_compounds_warns_of_its_amount_once_a_payment_is_recorded() -> None:
    dividends = next(each for each in FIRST if each.name == "CPS-01 also 1")
    assert not isinstance(dividends.ready, str)
    query = dividends.ready[1]
    pays = {"kind": "additional-interest-paid", "about": "payment/2009-02-15", "amount": 50000}
    paid = Fact.model_validate({"id": "PAID", "on": "2009-02-17", **pays})
    later = replace(query, log=FactLog((*query.log.facts, paid), query.log.zone))

    def warned(asked: Look) -> dict[str, bool]:
        found = assess(asked, compare=False).obligations
        return {each.instance: COMPOUNDS_PAID_OR_NOT in each.notes for each in found}

    assert not any(warned(query).values())
    assert warned(later)["payment/2009-05-15"]
    assert not warned(later)["payment/2009-02-15"]
