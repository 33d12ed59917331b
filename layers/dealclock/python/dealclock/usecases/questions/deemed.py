"""`deemed`: when a notice sent in a way counts as given, and whether that is in time.

A notice to several counts from the last of them who has it, and may go to each by a method of its
own. Every method is told beside what was asked about, ranked by the day it would give the notice.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Any

from dealclock.agreement.rules.notices import Notice
from dealclock.agreement.source import nearest
from dealclock.agreement.terms import Terms
from dealclock.engine.comparing.all_combinations import over_all
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.engine.context import Context
from dealclock.engine.in_force import InForce
from dealclock.engine.notices.deemed import deemed_given
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.log import EffectiveFact
from dealclock.render import words
from dealclock.render.in_force import heading, told_version
from dealclock.render.json_parts import trace
from dealclock.render.layout import wrapped
from dealclock.render.view import LEGAL
from dealclock.usecases.questions.question import Detail, Json, NotAnsweredError, Query, Question

FORMAT = "dealclock-deemed/1"


def answer(asked: Query) -> Json:
    """The day a notice is given to each addressee and to all, and how other methods would do."""
    on = _day(asked.details["on"])
    if on is None:
        raise NotAnsweredError("deemed needs on, the day the notice is sent")
    due, acknowledged = _day(asked.details.get("due")), _day(asked.details.get("acknowledged"))
    given = asked.in_force()
    terms, context = given.terms, given.context()
    to = _addressees(asked, terms)
    if not terms.deemed_notice:
        raise NotAnsweredError(
            f"the terms of {terms.id} have no deemed_notice, so no deemed date can be "
            "computed. Use a deal that has it."
        )
    methods = _methods(asked, to, terms)
    found = _by(methods, on, acknowledged, context)
    return {
        **heading(FORMAT, given),
        "method": ", ".join(dict.fromkeys(methods.values())),
        "on": on.isoformat(),
        "clause": terms.clauses.deemed_notice,
        **found,
        **(latest := _over_readings(methods, given, on, acknowledged)),
        "due": due.isoformat() if due else None,
        "in_time": _in_time(found["deemed_given"], due),
        "in_time_under_all": _in_time(latest["latest"], due),
        "ranked": _ranked(on, to, due, given, context),
        "readings": sorted(context.choices.in_all),
    }


def _day(given: object) -> date | None:
    return given if isinstance(given, date) else None


def _addressees(asked: Query, terms: Terms) -> tuple[str, ...]:
    given = asked.details.get("to")
    to = tuple(str(each) for each in given) if isinstance(given, tuple | list) else ()
    if not to:
        addressees = {notice.to: notice.id for notice in terms.all_of(Notice)}
        if len(addressees) > 1:
            ids = ", ".join(addressees.values())
            raise NotAnsweredError(
                f"the notices of the terms go to different parties ({ids}); give to"
            )
        to = next(iter(addressees), tuple(terms.parties)[:1])
    for each in to:
        if each not in terms.parties:
            known = ", ".join(terms.parties)
            hint = nearest(each, terms.parties)
            raise NotAnsweredError(
                f"{each!r} is not a party of the terms; give one of {known}.{hint}"
            )
    return to


def _methods(asked: Query, to: tuple[str, ...], terms: Terms) -> Mapping[str, str]:
    """The method by which it is sent to each: one for all, or one for each in their order."""
    given = asked.details["method"]
    methods = tuple(str(each) for each in given) if isinstance(given, tuple | list) else ()
    for method in methods:
        if method not in terms.deemed_notice:
            known = ", ".join(terms.deemed_notice)
            hint = nearest(method, terms.deemed_notice)
            raise NotAnsweredError(
                f"the terms have no method {method!r}; give one of {known}.{hint}"
            )
    if len(methods) not in (1, len(to)):
        raise NotAnsweredError(
            f"deemed is given {len(methods)} methods, and goes to {', '.join(to)}; give one for "
            "all of them, or one for each in that order"
        )
    return dict(zip(to, methods * len(to) if len(methods) == 1 else methods, strict=True))


def _by(
    methods: Mapping[str, str], on: date, acknowledged: date | None, context: Context
) -> dict[str, Any]:
    """When a notice sent to each addressee by a method is given to each, and to all."""
    to = tuple(methods)
    own = context.fresh()
    if acknowledged is not None and acknowledged < on:
        raise NotAnsweredError(
            f"acknowledged {acknowledged} is before {on}, when the notice was sent. Give a "
            "later day"
        )
    sent = tuple(
        NoticeDelivery.model_validate(
            {"to": t, "method": by, "on": on, "acknowledged": acknowledged}
        )
        for t, by in methods.items()
    )
    fact = Fact.model_validate({"id": "ASKED", "kind": "asked", "on": on, "given": sent})
    notice = EffectiveFact.of(fact)
    each = {t: deemed_given([notice], (t,), own) for t in to}
    given = deemed_given([notice], to, own)
    return {
        "valid_method": all(own.terms.deemed_notice[by].valid for by in methods.values()),
        "deemed_given": given.on.isoformat() if given.on else None,
        "addressees": [
            {
                "id": t,
                "as_defined": own.terms.called(t),
                "method": methods[t],
                "deemed_given": g.on.isoformat() if g.on else None,
                "notes": list(g.notes),
            }
            for t, g in each.items()
        ],
        "trace": trace(given.trace),
    }


def _over_readings(
    methods: Mapping[str, str], given: InForce, on: date, acknowledged: date | None
) -> dict[str, Any]:
    """The latest day the notice is given over all readings it depends on, and those choices."""

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        context = given.context(moved)
        found = _by(methods, on, acknowledged, context)
        return found["deemed_given"] or ABSENT, context.choices.in_all

    days = over_all(("deemed", "given"), given.readings, ask).values
    latest = max((day for day in days if day != ABSENT), default=None)
    return {"latest": latest, "latest_under": dict(days[latest]) if latest else {}}


def _in_time(day: str | None, due: date | None) -> bool | None:
    return None if due is None else day is not None and date.fromisoformat(day) <= due


def _ranked(
    on: date, to: tuple[str, ...], due: date | None, given: InForce, context: Context
) -> list[Json]:
    """Every method, the one that gives a notice sent on the same day soonest first.

    One that needs an acknowledgement is taken as acknowledged on the day it is sent.
    """
    ranked: list[Json] = []
    for method, rule in context.terms.deemed_notice.items():
        acknowledged = on if rule.needs_acknowledgement else None
        by = dict.fromkeys(to, method)
        found = _by(by, on, acknowledged, context)
        latest = _over_readings(by, given, on, acknowledged)
        ranked.append(
            {
                "id": method,
                "deemed_given": found["deemed_given"],
                **latest,
                "in_time": _in_time(found["deemed_given"], due),
                "in_time_under_all": _in_time(latest["latest"], due),
                "needs_acknowledgement": rule.needs_acknowledgement,
            }
        )
    return sorted(ranked, key=lambda m: (m["deemed_given"] is None, m["deemed_given"] or ""))


def render(answered: Json, width: int) -> Iterator[str]:
    """When it is given, whether in time, and every other method."""
    found: dict[str, Any] = answered
    yield from told_version(found, width)
    yield from wrapped(words.sentence(first(answered)), width)
    for each in found["addressees"]:
        by = f", by {each['method']}" if each["method"] != found["method"] else ""
        yield from wrapped(f"the {each['as_defined']}: {_given(each)}{by}", width, 2, 2)
        for note in each["notes"]:
            yield from wrapped(words.sentence(note), width, 4, 2)
    if found["due"]:
        yield from wrapped(f"Due {words.iso(found['due'])}: {_whether_in_time(found)}", width)
    yield from wrapped("By each method, sent the same day:", width)
    for each in found["ranked"]:
        needs = ", if acknowledged that day" if each["needs_acknowledgement"] else ""
        late = f", {_whether_in_time(each)}" if found["due"] and each["deemed_given"] else ""
        says = f"{each['id']}: {_given(each)}{needs}{_at_the_latest(each)}{late}"
        yield from wrapped(says, width, 2, 2)
    yield LEGAL


def first(answered: Json) -> str:
    """How and when it was sent, and when it is given."""
    found: dict[str, Any] = answered
    by = words.listed(found["method"].split(", "))
    return f"sent by {by} on {words.iso(found['on'])}: {_given(found)}{_at_the_latest(found)}"


def _given(found: Mapping[str, Any]) -> str:
    given = found["deemed_given"]
    return f"given {words.iso(given)}" if given else "not given"


def _at_the_latest(found: Mapping[str, Any]) -> str:
    """The day it is given under the readings that make it latest, where that is another."""
    if found["latest"] in (None, found["deemed_given"]):
        return ""
    under = words.listed(f"{q}={choice}" for q, choice in found["latest_under"].items())
    return f", at the latest {words.iso(found['latest'])} under {under}"


def _whether_in_time(found: Mapping[str, Any]) -> str:
    if found["deemed_given"] is None or not found["in_time"]:
        return "not on time"
    return "in time" if found["in_time_under_all"] else "on time here, but not under every reading"


QUESTION = Question(
    "deemed",
    (
        Detail(
            "method",
            "delivery method: hand, courier, mail, fax, telex or e-mail; one for all, or one "
            "for each recipient",
            "words",
            True,
            "METHOD",
        ),
        Detail("on", "the day it is handed over or sent", "day", True),
        Detail(
            "to",
            "recipients, as parties of the terms (default: those of a default notice)",
            "words",
            shown="PARTY,PARTY",
        ),
        Detail("acknowledged", "the day receipt was acknowledged", "day"),
        Detail("due", "the day by which it must be given", "day"),
    ),
    answer,
    render,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --method mail --on 2004-11-20",
    first=first,
)
