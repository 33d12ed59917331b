"""`/deal what-if`: what a fact not recorded would move. Nothing is recorded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.agreement.terms import Terms
from dealclock.answers.what_if import QUESTION
from dealclock.answers.what_if.result import MOST_DAYS, WhatIfQuery
from dealclock.facts.kinds import KINDS
from dealclock.messages import words
from dealclock.usecases.desk.typed_day import DayWords, looks_like_a_day
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    SeveralMatchesError,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day, holder_of, name_of, number, parted

_DETAILS = {
    "about": "about OBLIGATION",
    "holder": "holder NAME",
    "lot": "lot LOT",
    "amount": "amount DOLLARS",
    "shares": "shares NUMBER",
}
_CALLED = {"-".join(said.split()): kind.id for kind in KINDS.values() for said in kind.called}
"""Kinds by the words people type for them."""
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class SupposedFact:
    """A fact to suppose: its kind, its day, what else it carries; of a suspension, its length."""

    kind: str
    when: DayWords
    details: Mapping[str, str]
    days: int | None


def _read(typed: TypedWords) -> SupposedFact:
    parts = parted(typed, "on", "for", *_DETAILS)
    before = parts[""]
    named = _before_the_day(before)
    if not before:
        raise UnreadableCommandError(_HOW)
    kind = _kind(" ".join(named), typed)
    given = (*before[len(named) :], *parts.get("on", ()))
    if not given:
        raise UnreadableCommandError(f"Give a date: what-if {kind} DATE.")
    details = {name: _detail(name, parts[name]) for name in _DETAILS if name in parts}
    _enough(kind, details)
    length = number(parts["for"], MOST_DAYS) if "for" in parts else None
    return SupposedFact(kind, day(given, typed), details, length)


_HOW = (
    "Name the event and the date: what-if registration-statement-effective 2004-12-01, or "
    "what-if suspension-notice next monday for 30 days."
)


def _detail(name: str, given: tuple[str, ...]) -> str:
    """What a detail says: a Holder by its name, dollars as people write them."""
    if name == "holder":
        return holder_of(given) or ""
    typed = name_of(given)
    return typed.replace("$", "").replace(",", "") if name in ("amount", "shares") else typed


def _enough(kind: str, details: Mapping[str, str]) -> None:
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


def _before_the_day(given: tuple[str, ...]) -> tuple[str, ...]:
    """The words before the one that begins a date."""
    place = next((i for i, w in enumerate(given) if i and looks_like_a_day(w)), len(given))
    return given[:place]


def _kind(said: str, typed: TypedWords) -> str:
    """The kind of fact meant: by its id, or by words only one id has; raises
    UnreadableCommandError.
    """
    name = "-".join(said.lower().split())
    if name in KINDS:
        return name
    if name in _CALLED:
        return _CALLED[name]
    parts = [p for p in name.split("-") if p][:_MOST_NAMED]
    near = [k for k in KINDS if parts and all(p in k for p in parts)]
    if len(near) == 1:
        return near[0]
    if near:
        some = ", ".join(near[:_MOST_NAMED])
        more = f" and {len(near) - _MOST_NAMED} more" if len(near) > _MOST_NAMED else ""
        raise SeveralMatchesError(f"{shown(said)} matches several kinds of event: {some}{more}.")
    first = said.split(maxsplit=1)[0]
    if len(said.split()) > 1 and not typed.named:
        raise no_such_deal(first, typed.visible)
    raise NotFoundError(f"No kind of event is named {shown(said)}.{hint_for(name, KINDS)} {_HOW}")


def _answer(ask: DeskRequest) -> Reply:
    given: SupposedFact = ask.given
    read = ask.read(given.when)
    terms = ask.deal.terms
    budget = next((b for b in terms.all_of(DayBudget) if b.begins_with == given.kind), None)
    if budget is not None:
        asked = WhatIfQuery(suspend_from=read.day, suspend_days=given.days)
    elif given.days is not None:
        raise UnreadableCommandError("Only a suspension takes a number of days. Leave out 'for'.")
    else:
        fact: dict[str, object] = {"kind": given.kind, "on": read.day.isoformat(), **given.details}
        if to := tuple(dict.fromkeys(_told(given.kind, terms))):
            on = read.day.isoformat()
            fact["given"] = [{"to": each, "method": "hand", "on": on} for each in to]
        asked = WhatIfQuery(fact=(fact,))
    return Reply(ask.answer(QUESTION, asked), read=(read,))


def _told(kind: str, terms: Terms) -> Iterator[str]:
    """To whom a notice of the kind goes, where it cannot be supposed without."""
    if "given" in KINDS[kind].needs:
        for rule in terms.provisions:
            names = {str(v) for v in rule.model_dump().values() if isinstance(v, str)}
            if kind in names:
                yield from getattr(rule, "to", ())


VERB = Verb(
    "what-if",
    "what-if [DEAL] KIND DATE",
    "what an event would change, such as effectiveness, a notice or a suspension; records nothing",
    Of.DEAL,
    _read,
    _answer,
    daily=True,
    shareable=True,
    examples=(
        "what-if prospectus-usable 2005-01-24",
        "what-if suspension-notice next monday for 30 days",
    ),
)
