"""A person confirms a mobile number in Slack, and only who has one is offered to."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealclock.jobs.operate.ping import ping
from dealclock.people.team import Team
from dealclock.store import Bundle, Store
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.desk.office import MARIA, TOM, Office
from tests.unit.desk.test_answer_command import EVERY_VERB
from tests.unit.jobs.house import NOW, House

NUMBER = "+12125550123"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """Story, whose lead Maria has a number and Tom none."""
    store, whole = Store(MemoryTable()), samples.rehearsal()
    people = [
        {**p.model_dump(), "mobile": NUMBER if p.id == "maria" else None} for p in whole.team.people
    ]
    team = Team.model_validate({**whole.team.model_dump(), "people": people})
    store.deals.load(Bundle("story", whole.terms, team, (), whole.day), NOW, "tests")
    office = Office.of(store, tmp_path, NOW)
    yield office
    office.close()


def test_help_offers_it_to_those_who_have_a_number(office: Office) -> None:
    for user, offered in ((MARIA, True), (TOM, False)):
        assert ("confirm-mobile" in str(office.type("help all", user))) is offered
        said = str(office.type("help confirm-mobile", user))
        assert ("No command is named" in said) is not offered


def test_a_code_is_confirmed_by_its_reader_alone(office: Office) -> None:
    house = House(office.store, now=NOW)
    deal = office.store.deals.get("story")
    assert deal is not None
    maria = deal.team.access.person("maria")
    ping(deal, house.services, "olga")
    house.deliver_all()
    code = house.phone.sent[-1][1].rpartition(" ")[2]
    assert "no mobile number" in str(office.type(f"confirm-mobile {code}", TOM))
    assert not office.store.responses.has_proved_mobile("story", maria)
    assert "by SMS" in str(office.type(f"confirm-mobile {code}", MARIA))
    assert office.store.responses.has_proved_mobile("story", maria)


def test_no_answer_shows_a_number(office: Office) -> None:
    answers = {
        each: str(office.type(each.format("Story"), user))
        for each in EVERY_VERB
        for user in (MARIA, TOM)
    }
    assert [each for each, said in answers.items() if NUMBER[1:] in said] == []
