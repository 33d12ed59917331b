"""An agreement in the older types of provision, read from its terms: their figures, and its own
names for what this engine calls by one agreement's names.

Every figure is read. Terms of another shape are not covered, with the reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from dealclock.second.deals import NotCoveredError
from dealclock.second.story import (
    EFFECTIVE,
    EXTENDED,
    FILED,
    ISSUED,
    PAID,
    RESUMED,
    SUSPENDED,
    UNUSABLE,
    USABLE,
    Form,
    Limits,
    Rule,
)

ONCE = (
    *("protected period", "outage with cure", "day budget", "notice", "rate schedule"),
    "payment",
)
CORE = ("deadline", *ONCE)
"""The types whose days depend on each other; all but deadlines have one provision."""

ONLY_AS = {
    "first-suspended-day": "NOTICE-DAY-COUNTS",
    "suspension-length": "ONE-PERIOD",
    "any-window": "EVERY-ROLLING",
    "extension-notice": "BY-DAY-45",
    "extension-cap": "WINDOW-60",
    "down-time": "NO-DEFAULT",
    "notice-of-idle-default": "GIVEN",
    "notice-of-rate-step": "NOT-OWED",
    "last-protected-day": "ANNIVERSARY-OUT",
    "leap-day-anniversary": "FEBRUARY-28",
    "amended-rates": "FROM-AMENDMENT",
    "trigger-day": "EXCLUDED",
}
"""Questions of which one choice alone is covered."""


def need(holds: object, why: str) -> None:
    """Raise NotCoveredError with the reason unless something holds."""
    if not holds:
        raise NotCoveredError(why)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value with other names for those it holds: whole texts, or their parts between slashes."""
    if isinstance(value, str):
        return "/".join(names.get(part, part) for part in value.split("/"))
    if isinstance(value, list | tuple):
        return type(value)(renamed(each, names) for each in value)
    if isinstance(value, Mapping):
        return {k: each if k == "type" else renamed(each, names) for k, each in value.items()}
    return value


def names_of(rules: Sequence[Rule]) -> dict[str, str]:
    """The engine's name for each id, default and kind of event of the core."""
    found = {kind: [rule for rule in rules if rule["type"] == kind] for kind in CORE}
    need(all(len(found[kind]) == 1 for kind in ONCE), "several provisions of one type, or none")
    period, outage, budget, notice, _, payment = (found[kind][0] for kind in ONCE)
    timed = [each for each in found["deadline"] if each.get("on_lapse")]
    started = [each for each in timed if each["met_by"] == period["begins_with"]]
    others = [each for each in timed if each not in started]
    need(len(started) == len(others) == 1, "deadlines other than to file and to be effective")
    filing, effectiveness, windows = others[0], started[0], budget["in_any"]
    need(len(windows) == 1 + 1 and not budget.get("times_in_any"), "other windows")
    for rule, act in ((filing, "met_by"), (effectiveness, "met_by"), (outage, "cured_by")):
        need(rule["on_lapse"]["cured_by"] == rule[act], "a default cured by another act")
    own = {
        filing["id"]: "shelf-filing",
        filing["on_lapse"]["id"]: "default-i",
        filing["met_by"]: FILED,
        effectiveness["id"]: "effectiveness",
        effectiveness["on_lapse"]["id"]: "default-ii",
        effectiveness["met_by"]: EFFECTIVE,
        outage["id"]: "cure-window",
        outage["on_lapse"]["id"]: "default-iii",
        outage["opened_by"]: UNUSABLE,
        outage["cured_by"]: USABLE,
        budget["id"]: "suspension",
        budget["begins_with"]: SUSPENDED,
        budget["ends_with"]: RESUMED,
        str(budget.get("extended_by")): EXTENDED,
        budget["on_overrun"]["id"]: "default-iv-a",
        windows[1]["on_overrun"]["id"]: "default-iv-b",
        notice["id"]: "trustee-notice",
        payment["id"]: "payment",
        payment["met_by"]: PAID,
        period["id"]: "effectiveness-period",
    }
    need(len({*own.values()}) == len(own), "one name for two things")
    return own


