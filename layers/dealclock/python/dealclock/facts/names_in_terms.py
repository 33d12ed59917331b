"""The names in a deal's terms that its other files may use, as far as the terms could be read.

Naming something the terms do not hold is an error, unless a refused part of the terms may hold it:
that problem is already reported and would be reported twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from dealclock.agreement.amendments import with_all_amendments
from dealclock.agreement.general.obligation import ObligationProvision
from dealclock.agreement.general.state import StateProvision
from dealclock.agreement.general.stream import Payments
from dealclock.agreement.indenture import MonthDay
from dealclock.agreement.provisions import model_of, words_of
from dealclock.agreement.rules.duties import (
    Deadline,
    Duty,
    LeadTime,
    Notice,
    Request,
    UndatedDutyRule,
)
from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.rules.rule import Rule, SatisfiableRule
from dealclock.agreement.rules.suspensions import EXCESS, IMPROPER, DayBudget, Outage
from dealclock.facts.extendable import Extendable, owed_by_rule
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import KINDS, kinds_in
from dealclock.files import raw

Kinds = Mapping[str, FactKind]


@dataclass(frozen=True, slots=True)
class Lapse:
    """A default of the terms: of a deadline, or of an outage, which has one for each opening.

    `opened_by` is the kind of fact that opens it; None when a deadline's or not readable.
    `plain` and `by_fact` tell whether it may go by its id alone, or by its id and a fact's, which
    one of `endings` then follows.
    """

    id: str
    plain: bool
    by_fact: bool
    opened_by: str | None = None
    endings: tuple[str, ...] = ("",)


@dataclass(frozen=True, slots=True)
class Waits:
    """A provision that waits for an event: for one in all, for one for each fact of the kinds in
    `opened_by`, for one of each default, or for one of each repeated day."""

    id: str
    opened_by: tuple[str, ...] = ()
    of_default: bool = False
    of_days: bool = False


_OPENS: Mapping[type[Rule], str] = {
    Duty: "opened_by",
    UndatedDutyRule: "opened_by",
    Request: "opened_by",
    LeadTime: "before_each",
}
"""The field that says which facts open an instance."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The names in the terms. None, in every field, for a part that could not be read whole.

    `payments` has a payment's id by the kind of fact that meets it, `payment_days` the month and
    day of each Interest Payment Date; `notices` are the kinds of fact that meet a notice;
    `owed` all provisions by id, with what an extension or waiver may name, `undated` the ids of the
    undated duties; `suspensions` the kind
    of fact that begins a suspension, by the id of its day budget. `waiting` has, by the kind of
    fact that satisfies them, the provisions that wait for one. `kinds` are those of the deal.
    """

    id: str | None
    parties: Sequence[str] | None
    lots: Sequence[str] | None
    lapses: Sequence[Lapse] | None
    payments: Mapping[str, str] | None
    payment_days: Sequence[tuple[int, int]] | None
    notices: Sequence[str]
    owed: Mapping[str, Extendable] | None
    undated: Sequence[str] | None
    suspensions: Mapping[str, str] | None
    waiting: Mapping[str, Sequence[Waits]] | None = None
    kinds: Mapping[str, FactKind] = field(default_factory=lambda: KINDS)


def outline(data: object) -> Outline:
    """The outline of terms as bare data: of a file, or of terms that were dumped."""
    data, kinds = with_all_amendments(data), kinds_in(data)
    rules = raw.records(data, "provisions")
    return Outline(
        id=raw.slug(data.get("id")) if isinstance(data, Mapping) else None,
        parties=raw.keys(data, "parties"),
        lots=raw.unique_slugs(lot.get("id") for lot in raw.records(data, "securities")) or None,
        lapses=_lapses(rules, kinds),
        payments=_payments(rules, kinds),
        payment_days=_payment_days(data),
        notices=[str(r.get("met_by")) for r in rules if model_of(r) is Notice],
        owed=owed_by_rule(rules),
        undated=_undated(rules),
        suspensions=_suspensions(rules, kinds),
        waiting=_waiting(rules),
        kinds=kinds,
    )


def _waiting(rules: Sequence[raw.Record]) -> Mapping[str, Sequence[Waits]] | None:
    """The waiting provisions; None if a rule could not be read, since a fact may be about that
    one.
    """
    found: dict[str, list[Waits]] = {}
    for rule in rules:
        model = model_of(rule)
        if model is None:
            return None
        if not (issubclass(model, SatisfiableRule) or model is Notice):
            continue
        if model is ObligationProvision:
            for word in words_of(rule, "satisfied by", "satisfied by all of"):
                found.setdefault(word, []).append(_general(rule))
            continue
        name, kind = raw.slug(rule.get("id")), raw.slug(rule.get("met_by"))
        if name is None or (kind is None and rule.get("met_by") is not None):
            return None
        field = _OPENS.get(model)
        given = rule.get(field) if field else None
        words = given if isinstance(given, list | tuple) else [given] if given else []
        opened_by = tuple(str(word) for word in words)
        if kind is not None:
            waits = Waits(name, opened_by, of_default=model is Notice)
            found.setdefault(kind, []).append(waits)
    return found if rules else None


def _general(rule: raw.Record) -> Waits:
    """An obligation in the general form, as what waits for an event."""
    openers = words_of(rule, "each")
    days = any(isinstance(each, Mapping) for each in raw.items(rule, "each"))
    events = tuple(word for word in openers if word != "default")
    return Waits(str(rule.get("id")), events, "default" in openers, days)


def _undated(rules: Sequence[raw.Record]) -> Sequence[str] | None:
    """Their ids; None if one of them, or a rule that may be one, has no valid id."""
    if not rules or any(model_of(r) is None for r in rules):
        return None
    return raw.unique_slugs(r.get("id") for r in rules if model_of(r) is UndatedDutyRule)


def _suspensions(rules: Sequence[raw.Record], kinds: Kinds) -> Mapping[str, str] | None:
    found: dict[str, str] = {}
    for rule in rules:
        model, begins = model_of(rule), words_of(rule, "begins")
        if model in (DayBudget, None) or (model is StateProvision and begins):
            kind = _kind(begins[0] if begins else rule.get("begins_with"), kinds)
            name = raw.slug(rule.get("id"))
            if model is None or name is None or kind is None:
                return None
            found[name] = kind
    return found if rules else None


def _lapses(rules: Sequence[raw.Record], kinds: Kinds) -> Sequence[Lapse] | None:
    found: list[Lapse] = []
    further: list[Lapse] = []
    for rule in rules:
        model = model_of(rule)
        if model is ObligationProvision and (
            lapse := raw.slug(raw.record(rule, "lapse").get("id"))
        ):
            waits = _general(rule)
            kinds_of_each: tuple[str | None, ...] = waits.opened_by or (None,)
            by_lot = rule.get("per") == "lot"
            of_each = bool(waits.opened_by or waits.of_days or waits.of_default or by_lot)
            found += [Lapse(lapse, not of_each, of_each, kind) for kind in kinds_of_each]
        missing = rule.get("on_lapse") is None
        if model not in (Deadline, Outage, None) or (missing and rule and model is not Outage):
            continue
        name = raw.slug(raw.record(rule, "on_lapse").get("id"))
        if name is None:
            return None
        kind = _kind(rule.get("opened_by"), kinds) if model is Outage else None
        found.append(Lapse(name, model is not Outage, model is not Deadline, kind))
        if model is Outage:
            further += _of_suspensions(name, rule, rules, kinds)
    for rule in rules:
        lapses = (raw.record(limit, "lapse") for limit in raw.records(rule, "limits"))
        names = [name for each in lapses if (name := raw.slug(each.get("id")))]
        found += [Lapse(n, False, True, k) for n in names for k in words_of(rule, "begins")]
        if model_of(rule) is DayBudget:
            kind = _kind(rule.get("begins_with"), kinds)
            for terms in (rule, *raw.records(rule, "in_any")):
                overrun = raw.record(terms, "on_overrun")
                name = raw.slug(overrun.get("id"))
                if overrun and name is None:
                    return None
                found += [Lapse(name, False, True, kind)] if name else []
    ids = {lapse.id for lapse in found}
    return [*found, *further] if rules and len(ids) == len(found) else None


def _of_suspensions(
    name: str, rule: raw.Record, rules: Sequence[raw.Record], kinds: Kinds
) -> list[Lapse]:
    """The default of an outage, opened by suspensions beyond their allowed days and by
    down-time.
    """
    found: list[Lapse] = []
    if raw.record(rule, "down_time"):
        kind = _kind(raw.record(rule, "down_time").get("begins_with"), kinds)
        found.append(Lapse(name, False, True, kind))
    for budget in rules:
        if model_of(budget) is DayBudget and budget.get("id") == rule.get("excused_by"):
            kind = _kind(budget.get("begins_with"), kinds)
            found.append(Lapse(name, False, True, kind, (EXCESS, IMPROPER)))
    return found


def _kind(word: object, kinds: Kinds) -> str | None:
    kind = raw.slug(word)
    return kind if kind in kinds else None


_MET_BY = "met_by".replace("_", " ")
"""The key of general payments."""
_STEPS = ("certified_by", "funded_by", "confirmed_by")


def _payments(rules: Sequence[raw.Record], kinds: Kinds) -> Mapping[str, str] | None:
    found: dict[str, str] = {}
    for rule in rules:
        model = model_of(rule)
        if model not in (Payment, Payments, None):
            continue
        name, kind = raw.slug(rule.get("id")), raw.slug(rule.get("met_by") or rule.get(_MET_BY))
        fits = kind is not None and kind in kinds and "about" in kinds[kind].needs
        if model is None or name is None or kind is None or not fits:
            return None
        found[kind] = name
        steps = (raw.slug(rule.get(field)) for field in _STEPS)
        found |= {step: name for step in steps if step is not None and step in kinds}
    return found if rules else None


def _payment_days(data: object) -> Sequence[tuple[int, int]] | None:
    if any(model_of(rule) is Payments for rule in raw.records(data, "provisions")):
        return None
    days = raw.records(raw.record(data, "indenture"), "interest_payment_dates")
    try:
        read = [MonthDay.model_validate(day) for day in days]
    except ValidationError:
        return None
    return [(day.month, day.day) for day in read] or None
