"""Shares owed on an early exercise once warrants vest whose adjustment was deferred."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from dealclock.second.computed import Computed
from dealclock.second.stored import NEUTRAL_KINDS, Raw, day_in

USUAL = {
    "true-up-cutoff": "EXERCISE-ONLY",
    "true-up-deduction": "EARLIER-TRUE-UPS",
    "true-up-adjustments": "ALL",
    "share-fractions": "DOWN",
    "same-day-vesting": "STRICTLY-AFTER",
}


def put_true_ups(
    terms: Raw, facts: list[Raw], readings: Mapping[str, str], found: Computed
) -> None:
    """The whole shares that each vesting adds for each exercise before it, where the record has
    what the exercise would have yielded."""
    chosen = {**USUAL, **readings}
    for rule in terms["provisions"]:
        if rule["type"] != "share true-up":
            continue
        if rule.get("assumed_formula"):
            found.leave_out("shares by an assumed formula", rule["id"])
            continue
        found.heads.add(rule["id"])
        days = dict.fromkeys(day_in(f["on"]) for f in _of(rule["vested_by"], facts))
        for exercise in _of(rule["exercised_by"], facts):
            earlier = 0
            for vested in days:
                if not _is_after(vested, exercise, chosen):
                    continue
                vesting = next(
                    f for f in _of(rule["vested_by"], facts) if day_in(f["on"]) == vested
                )
                shares = _added(rule, exercise, vested, earlier, terms, facts, chosen)
                if shares is not None:
                    found.put(
                        f"{rule['id']}/{exercise['id']}/{vesting['id']}",
                        "shares",
                        f"{shares} shares",
                    )
                    earlier += shares


def _of(kind: str, facts: list[Raw], about: str = "") -> list[Raw]:
    names = {kind, NEUTRAL_KINDS.get(kind, kind)}
    own = [f for f in facts if NEUTRAL_KINDS.get(f["kind"], f["kind"]) in names]
    return [f for f in own if not about or f.get("about") == about]


def _number(value: Any) -> Fraction:
    return Fraction(str(value or 0))


def _is_after(vested: date, exercise: Raw, chosen: Mapping[str, str]) -> bool:
    on = day_in(exercise["on"])
    return vested > on or (vested == on and chosen["same-day-vesting"] == "SAME-DAY")


def _added(
    rule: Raw,
    exercise: Raw,
    vested: date,
    earlier: int,
    terms: Raw,
    facts: list[Raw],
    chosen: Mapping[str, str],
) -> int | None:
    """What it would have yielded on the day, less what it has; none after the cut-off."""
    cut_off = day_in(terms["dates"][rule["exercised_before"]])
    also = chosen["true-up-cutoff"] == "ALSO-VESTING" and vested >= cut_off
    if day_in(exercise["on"]) >= cut_off or also:
        return 0
    yielded = _yielded(rule, exercise, vested, facts, chosen)
    if yielded is None:
        return None
    for other in _of("other-adjustment", facts, exercise["id"]):
        if chosen["true-up-adjustments"] != "ALL" and day_in(other["on"]) <= vested:
            yielded -= _number(other.get("shares"))
    had = _number(exercise.get("shares"))
    had += earlier if chosen["true-up-deduction"] == "EARLIER-TRUE-UPS" else 0
    gap = max(yielded - had, Fraction(0))
    return gap.__ceil__() if chosen["share-fractions"] == "UP" else gap.__floor__()


def _yielded(
    rule: Raw, exercise: Raw, vested: date, facts: list[Raw], chosen: Mapping[str, str]
) -> Fraction | None:
    """As computed for that day, or else by the ratio computed for it; None where neither was."""
    for computed in reversed(_of("entitlement-computed", facts, exercise["id"])):
        if day_in(computed["target"]) == vested:
            return _number(computed["shares"])
    before = [
        f for f in _of(rule["vested_by"], facts) if not _is_after(day_in(f["on"]), exercise, chosen)
    ]
    unadjusted = exercise.get("unadjusted", None if before else exercise.get("shares"))
    unadjusted = unadjusted or (None if before else exercise.get("shares"))
    for ratio in reversed(_of("ratio-computed", facts, rule["id"])):
        if unadjusted is not None and day_in(ratio["target"]) == vested:
            return _number(unadjusted) * _number(ratio["ratio"])
    return None
