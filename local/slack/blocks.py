"""blocks.validate: whether Slack would take blocks, a message or a view; nothing is shown."""

import re
from typing import Any

from .call import Answer, Call, Handler
from .errors import RequestRefusedError
from .validate import block_problems, view_problems

_PROBLEM = re.compile(r"(.+) \[json-pointer:(.*)\]")


def validate(call: Call) -> Answer:
    """Refuse with each problem: its pointer within what was given, its code, its message."""
    if len(call.arguments) != 1:
        raise RequestRefusedError(
            "invalid_arguments", "[ERROR] give exactly one of blocks, message, view"
        )
    ((kind, given),) = call.arguments.items()
    refused = call.world.team.refused_blocks
    if kind == "view":
        shown = given.get("type", "modal") if isinstance(given, dict) else "modal"
        problems = view_problems(given, shown)
    elif kind == "message":
        found = given.get("blocks", []) if isinstance(given, dict) else given
        problems = block_problems(found, "/blocks", refused)
    else:
        problems = block_problems(given, "", refused)
    if problems:
        raise RequestRefusedError(f"invalid_{kind}", errors=[_error(each) for each in problems])
    return {}


def _error(problem: str) -> dict[str, Any]:
    found = _PROBLEM.fullmatch(problem)
    message, pointer = found.groups() if found else (problem, "")
    return {
        "pointer": pointer.removeprefix("/view"), "code": "failed_constraint", "message": message
    }  # fmt: skip


HANDLERS: dict[str, Handler] = {"blocks.validate": validate}
