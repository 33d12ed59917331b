"""The worked cases on clauses of other agreements and on the model agreements, as the second engine
hears them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from dealclock.files.patch import merge
from dealclock.files.source import parse_file
from dealclock.second.deals import Deal, NotCoveredError
from dealclock.second.stored import in_words
from dealclock.second.story import Delivery, Event

CASES = Path(__file__).parents[4] / "cases"
FOLDER, MODELS = CASES / "clauses", CASES.parents[1] / "agreements"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a case: its name, the deal, and the part of the answer counted by hand."""

    name: str
    deal: Deal
    expected: Mapping[str, Any]


AGREED = ("extension", "waiver")
"""Kinds of event that the second engine follows on the samples alone."""


def questions() -> Iterator[Asked | NotCoveredError]:
    """Every question of an assessment; the reason for one that is not covered."""
    blank = parse_file(FOLDER / "blank" / "terms.yaml").data
    own = (CASES / "patterns.yaml", *CASES.glob("model_*.yaml"))
    for file in sorted((*FOLDER.glob("*.yaml"), *own)):
        data = parse_file(file).data
        for case in data["cases"] if isinstance(data, Mapping) else ():
            places = (of / str(case["agreement"]) / "terms.yaml" for of in (MODELS, FOLDER))
            model = next((place for place in places if place.exists()), None)
            terms = parse_file(model).data if model else blank
            for n, also in enumerate((None, *case.get("also", ()))):
                yield _asked(f"{case['id']}/{n}", terms, case, also or {})


def _asked(
    name: str, blank: Any, case: Mapping[str, Any], also: Mapping[str, Any]
) -> Asked | NotCoveredError:
    terms = merge(merge(blank, case.get("terms", {})), also.get("terms", {}))
    facts = case.get("facts", [])
    facts = merge(facts, also["facts"]) if "facts" in also else facts
    left_out = also.get("without", ())
    given = [f for f in facts if f["id"] not in left_out]
    question = also.get("question", case.get("question", "assess"))
    expected = also.get("expected", case.get("expected") if not also else None)
    if question != "assess" or expected is None:
        return NotCoveredError(f"{name}: another question")
    if any(f["kind"] in AGREED for f in given):
        return NotCoveredError(f"{name}: what the parties agreed")
    readings = merge(case.get("readings", {}), also.get("readings", {}))
    as_of = _date(also.get("as_of", case.get("as_of")))
    terms = {
        key.replace(" ", "_"): each if key in DAYS_IN else _underscored(each)
        for key, each in terms.items()
    }
    terms["provisions"] = [in_words(each) for each in _records(terms["provisions"])]
    each_about = [
        {**fact, "about": about}
        for fact in given
        for about in (fact["about"] if isinstance(fact.get("about"), list) else [fact.get("about")])
    ]
    if len(each_about) > len(given) and any("amount" in fact for fact in given):
        return NotCoveredError(f"{name}: an amount about several things")
    events = tuple(map(_event, each_about))
    return Asked(name, Deal.on(terms, events, as_of, readings), expected)


DAYS_IN = ("days", "provisions", "readings")
"""The parts of terms whose keys have spaces to the second engine too."""


def _underscored(part: Any) -> Any:
    """A part of the terms with underscores in its keys; names that authors give have no spaces."""
    if isinstance(part, list):
        return list(map(_underscored, part))
    if isinstance(part, Mapping):
        words = ((k.replace(" ", "_") if isinstance(k, str) else k, v) for k, v in part.items())
        return {key: _underscored(each) for key, each in words}
    return part


def _records(given: Any) -> list[Mapping[str, Any]]:
    if isinstance(given, Mapping):
        return [{"id": name, **each} for name, each in given.items()]
    return list(given)


def _date(value: Any) -> date:
    return value if isinstance(value, date) else date.fromisoformat(str(value))


def _event(fact: Mapping[str, Any]) -> Event:
    return Event(
        fact["id"],
        fact["kind"],
        _date(fact["on"]),
        about=fact.get("about") or "",
        holder=fact.get("holder", ""),
        lot=fact.get("lot", ""),
        target=_date(fact["target"]) if "target" in fact else None,
        dollars=int(float(fact.get("amount", 0))),
        shares=fact.get("shares"),
        time=fact.get("time", ""),
        given=tuple(
            Delivery(
                each["to"],
                each["method"],
                _date(each["on"]),
                _date(each["acknowledged"]) if each.get("acknowledged") else None,
                fact.get("time", "") if _date(each["on"]) == _date(fact["on"]) else "",
            )
            for each in fact.get("given", ())
        ),
    )
