"""The Home tab: the user's own deals, from summaries, within limits, with buttons."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from dealclock.jobs.queues import AssessDeal
from dealclock.messages.slack_views import home as home_view
from dealclock.store import Store
from dealclock.store.deals import Deals
from local.slack.validate import view_problems
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.desk.office import MARIA, STRANGER, Office, texts
from tests.unit.jobs.house import House

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
DAY = date(2005, 1, 20)
KNOWN = datetime.fromisoformat("2005-01-20T08:00:00-05:00")


@pytest.fixture
def office(store: Store, tmp_path: Path) -> Iterator[Office]:
    """Story, a rehearsal assessed on January 20, 2005."""
    store.deals.load(samples.rehearsal(*samples.story()), NOW, "tests")
    store.deals.rehearse_to("story", DAY, NOW, "tests")
    house = House(store)
    house.assess(AssessDeal(deal="story", as_of=DAY, known_at=KNOWN, slot="morning", sweep="s"))
    made = Office.of(store, tmp_path, NOW)
    yield made
    made.close()


def home(office: Office, user: str = MARIA) -> dict[str, Any]:
    office.do("home", user=user)
    records = office.screen.workspace.store.records
    found: dict[str, Any] = [r["view"] for r in records if r["kind"] == "home"][-1]
    return found


def read(view: dict[str, Any]) -> str:
    return "\n".join(texts(view["blocks"]))


def test_when_all_upcoming_dates_are_the_users_own_it_does_not_say_there_are_none() -> None:
    line = home_view.DealLine("story", "Story", records=True)
    own = home_view.Home(as_of="", mine=["Story, tomorrow"], ahead=[], deals=[line])
    said = texts(home_view.view(own)["blocks"])
    place = said.index("Owned by others, in the next ten Business Days")
    wording("desk/home", said[place + 1])


def test_home_is_built_without_assessing_a_deal_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a deal was read whole")

    monkeypatch.setattr(Deals, "get", never)
    assert "REHEARSAL Story" in read(home(office))


def test_the_content_of_home_is_in_the_archive(office: Office) -> None:
    home(office)
    assert ("asked home", MARIA) in office.audited(None)
    rows = samples.rows(office.store, "DEAL#story", "RENDITION#", "RENDITION#~")
    assert any("Needs you" in row.text("text") for row in rows if "to" in row)


def test_a_deals_menu_opens_a_form_that_records(office: Office) -> None:
    home(office)
    office.do("home_click", user=MARIA, action="home:deal", option="status story")
    assert shows(read(office.form), "2005-01-20")
    office.do("home_click", user=MARIA, action="home:deal", option="record story")
    assert office.form["callback_id"] == "record:kind"
    office.do("home_click", user=MARIA, action="home:record")
    assert office.form["callback_id"] == "record:kind", "there is one deal to choose from"
    office.do("home_click", user=MARIA, action="home:next")
    assert office.form["title"]["text"] == "Next dates"


def test_a_menu_opened_before_the_user_was_removed_is_refused(office: Office) -> None:
    home(office)
    body = office.body("home_click", user=MARIA, action="home:deal", option="status story")
    body["user"]["id"] = STRANGER
    trigger, _ = office.screen.workspace.promise(STRANGER, "")
    office.carry_out("home_click", {**body, "trigger_id": trigger})
    wording("desk/home", read(office.form))
    assert ("refused status", STRANGER) in office.audited("story")


def test_the_largest_home_is_accepted_by_slack_with_a_visible_cut() -> None:
    long = "*<!channel>* & " * 200
    deals = [home_view.DealLine(f"{'d' * 55}-{i}", long, records=True) for i in range(200)]
    page = home_view.Home(
        as_of=long, mine=[long] * 500, ahead=[long] * 500, deals=deals,
        stale=[long] * 200,
    )  # fmt: skip
    view = home_view.view(page)
    assert view_problems(view, "home") == []
    assert len(view["blocks"]) <= 100
    said = read(view)
    for cut in ("+480 more: /deal next", "+470 more: /deal next all", "+160 more: /deal list"):
        assert cut in said
    assert "<!channel>" not in said
