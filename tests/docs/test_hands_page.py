"""docs/desk.md documents every button, menu and shortcut, and who may use it."""

from typing import get_args

import yaml

from dealclock.desk.interactions.dispatch import CLICKS, FORMS, NEEDS, SHORTCUTS
from dealclock.messages import buttons
from dealclock.messages.slack_views import home
from dealclock.people.people import People, Person, Role, may
from tests.contract.cloudformation import CHECKOUT
from tests.docs.pages import page, sections

SECTION = sections(page("desk.md"), 2)["Buttons, forms and Home"]
ROLES: tuple[Role, ...] = get_args(Role)


def _allowed(says: str, role: Role) -> str:
    person = Person(id="x", name="X", email="x@y.example", slack="U0X", role=role)
    return "yes" if may(person, NEEDS[says], People(people=(person,))) else "no"


def test_the_table_has_every_button_with_whom_it_is_for() -> None:
    rows = [line for line in SECTION.splitlines() if line.startswith("| ")][1:]
    wanted = [
        f"| {says} | {action} | {' | '.join(_allowed(says, role) for role in ROLES)} |"
        for says, action in NEEDS.items()
    ]
    assert rows == wanted


def test_every_button_menu_and_shortcut_there_is_has_a_row() -> None:
    manifest = yaml.safe_load((CHECKOUT / "slack" / "manifest.yaml").read_text())
    shortcuts = [each["name"] for each in manifest["features"]["shortcuts"]]
    menus = [says for _, says in (*buttons.BUTTONS.values(), *buttons.OPTIONS.values())]
    every = {*menus, *shortcuts, *home.OPTIONS.values(), home.WHAT_IS_NEXT}
    assert set(NEEDS) == every


def test_every_action_form_and_shortcut_is_one_of_these() -> None:
    assert {name.partition(":")[0] for name in CLICKS} == {"alert", "record", "home"}
    assert {name.partition(":")[0] for name in FORMS} == {"alert", "record"}
    assert set(SHORTCUTS) == {"record", "record-message"}
