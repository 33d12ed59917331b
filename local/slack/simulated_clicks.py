"""What Slack sends an app when a person clicks, submits a form, uses a shortcut or opens Home.

As strict as the client: only existing elements can be clicked and filled in, and a form with an
empty required field is not submitted.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from .client_view import conversation_of, only_to
from .errors import RequestRefusedError
from .filling import chosen, empty, fill
from .validate import view_problems
from .views import replaced
from .workspace import Screen, Workspace
from .world import User

Body = dict[str, Any]


def body_of(workspace: Workspace, kind: str, done: Mapping[str, Any]) -> Body:
    """The request for one action of a kind below; `client` in `done` is the browser it is done in.

    Raises RequestRefusedError where no client allows it.
    """
    kinds = {
        "click": _click,
        "home_click": _home_click,
        "view_click": _view_click,
        "choose": _choose,
        "submit": _submit,
        "close": _close,
        "shortcut": _shortcut,
        "home": _home,
    }
    if kind not in kinds:
        raise RequestRefusedError("unknown_kind")
    body = kinds[kind](workspace, done)
    key = body.get("trigger_id") or body.get("event_id")
    workspace.store.note("interaction", id=key, body=body)
    return body


def check_answer(workspace: Workspace, view_id: str, reply: Mapping[str, Any]) -> tuple[str, ...]:
    """What Slack would refuse in an app's answer to a form; the form then shows the answer."""
    if not reply:
        workspace.views.pop(view_id, None)
        return ()
    screen = workspace.views.get(view_id)
    if screen is None:
        return (f"no such view: {view_id}",)
    match reply.get("response_action"):
        case "errors":
            inputs = {b.get("block_id") for b in screen.view["blocks"] if b["type"] == "input"}
            wrong = reply.get("errors") or {}
            screen.errors = dict(wrong)
            problems = [f"no input block: {name}" for name in wrong if name not in inputs]
            return (*problems, *(() if wrong else ("errors is empty",)))
        case "update":
            view = reply.get("view")
            problems = view_problems(view, "modal")
            if not problems and isinstance(view, dict):
                replaced(workspace, screen, view)
            return tuple(problems)
        case "clear":
            workspace.views.pop(view_id, None)
            return ()
        case other:
            return (f"unknown response_action: {other}",)


def _common(workspace: Workspace, user: User, trigger: str, kind: str) -> Body:
    world = workspace.world
    return {
        "type": kind,
        "team": {"id": world.team.id, "domain": world.team.domain},
        "user": {"id": user.id, "username": user.name, "team_id": world.team.id},
        "api_app_id": world.app.id,
        "token": "verification-token-long-deprecated",
        "trigger_id": trigger,
        "is_enterprise_install": False,
        "enterprise": None,
    }


