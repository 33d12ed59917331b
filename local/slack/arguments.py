"""One HTTP request to the Web API, as its token and the arguments the table knows."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from .errors import RequestRefusedError
from .rules import Method

Raw = dict[str, Any]


def read_body(content_type: str, body: bytes, query: Mapping[str, str]) -> Raw:
    """The arguments as sent, from a form, a JSON object or, without a body, the query.

    Raises RequestRefusedError: invalid_post_type, missing_post_type, invalid_json, json_not_object,
    invalid_form_data.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/json":
        try:
            decoded = json.loads(body or b"{}")
        except ValueError:
            raise RequestRefusedError("invalid_json") from None
        if not isinstance(decoded, dict):
            raise RequestRefusedError("json_not_object")
        return dict(query) | decoded
    if kind == "application/x-www-form-urlencoded" or not body:
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=bool(body))
        except ValueError:
            raise RequestRefusedError("invalid_form_data") from None
        return dict(query) | dict(pairs)
    raise RequestRefusedError("invalid_post_type" if kind else "missing_post_type")


def token_of(authorization: str, raw: Raw, as_json: bool) -> str | None:
    """The token of the header, or of a form's `token`; Slack takes none from a JSON body."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    field = None if as_json else raw.get("token")
    return field if isinstance(field, str) and field else None


def typed(method: Method, raw: Raw) -> Raw:
    """The arguments as the table types them.

    A missing argument is `invalid_arguments`; an empty one is looked up, and fails as the thing it
    names (measured by others against Slack).
    """
    kinds = dict(method.required) | dict(method.optional)
    problems = [f"[ERROR] missing required field: {each}" for each in method.required
                if each not in raw]  # fmt: skip
    values: Raw = {}
    for name, value in raw.items():
        if name == "token":
            continue
        if name not in kinds:
            problems.append(f"[ERROR] invalid additional property: {name}")
            continue
        problem, values[name] = _value(kinds[name], value)
        if problem:
            problems.append(f"[ERROR] {problem} [json-pointer:/{name}]")
    if "attachments" in values:
        problems.append("[ERROR] attachments are refused: use blocks [json-pointer:/attachments]")
    if problems:
        raise RequestRefusedError("invalid_arguments", *problems)
    return values


def _value(kind: str, value: object) -> tuple[str | None, object]:
    if kind == "boolean":
        known = {"true": True, "1": True, "false": False, "0": False}
        if isinstance(value, bool):
            return None, value
        found = known.get(str(value).lower())
        return (None, found) if found is not None else ("must provide a boolean", value)
    if kind == "integer":
        try:
            return None, int(str(value))
        except ValueError:
            return "must provide an integer", value
    if kind == "json":
        return None, _decoded(value)
    if isinstance(value, str):
        return None, value
    return "must provide a string", value


def _decoded(value: object) -> object:
    """A JSON argument may come as text; text that is not JSON is left for its own check."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
