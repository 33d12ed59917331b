"""views.open and views.publish."""

import hashlib
import json
from typing import Any

from local.slack import reference
from local.slack.call import Answer, Call, Handler
from local.slack.errors import Refused
from local.slack.validate import view_problems


def open_modal(call: Call) -> Answer:
    """Show a modal, against a trigger id not older than three seconds and not yet used."""
    view = _view(call, "modal")
    promise = call.workspace.triggers.get(call.arguments["trigger_id"])
    if promise is None:
        raise Refused("invalid_trigger_id")
    spent = promise.spend()
    if spent:
        raise Refused("expired_trigger_id" if spent == "expired" else "exchanged_trigger_id")
    shown = _shown(call, view)
    call.store.note("view", user=promise.user, view=shown, trigger=call.arguments["trigger_id"])
    return {"view": shown}


def publish_home(call: Call) -> Answer:
    """Publish a user's Home tab; `hash`, when given, is that of the one it replaces."""
    user = call.world.user(call.arguments["user_id"])
    if user is None:
        raise Refused("user_not_found")
    view = _view(call, "home")
    homes = [each for each in call.store.records if each["kind"] == "home"]
    last = next((each["view"] for each in reversed(homes) if each["user"] == user.id), None)
    wanted = call.arguments.get("hash")
    if wanted and (last is None or last["hash"] != wanted):
        raise Refused("hash_conflict")
    shown = _shown(call, view)
    call.store.note("home", user=user.id, view=shown)
    return {"view": shown}


def _view(call: Call, kind: str) -> dict[str, Any]:
    view = call.arguments["view"]
    problems = view_problems(view, kind)
    if problems:
        raise Refused("invalid_arguments", *(f"[ERROR] {each}" for each in problems))
    if len(json.dumps(view).encode()) > reference.VIEW_JSON_BYTES:
        raise Refused("view_too_large")
    return dict(view)


def _shown(call: Call, view: dict[str, Any]) -> dict[str, Any]:
    ts = call.store.next_ts()
    view_id = "V" + hashlib.sha256(ts.encode()).hexdigest()[:10].upper()
    app = call.world.app
    return view | {
        "id": view_id, "root_view_id": view_id, "team_id": call.world.team.id, "app_id": app.id,
        "bot_id": app.bot_id, "hash": ts, "state": {"values": {}},
    }  # fmt: skip


HANDLERS: dict[str, Handler] = {"views.open": open_modal, "views.publish": publish_home}
