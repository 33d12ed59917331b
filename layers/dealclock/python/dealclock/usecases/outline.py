"""What the other files of a deal may name of its terms, as far as the terms could be read.

Whoever names a thing the terms do not hold is told so; but not when the terms may hold it, in a
part that was refused: that problem is told already, and would only be told twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from dealclock.agreement import bare
from dealclock.agreement.indenture import MonthDay
from dealclock.agreement.provisions import model_of
from dealclock.agreement.rules.deadlines import Deadline
from dealclock.agreement.rules.duties import UndatedDuty
from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.rules.notices import Notice
from dealclock.agreement.rules.periods import Outage
from dealclock.facts.kinds import KINDS


@dataclass(frozen=True, slots=True)
class Lapse:
    """A default of the terms: of a deadline, or of an outage, which has one for each opening.

    `opened_by` is the kind of fact that opens it; None when a deadline's or not readable.
    `plain` and `by_fact` tell whether it may go by its id alone, or by its id and a fact's.
    """

    id: str
    plain: bool
    by_fact: bool
    opened_by: str | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """The words of the terms. None, everywhere, for what could not be read whole.

    `payments` has a payment's id by the kind of fact that meets it, `payment_days` the month and
    day of each Interest Payment Date; `notices` are the kinds of fact that meet a notice,
    `undated` the ids of the undated duties.
    """

    id: str | None
    parties: Sequence[str] | None
    lots: Sequence[str] | None
    lapses: Sequence[Lapse] | None
    payments: Mapping[str, str] | None
    payment_days: Sequence[tuple[int, int]] | None
    notices: Sequence[str]
    undated: Sequence[str] | None


def outline(data: object) -> Outline:
    """The outline of terms as bare data: of a file, or of terms that were dumped."""
    rules = bare.records(data, "provisions")
    return Outline(
        id=bare.slug(data.get("id")) if isinstance(data, Mapping) else None,
        parties=bare.keys(data, "parties"),
        lots=bare.all_sound(lot.get("id") for lot in bare.records(data, "securities")) or None,
        lapses=_lapses(rules),
        payments=_payments(rules),
        payment_days=_payment_days(data),
        notices=[str(r.get("met_by")) for r in rules if model_of(r) is Notice],
        undated=_undated(rules),
    )


def _undated(rules: Sequence[bare.Record]) -> Sequence[str] | None:
    """Their ids; None when one of them, or a rule that may be one, has none that is sound."""
    if not rules or any(model_of(r) is None for r in rules):
        return None
    return bare.all_sound(r.get("id") for r in rules if model_of(r) is UndatedDuty)


def _lapses(rules: Sequence[bare.Record]) -> Sequence[Lapse] | None:
    found: list[Lapse] = []
    for rule in rules:
        model = model_of(rule)
        missing = rule.get("on_lapse") is None
        if model not in (Deadline, Outage, None) or (missing and rule and model is not Outage):
            continue
        name = bare.slug(bare.record(rule, "on_lapse").get("id"))
        if name is None:
            return None
        opened_by = bare.slug(rule.get("opened_by"))
        kind = opened_by if opened_by in KINDS and model is Outage else None
        found.append(Lapse(name, model is not Outage, model is not Deadline, kind))
    ids = {lapse.id for lapse in found}
    return found if rules and len(ids) == len(found) else None


def _payments(rules: Sequence[bare.Record]) -> Mapping[str, str] | None:
    found: dict[str, str] = {}
    for rule in rules:
        model = model_of(rule)
        if model not in (Payment, None):
            continue
        name, kind = bare.slug(rule.get("id")), bare.slug(rule.get("met_by"))
        fits = kind is not None and kind in KINDS and "about" in KINDS[kind].needs
        if model is None or name is None or kind is None or not fits:
            return None
        found[kind] = name
    return found if rules else None


def _payment_days(data: object) -> Sequence[tuple[int, int]] | None:
    days = bare.records(bare.record(data, "indenture"), "interest_payment_dates")
    try:
        read = [MonthDay.model_validate(day) for day in days]
    except ValidationError:
        return None
    return [(day.month, day.day) for day in read] or None
