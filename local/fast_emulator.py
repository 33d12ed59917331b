"""The embedded AWS, with its parsing cached: run by `watchdog.py` in the emulator's Python.

It parses an expression again for every item it reads, so a query in a partition of a few thousand
items takes a tenth of a second. Results that depend only on the arguments are cached, and the two
forms used here, text keys between two bounds and a list of whole attributes, are evaluated without
parsing.

The emulator never throttles. When `throttle.py` requests it, a function's call to a table is
refused as DynamoDB refuses one beyond its capacity.

A version of the emulator with other names fails here at once.
"""

import os
import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from ministack import app  # type: ignore[import-not-found]
from ministack.core.iam_evaluator import is_root_access_key  # type: ignore[import-not-found]
from ministack.core.responses import error_response_json  # type: ignore[import-not-found]
from ministack.core.router import extract_access_key_id  # type: ignore[import-not-found]
from ministack.services import dynamodb  # type: ignore[import-not-found]

_PURE = ("_tokenize", "_condition_syntax_error")
_EVALUATE = "_evaluate_condition"
_PROJECT = "_project_item"
_TEXT_BETWEEN = re.compile(r"(\w*PK) = (:\w+) AND (\w*SK) BETWEEN (:\w+) AND (:\w+)")
Handle = Callable[..., Awaitable[Any]]
Evaluate = Callable[..., bool]
Project = Callable[..., Any]


def main() -> None:
    """Serve as `ministack` does."""
    for name in _PURE:
        setattr(dynamodb, name, lru_cache(4096)(getattr(dynamodb, name)))
    setattr(dynamodb, _EVALUATE, _compared(getattr(dynamodb, _EVALUATE)))
    setattr(dynamodb, _PROJECT, _projected(getattr(dynamodb, _PROJECT)))
    folder = Path(os.environ["STATE_DIR"]).parent
    dynamodb.handle_request = _throttled(dynamodb.handle_request, folder)
    app.main()


def _compared(evaluate: Evaluate) -> Evaluate:
    """The emulator's evaluation of a condition, with a shortcut for a text key between two bounds.

    Anything else, and anything invalid, is left to the emulator, which reports why.
    """
    form = lru_cache(4096)(_TEXT_BETWEEN.fullmatch)

    def _evaluate_condition(
        expr: str, item: Any, values: Any, names: Any, slot: str = "ConditionExpression"
    ) -> bool:
        found = form(expr) if slot == "KeyConditionExpression" else None
        if found is None:
            return evaluate(expr, item, values, names, slot)
        pk, own, sk, first, last = found.groups()
        try:
            low, high = values[first]["S"], values[last]["S"]
            if low <= high:
                return bool(item[pk]["S"] == values[own]["S"] and low <= item[sk]["S"] <= high)
        except KeyError:
            pass
        return evaluate(expr, item, values, names, slot)

    return _evaluate_condition


def _projected(project: Project) -> Project:
    """The emulator's projection of an item, with a shortcut for whole attributes, each once.

    The emulator checks for overlapping paths again for every item of a page.
    """

    @lru_cache(4096)
    def attributes(expr: str, names: frozenset[tuple[str, str]]) -> tuple[str, ...]:
        aliases = dict(names)
        found = [aliases.get(path.strip(), "") for path in expr.split(",")]
        return tuple(found) if all(found) and len({*found}) == len(found) else ()

    def _project_item(item: Any, expr: str, names: Any) -> Any:
        whole = attributes(expr, frozenset((names or {}).items())) if expr else ()
        if not whole:
            return project(item, expr, names)
        return {name: item[name] for name in whole if name in item}

    return _project_item


def _throttled(handle: Handle, folder: Path) -> Handle:
    """The handler of every call to a table, which refuses the calls to be throttled."""
    order, counted, calls = folder / "throttled", folder / "throttled-calls", count(1)

    async def handle_request(
        method: str, path: str, headers: Any, body: bytes, query_params: Any
    ) -> Any:
        if order.exists() and not is_root_access_key(extract_access_key_id(headers, query_params)):
            through = int(order.read_text(encoding="ascii") or 0)
            if not through or next(calls) % through:
                with counted.open("ab") as file:
                    file.write(b".")
                return error_response_json(
                    "ProvisionedThroughputExceededException",
                    "The level of configured provisioned throughput for the table was exceeded.",
                    400,
                )
        return await handle(method, path, headers, body, query_params)

    return handle_request
