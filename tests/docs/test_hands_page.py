"""The table of docs/desk.md, which is generated, has every button, menu and shortcut."""

import yaml

from dealclock.desk.interactions.dispatch import CLICKS, FORMS, NEEDS, SHORTCUTS
from dealclock.messages import buttons
from dealclock.messages.slack_views import home
from tests.contract.cloudformation import CHECKOUT


def test_every_button_menu_and_shortcut_has_a_row() -> None:
    manifest = yaml.safe_load((CHECKOUT / "slack" / "manifest.yaml").read_text())
    shortcuts = [each["name"] for each in manifest["features"]["shortcuts"]]
    menus = [says for _, says in (*buttons.BUTTONS.values(), *buttons.OPTIONS.values())]
    every = {*menus, *shortcuts, *home.OPTIONS.values(), home.WHAT_IS_NEXT}
    assert set(NEEDS) == every


def test_every_action_form_and_shortcut_is_one_of_these() -> None:
    assert {name.partition(":")[0] for name in CLICKS} == {"alert", "record", "home"}
    assert {name.partition(":")[0] for name in FORMS} == {"act", "alert", "record"}
    assert set(SHORTCUTS) == {"record", "record-message"}
