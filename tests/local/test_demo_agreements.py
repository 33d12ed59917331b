"""The agreements that demo and workbench can play: all whose team lists rehearsals."""

from datetime import date

import pytest

from dealclock.documents.deal_files import read_deal
from local.demo import AGREEMENTS, SAMPLE, first_day, last_day, with_rehearsals
from local.workbench.scenarios import scenarios


def test_the_sample_is_first_and_each_model_can_be_played() -> None:
    names = with_rehearsals()
    assert names[0] == SAMPLE.name
    assert {"model-pipe", "model-144a", "model-covenants", "camden-letter-2002"} <= {*names}
    assert "blank" not in names


@pytest.mark.parametrize("name", with_rehearsals())
def test_each_has_a_scenario_for_its_rehearsals_and_one_without_events(name: str) -> None:
    deal = read_deal(AGREEMENTS / name, AGREEMENTS / name / "facts.yaml")
    found = scenarios(deal)
    assert len({each.name for each in found}) == len({each.deal for each in found}) == len(found)
    played = {r.id for r in deal.team.rehearsals}
    assert played <= {each.deal for each in found}
    late = next((each for each in found if each.name == "late"), None)
    if name == "model-pipe" and late is not None:
        assert late.bundle.day == date(2026, 4, 13)
        assert [fact.id for fact in late.bundle.facts] == ["F0", "F1", "F2", "F3", "F4"]
    assert (late is None) == (name in ("model-covenants", "camden-letter-2002"))
    assert (found[-1].name, found[-1].bundle.facts) == ("blank", ())


def test_a_model_is_played_to_a_week_after_its_last_event() -> None:
    deal = read_deal(AGREEMENTS / "model-pipe", None)
    assert (first_day(deal), last_day(deal)) == (date(2026, 1, 12), date(2026, 7, 6))
