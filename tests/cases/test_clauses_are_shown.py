"""Every answer can be put in words for the clauses of other agreements, of any type."""

from pathlib import Path

import pytest

from dealclock.answers.catalog import QUESTIONS
from dealclock.engine.assess import assess
from dealclock.media import plain
from dealclock.media.terminal.table import tables
from dealclock.messages.view import DealView, View, matters
from dealclock.messages.why import render_explanation
from dealclock.usecases.operate.cases.comparison import read_questions
from dealclock.usecases.operate.cases.prepare import PreparedQuestion
from tests.unit.messages.messages import team

HERE = Path(__file__).parent
WITHOUT_OPTIONS = ("payments", "holders", "timeline")
FIRST = [
    each
    for each in read_questions(HERE / "clauses", HERE.parents[1] / "agreements")
    if not isinstance(each.ready, str) and each.ready[0].name == "assess"
]


@pytest.mark.parametrize("asked", FIRST, ids=[each.name for each in FIRST])
def test_each_item_of_a_clause_is_shown_and_explained(asked: PreparedQuestion) -> None:
    assert not isinstance(asked.ready, str)
    query = asked.ready[1]
    basis = query.in_force()
    deal = DealView(
        terms=query.terms,
        terms_version=1,
        team=team(),
        log=query.log,
        rehearsal=False,
        as_of=basis.as_of,
        known_at=basis.known_at,
        readings=basis.readings,
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
        result = question.answer(query, question.query({}))
        assert plain.as_text(question.message(result, deal))
