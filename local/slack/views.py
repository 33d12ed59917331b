"""views.open, views.update and views.publish."""

import hashlib
import json
from typing import Any

from . import reference
from .call import Answer, Call, Handler
from .errors import RequestRefusedError
from .validate import view_problems
from .workspace import Screen, Workspace


def open_modal(call: Call) -> Answer:
    """Show a modal, against a trigger id not older than three seconds and not yet used."""
    view = _view(call, "modal")
    promise = call.workspace.triggers.get(call.arguments["trigger_id"])
    if promise is None:
        raise RequestRefusedError("invalid_trigger_id")
    spent = promise.spend()
    if spent:
        raise RequestRefusedError(
            "expired_trigger_id" if spent == "expired" else "exchanged_trigger_id"
        )
    shown = _shown(call, view)
    call.workspace.views[shown["id"]] = Screen(
        promise.user, promise.channel, shown, client=promise.client
    )
    call.store.note("view", user=promise.user, view=shown, trigger=call.arguments["trigger_id"])
    return {"view": shown}


def update_modal(call: Call) -> Answer:
    """Change an open modal; `hash`, when given, is that of what it shows."""
    screen = call.workspace.views.get(call.arguments["view_id"])
    if screen is None:
        raise RequestRefusedError("not_found")
    view = _view(call, "modal")
    if call.arguments.get("hash") not in (None, screen.view["hash"]):
        raise RequestRefusedError("hash_conflict")
    shown = replaced(call.workspace, screen, view)
    return {"view": shown}


def replaced(workspace: Workspace, screen: Screen, view: dict[str, Any]) -> dict[str, Any]:
    """The modal as it is now: values stay where a field is the same."""
    kept = {name: screen.view[name] for name in _KEPT}
    shown = view | kept | {"hash": workspace.store.next_ts()}
    filled = {block.get("block_id") for block in view["blocks"]}
    values = screen.view["state"]["values"]
    shown["state"] = {"values": {name: each for name, each in values.items() if name in filled}}
    screen.view, screen.errors = shown, {}
    workspace.store.note("view", user=screen.user, view=shown, trigger="")
    return shown


def publish_home(call: Call) -> Answer:
    """Publish a user's Home tab; `hash`, when given, is that of the one it replaces."""
    user = call.world.user(call.arguments["user_id"])
    if user is None:
        raise RequestRefusedError("user_not_found")
    view = _view(call, "home")
    last = call.workspace.home_of(user.id)
    wanted = call.arguments.get("hash")
    if wanted and (last is None or last["hash"] != wanted):
        raise RequestRefusedError("hash_conflict")
    shown = _shown(call, view)
    call.store.note("home", user=user.id, view=shown)
    return {"view": shown}


def _view(call: Call, kind: str) -> dict[str, Any]:
    view = call.arguments["view"]
    problems = view_problems(view, kind)
    if problems:
        raise RequestRefusedError("invalid_arguments", *(f"[ERROR] {each}" for each in problems))
    if len(json.dumps(view).encode()) > reference.VIEW_JSON_BYTES:
        raise RequestRefusedError("view_too_large")
    return dict(view)


def _shown(call: Call, view: dict[str, Any]) -> dict[str, Any]:
    ts = call.store.next_ts()
    view_id = "V" + hashlib.sha256(ts.encode()).hexdigest()[:10].upper()
    app = call.world.app
    return view | {
        "id": view_id, "root_view_id": view_id, "team_id": call.world.team.id, "app_id": app.id,
        "bot_id": app.bot_id, "hash": ts, "state": {"values": {}},
    }  # fmt: skip


_KEPT = ("id", "root_view_id", "team_id", "app_id", "bot_id")
HANDLERS: dict[str, Handler] = {
    "views.open": open_modal,
    "views.update": update_modal,
    "views.publish": publish_home,
}
