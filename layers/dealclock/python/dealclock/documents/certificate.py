"""A certificate of dates and amounts: what an assessment says with every step, in a form that
`verify.py` works out again without Dealclock (docs/certificate.md).

It is written from the engine's own records and values, never by the checker, which says only what
it does not verify.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from dealclock import __version__
from dealclock.days.day_counts import NAMES
from dealclock.documents import verify
from dealclock.engine.acts import OpenInstance, Performance, done, performance
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import (
    Default,
    Item,
    Obligation,
    Segment,
    TrueUp,
    UndatedDuty,
    Window,
)
from dealclock.engine.context import Context
from dealclock.engine.day import DayValue, Instance
from dealclock.engine.findings import Findings
from dealclock.engine.instances import due_of, open_item
from dealclock.engine.interest.accrual import lacks_day_count, with_day_count
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO, figure, in_cents
from dealclock.engine.obligations import instance_of_default, performed
from dealclock.facts.kinds import kinds_of
from dealclock.terms.general.obligation import ObligationTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.neutral_ids import OTHER_KIND, shown_choice
from dealclock.terms.terms import Terms

CHECKER = Path(verify.__file__)
"""The program that checks a certificate, which stands alone."""
HOW_TO_CHECK = (
    f"`python3 {CHECKER.name} certificate.json` works out certificate.json again without "
    "Dealclock; it needs Python 3.11 or newer and nothing else"
)
_NOT_SHOWN = {"evidence", "note", "recorded_by", "released"}
_FORMS: Mapping[type, str] = {
    ObligationTerms: "obligation",
    StateTerms: "state",
    Stream: "stream",
    Payments: "payments",
}
_KEYS = {"clause": "section", "lapse": "default"}
_OF_A_LOT = ("id", "principal", "issued", "matures", "closings")
_AS_WRITTEN: Mapping[str, Sequence[str]] = {
    "frequency limit": ("late_after", "or_after"),
    "minimum period": ("begins_with", "before", "at_least", "first_after", "objection"),
    "outage with cure": ("within", "down_time"),
    "request": ("opened_by", "counts_from", "met_by"),
    "window before": ("before_intended", "met_by"),
}
"""What the general form of a type leaves out and its conclusions need."""
_SPECIAL = (*_AS_WRITTEN, "stop", "window")
_NOT_COMPUTED = {"action", "source", "draft", "channel"}


def certificate(look: Look) -> Mapping[str, Any]:
    """The certificate of a deal as of a day; the same deal and day give the same bytes.

    Raises what `assess` does.
    """
    unset = lacks_day_count(look.terms)
    counted = replace(look, terms=with_day_count(look.terms, NAMES[0])) if unset else look
    context, found = examine(counted)
    log, instant = look.log, look.instant
    history = [
        fact.model_dump(mode="json", exclude_none=True, exclude_defaults=True, exclude=_NOT_SHOWN)
        | {"recorded_at": log.recorded_at(fact).astimezone(UTC).isoformat()}
        for fact in log.facts
        if log.recorded_at(fact) <= instant
    ]
    kinds = {entry["kind"] for entry in history}
    made: dict[str, Any] = {
        "format": verify.FORMAT,
        "deal": look.terms.id,
        "title": look.terms.agreement.title,
        "as of": look.as_of.isoformat(),
        "known at": instant.astimezone(UTC).isoformat(),
        "engine": __version__,
        "readings": dict(sorted(look.readings_used.items())),
        "amendments": [
            {
                "id": each.id,
                "effective": each.effective.isoformat(),
                "terms before": _terms(former.terms, look.readings_used, kinds),
            }
            for former, each in pairwise(look.versions)
        ],
        "terms": _terms(look.in_force, look.readings_used, kinds),
        "history": history,
        "items": [
            *(_item(each, context, found) for each in _all(found)),
            *_accrued(context, found),
            *(item for each in found.true_ups for item in _true_up(each)),
        ],
    }
    if unset:  # no amount is one figure
        for item in made["items"]:
            for key in {"amount", "dollars", "segments"} & item.keys():
                item[key] = None
    made["digest"] = verify.digest_of(made)
    made["not verified"] = verify.worked_out(made).unverified
    for item in made["items"] if made["amendments"] else ():
        if verify.covers([*made["not verified"]], item["instance"]):
            governed = item["of"] if item["is"] == "default" else item["instance"]
            item["version"] = found.kept.get(governed, look.versions[-1].id)
    return made


def _all(found: Findings) -> Iterator[Any]:
    yield from found.obligations
    yield from found.windows
    yield from found.defaults
    yield from found.duties


# The terms.


def _terms(terms: Terms, readings: Mapping[str, str], kinds: set[str]) -> Mapping[str, Any]:
    """What is computed with of the terms, every provision in the general form."""
    whole = terms.model_dump(mode="json", exclude_none=True, by_alias=True)
    every = kinds_of(terms)
    flags = {
        kind: {
            "once": every[kind].once,
            "about": "about" in every[kind].needs,
            "also": OTHER_KIND.get(kind, ""),
        }
        for kind in sorted(kinds & every.keys())
    }
    named = {
        key: {name: _spelled(each, readings) for name, each in whole.get(key, {}).items()}
        for key in ("deemed_notice", "calendars", "days")
    }
    more = {key: whole[key] for key in ("roll", "dates", "indenture") if key in whole}
    return {
        "time zone": terms.agreement.time_zone,
        "kinds": {kind: {k: v for k, v in has.items() if v} for kind, has in flags.items()},
        **{key.replace("_", " "): value for key, value in named.items()},
        **{
            key: value if key == "dates" else _spelled(value, readings)
            for key, value in more.items()
        },
        "securities": [
            {k: v for k, v in lot.items() if k in _OF_A_LOT} for lot in whole["securities"]
        ],
        "provisions": [_spelled(_provision(rule, terms), readings) for rule in terms.general],
    }


def _provision(rule: Any, terms: Terms) -> Mapping[str, Any]:
    form = next((name for model, name in _FORMS.items() if isinstance(rule, model)), "special")
    written = rule.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    of = terms.provision(rule)
    if of is not None and (own := _AS_WRITTEN.get(rule.type)):
        spelled = of.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        written |= {key: spelled[key] for key in own if key in spelled}
    return {"form": form, **{k: v for k, v in written.items() if k not in _NOT_COMPUTED}}


def _spelled(value: Any, readings: Mapping[str, str]) -> Any:
    """A part of the terms with the words of docs/certificate.md as keys, and each choice under the
    name by which it is chosen.
    """
    if isinstance(value, list):
        return [_spelled(each, readings) for each in value]
    if not isinstance(value, dict):
        return value
    if (of := value.get("reading")) is not None:
        chosen = readings[of]
        other = {shown_choice(of, chosen): chosen}
        return {other.get(key, key): _spelled(each, readings) for key, each in value.items()}
    return {
        _KEYS.get(key, str(key)).replace("_", " "): _spelled(each, readings)
        for key, each in value.items()
    }


# What is computed.


def _accrued(context: Context, found: Findings) -> Iterator[Mapping[str, Any]]:
    """What accrued on each stream before the day, and in all."""
    kept, accrual = found.ledger, found.accrual
    if kept is None or accrual is None:
        return
    start = kept.begins() or context.as_of
    for stream in context.terms.streams:
        own = kept.of([stream.id])
        segments = [*own.segments(start, context.as_of)] if start < context.as_of else []
        yield {
            "is": "stream",
            "instance": stream.id,
            "section": stream.clause,
            "amount": str(sum((each.amount for each in segments), ZERO)),
            "segments": _segments(segments),
        }
    whole = accrual.exact
    yield {"is": "total", "instance": verify.TOTAL, "amount": str(whole), "dollars": _cents(whole)}


def _true_up(each: TrueUp) -> Iterator[Mapping[str, Any]]:
    """A provision, each exercise under it, and the shares that each vesting adds for that."""
    section = each.clause
    head = {"is": "true-up", "instance": each.instance, "section": section}
    yield {**head, "cut off": _day(each.cut_off)}
    for made in each.exercises:
        yield {
            "is": "exercise",
            "instance": made.instance,
            "section": section,
            "on": _day(made.on),
            "due on exercise": _number(made.due_on_exercise),
            "amount": str(made.total),
            "issued": str(made.issued),
        }
        for row in made.owed:
            yield {
                "is": "shares",
                "instance": row.instance,
                "section": section,
                "vested": _day(row.vested_on),
                "would have": _number(row.would_have),
                "brought": str(row.brought),
                "amount": _number(row.shares),
                "outstanding": _number(row.outstanding),
            }


def _number(of: Fraction | int | None) -> str | None:
    return None if of is None else str(of)


def _segments(segments: Iterable[Segment]) -> Sequence[Mapping[str, Any]]:
    return [
        {
            "lot": each.lot,
            "principal": str(each.principal),
            "from": each.start.isoformat(),
            "to": each.to_exclusive.isoformat(),
            "rate": str(each.rate),
            "days": each.days_counted,
            "amount": str(each.amount),
            **({"note": each.note} if each.note else {}),
        }
        for each in sorted(segments, key=_in_order)
    ]


def _in_order(each: Segment) -> tuple[object, ...]:
    days = (each.start, each.to_exclusive, each.lot, each.principal, each.rate)
    return (*days, each.days_counted, each.amount, each.note or "")


def _cents(exact: Fraction) -> str:
    return f"{Decimal(in_cents(exact)) / 100:.2f}"


def _item(each: Any, context: Context, found: Findings) -> Mapping[str, Any]:
    """One conclusion, with how its days were counted."""
    rule = context.terms.obligations.get(each.id)
    of_type = next((p.type for p in context.terms.provisions if p.id == each.id), "")
    if of_type in _SPECIAL:
        return _special(each, of_type, context)
    match each:
        case Default():
            return _default(each)
        case Obligation() if rule is not None and each.kind == rule.type:
            return _obligation(each, rule, context, found)
        case Window() if each.id in context.terms.states:
            return {
                **_plain("state", each),
                "opened by": each.cause or None,
                "last": None if each.is_open_ended else _day(each.closes),
                "status": str(each.status),
                "used": each.days_used,
                "limb": each.limb,
            }
        case Obligation() if each.id in context.terms.states:
            return _dated("limit", each)
        case Obligation(kind="payment") if _is_of_payments(each, context):
            owed = figure(each.amount or ZERO)
            of = {"due": _day(each.due), "status": str(each.status), "amount": str(owed)}
            exact = {"dollars": _cents(owed), "segments": _segments(each.segments)}
            return {**_plain("payment", each), **of, **exact}
        case Obligation(kind="payment step") if _is_of_payments(each, context):
            return _dated("step", each)
        case Window() if rule is not None:
            last = None if each.is_open_ended else _day(each.closes)
            head = _head("right", each, rule, context)
            use = {"done": _day(each.done_on), **_by(each, context)}
            end = {"last": last, "status": str(each.status), "deemed": each.deemed}
            return {**head, **use, **end, **_trees(each, context)}
        case UndatedDuty() if rule is not None:
            head = _head("duty", each, rule, context)
            use = {"done": _day(each.done_on), **_by(each, context)}
            return {**head, **use, **_trees(each, context)}
    last = getattr(each, "due", getattr(each, "closes", None))
    return {**_plain("other", each), "last": _day(last)}


def _special(each: Any, of_type: str, context: Context) -> Mapping[str, Any]:
    match each:
        case Obligation():
            what = "cure" if of_type == "outage with cure" else "obligation"
            return {**_dated(what, each), **_counted(each, of_type, context)}
        case Window():
            last = {"last": _day(each.closes), "status": str(each.status)}
            return {**_plain("right", each), **last}
        case _:
            return {**_plain("duty", each), "opened by": each.cause}


def _counted(each: Obligation, of_type: str, context: Context) -> Mapping[str, Any]:
    """How the last day was counted, where it was."""
    if of_type == "request":
        return _trees(each, context)
    first = next((step.count for step in each.why.steps if step.count), None)
    if first is None or of_type not in ("outage with cure", "minimum period"):
        return {}
    return {
        "counted": {
            "from": _day(first.start),
            "last": _day(first.result),
            "skipped": {of.day.isoformat(): of.closed for of in first.skipped},
        }
    }


def _is_of_payments(each: Item, context: Context) -> bool:
    return any(rule.id == each.id for rule in context.terms.payments)


def _plain(what: str, each: Any) -> Mapping[str, Any]:
    return {
        "is": what,
        "instance": each.instance,
        "section": each.clause,
        "opens": _day(getattr(each, "opens", None)),
        "done": _day(getattr(each, "done_on", None)),
    }


def _dated(what: str, each: Obligation) -> Mapping[str, Any]:
    end = {"opened by": each.cause or None, "due": _day(each.due), "status": str(each.status)}
    return {**_plain(what, each), **end}


def _head(what: str, each: Any, rule: ObligationTerms, context: Context) -> Mapping[str, Any]:
    of = open_item(context, rule.id, each.instance)
    event = of.instance.event if of else None
    return {
        "is": what,
        "instance": each.instance,
        "section": each.clause,
        "opened by": event.id if event else None,
        "opens": _day(each.opens),
    }


def _by(each: Item, context: Context) -> Mapping[str, Any]:
    of = open_item(context, each.id, each.instance)
    acts = performed(context, context.fresh(), of) if of else Performance()
    return {"by": [event.id for event in acts.by]}


def _trees(each: Item, context: Context) -> Mapping[str, Any]:
    """How the first day and the last were counted."""
    of = open_item(context, each.id, each.instance)
    first = of.first.value if of and of.first else None
    last = of.last.counted.value if of and of.last else None
    trees = {"first day": first, "last day": last}
    return {name: _tree(value) for name, value in trees.items() if value is not None}


def _obligation(
    each: Obligation, rule: ObligationTerms, context: Context, found: Findings
) -> Mapping[str, Any]:
    opener = next((d for d in found.defaults if d.instance == each.cause), None)
    if opener is None:
        more = {**_head("obligation", each, rule, context), **_by(each, context)}
        trees = _trees(each, context)
    else:
        own = instance_of_default(rule, opener)
        last = due_of(context, rule.id, own)
        value = last.counted.value if last else None
        acts = _given(rule, own, each, value, context)
        more = {
            "is": "obligation",
            "instance": each.instance,
            "section": each.clause,
            "opened by": opener.instance,
            "opens": _day(each.opens),
            "by": [event.id for event in acts.by],
        }
        trees = {"last day": _tree(value)} if value else {}
    return {
        **more,
        "due": _day(each.due),
        "status": str(each.status),
        "done": _day(each.done_on),
        "amount": None if each.amount is None else str(each.amount),
        **trees,
    }


def _given(
    rule: ObligationTerms,
    own: Instance,
    each: Obligation,
    last: DayValue | None,
    context: Context,
) -> Performance:
    """What counts for the notice of a default."""
    acts = context.about_any(rule.kinds, own.names)
    made = performance(OpenInstance(rule, own, each.opens), acts)
    return done(rule, [made], last, context.fresh())


def _default(each: Default) -> Mapping[str, Any]:
    return {
        "is": "default",
        "instance": each.instance,
        "section": each.clause,
        "of": each.lapsed,
        "occurred": _day(each.occurred_on),
        "arose": _day(each.arose_on),
        "accrues from": _day(each.accrues_from),
        "accrues to": _day(each.accrues_to),
        "cured": _day(each.done_on),
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _tree(value: DayValue) -> Mapping[str, Any]:
    """A Day with the days it was made of."""
    parts: Sequence[DayValue] = value.parts[-1:] if value.operator == "if" else value.parts
    found: dict[str, Any] = {"day": _day(value.day), "is": value.operator}
    if value.of and value.operator != "it":
        found["of"] = value.of
    if value.event is not None:
        found["event"] = value.event.id
    if value.moment is not None:
        found["until"] = value.moment.isoformat()
    if (count := value.count) is not None:
        if count.start != (parts[0].day if parts else None):
            found["counted from"] = _day(count.start)
        if skipped := {each.day.isoformat(): each.closed for each in count.skipped}:
            found["skipped"] = skipped
        if count.fell_on is not None:
            found["fell on"] = _day(count.fell_on)
    if parts:
        found["from"] = [_tree(part) for part in parts]
    return found
