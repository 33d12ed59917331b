"""Every question, under every choice of every reading, agrees with `assess`.

Everything in an answer that the assessment also holds is compared, so that a new
question or reading is covered as it is; a question that shares nothing with an assessment in that
way has a comparison of its own here, or is in NOT_COMPARED with the reason.
"""

import sys
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest

from dealclock.answers import compose
from dealclock.answers import roll_forward as ask_roll_forward
from dealclock.answers.assess import assess as whole_assessment
from dealclock.answers.catalog import QUESTIONS
from dealclock.answers.options import read_options
from dealclock.engine import assess as engine
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.look import Look
from dealclock.errors import DealclockError
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.terms.readings import ALL
from tests.suite import seeds
from tests.unit.engine.deals import ZONE, history, letter_terms, sample_terms

Found = tuple[str, object, object]
"""What is compared, as the question has it and as the assessment has it."""


def fact(name: str, kind: str, on: str, **more: Any) -> Fact:
    """One fact."""
    return Fact.model_validate({"id": name, "kind": kind, "on": on, **more})


def to_all(on: str, method: str = "mail") -> list[dict[str, str]]:
    """Given to Holders by a method."""
    return [{"to": to, "method": method, "on": on} for to in ("holders", "trustee", "company")]


BUSY = (
    fact("DRAFT", "shelf-drafts-furnished", "2004-07-02"),
    fact("FILED", "registration-statement-filed", "2004-07-15"),
    fact("AIM", "effectiveness-intended", "2004-08-16", target="2004-10-28"),
    fact("ASK", "questionnaire-mailed", "2004-09-01", given=to_all("2004-09-01")),
    fact("HAS", "notes-acquired", "2004-07-01", holder="fund-a", lot="base", amount="5000000"),
    fact("LATE", "questionnaire-returned", "2004-11-03", holder="fund-a", amount="5000000"),
    fact("EFF", "registration-statement-effective", "2004-11-05"),
    fact("SALE", "sale-notice", "2004-11-10", given=to_all("2004-11-10"), holder="fund-a"),
    fact("SOLD", "notes-sold-under-shelf", "2004-11-22", holder="fund-a", lot="base", amount=1000),
    fact("OUT", "prospectus-unusable", "2004-11-23"),
    fact("SUPP-DRAFT", "amendment-drafts-furnished", "2004-11-24"),
    fact("SUS", "suspension-notice", "2004-11-26", given=to_all("2004-11-26")),
    fact("WAIVED", "waiver", "2004-11-29", about="default-ii", amount="40000000"),
    fact("PLAN", "sale-planned", "2004-11-30", target="2004-12-20", holder="fund-a"),
)
VESTED = (
    fact("EX", "warrants-exercised", "2003-06-02", holder="a", shares=1000, unadjusted=1000),
    fact("VEST", "camden-vested", "2004-03-01", shares=500),
    fact(
        "WOULD", "entitlement-computed", "2004-03-02", about="EX", shares=1100, target="2004-03-01"
    ),
)
SCENES: Mapping[str, tuple[Any, FactLog, date]] = {
    "before the first filing": (sample_terms(), FactLog((), ZONE), date(2004, 7, 6)),
    "busy": (sample_terms(), FactLog(BUSY, ZONE), date(2004, 12, 10)),
    "suspended": (sample_terms(), history("story"), date(2005, 2, 15)),
    "vested": (letter_terms(), FactLog(VESTED, ZONE), date(2005, 1, 3)),
}

ASKED: Mapping[str, tuple[dict[str, object], ...]] = {
    "assess": ({},),
    "next": ({"days": 366},),
    "status": ({},),
    "accrual": ({},),
    "why": tuple({"instance": name} for name in ("effectiveness", "cure-window/OUT")),
    "suspension": ({},),
    # An extension that carries: the due date it moves is the one the assessment has.
    "what-if": (
        {
            "fact": [
                {
                    "kind": "extension",
                    "on": "2004-07-06",
                    "about": "effectiveness",
                    "target": "2004-11-30",
                    "amount": "40000000",
                }
            ]
        },
    ),
    "changes": ({"from": "2004-07-01"},),
    "deemed": tuple(
        {"method": way, "on": day, "to": to}
        for way, day, to in (("mail", "2004-11-26", "holders"), ("hand", "2005-02-01", "holders"))
    ),
    "review": tuple(
        {"document": document, **day}
        for document in ("shelf-review", "amendment-review")
        for day in (
            {"furnished": "2004-07-02"},
            {"furnished": "2004-11-24"},
            {"before": "shelf-filing"},
            {"before": "cure-window/OUT"},
        )
    ),
    "holders": ({},),
    "payments": ({},),
    "questionnaires": ({},),
    "readings": ({},),
    "roll-forward": ({"from": "2004-06-30"},),
    "true-up": ({},),
    "consent": ({"of": "WAIVED"},),
    "timeline": ({},),
}
"""How each question is asked, in the busy scene unless ELSEWHERE says otherwise."""
ELSEWHERE = {
    "review": ("before the first filing", "busy"),
    "suspension": ("busy", "suspended"),
    "what-if": ("before the first filing",),
    "roll-forward": ("suspended",),
    "payments": ("suspended",),
    "readings": ("before the first filing", "busy"),
    "true-up": ("vested",),
}

