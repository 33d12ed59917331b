"""Everything true of a deal as of a day, or the part shown to someone outside its team."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dealclock.access.outside import Recipient, ShownOutside, shown_outside
from dealclock.answers import encode
from dealclock.answers.assess.keys import KEYS
from dealclock.answers.encode import Json, Keys
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.fact import NoticeDelivery, ReleasedConclusion
from dealclock.facts.log import EffectiveFact, end_of

FORMAT = "dealclock-assessment/2"
_OUTSIDE = "dealclock-outside/1"


@dataclass(frozen=True, slots=True)
class AssessQuery:
    """The whole assessment or, with `outside`, what was delivered or released to a recipient."""

    all_readings: bool = option(
        "also show each figure's range over all combinations of its readings", default=False
    )
    outside: bool = option(
        "what was delivered or released to someone outside, and no more", default=False
    )
    to: str = option("with outside, whom: trustee, counterparty, or holder NAME", default="trustee")


@dataclass(frozen=True, slots=True)
class OutsideResult:
    """What the recipient `to` is shown as of a day, from the record."""

    as_of: date
    to: Recipient
    shown: ShownOutside


AssessResult = Assessment | OutsideResult


def answer(look: Look, request: AssessQuery) -> AssessResult:
    """The assessment, or what an outside recipient is shown.

    Files and cases hold no approvals, so none is awaited. Raises NotAnsweredError for a
    recipient without such a view.
    """
    if request.outside:
        to = Recipient.parse(request.to)
        if to is None:
            raise NotAnsweredError(
                f"--to is {request.to!r}; give trustee, counterparty, or 'holder NAME'."
            )
        known = look.log.known(look.as_of, look.known_at or end_of(look.as_of, look.log.zone))
        return OutsideResult(look.as_of, to, shown_outside(known, to))
    return assess(
        Look(look.terms, look.log, look.as_of, look.known_at, look.readings, look.targets),
        together=request.all_readings,
    )


def document(result: AssessResult) -> Json:
    """The result as `docs/assessment.md` describes it."""
    form = _OUTSIDE if isinstance(result, OutsideResult) else FORMAT
    return encode.document(form, result, _KEYS)


def _delivery_json(event: EffectiveFact, delivery: NoticeDelivery) -> Mapping[str, object]:
    return {"kind": event.kind, "hypothetical": event.hypothetical, **delivery.model_dump()}


def _payment_json(event: EffectiveFact) -> Mapping[str, object]:
    amount = {"on": event.on, "amount": event.fact.amount}
    return {"kind": event.kind, "hypothetical": event.hypothetical, **amount}


def _release_json(event: EffectiveFact, released: ReleasedConclusion) -> Mapping[str, object]:
    return {"released_on": event.on, "hypothetical": event.hypothetical, **released.model_dump()}


_KEYS: Keys = {
    **KEYS,
    OutsideResult: (
        "to=to.role holder=to.holder as_of",
        ("notices", lambda r: [_delivery_json(of, given) for of, given in r.shown.notices]),
        ("payments", lambda r: list(map(_payment_json, r.shown.payments))),
        ("released", lambda r: [_release_json(of, was) for of, was in r.shown.released]),
    ),
}
