"""What an extension or a waiver may be about: every obligation of the terms with a due date. Of the
rest, why it may not.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dealclock.agreement.general.obligation import ObligationProvision
from dealclock.agreement.general.state import StateProvision
from dealclock.agreement.general.stream import Payments, Stream
from dealclock.agreement.provisions import model_of, words_of
from dealclock.agreement.rules.duties import (
    Condition,
    ConsentThreshold,
    Contribution,
    Deadline,
    Duty,
    FrequencyLimit,
    LeadTime,
    MinimumPeriod,
    Notice,
    Request,
    ShareTrueUp,
    Stop,
    UndatedDutyRule,
    WindowBefore,
    WindowRule,
)
from dealclock.agreement.rules.interest import Payment, RateSchedule
from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.files import raw

_AMEND = "change it by an amendment of the terms"
OWN_RIGHT = "each Holder's own right (TIA 316(b)), which no majority gives up"
_PAYMENT = f"a payment is {OWN_RIGHT}: give holder, in an event for each Holder that agreed"
WHY_NOT: Mapping[type[Rule], str] = {
    Payment: _PAYMENT,
    Payments: _PAYMENT,
    StateProvision: f"a state has no due date; {_AMEND}",
    Stream: f"a stream has no due date; {_AMEND}",
    DayBudget: (
        "a Suspension Period is extended by an event of kind suspension-extended, and its limits "
        "by an amendment of the terms"
    ),
    ProtectedPeriod: f"the period has no due date; {_AMEND}",
    UndatedDutyRule: "the duty has no due date; record that it was done, or amend the terms",
    Stop: "a stop has no due date; record the clearance that ends it",
    RateSchedule: f"the rate schedule has no due date; {_AMEND}",
    ConsentThreshold: f"a consent has no due date; {_AMEND}",
    Contribution: f"a contribution has no due date; {_AMEND}",
    ShareTrueUp: f"a true-up has no due date; {_AMEND}",
}
"""Why no extension or waiver is about such a rule, and what to record instead."""

NOTICE_LAPSES = "a notice that was given lapses by itself; record a new one"

_ONCE = (Deadline, Condition, WindowBefore)
_OPENED: Mapping[type[Rule], str] = {
    Duty: "opened_by",
    Request: "opened_by",
    LeadTime: "before_each",
    FrequencyLimit: "opened_by",
    MinimumPeriod: "before",
}


def why_not(rule: Rule) -> str:
    """Why no extension or waiver is about a rule, and what to record instead; "" if one may be."""
    undated = isinstance(rule, ObligationProvision) and rule.due is None
    return WHY_NOT.get(UndatedDutyRule if undated else type(rule), "")


@dataclass(frozen=True, slots=True)
class Extendable:
    """A rule, and the instances of it that an extension or waiver may name.

    `once`: its id alone, and `also` further names. `opened_by` are the kinds of fact that open an
    instance each; `lapse` is the default each of its instances becomes; `of_defaults`: one instance
    of each default, `of_days` of each repeat of a day, `of_lots` of each lot. `paid`: one of each
    payment date. `why_not` says why none may be named, "" if some may.
    """

    id: str
    once: bool = False
    also: tuple[str, ...] = ()
    opened_by: tuple[str, ...] = ()
    lapse: str = ""
    of_defaults: bool = False
    paid: bool = False
    why_not: str = ""
    of_days: bool = False
    of_lots: bool = False


def owed_by_rule(rules: Iterable[raw.Record]) -> Mapping[str, Extendable] | None:
    """Every rule by its id; None if one could not be read, since an event may be about it."""
    found: dict[str, Extendable] = {}
    for rule in rules:
        model, name = model_of(rule), raw.slug(rule.get("id"))
        if model is None or name is None:
            return None
        found[name] = _owed(model, name, rule)
    return found or None


def _owed(model: type[Rule], name: str, rule: raw.Record) -> Extendable:
    if model is ObligationProvision:
        return _general(name, rule)
    lapse = raw.slug(raw.record(rule, "on_lapse").get("id")) or ""
    if model in _ONCE:
        return Extendable(name, once=True, lapse=lapse)
    if model is Outage:
        return Extendable(name, lapse=lapse)
    if model is Notice:
        return Extendable(name, of_defaults=True)
    if model is WindowRule:
        needed = raw.slug(raw.record(rule, "needed_for").get("fact"))
        return Extendable(name, opened_by=(needed,) if needed else (), why_not=NOTICE_LAPSES)
    if model in _OPENED:
        first = raw.slug(rule.get("first_after"))
        also = (f"{name}/{first}",) if first else ()
        return Extendable(name, also=also, opened_by=_words(rule.get(_OPENED[model])))
    return Extendable(name, paid=model in (Payment, Payments), why_not=WHY_NOT.get(model, _AMEND))


def _general(name: str, rule: raw.Record) -> Extendable:
    """An obligation in the general form; one without a due day may not be named."""
    openers = words_of(rule, "each")
    if rule.get("due") is None:
        return Extendable(name, why_not=WHY_NOT[UndatedDutyRule])
    lapse = raw.slug(raw.record(rule, "lapse").get("id")) or ""
    of_lots, opened = rule.get("per") == "lot", bool(raw.items(rule, "each") or openers)
    if not opened:
        return Extendable(name, once=not of_lots, of_lots=of_lots, lapse=lapse)
    if "default" in openers:
        return Extendable(name, of_defaults=True)
    of_days = any(raw.records(rule, "each"))
    return Extendable(name, opened_by=openers, lapse=lapse, of_days=of_days)


def _words(given: object) -> tuple[str, ...]:
    words: Sequence[object] = given if isinstance(given, list | tuple) else [given]
    return tuple(str(word) for word in words if word)
