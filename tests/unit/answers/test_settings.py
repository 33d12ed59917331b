"""`settings`: what is set for a deal, as a result and as JSON."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from dealclock.answers.settings import settings
from dealclock.people.acts import Act
from dealclock.people.approval import of_reading
from dealclock.people.away import Away
from dealclock.people.team import Team
from tests.unit.asking import query, view
from tests.unit.engine.deals import history, sample_terms
from tests.unit.messages.messages import team

ON_JANUARY_20 = view(query(sample_terms(), history("story"), "2005-01-20"))


def found_of(of: Team, approvals: tuple[Act, ...] = ()) -> Any:
    return settings.json(replace(ON_JANUARY_20, team=of, approvals=approvals), {})


def away(first_day: str, last_day: str) -> Away:
    return Away.model_validate(
        {"person": "maria", "first_day": first_day, "last_day": last_day, "delegate": "ruth"}
    )


def test_the_settings_are_json_without_addresses() -> None:
    found = found_of(team())
    assert (found["format"], found["as_of"]) == ("dealclock-settings/1", "2005-01-20")
    assert found["owners"][0] == {
        "party": "company",
        "owner": {"person": "maria", "away": None},
        "backup": {"person": "tom", "away": None},
    }
    [deadline] = [each for each in found["reminders"] if each["kind"] == "deadline"]
    assert (deadline["remind"], deadline["on_last_day"]) == ([10, 5, 2, 1], True)
    assert found["escalation"]["steps"][-1] == {"to": "lead", "after_minutes": None}
    assert (found["escalation"]["opens"], found["escalation"]["closes"]) == ("08:00", "18:00")
    assert [each["id"] for each in found["people"]] == [each.id for each in team().people]
    assert not any(each.email in str(found) for each in team().people)


def test_an_owner_is_away_on_the_days_of_the_absence_and_past_ones_are_left_out() -> None:
    absent = (away("2005-01-03", "2005-01-19"), away("2005-01-20", "2005-01-21"))
    of = team().model_copy(update={"away": absent})
    found = found_of(of)
    company, *_ = found["owners"]
    assert company["owner"]["away"]["last_day"] == "2005-01-21"
    assert company["owner"]["away"]["delegate"] == "ruth"
    assert company["backup"]["away"] is None
    assert [each["first_day"] for each in found["away"]] == ["2005-01-20"]


def test_a_reading_is_approved_only_as_it_was_chosen() -> None:
    [(question, signed), *_] = team().signed.items()
    approval = of_reading(question, signed).approved(
        "maria", "Maria Lopez", datetime(2005, 1, 3, tzinfo=UTC)
    )
    other = replace(approval, content=of_reading(question, f"{signed} otherwise").content)
    by = [
        found_of(team(), given)["readings"][0]["approved_by"]
        for given in ((), (approval,), (other,))
    ]
    assert by == [None, "Maria Lopez", None]
