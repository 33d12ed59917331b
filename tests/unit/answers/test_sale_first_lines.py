"""The first line of whether a Holder may sell, in every worked case: whole, short, without ids."""

import pytest

from dealclock.messages.view import DealView
from tests.cases.worked import worked_cases
from tests.unit.messages.messages import team

MOST = 120
ASKED = [
    each.ready
    for each in worked_cases()
    if not isinstance(each.ready, str) and each.ready[0].name == "usable" and each.refused is None
]
OPENING = {
    "yes": "Yes, computed",
    "no": "No: ",
    "not known": "Not known: ",
    "depends on the Holder": "Depends on the Holder",
}


@pytest.mark.full
def test_each_fits_and_opens_with_the_answer() -> None:
    assert len(ASKED) > 100
    for question, query, given in ASKED[::2]:  # every second one, for speed
        answer = question.answered(query, given)
        view = DealView(
            terms=query.terms, terms_version=1, team=team(), log=query.log, rehearsal=True,
            as_of=query.as_of, known_at=query.instant, readings=query.readings_used,
        )  # fmt: skip
        first = answer.say(view).headline
        assert len(first) <= MOST, first
        assert OPENING[str(question.document(answer.body)["answer"])] in first
        spoken = set(first.replace(",", " ").split())
        assert not [fact.id for fact in query.log.facts if fact.id in spoken]
        assert "/" not in first
