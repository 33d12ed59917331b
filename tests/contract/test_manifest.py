"""The Slack app requests as few permissions as possible, each with its reason."""

import re
from typing import Any

import pytest
import yaml

from dealclock.answers.catalog import TWELVE
from dealclock.desk.interactions.dispatch import SHORTCUTS
from dealclock.jobs.operate import doctor
from local.slack.reference import METHODS
from tests.contract.cloudformation import CHECKOUT

PATH = CHECKOUT / "slack" / "manifest.yaml"
TEXT = PATH.read_text()
MANIFEST: dict[str, Any] = yaml.safe_load(TEXT)
SCOPES: list[str] = MANIFEST["oauth_config"]["scopes"]["bot"]


@pytest.mark.parametrize("scope", SCOPES)
def test_each_scope_has_its_purpose_in_a_comment_above(scope: str) -> None:
    lines = TEXT.splitlines()
    where = lines.index(f"      - {scope}")
    assert re.match(r"      # \w", lines[where - 1]), f"{scope} has no purpose"


def test_no_user_scope_is_requested() -> None:
    assert set(MANIFEST["oauth_config"]["scopes"]) == {"bot"}


def test_the_scopes_are_exactly_these() -> None:
    assert SCOPES == [
        "commands",
        "chat:write",
        "groups:read",
        "groups:history",
        "im:write",
        "im:history",
        "users:read",
        "files:write",
    ]
    assert frozenset(SCOPES) == doctor.SCOPES


LIBRARY = CHECKOUT / "layers" / "dealclock" / "python" / "dealclock"


def methods_called() -> set[str]:
    """Slack methods named in the library, as `chat.postMessage` or in the SDK's form."""
    code = "".join(path.read_text() for path in LIBRARY.rglob("*.py"))
    return {name for name in METHODS if name in code or f".{name.replace('.', '_')}(" in code}


def test_the_scopes_are_exactly_those_the_called_methods_need() -> None:
    called = methods_called()
    if not called:
        pytest.skip("the library calls none of Slack's methods yet")
    # Deals live in private channels, which Slack calls groups.
    needed = {scope.format(kind="groups") for name in called for scope in METHODS[name].scopes}
    # Direct messages are sent to people; only their history is read.
    [history] = METHODS["conversations.history"].scopes
    assert set(SCOPES) - {"commands"} == needed | {history.format(kind="im")}


def test_there_is_one_command_with_its_subcommands_in_the_hint() -> None:
    [command] = MANIFEST["features"]["slash_commands"]
    assert command["command"] == "/deal"
    hinted = {part.split()[0] for part in command["usage_hint"].split("|")}
    assert hinted == {*TWELVE, "help"}
    assert "\n" not in command["usage_hint"]


def test_the_only_event_is_opening_home_and_no_message_is_sent_to_the_app() -> None:
    assert MANIFEST["settings"]["event_subscriptions"]["bot_events"] == ["app_home_opened"]
    home = MANIFEST["features"]["app_home"]
    assert home["home_tab_enabled"] is True
    assert home["messages_tab_read_only_enabled"] is True


def test_commands_buttons_and_events_go_to_one_address() -> None:
    settings, [command] = MANIFEST["settings"], MANIFEST["features"]["slash_commands"]
    assert settings["interactivity"] == {"is_enabled": True, "request_url": command["url"]}
    assert settings["event_subscriptions"]["request_url"] == command["url"]


def test_the_shortcuts_offered_are_exactly_those_handled() -> None:
    offered = {
        shortcut["callback_id"]: shortcut["type"] for shortcut in MANIFEST["features"]["shortcuts"]
    }
    assert set(offered) == set(SHORTCUTS)
    assert offered == {"record-message": "message", "record": "global"}
    for shortcut in MANIFEST["features"]["shortcuts"]:
        assert 0 < len(shortcut["name"]) <= 24
        assert 0 < len(shortcut["description"]) <= 150


@pytest.mark.parametrize(
    "setting", ["org_deploy_enabled", "socket_mode_enabled", "token_rotation_enabled"]
)
def test_disabled_features_are_disabled_explicitly(setting: str) -> None:
    assert MANIFEST["settings"][setting] is False


@pytest.mark.parametrize(
    ("field", "limit"), [("name", 35), ("description", 140), ("long_description", 4000)]
)
def test_displayed_texts_fit_slacks_limits(field: str, limit: int) -> None:
    assert 0 < len(MANIFEST["display_information"][field]) <= limit
    assert len(MANIFEST["display_information"]["long_description"]) >= 174


def test_no_address_or_secret_is_in_the_manifest() -> None:
    [command] = MANIFEST["features"]["slash_commands"]
    assert command["url"].endswith(".example.com/")
    assert "xoxb-" not in TEXT
