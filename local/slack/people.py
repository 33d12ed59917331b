"""auth.test, users.info and users.lookupByEmail."""

from typing import Any

from .call import Answer, Call, Handler
from .errors import RequestRefusedError
from .world import User


def auth_test(call: Call) -> Answer:
    """The owner of the token."""
    world = call.world
    bot = world.user(world.app.bot_user)
    return {
        "url": f"https://{world.team.domain}.slack.com/", "team": world.team.name,
        "user": bot.name if bot else "", "team_id": world.team.id,
        "user_id": world.app.bot_user, "bot_id": world.app.bot_id, "is_enterprise_install": False,
    }  # fmt: skip


def info(call: Call) -> Answer:
    """A user by id, deactivated ones included."""
    user = call.world.user(call.arguments["user"])
    if user is None:
        raise RequestRefusedError("user_not_found")
    return {"user": _told(call, user)}


def lookup_by_email(call: Call) -> Answer:
    """A user by address, in any case; deactivated ones are not found."""
    wanted = call.arguments["email"].casefold()
    for user in call.world.users:
        if wanted and user.email.casefold() == wanted and not user.deleted:
            return {"user": _told(call, user)}
    raise RequestRefusedError("users_not_found")


def _told(call: Call, user: User) -> dict[str, Any]:
    real_name = user.real_name or user.name
    profile = {"real_name": real_name, "display_name": user.name, "team": call.world.team.id}
    if "users:read.email" in call.world.app.scopes and user.email:
        profile["email"] = user.email
    return {
        "id": user.id, "team_id": user.team_id or call.world.team.id, "name": user.name,
        "real_name": real_name, "deleted": user.deleted, "tz": user.tz, "profile": profile,
        "is_bot": user.is_bot, "is_app_user": False, "is_admin": False, "is_owner": False,
        "is_restricted": user.is_restricted or user.is_ultra_restricted,
        "is_ultra_restricted": user.is_ultra_restricted, "is_stranger": user.is_stranger,
    }  # fmt: skip


HANDLERS: dict[str, Handler] = {
    "auth.test": auth_test,
    "users.info": info,
    "users.lookupByEmail": lookup_by_email,
}