def form_of(terms: Mapping[str, Any], readings: Mapping[str, str]) -> Form:
    """The form of terms under the engine's names; raises NotCoveredError for another shape."""
    rules, dates = tuple(terms["provisions"]), terms["dates"]
    by_type = {rule["type"]: rule for rule in rules}
    outage, budget, stream = (by_type[kind] for kind in ("outage with cure", *ONCE[2:5:2]))
    for question, choice in ONLY_AS.items():
        chosen = readings.get(question, choice)
        need(chosen == choice, f"the reading {question}, {chosen}")
    closing = _day(dates[_of("effectiveness", rules)["after"]])
    need(outage["during"] == budget["during"] == "effectiveness-period", "another period")
    need(outage["excused_by"] == "suspension", "an outage that nothing excuses")
    short, long = budget["in_any"]
    need(not short.get("on_overrun") and budget["to"], "a default of the shorter window")
    need(short["days"] == budget["limit_days"], "a shorter window of other days")
    need(short.get("extended_days") == budget.get("extended_days"), "windows extended apart")
    need(short.get("window_days") and long.get("window_days"), "windows in months")
    for key in ("for_each", "at_once", "most_in_all", "then_by_age", "formerly"):
        need(not stream.get(key), f"rates with {key}")
    need(_day(dates[stream["anniversaries_of"]]) == closing, "anniversaries of another day")
    base, *later = terms["securities"]
    need(base["issued"] in (closing.isoformat(), closing), "a first lot of another day")
    need(all(each["issued"] == ISSUED for each in later), "lots issued otherwise")
    need(not any(each.get("closings") for each in terms["securities"]), "lots by closing")
    sheet = terms["indenture"]
    year_end = terms.get("fiscal_year_ends") or {"month": 12, "day": 31}
    return Form(
        rules=rules,
        closing=closing,
        limits=limits_of(rules, None),
        windows=(int(short["window_days"]), int(long["window_days"])),
        base=base["id"],
        principal=_whole(base["principal"], 1),
        later={each["id"]: _whole(each["principal"], 1) for each in later},
        by_age=tuple((int(e["from_day"]), _whole(e["rate"], 100)) for e in stream["by_age"]),
        by_anniversary=tuple(
            (int(e["anniversary"]), _whole(e["rate"], 100)) for e in stream["by_anniversary"]
        ),
        then_each=_whole(stream.get("then_add_each_anniversary") or 0, 100),
        payment_days=_month_days(sheet["interest_payment_dates"]),
        record_days=_month_days(sheet.get("record_dates") or ()),
        deemed=terms.get("deemed_notice", {}),
        price=Fraction(str(sheet.get("conversion_price") or 1)),
        fiscal_year_end=(int(year_end["month"]), int(year_end["day"])),
    )


def limits_of(rules: Iterable[Rule], since: date | None) -> Limits:
    """The limits that provisions give, in force from a day."""
    rules = tuple(rules)
    budget = _of("suspension", rules)
    cure = _of("cure-window", rules)["within"]
    times = [_of(name, rules)["within"] for name in ("shelf-filing", "effectiveness")]
    need({*cure} == {"count", "unit"} and cure["unit"] == "business days", "a cure in other days")
    for each in times:
        need({*each} == {"count", "unit"} and each["unit"] == "days", "deadlines in other days")
    days = int(budget["limit_days"])
    return Limits(
        since=since,
        filing=int(times[0]["count"]),
        effectiveness=int(times[1]["count"]),
        cure=int(cure["count"]),
        in_a_row=days,
        extended=int(budget.get("extended_days") or days),
        in_360=int(budget["in_any"][1]["days"]),
    )


def _of(name: str, rules: Iterable[Rule]) -> Rule:
    return next(rule for rule in rules if rule["id"] == name)


def _day(value: Any) -> date:
    return value if isinstance(value, date) else date.fromisoformat(str(value))


def _whole(value: Any, times: int) -> int:
    """A value N times, which must be whole: dollars, or the basis points of a percentage."""
    exact = Fraction(str(value)) * times
    need(exact.denominator == 1, f"a part of a dollar or of a basis point: {value}")
    return int(exact)


def _month_days(given: Any) -> tuple[tuple[int, int], ...]:
    return tuple((int(each["month"]), int(each["day"])) for each in given)
