"""The steps of a payment beside paying it: the certificate, the funds, the word that it was made.

    record date     certificate    funds by 10:00     paid      confirmed
       |----------------|---------------|--------------|------------|

How long before or after the payment each is due stands in the Indenture input sheet; a step it
gives no time for is none. An Indenture of this kind lets the Trustee take it that nothing is
payable until it has the certificate.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.agreement.indenture import Indenture
from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.rules.rule import Period
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context, status_of
from dealclock.engine.grounds import Grounds, Step
from dealclock.facts.log import EffectiveFact

KIND = "payment step"
INDENTURE = "Indenture"

_TITLES = {
    "certificate": "Officers' certificate for a payment",
    "funding": "Funds for a payment",
    "confirmation": "Confirmation of a payment",
}
_ACTIONS = {
    "certificate": "Deliver the officers' certificate to the Trustee.",
    "funding": "Put the paying agent in funds, by {}.",
    "confirmation": "Have the paying agent confirm the payment.",
}


def step_kinds(rule: Payment) -> dict[str, str | None]:
    """The steps of a payment in order, each with the kind of fact that does it."""
    return {
        "certificate": rule.certified_by,
        "funding": rule.funded_by,
        "confirmation": rule.confirmed_by,
    }


def is_funding(step: Obligation) -> bool:
    """Whether a step of a payment moves money; the others are papers, which no wire carries."""
    return step.instance.startswith(f"{step.id}-funding/")


def payment_steps(rule: Payment, payment: Obligation, context: Context) -> Iterator[Obligation]:
    """Those the Indenture input sheet gives a time for, of one payment."""
    sheet = context.terms.indenture_sheet
    nominal = payment.instance.partition("/")[2]
    for name, kind in step_kinds(rule).items():
        found = _due(name, payment.due, sheet, context)
        if kind is None or found is None:
            continue
        due, says = found
        done = context.about(kind, payment.instance)
        due_readings = (payment.due_readings or frozenset()) | context.choices.consulted
        action = _ACTIONS[name].format(sheet.funds_by.time if sheet.funds_by else "")
        rests_on = Grounds((), payment.grounds.hypothetical, payment.grounds.readings)
        yield Obligation(
            id=rule.id,
            instance=f"{rule.id}-{name}/{nominal}",
            cause=payment.instance,
            kind=KIND,
            clause=INDENTURE,
            title=_TITLES[name],
            owed_by=rule.owed_by,
            action=action,
            opens=min(payment.opens, due),
            due=due,
            closes=None,
            status=_status(name, due, done, payment, context.as_of),
            met_on=done.on if done else None,
            grounds=context.grounds(done) | rests_on,
            trace=(Step("the payment", payment.clause, payment.due), Step(says, INDENTURE, due)),
            notes=payment.notes,
            due_readings=due_readings,
        )


def _status(
    name: str, due: date, done: EffectiveFact | None, payment: Obligation, as_of: date
) -> Status:
    """Where a step stands; nobody waits for what comes before a payment that was made."""
    if done is None and payment.met_on and name != "confirmation":
        return Status.CLOSED
    return status_of(due, done.on if done else None, as_of)


def _due(name: str, paid: date, sheet: Indenture, context: Context) -> tuple[date, str] | None:
    """The day a step is due by, and how that is said."""
    match name:
        case "certificate" if sheet.officers_certificate:
            lead = sheet.officers_certificate
            return _before(paid, lead, context), f"{lead} before it at the latest"
        case "funding" if sheet.funds_by:
            lead_time, at = sheet.funds_by.lead, f"by {sheet.funds_by.time} in New York"
            if lead_time is None:
                return paid, f"{at}, that day"
            return _before(paid, lead_time, context), f"{at}, {lead_time} before it"
        case "confirmation" if sheet.confirmed_within:
            count = context.after(paid, sheet.confirmed_within)
            return count.result, f"within {sheet.confirmed_within} after it"
        case _:
            return None


def _before(day: date, lead: Period, context: Context) -> date:
    if lead.unit == "days":
        return context.calendar.last_open_on_or_before(day - timedelta(days=lead.count))
    return context.back(day, lead).result
