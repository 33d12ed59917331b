"""Who counts as a person of the workspace, as Slack tells of a user: full, active, and its own.

What Slack does not tell is taken for the worse.
"""

from collections.abc import Mapping
from typing import Any


def why_no_member(user: Mapping[str, Any], own_team: object) -> str | None:
    """Why the user of `users.info` is no full member of the workspace `own_team`; None for one."""
    if user.get("deleted", True):
        return "person_deactivated"
    if user.get("is_bot", True):
        return "person_is_a_bot"
    if user.get("is_stranger") or own_team is None or user.get("team_id") != own_team:
        return "person_of_another_organisation"
    if user.get("is_restricted", True) or user.get("is_ultra_restricted", True):
        return "person_is_a_guest"
    return None
