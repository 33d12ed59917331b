"""The Slack workspace of the demo: the people and channels that the sample deal's team names."""

from collections.abc import Iterable

from dealclock.people.people import Action, may
from dealclock.people.team import SlackChannel, Team

BOT, OUTSIDER = "U00BOT", "U09OUTSIDE"
SCOPES = (
    *("commands", "chat:write", "groups:read", "groups:history"),
    *("im:write", "im:history", "users:read", "files:write"),
)
LOBBY = "C00LOBBY"


def world(team: Team, token: str, more: Iterable[SlackChannel] = ()) -> dict[str, object]:
    """A workspace in which everyone on the deal, and the bot, is in the deal's channels.

    Also: someone on another deal, and a channel of no deal. `more` are channels of further
    rehearsals.
    """
    people = [p.slack for p in team.people if may(p, Action.RECEIVE, team.access)]
    own = (team.channel, *(r.channel for r in team.rehearsals))
    channels = {channel.id: channel for channel in (*own, *more)}.values()
    return {
        "team": {"id": "T00DEAL", "name": "Dealclock demo", "domain": "dealclock-demo"},
        "app": {
            "id": "A00DEAL",
            "token": token,
            "bot_id": "B00DEAL",
            "bot_user": BOT,
            "scopes": list(SCOPES),
        },
        "users": [
            {"id": BOT, "name": "dealclock", "is_bot": True, "team_id": "T00DEAL"},
            {"id": OUTSIDER, "name": "pat", "real_name": "Pat Stone", "team_id": "T00DEAL"},
            *(_user(p.slack, p.id, p.name, p.email) for p in team.people),
        ],
        "channels": [
            *(_channel(c, people) for c in channels),
            {"id": LOBBY, "name": "lobby", "is_private": False, "members": [OUTSIDER, *people]},
        ],
    }


def _user(slack: str, name: str, real_name: str, email: str) -> dict[str, object]:
    return {
        "id": slack,
        "name": name,
        "real_name": real_name,
        "email": email,
        "team_id": "T00DEAL",
    }


def _channel(channel: SlackChannel, people: Iterable[str]) -> dict[str, object]:
    return {
        "id": channel.id,
        "name": channel.name,
        "is_private": True,
        "members": [BOT, *people],
    }
