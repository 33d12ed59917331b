"""The kinds of drafts, by the word that a provision gives as `draft`: the values of each letter,
and those of the sheet for counsel about it. The words are in the files of `documents/letters`.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, time
from fractions import Fraction
from types import MappingProxyType

from dealclock.documents.drafts import formal
from dealclock.documents.drafts.amount_due import amount_tables, is_determined, paid_in_part
from dealclock.documents.drafts.case import DraftCase, letter_values
from dealclock.documents.letter import Value, Values
from dealclock.documents.paper import Grid, blank
from dealclock.engine.conclusions import Conclusion, Default
from dealclock.engine.money import Between
from dealclock.engine.states.limits_left import LimitPlan
from dealclock.errors import RefusedError
from dealclock.facts.kinds import what_happened
from dealclock.messages import amounts, reading, trace, words
from dealclock.messages.status_lines import describe_conclusion
from dealclock.terms.neutral_ids import shown_kind
from dealclock.terms.rules.suspensions import DayBudget, Outage

FUNDED = "officers-certificate"
"""The kind for a payment: it has a funding memo, and is no notice given by a method."""
_STEP = "/step/"


def _default_notice(case: DraftCase) -> Values:
    """Notice of a Registration Default, or of a step of its rate."""
    default, step = _default_and_step(case)
    accrual = case.view.assessment.accrual
    says = (
        f"A Registration Default under {words.clause(default.clause)} of the Agreement "
        f"({default.title}) occurred on {formal.day(default.occurred_on)}."
    )
    certainty = f"{words.sentence(describe_conclusion(default))}: {default.instance}."
    if default.conclusion is Conclusion.DISPUTED:
        certainty += " Do not send while it is disputed."
    begins, ends = default.accrues_from, default.accrues_to
    found: dict[str, Value] = {
        **letter_values(case),
        "certainty": certainty,
        "default": says if default.conclusion is Conclusion.CONFIRMED else blank(says),
        "rate_changed_on": step,
        "rate_on": accrual.as_of,
    }
    if ends is None:
        found["accrues_from"] = begins
    elif ends <= begins:
        found["cured_on"] = ends
    else:
        found |= {"accrued_from": begins, "accrued_to": ends}
    if step or not default.is_open or not accrual.rate:
        return found
    if default.bears_on is not None:  # the other lots have their own rates
        names = case.view.terms.base_names
        found["some_notes"] = "; ".join(names[lot] for lot in default.bears_on) or "none issued"
        return found
    found["rate"] = formal.rate(accrual)
    if (change := accrual.next_change) is not None and change.rate:
        found |= {"next_rate": formal.rate(change), "next_on": change.on}
    return found


def _default_and_step(case: DraftCase) -> tuple[Default, date | None]:
    """The default, and the day of the rate step if the notice is about one."""
    instance, _, step = case.about.partition(_STEP)
    default = case.view.assessment.default(instance)
    if default is None:
        raise RefusedError(f"{case.part.instance} is about {instance!r}, which has not occurred.")
    return default, date.fromisoformat(step) if step else None


def _on_default(case: DraftCase) -> Values:
    """How the default itself was computed, and what accrued."""
    default, _ = _default_and_step(case)
    figures = words.sentence(amounts.describe_figures(case.view))
    accrued = [figures, *amounts.list_segments(case.view)]
    return {
        "default_computation": list(trace.render_lines(default.why.steps)),
        "accrued": accrued if case.view.assessment.accrual.segments else None,
    }


def _certificate(case: DraftCase) -> Values:
    """The officers' certificate for a payment."""
    part, terms, party = case.obligation, case.view.terms, case.view.party
    to = (f"{case.named(each)}, as {party(each)}," for each in getattr(case.rule, "to", ()))
    nominal, accrual = payment_date(case), case.view.assessment.accrual
    funds = terms.indenture.funds_by if terms.indenture else None
    total = sum((s.amount for s in case.segments), Fraction(0))
    unsure = [d.instance for d in case.bearing if d.conclusion is not Conclusion.CONFIRMED]
    return {
        **letter_values(case),
        "certainty": f"Possible, not confirmed: the amount is based on {words.listed(unsure)}."
        if unsure
        else "The defaults behind it are confirmed; the dates and the amount are computed.",
        "addressed": words.listed(to) or blank("addressee"),
        "amount": _amount(case),
        "paid": paid_in_part(part),
        "payment_date": nominal,
        "due": part.due if part.due != nominal else None,
        "record_date": part.record_date,
        "amount_tables": tuple(amount_tables(case)),
        "total": total if case.segments else None,
        "day_count": str(accrual.day_count),
        "per": formal.per(accrual.per),
        "funds_by": formal.hour(time.fromisoformat(funds.time)) if funds else None,
        "funds_lead": str(funds.lead) if funds and funds.lead else None,
    }


