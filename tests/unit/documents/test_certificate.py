"""Certificates: `verify.py` accepts what the engine computes, and refuses what was changed."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealclock.days.calendars import FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW, Calendar
from dealclock.days.markets import NEW_YORK_STOCK_EXCHANGE
from dealclock.documents import verify
from dealclock.documents.certificate import CHECKER, certificate
from dealclock.engine.look import Look
from dealclock.errors import DealclockError
from tests.comparer.drawing import draw
from tests.comparer.frozen import cases
from tests.suite import seeds
from tests.unit.engine.deals import log
from tests.unit.engine.second.agreements.comparing_terms import loaded
from tests.unit.engine.second.agreements.many import KINDS
from tests.unit.engine.second.comparing import as_fact

AT_A_TIME = 25
GENERAL = ("streams", "damages", "obligations", "rights", "states", "statuses")
NAMES = tuple(cases())
SEEDS = seeds(1000)  # two histories each: 20,000 in `make test-slow`


def made(look: Look) -> dict[str, Any] | None:
    """The certificate as a file has it; None for what the engine refuses, and for a random history
    that no deal can have: a correction recorded before what it corrects.
    """
    try:
        found = dict(verify.read(json.dumps(certificate(look))))
    except DealclockError:
        return None
    known = {entry["id"] for entry in found["history"]}
    return found if {e["corrects"] for e in found["history"] if "corrects" in e} <= known else None


def refused(changed: dict[str, Any]) -> str:
    """The step that is named; "" if it is accepted."""
    try:
        verify.verify(changed)
    except verify.FalseStepError as wrong:
        return str(wrong)
    return ""


@pytest.mark.parametrize("first", range(0, len(NAMES), 200))
def test_every_worked_case_is_accepted(first: int) -> None:
    every = {name: made(cases()[name]) for name in NAMES[first : first + 200]}
    assert {name: refused(one) for name, one in every.items() if one and refused(one)} == {}


@pytest.mark.parametrize("first", range(0, len(SEEDS), AT_A_TIME))
def test_random_histories_are_accepted_and_changed_ones_refused(first: int) -> None:
    for seed, look in each(SEEDS[first : first + AT_A_TIME]):
        if one := made(look):
            assert refused(one) == "", seed
            for what, named, changed in changes(one, Random(f"change {seed}")):
                assert named in refused(changed), (seed, what)
            assert a_digest_known_refuses(one, lambda c: c["terms"]["provisions"].pop()), seed
            if one["history"]:
                assert a_digest_known_refuses(one, lambda c: c["history"].pop()), seed


def each(seeds: Sequence[int]) -> Iterator[tuple[str, Look]]:
    """For each seed a history of a sample, and one of a small agreement in the general form."""
    for seed in seeds:
        yield f"sample {seed}", draw(seed).query
        kind = GENERAL[seed % len(GENERAL)]
        drawn = KINDS[kind][0](seed)
        facts = log(*map(as_fact, drawn.events))
        try:
            terms = loaded(drawn.spelled)
        except DealclockError:
            continue
        yield f"{kind} {seed}", Look(terms, facts, drawn.as_of, readings=drawn.readings)


def a_digest_known_refuses(of: Mapping[str, Any], change: Any) -> bool:
    """Whether what was changed, with the digest made to fit, is refused by the digest known."""
    other = _with(of, change)
    other["digest"] = verify.digest_of(other)
    try:
        verify.verify(other, of["digest"])
    except verify.FalseStepError as wrong:
        return "not the one given" in str(wrong)
    return False


def changes(of: Mapping[str, Any], random: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Certificates with one thing changed: what, a name that must be in the refusal, and it."""
    names = [*of["not verified"]]
    verified = [n for n, i in enumerate(of["items"]) if not verify.covers(names, i["instance"])]
    for n in random.sample(verified, min(2, len(verified))):
        name = of["items"][n]["instance"]
        yield "left out", name, _with(of, lambda c, n=n: c["items"].pop(n))
        if of["items"][n].get("amount"):
            yield "amount", name, _with(of, lambda c, n=n: _more(c["items"][n], "amount"))
        for place in range(len(of["items"][n].get("segments", ())))[:1]:
            for what in ("principal", "rate", "amount"):
                yield (
                    what,
                    name,
                    _with(
                        of, lambda c, n=n, w=what, p=place: _more(c["items"][n]["segments"][p], w)
                    ),
                )
        for key in [k for k in DAYS if of["items"][n].get(k)][:2]:
            yield key, name, _with(of, lambda c, n=n, k=key: _later(c["items"][n], k))
        for where in [*_steps(of["items"][n])][:1]:
            yield "skipped", name, _with(of, lambda c, n=n, w=where: _unskip(c["items"][n], w))
    reading = random.choice([*of["readings"]])
    yield "reading", "digest", _with(of, lambda c: c["readings"].update({reading: "OTHER"}))
    yield "term", "digest", _with(of, lambda c: c["terms"]["provisions"].pop())
    if of["amendments"]:
        yield "amendment", "digest", _with(of, lambda c: c["amendments"].pop())
    if of["history"]:
        n = random.randrange(len(of["history"]))
        yield "event", "digest", _with(of, lambda c: c["history"].pop(n))
        yield "event moved", "digest", _with(of, lambda c: _later(c["history"][n], "on"))
    yield "not verified", "not verified", _with(of, lambda c: c["not verified"].update({"x": "y"}))


