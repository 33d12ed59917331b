"""A deal declares readings of its own text: accepted, chosen and stored like every other."""

import json
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dealclock.answers.typed_words import TypedWords, UnreadableCommandError
from dealclock.desk.settings import settings as setting
from dealclock.engine.look import Look
from dealclock.errors import InvalidError, RefusedError
from dealclock.facts.log import FactLog
from dealclock.files.source import parse
from dealclock.people.team import read_team
from dealclock.store.content import content
from dealclock.terms.declarations import DeclaredReading, problems_with_readings
from dealclock.terms.readings import ALL
from dealclock.terms.terms import Terms
from tests.unit.engine.deals import sample_terms

SAMPLE_TEAM = Path("agreements/infocrossing-2004/team.yaml").read_text(encoding="utf-8")
OBJECTION = {
    "clause": "5(a), 5(c)",
    "question": "Has a Holder fifteen or thirty days to object?",
    "choices": {"THIRTY": "thirty days, as Section 5(c) says", "FIFTEEN": "fifteen, as 5(a) says"},
}
DECLARED = """\
readings:
  objection-days:
    clause: 5(a), 5(c)
    question: Has a Holder fifteen or thirty days to object?
    choices: {FIFTEEN: "fifteen days, as 5(a) says", THIRTY: "thirty days, as 5(c) says"}
days:
  last-objection:
    after: notice
    for: {count: {reading: objection-days, FIFTEEN: 15, THIRTY: 30}, unit: days}
"""


def declaring(**changes: Any) -> Terms:
    reading = DeclaredReading.model_validate({**OBJECTION, **changes})
    return sample_terms().model_copy(update={"readings": {"objection-days": reading}})


def refused(text: str) -> list[str]:
    """The problems, each with its line."""
    source = parse(text, "terms.yaml")
    return [f"{p.line}: {p.given}: {p.allowed}" for p in problems_with_readings(source)]


def test_a_declared_reading_stands_after_those_of_every_deal() -> None:
    known = declaring().all_readings
    assert list(known) == [*ALL, "objection-days"]
    assert known["objection-days"].default == "THIRTY"
    assert known["objection-days"].open == ("THIRTY", "FIFTEEN")
    assert declaring().clauses_of(known["objection-days"]) == "5(a), 5(c)"


def test_storing_keeps_the_first_choice_as_the_default() -> None:
    """Stored keys are sorted; FIFTEEN would become the default."""
    stored = Terms.model_validate_json(content(declaring()).text)
    assert stored.all_readings["objection-days"].default == "THIRTY"
    assert stored == declaring()


def test_terms_without_readings_of_their_own_are_stored_as_before() -> None:
    assert "readings" not in json.loads(content(sample_terms()).text)
    assert content(sample_terms()).needs < content(declaring()).needs == 3


def test_a_choice_of_a_declared_reading_is_used_and_others_are_refused() -> None:
    log = FactLog((), "America/New_York")
    on = date(2004, 7, 1)
    assert Look(declaring(), log, on).readings_used["objection-days"] == "THIRTY"
    chosen = Look(declaring(), log, on, readings={"objection-days": "FIFTEEN"})
    assert chosen.readings_used["objection-days"] == "FIFTEEN"
    with pytest.raises(RefusedError, match="allowed for objection-days: THIRTY, FIFTEEN"):
        assert Look(declaring(), log, on, readings={"objection-days": "TWENTY"}).readings_used
    with pytest.raises(RefusedError, match="no such reading"):
        assert Look(sample_terms(), log, on, readings={"objection-days": "FIFTEEN"}).readings_used


TEAM = SAMPLE_TEAM.partition("readings:\n")
CHOSEN = """\
readings:
  objection-days: {choice: FIFTEEN, chosen_by: James Whitfield, why: The careful one.}
"""


def team_with(choice: str) -> str:
    rest = TEAM[2]
    return TEAM[0] + CHOSEN.replace("FIFTEEN", choice) + rest[rest.index("\n# When each kind") :]


def test_a_team_chooses_a_declared_reading() -> None:
    known = declaring().all_readings
    source = parse(team_with("FIFTEEN"), "team.yaml")
    assert read_team(source, known).chosen == {"objection-days": "FIFTEEN"}
    assert read_team(source, None).chosen == {"objection-days": "FIFTEEN"}, "terms were refused"
    for wrong, readings in ((source, ALL), (parse(team_with("TEN"), "team.yaml"), known)):
        with pytest.raises(InvalidError) as error:
            read_team(wrong, readings)
        (problem,) = error.value.problems
        assert problem.where == "readings.objection-days"


def settings(*words: str) -> Any:
    typed = TypedWords(("reading", *words), None, named=True, visible=())
    make: Any = setting.read(typed)["make"]
    team = read_team(parse(SAMPLE_TEAM, "team.yaml"))
    deal = SimpleNamespace(team=team, terms=declaring())
    return make(SimpleNamespace(deal=deal, person=team.people[0]), ())


def test_a_declared_reading_is_chosen_in_chat() -> None:
    change = settings("objection-days", "fifteen", "because", "advice")
    data: dict[str, Any] = {"readings": {}}
    change.edit(data)
    assert change.subject == "reading:objection-days"
    assert data["readings"]["objection-days"]["choice"] == "FIFTEEN"
    with pytest.raises(UnreadableCommandError, match="THIRTY, FIFTEEN"):
        settings("objection-days", "ten", "because", "advice")
    with pytest.raises(UnreadableCommandError, match="Did you mean 'objection-days'"):
        settings("objection-day", "fifteen", "because", "advice")


# --- What is refused, with its line -------------------------------------------


def test_a_reading_that_a_value_depends_on_is_accepted() -> None:
    assert refused(DECLARED) == []


@pytest.mark.parametrize(
    "choices",
    [
        {"ONE": "only one"},
        {"DEFAULT": "is what settings call the first", "B": "b"},
        {"TEN": "ten", "ten": "ten again"},
        {"TEN DAYS": "a space", "B": "b"},
    ],
)
def test_choices_need_two_names_of_their_own(choices: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="choice"):
        DeclaredReading.model_validate({**OBJECTION, "choices": choices})