NOT_COMPARED = {
    "count": "counts days from a day given to it: no date of an assessment",
    "history": "the dates and status of an item in words; what is stored about it",
    "contribution": "shares a loss given to it: no date, amount or reading of an assessment",
    "section": "names items of the assessment, and has no date or amount of its own",
    "usable": "answers yes, no or not known, and has no date or amount of its own",
}
_FIELDS = ("due", "status", "opens", "closes", "met_on", "occurred_on", "shares", "would_have")
_MONEY = ("amount", "exact")
_DAYS = ("due", "opens", "closes", "occurred_on")


def test_every_question_is_compared_or_has_a_reason_not_to_be() -> None:
    assert set(ASKED) | set(NOT_COMPARED) == set(QUESTIONS)


def answer(scene: str, name: str, readings: Mapping[str, str], **given: object) -> Any:
    """The answer of a question in a scene; None where the scene has nothing for it."""
    terms, log, as_of = SCENES[scene]
    question = QUESTIONS[name]
    try:
        asked = Look(terms, log, as_of, None, readings)
        return question.json(asked, read_options(question, given))
    except DealclockError:
        return None


@cache
def found_by_engine(scene: str, readings: tuple[tuple[str, str], ...]) -> Assessment:
    """The assessment of a scene, under these readings alone."""
    terms, log, as_of = SCENES[scene]
    return assess(Look(terms, log, as_of, readings=dict(readings)), compare=False)


@cache
def assessed(scene: str, readings: tuple[tuple[str, str], ...]) -> Any:
    """The same as `dealclock assess` gives it."""
    return whole_assessment.document(found_by_engine(scene, readings))


def choices(scene: str) -> list[tuple[tuple[str, str], ...]]:
    """The default readings, and every other choice of each one that bears on the scene."""
    bearing = [r for r in ALL.values() if r.id in found_by_engine(scene, ()).consulted]
    return [(), *(((r.id, choice),) for r in bearing for choice in r.others)]


def played(
    every: list[tuple[tuple[str, str], ...]],
) -> list[tuple[tuple[str, str], ...]]:
    """Of the choices of readings the defaults, and in `make test` a part of the others."""
    first, *others = every
    return [first, *(others[seed] for seed in seeds(len(others))[: len(others)])]


def records(data: Any) -> Iterator[dict[str, Any]]:
    """Every record with an instance, at any depth."""
    for each in data.values() if isinstance(data, dict) else data:
        if isinstance(each, dict | list):
            yield from records(each)
    if isinstance(data, dict) and isinstance(data.get("instance"), str):
        yield data


