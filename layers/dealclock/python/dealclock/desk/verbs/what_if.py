"""`/deal what-if`: what a fact not recorded would move. Nothing is recorded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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
from dealclock.answers.what_if import MOST_DAYS, what_if
from dealclock.days.typed_day import DayWords, looks_like_a_day
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.facts.kinds import KINDS
from dealclock.messages import words
from dealclock.terms.terms import Terms

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
    kind_words = _before_the_day(before)
    if not before:
        raise UnreadableCommandError(_HOW)
    kind = _kind(" ".join(kind_words), typed)
    day_words = (*before[len(kind_words) :], *parts.get("on", ()))
    if not day_words:
        raise UnreadableCommandError(f"Give a date: what-if {kind} DATE.")
    details = {name: _detail(name, parts[name]) for name in _DETAILS if name in parts}
    _refuse_missing_details(kind, details)
    length = number(parts["for"], MOST_DAYS) if "for" in parts else None
    return SupposedFact(kind, day(day_words, typed), details, length)


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
    parts = [p for p in name.split("-") if p][:_MOST_NAMED]
    near = [k for k in KINDS if parts and all(p in k for p in parts)]
    if len(near) == 1:
        return near[0]
    if near:
        listed = ", ".join(near[:_MOST_NAMED])
        more = f" and {len(near) - _MOST_NAMED} more" if len(near) > _MOST_NAMED else ""
        raise UnreadableCommandError(
            f"{shown(kind_words)} matches several kinds of event: {listed}{more}.", SEVERAL
        )
    first = kind_words.split(maxsplit=1)[0]
    if len(kind_words.split()) > 1 and not typed.named:
        raise no_such_deal(first, typed.visible)
    raise UnreadableCommandError(
        f"No kind of event is named {shown(kind_words)}.{hint_for(name, KINDS)} {_HOW}", NOT_FOUND
    )


def _answer(request: DeskRequest) -> Reply:
    arguments: SupposedFact = request.given
    parsed = request.read(arguments.when)
    look, terms = request.look(), request.deal.terms
    if any(arguments.kind in state.begins[:1] for state in terms.limited_states):
        found = what_if(look, suspend_from=parsed.day, suspend_days=arguments.days)
    elif arguments.days is not None:
        raise UnreadableCommandError("Only a suspension takes a number of days. Leave out 'for'.")
    else:
        fact: dict[str, object] = {
            "kind": arguments.kind,
            "on": parsed.day.isoformat(),
            **arguments.details,
        }
        if to := tuple(dict.fromkeys(_addressees(arguments.kind, terms))):
            day = parsed.day.isoformat()
            fact["given"] = [{"to": party, "method": "hand", "on": day} for party in to]
        found = what_if(look, (fact,))
    return Reply(found.say(look), read=(parsed,))


def _addressees(kind: str, terms: Terms) -> Iterator[str]:
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
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=(
        "what-if prospectus-usable 2005-01-24",
        "what-if suspension-notice next monday for 30 days",
    ),
)
