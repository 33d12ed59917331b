"""What events not yet recorded would change, in dates, amounts and statuses; records nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Annotated, Any

from dealclock.answers.ask import Answer, Slash, answer, resting_on
from dealclock.answers.compose import amendment_used, compose
from dealclock.answers.difference import (
    figure_row,
    item_row,
    list_ended,
    list_satisfied,
    summarize,
)
from dealclock.answers.encode import Keys, dollars
from dealclock.answers.suspension import has_shelf
from dealclock.answers.typed_words import (
    NOT_FOUND,
    SEVERAL,
    TypedWords,
    UnreadableCommandError,
    day,
    hint_for,
    holder_of,
    name_of,
    no_such_deal,
    number,
    parted,
    shown,
)
from dealclock.days.typed_day import looks_like_a_day
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.changes import Changes, compare
from dealclock.engine.checked_files import check_facts
from dealclock.engine.conclusions import Obligation
from dealclock.engine.contradictions import new_contradictions
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact, NoticeDelivery
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import FactLog, end_of
from dealclock.facts.names_in_terms import outline
from dealclock.files.source import Source, few
from dealclock.messages import words
from dealclock.messages.amounts import amount_still_due
from dealclock.messages.changes import NOTHING, render_lines
from dealclock.messages.message import Message, Section, listed
from dealclock.messages.view import DealView
from dealclock.records import record
from dealclock.terms.general.state import StateTerms
from dealclock.terms.neutral_ids import shown_kind
from dealclock.terms.terms import Terms

MOST_DAYS = 3660
"""The longest suspension that can be assumed: ten years."""
_SUSPENSION = ("IF-SUSPENSION", "IF-RESUMED")
"""The ids of the notice and of the end of an assumed suspension."""
_NO_DETAILS: Mapping[str, object] = MappingProxyType({})
_NO_SHELF = "No effective shelf is on record to suspend."
_KEYS: Keys = {Fact: ("id kind on basis given",), NoticeDelivery: ("to method on",)}


@record
class WhatIf:
    """What would change on `looked_at`, the latest of the day asked about, the days of the assumed
    events and the day to look at.

    `payment` is the next payment then, if it differs; `terms` the version in force then.
    """

    looked_at: date
    terms: str
    supposed: tuple[Fact, ...]
    changes: Changes
    payment: Obligation | None


def suppose_and_compare(
    look: Look,
    fact: Sequence[Mapping[str, object]] = (),
    suspend_from: date | None = None,
    suspend_days: int | None = None,
    until: date | None = None,
    kind: str | None = None,
    when: date | None = None,
    details: Mapping[str, object] = _NO_DETAILS,
) -> WhatIf:
    """What changes on the latest of the day asked about, `until`, and the days of the assumed
    events; raises what `suppose` does.
    """
    facts = [*fact]
    if kind is None and (when or details):
        stray = "--when" if when else "--details"
        raise RefusedError(
            f"what-if: {stray} belongs to one event; name the kind of that event with --kind"
        )
    if kind is not None:
        if when is None:
            raise RefusedError(f"what-if: {kind} needs the day on which it happens, --when")
        if any(kind in state.begins[:1] for state in look.terms.limited_states):
            suspend_from = when
        elif suspend_days is not None:
            raise UnreadableCommandError(
                "Only a suspension takes a number of days. Leave out 'for'."
            )
        else:
            facts.append({"kind": kind, "on": when, **details, **_given(kind, when, look.terms)})
    recorded, supposed = suppose(look, [*facts, *_suspension(look, suspend_from, suspend_days)])
    day = max(look.as_of, *(f.on for f in supposed), until or look.as_of)
    instant = max(look.instant, end_of(day, look.log.zone))
    without, found = (
        assess(Look(look.terms, log, day, instant, look.readings, look.targets), compare=False)
        for log in (recorded, FactLog((*recorded.facts, *supposed), recorded.zone))
    )
    changes = compare(without, found)
    return WhatIf(
        looked_at=day,
        terms=found.terms.id,
        supposed=supposed,
        changes=changes,
        payment=_changed_payment(found, changes),
    )


_DETAILS = {
    "about": "about OBLIGATION",
    "holder": "holder NAME",
    "lot": "lot LOT",
    "amount": "amount DOLLARS",
    "shares": "shares NUMBER",
}
_CALLED = {"-".join(said.split()): kind.id for kind in KINDS.values() for said in kind.called}
"""Kinds by the words people type for them."""
_MOST_PARTS = 8  # words of a kind that are looked for


def _read(typed: TypedWords) -> Mapping[str, object]:
    parts = parted(typed, "on", "for", *_DETAILS)
    before = parts[""]
    kind_words = _before_the_day(before)
    if not before:
        raise UnreadableCommandError(_HOW)
    kind = _kind(" ".join(kind_words), typed)
    day_words = (*before[len(kind_words) :], *parts.get("on", ()))
    if not day_words:
        raise UnreadableCommandError(f"Give a date: what-if {kind} DATE.")
    details = {name: _detail(name, parts[name]) for name in _DETAILS if name in parts}
    _refuse_missing_details(kind, details)
    length = {"suspend-days": number(parts["for"], MOST_DAYS)} if "for" in parts else {}
    return {"kind": kind, "when": day(day_words, typed), "details": details, **length}


_HOW = (
    "Name the event and the date: what-if registration-statement-effective 2004-12-01, or "
    "what-if suspension-notice next monday for 30 days."
)


def _detail(name: str, detail_words: tuple[str, ...]) -> str:
    """What a detail says: a Holder by its name, dollars as people write them."""
    if name == "holder":
        return holder_of(detail_words) or ""
    typed = name_of(detail_words)
    return typed.replace("$", "").replace(",", "") if name in ("amount", "shares") else typed


def _refuse_missing_details(kind: str, details: Mapping[str, str]) -> None:
    """Raises UnreadableCommandError for a kind that needs details which are not there."""
    needs = (*KINDS[kind].needs, *KINDS[kind].asks)
    missing = [n for n in needs if n != "given" and not details.get(n)]
    if not missing:
        return
    if beyond := [n for n in missing if n not in _DETAILS]:
        raise UnreadableCommandError(
            f"{kind} needs {words.listed(beyond)}, which cannot be typed here. Use dealclock "
            "what-if."
        )
    how = " ".join(_DETAILS[name] for name in missing)
    raise UnreadableCommandError(f"{kind} needs more: what-if {kind} DATE {how}.")


def _before_the_day(typed_words: tuple[str, ...]) -> tuple[str, ...]:
    """The words before the one that begins a date."""
    place = next(
        (i for i, w in enumerate(typed_words) if i and looks_like_a_day(w)), len(typed_words)
    )
    return typed_words[:place]


def _kind(kind_words: str, typed: TypedWords) -> str:
    """The kind of fact meant: by its id, or by words only one id has; raises
    UnreadableCommandError.
    """
    name = "-".join(kind_words.lower().split())
    if name in KINDS:
        return name
    if name in _CALLED:
        return _CALLED[name]
    parts = [p for p in name.split("-") if p][:_MOST_PARTS]
    near = [k for k in KINDS if parts and all(p in k for p in parts)]
    near = list(dict.fromkeys(map(shown_kind, near)))
    if len(near) == 1:
        return near[0]
    if near:
        raise UnreadableCommandError(
            f"{shown(kind_words)} matches several kinds of event: {few(near)}.", SEVERAL
        )
    first = kind_words.split(maxsplit=1)[0]
    if len(kind_words.split()) > 1 and not typed.named:
        raise no_such_deal(first, typed.visible)
    raise UnreadableCommandError(
        f"No kind of event is named {shown(kind_words)}.{hint_for(name, KINDS)} {_HOW}", NOT_FOUND
    )


@answer(
    keys=_KEYS,
    example="agreements/infocrossing-2004 --as-of 2004-11-20 "
    "--fact '{kind: registration-statement-effective, on: 2004-12-01}'",
    slash=Slash(
        "what-if [DEAL] KIND DATE",
        examples=(
            "what-if prospectus-usable 2005-01-24",
            "what-if suspension-notice next monday for 30 days",
        ),
        read=_read,
    ),
)
def what_if(
    look: Look,
    fact: Annotated[
        tuple[Mapping[str, object], ...],
        "a supposed event, in the format of facts.yaml; repeatable",
    ] = (),
    suspend_from: Annotated[date | None, "first day of a supposed suspension"] = None,
    suspend_days: Annotated[int | None, "its length in days (default: it does not end)"] = None,
    until: Annotated[date | None, "the day to assess, if later than all others"] = None,
    kind: Annotated[str | None, "the kind of one supposed event", "KIND"] = None,
    when: Annotated[date | None, "the day of that event, or the first of a suspension"] = None,
    details: Annotated[Mapping[str, object], "its other keys, if any"] = _NO_DETAILS,
) -> Answer:
    """What assumed events would change: each given by its keys, or one by its kind and day, its
    notice then given by hand that day. A suspension needs its days alone.

    Raises RefusedError for events that cannot be, or that contradict what is recorded.
    """
    found = suppose_and_compare(look, fact, suspend_from, suspend_days, until, kind, when, details)
    payment = found.payment
    body = {
        "deal": look.terms.id,
        "as_of": look.as_of,
        "looked_at": found.looked_at,
        "terms": found.terms,
        "supposed": found.supposed,
        "items": [item_row(each) for each in found.changes.items],
        "moves": [figure_row(each, found.changes) for each in found.changes.figures],
        "opened": found.changes.opened,
        "closed": found.changes.closed,
        "met": list(list_satisfied(found.changes)),
        "over": list(list_ended(found.changes)),
        "payment": payment
        and {
            "instance": payment.instance,
            "payable_on": payment.due,
            "record_date": payment.record_date,
            **dollars("amount", amount_still_due(payment)),
        },
        "recorded": False,
    }
    return Answer(body, lambda view: _message(found, view))


def _given(kind: str, on: date, terms: Terms) -> Mapping[str, object]:
    """How a notice of the kind is given, where it cannot be supposed without."""
    to = dict.fromkeys(_addressees(kind, terms))
    return {"given": [{"to": each, "method": "hand", "on": on} for each in to]} if to else {}


def _addressees(kind: str, terms: Terms) -> Iterator[str]:
    if kind in KINDS and "given" in KINDS[kind].needs:
        for rule in terms.provisions:
            names = {str(v) for v in rule.model_dump().values() if isinstance(v, str)}
            if kind in names:
                yield from getattr(rule, "to", ())


def _message(result: WhatIf, view: DealView) -> Message:
    """What assumed events would change, the gravest in the first line; nothing was recorded."""
    names = [shown_kind(f.kind).replace("-", " ") for f in result.supposed]
    supposed = [f"{n} {view.near(f.on)}" for n, f in zip(names, result.supposed, strict=True)]
    more = f" and {len(supposed) - 1} more" if len(supposed) > 1 else ""
    first, *others = _answer(result, view)
    title = "What changes"
    items = result.changes.items
    changed = listed(title, render_lines(result.changes))
    ids = words.listed(f.id for f in result.supposed)
    suspends = any(f.id in _SUSPENSION for f in result.supposed)
    return compose(
        view,
        (f"if {supposed[0]}{more}: {first}", *others),
        (
            listed("Supposed", supposed if len(supposed) > 1 else ()),
            changed if items else Section(title=title, lines=(NOTHING,)),
            Section(lines=tuple(line for f in result.supposed for line in _say_given(f, view))),
            Section(lines=(f"As of {words.day(result.looked_at)}. Nothing was recorded.",)),
        ),
        resting_on(items),
        more="/deal what-if KIND DATE",
        banners=(
            f"Supposed: assumes events that are not recorded ({ids}).",
            *([_NO_SHELF] if suspends and not has_shelf(view) else ()),
            *amendment_used(result.terms, view.terms),
        ),
    )


def _answer(result: WhatIf, view: DealView) -> Iterator[str]:
    """The next payment and its day, if it changes, then what must be done and what changes."""
    if payment := result.payment:
        yield f"{words.amount(amount_still_due(payment))} payable {view.near(payment.due)}"
    items = result.changes.items
    own = [each for each in items if not payment or each.instance != payment.instance]
    yield from summarize(own, view.near)
    if not items:
        yield "nothing changes"


def _say_given(event: Fact, view: DealView) -> Iterator[str]:
    """How a notice is assumed to be given, and to whom."""
    ways = dict.fromkeys((each.method, each.on) for each in event.given)
    for method, on in ways:
        to = [each.to for each in event.given if (each.method, each.on) == (method, on)]
        who = words.listed(f"the {view.party(each)}" for each in dict.fromkeys(to))
        day = "that day" if on == event.on else words.day(on)
        yield f"The notice is assumed given by {method} {day} to {who}."


def _changed_payment(found: Assessment, changes: Changes) -> Obligation | None:
    changed = {each.instance for each in changes.items}
    o = next((o for o in found.obligations if o.kind == "payment" and o.is_open), None)
    if o is None or o.money is None or o.instance not in changed:
        return None
    return o


def suppose(look: Look, facts: Iterable[Mapping[str, object]]) -> tuple[FactLog, tuple[Fact, ...]]:
    """The facts recorded by then, and the assumed facts, each hypothetical and known at once.

    Raises RefusedError for facts that cannot be, or that contradict what is recorded.
    """
    log, known_at = look.log, look.instant
    recorded = tuple(f for f in log.facts if log.recorded_at(f) <= known_at)
    supposed = _supposed(look, facts, recorded)
    known = {fact.id for fact in recorded}
    # A recorded end without a recorded suspension before it does not rule out a later suspension.
    explained = {fact.id for fact in supposed if fact.id in _SUSPENSION}
    wrong = [
        each.text
        for each, _ in new_contradictions(look.terms, supposed, recorded)
        if not (each.facts[0] in known and explained.intersection(each.facts))
    ]
    if wrong:
        raise RefusedError(
            f"what-if: {'; '.join(wrong)}; suppose an event that could have happened"
        )
    return FactLog(recorded, log.zone), supposed


def _supposed(
    look: Look, facts: Iterable[Mapping[str, object]], recorded: Sequence[Fact]
) -> tuple[Fact, ...]:
    given = [dict(each) for each in facts]
    if not given:
        raise RefusedError(
            "what-if: nothing is supposed; give --fact "
            "'{kind: registration-statement-effective, on: 2004-12-01}' or --suspend-from"
        )
    for place, each in enumerate(given, start=1):
        each.setdefault("id", f"IF-{place}")
        each["basis"] = "hypothetical"
        if each["id"] in {f.id for f in recorded}:
            raise RefusedError(
                f"what-if: {each['id']} is already recorded; give another id, or none"
            )
        if "recorded_at" in each:
            raise RefusedError("what-if: leave out recorded_at; a supposed event is not recorded")
    known = outline(look.terms.model_dump())
    found, problems = check_facts(Source("what-if", {"facts": given}, {}), known, before=recorded)
    if problems or found is None:
        says = "; ".join(f"{_of_fact(p.where)}{p.given}: {p.allowed}" for p in problems)
        raise RefusedError(f"what-if: {says}")
    return found.facts


def _of_fact(where: str) -> str:
    """Where a problem is among the assumed events: "event 1, on: "."""
    _, _, within = where.partition(".")
    number, _, key = within.partition(".")
    return f"event {int(number) + 1}{f', {key}' if key else ''}: " if number.isdigit() else ""


def _suspension(look: Look, start: date | None, length: int | None) -> Iterator[dict[str, Any]]:
    """A suspension by a notice given by hand on its first day, and its end N days later."""
    if start is None and length is None:
        return
    if start is None:
        raise RefusedError("what-if: --suspend-days needs --suspend-from, the first suspended day")
    if length is not None and length < 1:
        raise RefusedError(f"what-if: --suspend-days {length} is not valid; give 1 or more")
    if length is not None and length > MOST_DAYS:
        raise RefusedError(
            f"what-if: --suspend-days {length} is not valid; give at most {MOST_DAYS}"
        )
    rule = _budget(look.in_force)
    given = [{"to": to, "method": "hand", "on": start} for to in rule.to]
    begun, over = _SUSPENSION
    yield {"id": begun, "kind": rule.begins[0], "on": start, **({"given": given} if given else {})}
    if length is not None:
        end = start + timedelta(days=length)
        yield {"id": over, "kind": rule.ends[0], "on": end}


def _budget(terms: Terms) -> StateTerms:
    rules = [each for each in terms.limited_states if each.begins and each.ends]
    if len(rules) > 1:
        ids = ", ".join(rule.id for rule in rules)
        raise RefusedError(
            f"what-if: there are several day budgets ({ids}); suppose a notice with --fact"
        )
    rule = next(iter(rules), None)
    if rule is None:
        raise RefusedError("what-if: these terms limit no state, so no suspension can be supposed")
    return rule