def compared(name: str, found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    """What an answer and the assessment both hold."""
    by_instance = {r["instance"]: r for r in records(whole)}
    for each in records(found):
        same = by_instance.get(each["instance"])
        # What a payment comes to for one Holder is not what the assessment has of it.
        for field in _FIELDS if name == "holders" else (*_FIELDS, *_MONEY):
            if same and field in each and field in same:
                yield f"{each['instance']} {field}", each[field], same[field]
    yield from _OWN.get(name, _nothing)(found, whole, given)


def _nothing(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    yield from ()


def _review(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    owed = {o["instance"]: o for o in whole["obligations"]}
    windows = {w["instance"]: w for w in whole["windows"]}
    if found["latest_furnish"] and (here := owed.get(f"{found['review']}/{given.get('before')}")):
        yield "drafts due", found["latest_furnish"]["day"], here["due"]
        yield "a review is due", found["review_due"], here["status"] != "excused"
    for draft in ("DRAFT", "SUPP-DRAFT"):
        here = windows.get(f"{found['review']}/{draft}")
        if here and found["earliest_filing"] and here["opens"] == given.get("furnished"):
            over = date.fromisoformat(here["closes"]) + timedelta(days=1)
            yield "first filing", found["earliest_filing"]["day"], over.isoformat()


def _suspension(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    for budget in whole["budgets"]:
        yield "what each limit leaves", found["limits"], budget["limits"]


def _what_if(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    by_instance = {r["instance"]: r for r in records(whole)}
    for move in found["moves"]:
        here = by_instance.get(move["instance"])
        # Of what a suspension stops, what would be due is no date that moves.
        dated = here and move["what"] in _DAYS and move["what"] in here
        if here and dated and not here.get("stopped_since"):
            yield f"{move['instance']} before", move["from"], here[move["what"]]


def _changes(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    by_instance = {r["instance"]: r for r in records(whole)}
    for move in found["moves"]:
        here = by_instance.get(move["instance"])
        if here and move["what"] in _DAYS and move["what"] in here:
            yield f"{move['instance']} after", move["to"], here[move["what"]]


def _deemed(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    for name in ("SUS", "F9"):
        window = next((w for w in whole["windows"] if w["instance"] == f"suspension/{name}"), None)
        # Its first day is the day its notice is given only where the readings count from that.
        start = whole["readings"]["suspension-start"], whole["readings"]["first-suspended-day"]
        sent = {"SUS": "2004-11-26"}.get(name)
        if window and sent == given["on"] and start == ("DEEMED", "NOTICE-DAY-COUNTS"):
            yield "the day a notice is given", found["deemed_given"], window["opens"]


def _readings(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    for used in found["readings"]:
        yield f"{used['reading']} is read", used["choice"], whole["readings"][used["reading"]]


def _roll_forward(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    if whole["accrual"]:
        yield "accrued since the closing", found["in_all"]["accrued"], whole["accrual"]["total"]


def _accrual(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    yield "what accrued", found["accrual"], whole["accrual"]


def _timeline(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    by_instance = {r["instance"]: r for r in records(whole)}
    for each in found["moments"]:
        here = by_instance.get(each["instance"]) if each["origin"] == "computed" else None
        if here:
            days = [here[field] for field in _DAYS if here.get(field)]
            yield f"{each['instance']} stands on its day", True, each["first_day"] in days


def _consent(found: Any, whole: Any, given: dict[str, object]) -> Iterator[Found]:
    for each in whole["agreed"]:
        if each["instance"] == given["of"]:
            yield "whether it carries", found["carries"], each["outcome"] == "carries"
            yield "what consents", found["consenting"], each["consenting"]
            yield "of how much", found["whole"], each["whole"]


_OWN = {
    "review": _review,
    "suspension": _suspension,
    "what-if": _what_if,
    "changes": _changes,
    "deemed": _deemed,
    "readings": _readings,
    "roll-forward": _roll_forward,
    "accrual": _accrual,
    "timeline": _timeline,
    "consent": _consent,
}


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that assess do it under one reading: what others would change is not compared."""
    # Each is loaded before, or it would keep the other one.
    for module in (
        engine,
        compose,
        *(sys.modules[each.ask.__module__] for each in QUESTIONS.values()),
    ):
        if getattr(module, "assess", None) is assess:
            monkeypatch.setattr(module, "assess", _alone)
    monkeypatch.setattr(ask_roll_forward, "over_all", _over_none)


def _over_none(what: Any, chosen: Any, ask: Any, known: Any) -> Any:
    return over_all(what, chosen, lambda moved: (ask(moved)[0], frozenset()), known)


def _alone(*args: Any, **kwargs: Any) -> Assessment:
    return assess(*args, **{**kwargs, "compare": False})


@pytest.mark.full
@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("name", ASKED)
def test_a_question_agrees_with_the_assessment_under_every_reading(name: str) -> None:
    seen = set[str]()
    for scene in ELSEWHERE.get(name, ("busy",)):
        as_of = SCENES[scene][2].isoformat()
        for moved in played(choices(scene)):
            whole = assessed(scene, moved)
            for given in ASKED[name]:
                more = {"to": as_of} if name == "roll-forward" else {}
                found = answer(scene, name, dict(moved), **given, **more)
                for what, ours, theirs in (
                    () if found is None else compared(name, found, whole, given)
                ):
                    seen.add(what)
                    assert ours == theirs, f"{name} {given} in {scene!r} under {moved}: {what}"
    assert seen, f"nothing was compared of {name}: compare it here, or list it with the reason"
