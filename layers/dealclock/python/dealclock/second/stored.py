"""What is stored of a deal, in the words of the second engine: the events in effect, the versions
of the terms, and provisions in the general form.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from dealclock.files.patch import merge
from dealclock.second.deals import NotCoveredError, Provision, listed
from dealclock.second.story import Delivery, Event

Raw = Mapping[str, Any]
RETRACTION = "retraction"
NEUTRAL_KINDS = {
    "deferred-warrants-vested": "camden-vested",
    "deferred-warrants-canceled": "camden-cancelled",
}
"""Kinds of event with two names, of which terms may have either."""


def day_in(value: Any) -> date:
    """A day, as text or not."""
    return value if isinstance(value, date) else date.fromisoformat(str(value))


# ---- Events


def in_effect(facts: Iterable[Raw], zone: str, as_of: date, known_at: datetime) -> list[Raw]:
    """The events recorded by an instant that happened by a day, in order of the day, then of
    recording: each as last corrected, under the id first recorded for it. One that was retracted
    does not count, unless its retraction was.
    """
    known = [fact for fact in facts if _recorded(fact, zone) <= known_at]
    by_id = {fact["id"]: fact for fact in known}
    retracted: set[str] = set()
    for fact in reversed(known):
        of = fact.get("corrects")
        if of and fact["id"] not in retracted:
            replaced = by_id.get(of, {}).get("kind") == RETRACTION
            if fact["kind"] == RETRACTION or replaced:
                retracted.add(of)
    counting: dict[str, Raw] = {}
    for fact in known:
        first = fact["id"]
        while by_id.get(first, {}).get("corrects"):
            first = by_id[first]["corrects"]
        if fact["id"] in retracted or fact["kind"] == RETRACTION or first in retracted:
            continue
        counting.pop(first, None)
        counting[first] = {**fact, "id": first, "kind": fact["kind"]}
    found = [fact for fact in counting.values() if day_in(fact["on"]) <= as_of]
    return sorted(found, key=lambda fact: day_in(fact["on"]))


def _recorded(fact: Raw, zone: str) -> datetime:
    """When it was recorded; the end of its day where that is not said."""
    at = fact.get("recorded_at")
    if at:
        found = at if isinstance(at, datetime) else datetime.fromisoformat(str(at))
        return found.astimezone(UTC)
    after = day_in(fact["on"]) + timedelta(days=1)
    return datetime.combine(after, time(), ZoneInfo(zone)).astimezone(UTC)


def events_of(facts: Iterable[Raw]) -> Iterator[Event]:
    """The events in effect; one about several things is one for each of them."""
    for fact in facts:
        abouts = listed(fact.get("about")) or [""]
        if len(abouts) > 1 and fact.get("amount") is not None:
            raise NotCoveredError(f"{fact['id']}: an amount about several things")
        for about in abouts:
            yield _event(fact, about)


def _event(fact: Raw, about: str) -> Event:
    on, shares, amount = day_in(fact["on"]), fact.get("shares"), fact.get("amount")
    if amount is not None and not Fraction(str(amount)):
        raise NotCoveredError(f"{fact['id']}: an amount of nothing")
    hour = str(fact.get("time") or "")
    return Event(
        fact["id"],
        NEUTRAL_KINDS.get(str(fact["kind"]), str(fact["kind"])),
        on,
        lot=str(fact.get("lot") or ""),
        dollars=Fraction(str(amount or 0)),
        about=about,
        holder=str(fact.get("holder") or ""),
        to=str(fact.get("to") or ""),
        shares=None if shares is None else int(Fraction(str(shares))),
        target=day_in(fact["target"]) if fact.get("target") else None,
        given=tuple(
            Delivery(
                each["to"],
                each["method"],
                day_in(each["on"]),
                day_in(each["acknowledged"]) if each.get("acknowledged") else None,
                hour if day_in(each["on"]) == on else "",
            )
            for each in fact.get("given") or ()
        ),
        time=hour,
    )


# ---- Versions


def versions(terms: Raw, as_of: date, known_on: date) -> list[tuple[date, Raw]]:
    """The original terms, and those after each amendment in force by a day and known by another;
    each with the first day on which it is in force."""
    found = [(day_in(terms["agreement"]["dated"]), terms)]
    amendments = sorted(terms.get("amendments") or (), key=lambda each: day_in(each["effective"]))
    for each in amendments:
        effective = day_in(each["effective"])
        if effective <= as_of and day_in(each["known"]) <= known_on:
            changed = merge(found[-1][1], each.get("changes") or {})
            found.append((effective, changed))
    return found


# ---- Provisions in the general form

SPELLED = {
    "section": "clause",
    "default": "lapse",
    "accrues for": "bears",
    "rates": "by age",
    "met by": "satisfied by",
    "event": "fact",
}
"""Other words for keys of provisions."""
WORDING = (
    *("action", "title", "clause", "owed_by", "channel", "draft", "called", "day called"),
    *("end called", "in force called", "source", "asks about", "certified by", "confirmed by"),
    *("funded by",),
)
"""Keys that no day and no amount depends on."""
USUAL: Raw = {
    "notice if idle": True,
    "converted": "keeps",
    "dated rates": "instead",
    "issued later": "from issue",
    "rates as amended": "of the day",
    "sold": "bears nothing",
    "then add each anniversary": "0",
    "after record date": "at once",
    "standard": "promptly",
}
"""What a key says where it changes nothing."""


OCCURS = {"reading": "default-occurs", "LAPSE": 0, "NEXT-DAY": 1}


def as_general(rule: Raw) -> Raw | None:
    """A provision of an older type that stands alone, in the general form; None for another."""
    made = {**rule, "type": "obligation"}
    lapse = rule.get("on_lapse")
    match rule["type"]:
        case "deadline" if not rule.get("or_later"):
            made |= {"opens": rule["after"], "due": {"after": rule["after"], "for": rule["within"]}}
            if lapse:
                made["lapse"] = {**lapse, "occurs": OCCURS, "closing": None}
        case "condition":
            made |= {
                "opens": f"opening of {rule['expected_by']}",
                "due": f"first {rule['not_later_than']}",
                "expected": f"due of {rule['expected_by']}",
            }
        case "duty" if not any(rule.get(key) for key in ("known_by", "asks_about", "during")):
            made |= {"each": rule["opened_by"], "due": {"after": "it", "for": rule["within"]}}
            made["matched"] = "about it"
        case "notice":
            made |= {"each": [rule["after_each"]], "matched": "about it"}
            since = {
                "reading": "notice-event",
                "DEFAULT-DATE": "it",
                "FIRST-ACCRUAL-DAY": "its accrual",
            }
            made["due"] = {"after": since, "for": rule["within"]}
        case _:
            return None
    made["satisfied by"] = [rule["met_by"]]
    old = (
        "after",
        "within",
        "on_lapse",
        "or_later",
        "not_later_than",
        "expected_by",
        "opened_by",
        "known_by",
        "asks_about",
        "after_each",
        "met_by",
    )
    return {key: value for key, value in made.items() if key not in old}


def in_general(rule: Raw) -> Provision:
    """A provision of a general type, as stored, under the words that this engine reads."""
    words = {key: value for key, value in in_words(rule).items() if key not in WORDING}
    kept = {key: value for key, value in words.items() if USUAL.get(key) != value}
    return {key: _filled(value) for key, value in kept.items() if _is_given(value)}


def in_words(rule: Raw, top: bool = True) -> dict[str, Any]:
    """A provision with the keys that this engine has for them."""
    found: dict[str, Any] = {}
    for key, given in rule.items():
        value = given
        name = key if key in ("owed_by", "opening_day") else key.replace("_", " ")
        name = {"owed by": "owed_by", "opening day": "opening_day"}.get(
            name, SPELLED.get(name, name)
        )
        if name == "in any" and "most" in rule and not top and isinstance(value, str):
            count, unit = value.split()
            name, value = f"window {unit}", int(count)
        elif name == "lapse" and isinstance(value, Mapping):
            value = in_words(value, top=False)
        elif name == "limits":
            value = [in_words(each, top=False) for each in value]
        found[name] = value
    if found.get("type") == "accrual":
        found["type"] = "stream"
    if found.get("type") == "payments":
        found["met by"] = found.pop("satisfied by", found.get("met by"))
    return found


def _is_given(value: Any) -> bool:
    return not (value is None or value is False or (isinstance(value, list | str) and not value))


def _filled(value: Any) -> Any:
    """A value without the keys that say nothing."""
    if isinstance(value, Mapping):
        return {key: _filled(each) for key, each in value.items() if _is_given(each)}
    return [_filled(each) for each in value] if isinstance(value, list) else value