def _click(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    """A button, an option or a day of a message: by its action id, and what was chosen."""
    user = workspace.user_named(done["user"])
    channel = workspace.channel_named(done["channel"])
    if user.id not in channel.members:
        raise RequestRefusedError("user_not_in_channel")
    message = workspace.store.message(channel.id, done["ts"])
    told_alone = None if message else only_to(workspace, user, channel, done["ts"])
    found = message or told_alone
    if found is None:
        raise RequestRefusedError("message_not_found")
    trigger, path = workspace.promise(user.id, channel.id, done.get("client", ""))
    return {
        **_common(workspace, user, trigger, "block_actions"),
        "container": {
            "type": "message",
            "message_ts": found["ts"],
            "channel_id": channel.id,
            "is_ephemeral": message is None,
        },
        "channel": {"id": channel.id, "name": channel.name or "directmessage"},
        # Slack does not store a message shown to one person only, so it cannot send it either.
        **({"message": message} if message else {}),
        "response_url": f"{workspace.address}{path}",
        "actions": [_action(found.get("blocks", []), done)],
        "state": {"values": {}},
    }


def _home_click(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    user = workspace.user_named(done["user"])
    view = workspace.home_of(user.id)
    if view is None:
        raise RequestRefusedError("no_home")
    return _in_view(workspace, Screen(user.id, "", view), done, _action(view["blocks"], done))


def _view_click(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    """A button, an option or a day of an open form that is not one of its fields."""
    screen = _screen(workspace, done)
    return _in_view(workspace, screen, done, _action(screen.view["blocks"], done))


def _in_view(workspace: Workspace, screen: Screen, done: Mapping[str, Any], action: Body) -> Body:
    """An action in a form or Home."""
    user = workspace.user_named(screen.user)
    trigger, _ = workspace.promise(user.id, screen.channel, done.get("client", ""))
    return {
        **_common(workspace, user, trigger, "block_actions"),
        "container": {"type": "view", "view_id": screen.view["id"]},
        "view": screen.view,
        "actions": [action],
    }


def _choose(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    """A watched field was filled in: `field`, or the only one in `values`.

    The other values are those of the form's other fields by then.
    """
    screen = _screen(workspace, done)
    values = done.get("values", {})
    name = done.get("field") or (next(iter(values)) if len(values) == 1 else "")
    if name not in values:
        raise RequestRefusedError("no_such_field: name the one that changed")
    fill(screen.view, values)
    block = next(b for b in screen.view["blocks"] if b.get("block_id") == name)
    if not block.get("dispatch_action"):
        raise RequestRefusedError("not_dispatched")
    element = screen.view["state"]["values"][name][block["element"]["action_id"]]
    action = {**element, "block_id": name, "action_id": block["element"]["action_id"]}
    return _in_view(workspace, screen, done, action)


def _submit(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    screen = _screen(workspace, done)
    user = workspace.user_named(screen.user)
    if "submit" not in screen.view:
        raise RequestRefusedError("view_has_no_submit")
    fill(screen.view, done.get("values", {}))
    screen.errors = dict.fromkeys(empty(screen.view), "Please complete this required field.")
    if screen.errors:
        raise RequestRefusedError(f"required_field_empty: {', '.join(screen.errors)}")
    trigger, _ = workspace.promise(user.id, screen.channel, done.get("client", ""))
    return {
        **_common(workspace, user, trigger, "view_submission"),
        "view": screen.view,
        "response_urls": [],
    }


def _close(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    screen = _screen(workspace, done)
    user = workspace.user_named(screen.user)
    workspace.views.pop(screen.view["id"], None)
    body = _common(workspace, user, "", "view_closed")
    del body["trigger_id"]
    return {**body, "view": screen.view, "is_cleared": False}


def _shortcut(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    """A global shortcut, or one on a message when `channel` and `ts` are given."""
    user = workspace.user_named(done["user"])
    if "ts" not in done:
        trigger, _ = workspace.promise(user.id, "", done.get("client", ""))
        body = _common(workspace, user, trigger, "shortcut")
        return {**body, "callback_id": done["name"], "action_ts": workspace.store.next_ts()}
    channel = conversation_of(workspace, user, done["channel"])
    message = workspace.store.message(channel.id, done["ts"])
    if message is None:
        raise RequestRefusedError("message_not_found")
    trigger, path = workspace.promise(user.id, channel.id, done.get("client", ""))
    return {
        **_common(workspace, user, trigger, "message_action"),
        "callback_id": done["name"],
        "action_ts": workspace.store.next_ts(),
        "message_ts": message["ts"],
        "channel": {"id": channel.id, "name": channel.name or "directmessage"},
        "message": message,
        "response_url": f"{workspace.address}{path}",
    }


def _home(workspace: Workspace, done: Mapping[str, Any]) -> Body:
    """A person opens the app's Home tab: an event, not an interaction."""
    user, world, ts = workspace.user_named(done["user"]), workspace.world, workspace.store.next_ts()
    event = {
        "type": "app_home_opened",
        "user": user.id,
        "channel": f"D{user.id[1:]}",
        "tab": done.get("tab", "home"),
        "event_ts": ts,
    }
    return {
        "token": "verification-token-long-deprecated",
        "team_id": world.team.id,
        "api_app_id": world.app.id,
        "event": event,
        "type": "event_callback",
        "event_id": f"Ev{hashlib.sha256(ts.encode()).hexdigest()[:9].upper()}",
        "event_time": int(float(ts)),
        "authorizations": [{"team_id": world.team.id, "user_id": world.app.bot_user}],
    }


def _action(blocks: list[Any], done: Mapping[str, Any]) -> Body:
    """The action of an element that exists."""
    for block, element in _elements(blocks):
        if element.get("action_id") != done["action"]:
            continue
        if done.get("block") not in (None, block.get("block_id")):
            continue
        action = {
            "action_id": element["action_id"],
            "block_id": block["block_id"],
            "type": element["type"],
        }
        if element["type"] == "button":
            return action | {"text": element["text"], "value": element.get("value")}
        return action | chosen(element, done.get("option"))
    raise RequestRefusedError("no_such_action")


def _elements(blocks: list[Any]) -> Iterator[tuple[Body, Body]]:
    for block in blocks:
        for element in (*block.get("elements", ()), block.get("accessory")):
            if isinstance(element, dict):
                yield block, element


def _screen(workspace: Workspace, done: Mapping[str, Any]) -> Screen:
    screen = workspace.views.get(done["view"])
    if screen is None:
        raise RequestRefusedError("view_not_found")
    return screen
