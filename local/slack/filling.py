"""The values of form fields, in the shape Slack sends them."""

from collections.abc import Iterator, Mapping
from typing import Any

from .errors import RequestRefusedError

Body = dict[str, Any]


def fill(view: Body, values: Mapping[str, Any]) -> None:
    """The state of the form: earlier values, overwritten by those filled in now."""
    inputs = {b["block_id"]: b for b in view["blocks"] if b["type"] == "input"}
    absent = set(values) - set(inputs)
    if absent:
        raise RequestRefusedError(f"no_such_field: {', '.join(sorted(absent))}")
    state = view["state"]["values"]
    for name, block in inputs.items():
        element = block["element"]
        if name in values:
            state[name] = {element["action_id"]: chosen(element, values[name])}
        elif name not in state:
            state[name] = {element["action_id"]: _initial(element)}


def empty(view: Body) -> Iterator[str]:
    """The required fields that are empty."""
    state = view["state"]["values"]
    for block in view["blocks"]:
        if block["type"] == "input" and not block.get("optional"):
            element = state.get(block["block_id"], {}).get(block["element"]["action_id"], {})
            if not any(v for k, v in element.items() if k != "type"):
                yield block["block_id"]


def chosen(element: Body, value: Any) -> Body:
    """The value of an element after this was typed or chosen; raises RequestRefusedError if not an
    option.
    """
    match element["type"]:
        case "plain_text_input":
            return {"type": element["type"], "value": value}
        case "datepicker":
            return {"type": element["type"], "selected_date": value or None}
        case "overflow":
            return {"type": element["type"], "selected_option": _option(element, value)}
        case "static_select":
            option = _option(element, value) if value else None
            return {"type": element["type"], "selected_option": option}
        case _:
            several = [_option(element, each) for each in value]
            return {"type": element["type"], "selected_options": several}


def _initial(element: Body) -> Body:
    match element["type"]:
        case "plain_text_input":
            return {"type": element["type"], "value": element.get("initial_value")}
        case "datepicker":
            return {"type": element["type"], "selected_date": element.get("initial_date")}
        case "static_select":
            return {"type": element["type"], "selected_option": element.get("initial_option")}
        case _:
            several = element.get("initial_options", [])
            return {"type": element["type"], "selected_options": several}


def _option(element: Body, value: object) -> Body:
    grouped = (o for group in element.get("option_groups", ()) for o in group["options"])
    for option in (*element.get("options", ()), *grouped):
        if option["value"] == value:
            found: Body = option
            return found
    raise RequestRefusedError(f"no_such_option: {value}")
