"""Open forms: the value and the error of each field, and what is submitted."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from local.workbench.actions import Form
from local.workbench.panes.slack.press import Press, anchor

Json = Mapping[str, Any]
_VALUE, _SEVERAL = "value:", "several"


@dataclass(frozen=True)
class Field:
    """One field: `value` a text, a day or an option's value; `values` those of several.

    `watched`: the app gets each change at once.
    """

    id: str
    name: str
    form: str
    label: str
    hint: str
    error: str
    optional: bool
    watched: bool
    value: str
    values: frozenset[str]

    @property
    def described_by(self) -> str:
        """The ids of its error and its hint, the error first."""
        said = {"error": self.error, "hint": self.hint}
        return " ".join(f"{self.id}-{name}" for name, text in said.items() if text)


@dataclass(frozen=True)
class Dialog:
    """An open form. `state` changes when it shows something that was not typed."""

    id: str
    title: str
    view: Json
    errors: Mapping[str, str]
    to: str
    press: Press

    @property
    def form(self) -> str:
        """The id of the form its fields belong to."""
        return f"form-{self.id}"

    @property
    def state(self) -> str:
        """Its hash and its errors, as one word."""
        wrong = zlib.crc32(json.dumps(self.errors, sort_keys=True).encode())
        return f"{self.view['hash']}-{wrong:x}"

    def field(self, block: Json) -> Field:
        """One of its input blocks, with what was filled in over what the app put there."""
        element, name = block["element"], block["block_id"]
        filled = self.view["state"]["values"].get(name, {}).get(element.get("action_id"))
        value, values = _standing(filled) if filled is not None else _initial(element)
        return Field(
            id=anchor(self.id, name),
            name=f"{_VALUE}{name}",
            form=self.form,
            label=block["label"]["text"],
            hint=block.get("hint", {}).get("text", ""),
            error=self.errors.get(name, ""),
            optional=block.get("optional", False),
            watched=block.get("dispatch_action", False),
            value=value,
            values=values,
        )


def dialog(shown: Json, person: str) -> Dialog:
    """The form that Slack shows a person."""
    view = shown["view"]
    to = f"/slack/{person}/views/{view['id']}"
    return Dialog(
        id=f"view-{view['id']}",
        title=view["title"]["text"],
        view=view,
        errors=shown["errors"],
        to=to,
        press=Press(f"{to}/click", f"view-{view['id']}"),
    )


def filled_in(form: Form) -> dict[str, str | Sequence[str]]:
    """The values of the fields by block id; a field with several choices has them all."""
    several = set(form.get(_SEVERAL, ()))
    found: dict[str, str | Sequence[str]] = {name: [] for name in several}
    for key, given in form.items():
        if key.startswith(_VALUE):
            name = key.removeprefix(_VALUE)
            values = [each.replace("\r\n", "\n") for each in given]
            found[name] = values if name in several else values[-1]
    return found


def _standing(filled: Json) -> tuple[str, frozenset[str]]:
    several = frozenset(str(each["value"]) for each in filled.get("selected_options") or ())
    chosen = (filled.get("selected_option") or {}).get("value")
    return str(chosen or filled.get("selected_date") or filled.get("value") or ""), several


def _initial(element: Json) -> tuple[str, frozenset[str]]:
    several = frozenset(str(each["value"]) for each in element.get("initial_options", ()))
    chosen = element.get("initial_option", {}).get("value")
    return str(chosen or element.get("initial_date") or element.get("initial_value") or ""), several