DAYS = (
    *("due", "last", "occurred", "arose", "accrues from", "done", "opens", "cured", "accrues to"),
    *("vested", "on", "cut off"),
)


def _with(of: Mapping[str, Any], change: Any) -> dict[str, Any]:
    changed = deepcopy(dict(of))
    change(changed)
    return changed


def _later(of: dict[str, Any], key: str) -> None:
    of[key] = (date.fromisoformat(of[key]) + timedelta(days=1)).isoformat()


def _more(of: dict[str, Any], key: str) -> None:
    of[key] = str(Fraction(of[key]) + Fraction(1, 100))


def _steps(of: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of the closed days passed over in an item."""
    for key, value in of.items() if isinstance(of, dict) else enumerate(of):
        if key == "skipped" and value:
            yield (*where, key)
        elif isinstance(value, dict | list):
            yield from _steps(value, (*where, key))


def _unskip(item: Any, where: tuple[Any, ...]) -> None:
    for key in where:
        item = item[key]
    item.popitem()


@pytest.mark.full
def test_the_page_says_what_share_is_verified_of_each_sample() -> None:
    found: dict[str, list[int]] = {}
    for name in NAMES:
        if one := made(cases()[name]):
            every = [n for pair in verify.shares(one).values() for n in pair]
            so_far = found.get(one["deal"], [0] * 4)
            found[one["deal"]] = [a + b for a, b in zip(so_far, every, strict=True)]
    table = {
        f"| `{deal}` | {of(*n[:2])} | {of(*n[2:])} |"
        for deal, n in found.items()
        if deal != "blank"
    }
    page = Path("docs/certificate.md").read_text("utf-8").splitlines()
    assert table <= {*page}, "\n".join(sorted(table))


def test_an_item_on_which_versions_of_the_terms_differ_names_the_one_that_governs() -> None:
    amended = [look for look in cases().values() if look.terms.amendments and look.versions[1:]]
    every = [one for look in amended if (one := made(look))]
    items = [(one, item) for one in every for item in one["items"]]
    said = [verify.covers([*one["not verified"]], item["instance"]) for one, item in items]
    assert [("version" in item) for _, item in items] == said
    assert {item.get("version", "") == "original" for _, item in items} == {True, False}
    assert {*said} == {True, False}


def of(verified: int, every: int) -> str:
    return f"{100 * verified // every}%" if every else "none"


@cache
def sample() -> dict[str, Any]:
    found = made(cases()["RD-01"]) if "RD-01" in cases() else made(draw(3).query)
    assert found is not None
    return found


def test_it_runs_alone_and_says_what_is_not_verified(tmp_path: Path) -> None:
    alone, file = tmp_path / "verify.py", tmp_path / "certificate.json"
    alone.write_bytes(CHECKER.read_bytes())
    for one, code in (
        (sample(), 0),
        (_with(sample(), lambda c: c["items"].pop()), 1),
        (_with(sample(), lambda c: c["terms"].pop("dates")), 1),
        (_with(sample(), lambda c: c.pop("history")), 1),
    ):
        file.write_text(json.dumps(one), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-I", "-S", alone, file], capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (code, ""), ran.stdout
    assert "dealclock" not in [line.split()[1] for line in _imports()]


def _set(path: Sequence[Any], value: Any) -> Any:
    """A change of one part of a certificate, its digest made to fit."""

    def change(made: Any) -> None:
        *before, last = path
        for key in before:
            made = made[key]
        made[last] = value

    return change


def _provision(key: str, value: Any, of_type: str = "rate schedule") -> Any:
    def change(made: Any) -> None:
        next(each for each in made["terms"]["provisions"] if each["type"] == of_type)[key] = value

    return change


HOSTILE: Mapping[str, tuple[Any, str]] = {
    "a list": (lambda text: "[]", "format: this file reads"),
    "nothing": (lambda text: "", "cannot be read"),
    "not a number": (
        lambda text: text.replace('"from day": 91', '"from day": NaN'),
        "whole number",
    ),
    "a fraction": (lambda text: text.replace('"from day": 91', '"from day": 1.5'), "whole number"),
    "a key twice": (lambda text: '{"format": 1, ' + text[1:], "given twice"),
    "too deep": (lambda text: "[" * 200_000, "nested too deeply"),
    "deep": (lambda text: "[" * 500 + "]" * 500, "nested too deeply"),
    "a huge number": (
        lambda text: text.replace('"from day": 91', f'"from day": {"9" * 99}'),
        "limits",
    ),
    "a long number": (
        lambda text: text.replace('"from day": 91', f'"from day": {"9" * 9999}'),
        "read",
    ),
    "a day for ever": (_set(("as of",), "9999-99-99"), "not as the format says"),
    "another day": (_set(("as of",), "June 30, 2004"), "not as the format says"),
    "a huge amount": (
        _set(("terms", "securities", 0, "principal"), "1e99999"),
        "beyond all limits",
    ),
    "an amount of none": (
        _set(("terms", "securities", 0, "principal"), "1/0"),
        "beyond all limits",
    ),
    "a rate that never rises": (
        _provision("then by age", {"most": "9", "add": "0", "every days": 1}),
        "additional-interest: ",
    ),
    "no days": (_provision("due", {"after": "closing-date", "for": {}}, "deadline"), "'unit'"),
    "an unknown unit": (_provision("due", "2 moons after closing-date", "deadline"), "'moons'"),
    "a day of no terms": (_provision("due", "some day", "deadline"), "no day of the terms"),
    "an item of no keys": (_set(("items", 0), "x"), "items 1: not an object"),
    "a key of its own": (_set(("conclusion",), "No default has occurred."), "conclusion"),
    "events of no list": (_set(("history",), {"id": 1}), "history 1: not an object"),
    "recorded later": (_set(("known at",), "2000-01-01T00:00:00+00:00"), "instant of its record"),
    "no zone": (_set(("terms", "time zone"), "Mars/Olympus"), "is missing"),
    "a true for a one": (_set(("items", 0, "done"), True), ""),
    "a line of its own": (
        _set(("items", 0, "instance"), "x\nAccepted\ud800\x1b[2J"),
        "x\\u000aAccepted\\ud800\\u001b[2J",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_hostile_is_refused_in_words(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, says = HOSTILE[name]
    file = tmp_path / "certificate.json"
    if name in list(HOSTILE)[:9]:
        text = change(json.dumps(sample()))
    else:
        other = _with(sample(), change)
        with suppress(Exception):
            other["digest"] = verify.digest_of(other)
        text = json.dumps(other)
    file.write_text(text, encoding="utf-8")
    assert verify.main([str(file)]) in (1, 2)
    said = capsys.readouterr().out
    assert says in said, said
    assert said.startswith("NOT ACCEPTED: ") or "cannot be read" in said


def _imports() -> list[str]:
    lines = CHECKER.read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith(("import ", "from "))]


@pytest.mark.parametrize(
    "calendar", [FEDERAL_RESERVE, GENERAL_CONSTRUCTION_LAW, NEW_YORK_STOCK_EXCHANGE]
)
def test_its_closed_days_are_those_of_the_library(calendar: Calendar) -> None:
    own = verify.Calendar([calendar.name], {}, (1995, 2060))
    day, last = date(1995, 1, 1), date(2060, 12, 31)
    while day <= last:
        assert own.closed(day) == calendar.closed_because(day), day
        day += timedelta(days=1)
