"""Acts by their forms in Slack: which act, its fields, what it comes to, done after its preview."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealclock.desk.interactions import payloads
from dealclock.desk.interactions.dispatch import on_close, on_submit
from dealclock.messages.form import Choice, one_of
from dealclock.people.team import Team
from local.slack.validate import view_problems
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.unit.desk.office import MARIA, TOM, Office, texts
from tests.unit.desk.test_every_path import RUTH, opened_office

JAMES = "U01JAMES"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with opened_office(tmp_path) as made:
        yield made


def menu(office: Office, user: str = MARIA) -> dict[str, Any]:
    office.do("home", user=user)
    office.do("home_click", user=user, action="home:deal", option="act story")
    return office.form


def submit(office: Office, form: dict[str, Any], user: str = MARIA, **values: str) -> Any:
    """The next view, or the errors by field."""
    given = payloads.SubmittedForm(
        user, "V0TESTS", "h", form["callback_id"], form["private_metadata"], values
    )
    answer = dict(on_submit(given, office.services, office.now))
    if "errors" in answer:
        return answer["errors"]
    assert view_problems(answer["view"], "modal") == []
    return answer["view"]


def chosen(office: Office, act: str, user: str = MARIA) -> Any:
    return submit(office, menu(office, user), user, act=act)


def options(form: dict[str, Any], name: str) -> list[str]:
    (block,) = [b for b in form["blocks"] if b.get("block_id") == name]
    element = block["element"]
    groups = element.get("option_groups") or [element]
    return [option["value"] for group in groups for option in group["options"]]


def twice(office: Office, form: Any, user: str = MARIA, **values: str) -> str:
    """Previewed, then confirmed; what both showed, as its golden file has it."""
    preview = submit(office, form, user, **values)
    assert preview["submit"]["text"] == "Confirm"
    done = submit(office, preview, user, **values)
    assert "submit" not in done
    name = form["callback_id"].partition(":")[2]
    return wording("desk/act-form", [*above(preview), "", *texts(done)], name)


def above(preview: Any) -> list[str]:
    """What a preview says above its fields."""
    return texts([each for each in preview["blocks"] if each["type"] != "input"])


def team(office: Office) -> Team:
    deal = office.store.deals.get("story")
    assert deal is not None
    return deal.team


def test_each_person_is_offered_the_acts_they_may_do(office: Office) -> None:
    assert options(menu(office), "act") == ["approve", "release", "settings", "close"]
    assert options(menu(office, RUTH), "act") == ["settings"]
    assert options(menu(office, JAMES), "act") == ["approve", "settings", "close"]


def test_approval_offers_what_awaits_it_and_is_stored_after_its_preview(office: Office) -> None:
    form = chosen(office, "approve")
    assert options(form, "subject")[:2] == ["terms:1", "reading:default-occurs"]
    assert office.store.responses.approvals("story") == ()
    twice(office, form, subject="terms:1")
    (approval,) = office.store.responses.approvals("story")
    assert (approval.subject, approval.by) == ("terms:1", "maria")
    assert "terms:1" not in options(chosen(office, "approve"), "subject")


def test_an_empty_form_says_what_to_choose(office: Office) -> None:
    assert submit(office, chosen(office, "approve")) == {"subject": "Choose one."}


def test_a_preview_is_of_its_fields_and_of_the_deal(office: Office) -> None:
    preview = submit(office, chosen(office, "approve"), subject="terms:1")
    other = submit(office, preview, subject="reading:default-occurs")
    assert "You changed the fields" in " ".join(texts(other))
    office.type("settings digest all")
    again = submit(office, other, subject="reading:default-occurs")
    assert "The deal changed" in " ".join(texts(again))
    assert office.store.responses.approvals("story") == ()


def test_a_release_and_its_withdrawal(office: Office) -> None:
    form = chosen(office, "release")
    assert "instance" in submit(office, form, instance="shelf-filing")
    assert shows(twice(office, form, instance="shelf-filing", to="trustee"), "2(a)(i)")
    withdrawn = "withdraw shelf-filing from trustee"
    form = chosen(office, "release")
    assert withdrawn in options(form, "instance")
    submit(office, submit(office, form, instance=withdrawn), instance=withdrawn)
    assert withdrawn not in options(chosen(office, "release"), "instance")


def test_closing_is_asked_for_and_confirmed_by_two(office: Office) -> None:
    twice(office, chosen(office, "close"), why="the Securities were sold")
    assert options(chosen(office, "close"), "step") == ["reopen"]
    form = chosen(office, "close", JAMES)
    assert options(form, "step") == ["confirm"]
    confirmed = submit(office, submit(office, form, JAMES, step="confirm"), JAMES, step="confirm")
    wording("desk/act-form", texts(confirmed), "confirmed")
    meta = office.store.deals.meta("story")
    assert meta is not None
    assert meta.closed
    reopened = chosen(office, "close")
    assert options(reopened, "step") == ["reopen"]
    given = {"step": "reopen", "why": "too early"}
    submit(office, submit(office, reopened, **given), **given)
    meta = office.store.deals.meta("story")
    assert meta is not None
    assert not meta.closed


def test_a_closing_is_confirmed_for_the_reason_that_was_shown(office: Office) -> None:
    office.type("close because the Securities were sold")
    preview = submit(office, chosen(office, "close", JAMES), JAMES, step="confirm")
    assert "Reason: the Securities were sold" in " ".join(above(preview))
    office.type("close reopen because not yet")
    office.type("close because they were redeemed")
    again = submit(office, preview, JAMES, step="confirm")
    assert "The deal changed" in " ".join(above(again))
    meta = office.store.deals.meta("story")
    assert meta is not None
    assert not meta.closed


def test_a_form_that_is_refused_at_once_is_in_the_archive(office: Office) -> None:
    assert "submit" not in chosen(office, "close", JAMES), "no one has asked to close it"
    assert ("refused close", JAMES) in office.audited("story")


def test_who_asked_cannot_confirm_by_a_form_made_up(office: Office) -> None:
    twice(office, chosen(office, "close"), why="the Securities were sold")
    form = {**chosen(office, "close"), "callback_id": "act:close"}
    assert "cannot also confirm" in submit(office, form, step="confirm")["step"]
    assert ("refused close", MARIA) in office.audited("story")


SETTINGS = [
    ("away", {"first": "2005-05-23", "last": "2005-05-25", "delegate": "james"}),
    ("away", {"first": "2005-05-23", "last": "2005-05-25", "for": "tom", "delegate": "james"}),
    ("back", {"first": "2005-05-20"}),
    ("digest", {"value": "all"}),
    ("digest", {"value": "email", "for": "tom"}),
    ("invitations", {"value": "off"}),
    ("reading", {"choice": "default-occurs NEXT-DAY", "why": "counsel's view"}),
    ("owner", {"party": "company", "person": "james"}),
    ("backup", {"party": "holder", "person": "james"}),
    ("remind", {"kind": "payment", "days": "10 2"}),
]


@pytest.mark.parametrize(("setting", "values"), SETTINGS)
def test_each_setting_has_a_form_that_says_what_it_comes_to(
    office: Office, setting: str, values: dict[str, str]
) -> None:
    before = team(office)
    form = submit(office, chosen(office, "settings"), setting=setting)
    named = [b["block_id"] for b in form["blocks"] if b["type"] == "input"]
    assert {*values} <= {*named}
    preview = submit(office, form, **values)
    wording("desk/act-form", above(preview), f"{setting} {'for' in values}")
    assert team(office) == before
    submit(office, preview, **values)
    assert (team(office) == before) is (setting == "back")


def test_a_lead_alone_is_offered_what_leads_set(office: Office) -> None:
    own = options(chosen(office, "settings", TOM), "setting")
    assert own == ["away", "back", "digest", "invitations"]
    form = submit(office, chosen(office, "settings", TOM), TOM, setting="remind")
    assert "A lead can change" in submit(office, form, TOM, kind="payment", days="10")["kind"]
    form = submit(office, chosen(office, "settings", TOM), TOM, setting="digest")
    assert "for" not in [b.get("block_id") for b in form["blocks"]]


def test_a_form_left_is_in_the_archive(office: Office) -> None:
    form = chosen(office, "approve")
    left = payloads.SubmittedForm(
        MARIA, "V0TESTS", "h", form["callback_id"], form["private_metadata"]
    )
    on_close(left, office.services, office.now)
    assert ("left approve", MARIA) in office.audited("story")


def test_a_list_that_is_cut_says_how_many_are_left() -> None:
    field = one_of("subject", "What", [Choice(str(n), str(n)) for n in range(103)], "/deal x")
    assert len(field.choices) == 100
    assert field.after == "+3 more: /deal x"
