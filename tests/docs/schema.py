"""The JSON Schema of terms.yaml for editors, with what docs/terms.md says of each key.

`python -m tests.docs.generated` writes it. Keys are in the words of counsel; older forms of a key
are allowed and not suggested. It accepts every file that `dealclock check` does, and more: names,
sums and Days are only checked there.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dealclock.terms.general import obligation, state, stream
from dealclock.terms.key_names import said
from dealclock.terms.rules.rule import Period, Rule
from dealclock.terms.spellings import BY_TYPE, GENERAL
from dealclock.terms.terms import Terms
from tests.docs.pages import page, sections

FILE = Path("layers/dealclock/python/dealclock/cli/terms.schema.json")
Schema = dict[str, Any]
_SAID = said(Terms)
_TYPES = {name: _SAID.get(str(name), str(name)) for name in BY_TYPE}
_ROW = re.compile(r"^\| (`.+?) \|(.*)\|$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_A_DAY: Schema = {"type": ["string", "object"]}
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": ["number", "string"]}
_WINDOW: Schema = {"type": ["string", "object"], "pattern": r"^\d+ +(calendar )?(day|month)s?$"}
_SHORT: Mapping[str, list[Schema]] = {
    "Period": [_TEXT],
    "AccrualSpan": [_TEXT],
    "StopTerms": [_TEXT],
    "AmountPart": [_NUMBER],
    "AmountTerms": [_NUMBER, {"$ref": "#/$defs/AmountPart"}],
    "Until": [_A_DAY],
    "AgeTier": [{"type": "array", "minItems": 2, "maxItems": 2}],
}
"""What may stand in the place of a record."""
_IMPLIED: Mapping[str, list[str]] = {"LapseTerms": ["id"]}
"""The keys that are needed, where the others follow from the provision."""
_KEPT = (
    *("$ref", "type", "enum", "const", "anyOf", "items", "minItems", "maxItems", "minimum"),
    *("maximum", "minLength", "maxLength", "pattern"),
)


def described() -> dict[str, dict[str, str]]:
    """What docs/terms.md says of each key, in words as the page has them, by the model."""
    text = page("terms.md")
    general, parts = sections(text, 2)["The general form"], sections(text, 3)
    first = {
        Terms: text.partition("## The general form")[0],
        Rule: general.partition("###")[0],
        Period: parts["Periods"],
        obligation.ObligationProvision: parts["Obligations"],
        obligation.LapseTerms: parts["Obligations"].partition("**The default**")[2],
        obligation.AmountPart: parts["Obligations"].partition("**The `amount`**")[2],
        state.StateProvision: parts["States and statuses"],
        state.StateLimit: parts["States and statuses"].partition("**A limit**")[2],
        stream.Stream: parts["Accruals"],
        stream.Base: parts["Accruals"].partition("**The `base`**")[2],
        stream.Payments: parts["Payments"],
    }
    return {model.__name__: dict(_rows(table)) for model, table in first.items()}


def _rows(text: str) -> Iterator[tuple[str, str]]:
    """Each key of a table, and its row as sentences."""
    for keys, row in _ROW.findall(text.partition("\n\n**")[0]):
        what, *more = (_LINK.sub(r"\1", cell.strip()).replace("`", "") for cell in row.split(" | "))
        values, left_out = [*more, "", ""][:2]
        says = f"{what[:1].upper()}{what[1:]}."
        says += f" Values: {values}." if values else ""
        says += " Required." if left_out == "required" else ""
        says += f" If left out: {left_out}." if left_out not in ("", "required") else ""
        for key in re.findall(r"`([^`]+)`", keys):
            yield key, says


def made() -> str:
    """The schema as JSON text."""
    raw = Terms.model_json_schema()
    general = {each.__name__ for each in GENERAL}
    types = {_TYPES[name]: BY_TYPE[name].__name__ for name in BY_TYPE}
    first = sorted(types, key=lambda name: types[name] not in general)
    provision = {
        "type": "object",
        "required": ["id", "type"],
        "properties": {
            "type": {
                "description": "The type of provision. The general ones first.",
                "enum": [*first, *(str(name) for name in BY_TYPE if name not in first)],
            }
        },
        "allOf": [_of_type(name, types[name]) for name in first],
    }
    maker = _Maker(raw["$defs"])
    whole = maker.record("Terms", raw, "")
    for model in dict.fromkeys(types[name] for name in first):
        older = "" if model in general else "Older form: docs/older-forms.md."
        maker.part({"$ref": f"#/$defs/{model}"}, older)
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The terms of one agreement, for Dealclock",
        **whole,
        "$defs": {**maker.done, "Provision": provision},
    }
    records = ",\n".join(f" {_text(name)}: {_text(each)}" for name, each in schema["$defs"].items())
    head = ",\n".join(f"{_text(k)}: {_text(v)}" for k, v in schema.items() if k != "$defs")
    return f'{{{head},\n"$defs": {{\n{records}\n}}}}\n'


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _of_type(name: str, model: str) -> Schema:
    older = [str(key) for key, word in _TYPES.items() if word == name]
    given = {"properties": {"type": {"enum": list(dict.fromkeys([name, *older]))}}}
    return {"if": {**given, "required": ["type"]}, "then": {"$ref": f"#/$defs/{model}"}}


class _Maker:
    """The records of the schema, each once, with the words of the page."""

    def __init__(self, records: Mapping[str, Schema]) -> None:
        self._records, self._described = records, described()
        self.done: dict[str, Schema] = {}

    def record(self, name: str, raw: Schema, about: str) -> Schema:
        """A record: its keys in the words of counsel, and their older forms."""
        own = {**self._described["Rule"], **self._described.get(name, {})}
        required: list[str] = _IMPLIED.get(name) or raw.get("required", [])
        keys: Schema = {}
        older: Schema = {}
        needed: list[list[str]] = []
        for key, value in raw["properties"].items():
            if key == "letters":  # of files of their own
                continue
            word = _SAID.get(key, key.replace("_", " "))
            spaced = key.replace("_", " ")
            says = (
                own.get(word) or own.get(spaced) or own.get(key) or _in_a_row(spaced, own) or about
            )
            part = self.part(value, says)
            if (name, key) == ("TimelineEntry", "when"):
                part = {"type": ["string", "integer"]}
            if key == "type" and "action" in raw["properties"]:
                part = {"enum": [w for n, w in _TYPES.items() if BY_TYPE[n].__name__ == name]}
                part["enum"] += [
                    n for n in _TYPES if BY_TYPE[n].__name__ == name and n != _TYPES[n]
                ]
            if word == "in any" and key != "in_any" and key != "in any":
                part = dict(_WINDOW)
                older |= {key: self.part(value, ""), key.replace(" ", "_"): self.part(value, "")}
            if says:
                part = {"description": says, **part}
            keys[word] = part
            others = {key, key.replace(" ", "_"), word.replace(" ", "_")} - {word, *older}
            said_now = {"description": f"Older form of {word}."}
            older |= {each: {**part, **said_now} for each in sorted(others)}
            if key in required:
                needed.append([word, *sorted(others)])
        if name in ("Period", "AccrualSpan"):
            keys["source"] = {"type": "object", "description": own["source"]}
        found: Schema = {"type": "object", "additionalProperties": False, "properties": keys}
        if older:
            found["patternProperties"] = {f"^{key}$": part for key, part in older.items()}
        if alone := [names[0] for names in needed if len(names) == 1]:
            found["required"] = alone
        if either := [names for names in needed if len(names) > 1]:
            found["allOf"] = [{"anyOf": [{"required": [n]} for n in names]} for names in either]
        return found

    def part(self, raw: Schema, about: str) -> Schema:
        """What may stand under a key."""
        if "discriminator" in raw:
            return {"$ref": "#/$defs/Provision"}
        if "$ref" in raw:
            return self._of_record(raw["$ref"].rpartition("/")[2], about)
        if raw.get("format") == "date":
            return {"type": "string"}
        found = {key: raw[key] for key in _KEPT if key in raw}
        for each in {"anyOf", "oneOf"} & raw.keys():
            found["anyOf"] = [self.part(inner, about) for inner in raw[each]]
        if isinstance(inner := raw.get("additionalProperties"), dict):
            found["additionalProperties"] = self.part(inner, about)
            found["properties"] = {"reading": _TEXT}
        if found.get("type") in ("integer", "number"):
            return {"anyOf": [found, {"type": "object", "required": ["source"]}]}
        return self._of_list(found, raw, about)

    def _of_record(self, name: str, about: str) -> Schema:
        if name not in self.done:
            self.done[name] = {}
            self.done[name] = self.record(name, self._records[name], about)
        ref = {"$ref": f"#/$defs/{name}"}
        return {"anyOf": [*_SHORT[name], ref]} if name in _SHORT else ref

    def _of_list(self, found: Schema, raw: Schema, about: str) -> Schema:
        """A list as it is, or one item alone; choices also as keys."""
        for items in raw.get("prefixItems", ())[:1] or [raw[k] for k in ("items",) if k in raw]:
            found["items"] = self.part(items, about)
        if found.get("items") == {"$ref": "#/$defs/DeclaredChoice"}:
            return {"anyOf": [{"type": "object"}, found]}
        alone = _may_be_alone(found.get("items", {}))
        return {"anyOf": [found["items"], found]} if alone else found


def _in_a_row(key: str, rows: Mapping[str, str]) -> str | None:
    """The row of another key that explains this one too."""
    return next((row for row in rows.values() if f"{key} " in row), None) if " " in key else None


def _may_be_alone(items: Schema) -> bool:
    """Whether one item may stand in the place of the list."""
    return items.get("type") == "string" or any(map(_may_be_alone, items.get("anyOf", ())))