def payment_date(case: DraftCase) -> date:
    """The Interest Payment Date of a payment, which may be no Business Day."""
    return date.fromisoformat(case.about)


def _amount(case: DraftCase) -> str:
    """The amount; in brackets while anything open can change it."""
    part = case.obligation
    money = part.money or Fraction(0)
    if isinstance(money, Between):
        return blank(f"amount, {words.amount(money)}, by the day count of the Indenture")
    if amounts.is_projected(part):
        return blank(f"{words.dollars(money)}, projected")
    return words.dollars(money) if is_determined(case) else blank(words.dollars(money))


def _on_payment(case: DraftCase) -> Values:
    """What the payment is for, its exact amount, and what was assumed about the Indenture."""
    defaults = [
        f"{d.instance}, {words.clause(d.clause)}: {d.title}; accrues from and including "
        f"{words.day(d.accrues_from)}"
        + (f" to but excluding {words.day(d.accrues_to)}" if d.accrues_to else ", still open")
        for d in case.bearing
    ]
    sheet = case.view.terms.indenture
    total = sum((s.amount for s in case.segments), Fraction(0))
    return {
        "defaults": defaults,
        "exact": str(total) if case.segments else None,
        "assumptions": list(sheet.assumptions) if sheet and not sheet.reviewed else None,
        "is_payment": "yes",
    }


def _advice(case: DraftCase) -> Values:
    """Advice to Holders of an event, from what it states, without its note."""
    event = blank("what happened, and when")
    if known := case.opened_by:
        happened = what_happened(known.kind, case.view.terms)
        event = f"On {formal.day(known.on)}, {formal.lowered(happened)}."
    return {**letter_values(case), "event": event}


def _on_event(case: DraftCase) -> Values:
    """The rest of what is recorded of the event, which the advice leaves out."""
    if (known := case.opened_by) is None:
        return {}
    fact = known.fact
    found = [
        f"Event {fact.id} ({shown_kind(fact.kind)}), {words.day(fact.on)}. Basis: {fact.basis}"
    ]
    found += [f"Evidence: {fact.evidence}"] if fact.evidence else []
    found += [f"Note: {fact.note}"] if fact.note else []
    return {"event": [*found, "Disclose no material non-public information in the advice."]}


def _suspension(case: DraftCase) -> Values:
    """Notice that a Suspension Period begins, for an outage that it would excuse, or ends."""
    budget, deemed = _budget(case), case.view.terms.clauses.deemed_notice
    return {
        **letter_values(case, budget),
        "period": budget.title,
        "deemed_section": words.clause(deemed) if deemed else "",
        "opened_on": case.part.opens,
    }


def _on_beginning(case: DraftCase) -> Values:
    """The conditions of a period that begins on the view's day, and the days left for it."""
    budget, a = _budget(case), case.view.assessment
    left = next((b for b in a.budgets if b.id == budget.id), None)
    plans: Sequence[LimitPlan] = left.limits if left else ()
    rows = [
        (
            f"{p.days} days in any {p.window.short}" if p.window else f"{p.days} days at once",
            str(p.used),
            str(p.left),
            str(p.longest),
            words.day(p.breaks_on),
        )
        for p in plans
    ]
    headings = ("Limit", "Used", "Left", "May run", "First day not allowed")
    question = "suspension-in-cure-window"
    return {
        "conditions_of": words.clause(budget.clause),
        "party": case.view.party(budget.owed_by),
        "cure_window_read": reading.describe_choice(
            question, a.readings[question], case.view.terms
        ),
        "limits": (Grid(headings, tuple(rows), frozenset({1, 2, 3})),) if rows else None,
    }


def _on_ending(case: DraftCase) -> Values:
    """How many days of the ongoing period are used, and the last day allowed."""
    part = case.window
    return {
        "days_used": str(part.days_used),
        "days_allowed": str(part.limit_days),
        "last_day": part.closes,
        "closed_day": case.view.closed_day(part.closes),
    }


def _budget(case: DraftCase) -> DayBudget:
    """The day budget: the provision itself, or the one that excuses an outage."""
    if isinstance(case.rule, DayBudget):
        return case.rule
    name = case.rule.excused_by if isinstance(case.rule, Outage) else None
    found = next((b for b in case.view.terms.all_of(DayBudget) if b.id == name), None)
    if found is None:
        raise RefusedError(f"{case.rule.id} names no day budget; give it excused_by.")
    return found


KINDS: Mapping[str, tuple[Callable[[DraftCase], Values], Callable[[DraftCase], Values]]] = (
    MappingProxyType(
        {
            "default-notice": (_default_notice, _on_default),
            FUNDED: (_certificate, _on_payment),
            "holder-advice": (_advice, _on_event),
            "suspension-notice": (_suspension, _on_beginning),
            "suspension-termination": (_suspension, _on_ending),
        }
    )
)
"""The values of each kind of letter, and those of the sheet for counsel about it."""
