"""What each Holder has, is entitled to, and is due: the result and its computation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.readings import ALL
from dealclock.answers.heading import Heading
from dealclock.answers.question import (
    NotAnsweredError,
    option,
    rounded,
)
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Status
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO
from dealclock.engine.special.holders.amounts import Holders, HolderView, Share
from dealclock.engine.why import Why
from dealclock.files.source import nearest

PRO_RATA_PART = (
    "a part payment is allocated pro rata by amount due; its recipients are not recorded"
)


@dataclass(frozen=True, slots=True)
class HoldersQuery:
    """The Holders to show: all that events name, or one."""

    holder: str | None = option("one Holder, by its recorded name", shown="HOLDER")


@dataclass(frozen=True, slots=True)
class NotesBearing:
    """Notes of a lot that a part is paid on; `from_` is included, `to_exclusive` is not."""

    lot: str
    principal: Decimal
    from_: date
    to_exclusive: date


@dataclass(frozen=True, slots=True)
class HolderPart:
    """A Holder's part of one payment: `amount` is due to it, `if_entitled` would be.

    `paid` is None if an event records the payment without an amount; those events are
    `not_stated`.
    """

    holder: str
    instance: str
    record_date: date
    due: date
    status: Status
    entitled: bool
    amount: Fraction
    if_entitled: Fraction
    paid: Fraction | None
    unpaid: Fraction
    not_stated: tuple[str, ...]
    on: tuple[NotesBearing, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, holder: str, part: Share) -> "HolderPart":
        """A Holder's part, from the engine's share of a payment."""
        in_part = 0 < part.paid < part.amount
        return cls(
            holder=holder,
            instance=part.payment.instance,
            record_date=part.bucket.record_date,
            due=part.payment.due,
            status=part.payment.status,
            entitled=part.entitlement.entitled,
            amount=part.amount,
            if_entitled=part.gross,
            paid=None if part.not_stated else part.paid,
            unpaid=part.unpaid,
            not_stated=part.not_stated,
            on=tuple(NotesBearing(p.lot, rounded(p.amount), p.start, p.end) for p in part.parcels),
            notes=(*part.payment.notes, *part.notes, *([PRO_RATA_PART] if in_part else [])),
        )


@dataclass(frozen=True, slots=True)
class UnderReading:
    """A Holder's entitlement, what accrued, and its next payment, None if there is none, under
    another choice of one reading.
    """

    reading: str
    choice: str
    entitled: bool
    accrued: Fraction
    next_payment: Fraction | None


@dataclass(frozen=True, slots=True)
class HolderStanding:
    """One Holder on the day: `principal` by lot, the `reason` it is entitled or not, what is due.

    `accrued` is the amount due to it, to but excluding the day; `unpaid` the part that no stated
    amount paid. `next_payment` is its part of the next payment still to be made. `other_readings`
    are the other choices on its entitlement that alone change any of these.
    """

    holder: str
    principal: Mapping[str, Decimal]
    entitled: bool
    entitled_from: date | None
    reason: str = field(metadata={"key": "why"})
    accrued: Fraction
    if_entitled: Fraction
    unpaid: Fraction
    not_stated: tuple[str, ...]
    overdue: tuple[HolderPart, ...]
    next_payment: HolderPart | None
    payments: tuple[HolderPart, ...]
    why: Why
    notes: tuple[str, ...]
    other_readings: tuple[UnderReading, ...]


@dataclass(frozen=True, slots=True)
class HoldersTotal:
    """All Holders together; `barred` is what accrued on the Notes of those not entitled."""

    accrued: Fraction
    unpaid: Fraction
    barred: Fraction
    not_stated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HoldersResult:
    """Every Holder asked for, and by lot the principal that no Holder is recorded for."""

    heading: Heading
    holders: tuple[HolderStanding, ...]
    in_all: HoldersTotal
    not_recorded: Mapping[str, Decimal]
    lot_names: Mapping[str, str]


def answer(look: Look, request: HoldersQuery) -> HoldersResult:
    """Every Holder named by an event, or the requested one.

    Raises NotAnsweredError for an unknown name.
    """
    context, findings = examine(look)
    holders = Holders(context, findings)
    known = holders.holdings.holders if holders.holdings else ()
    if request.holder is not None and request.holder not in known:
        raise NotAnsweredError(
            f"no Holder is named {request.holder!r}; recorded Holders: "
            f"{', '.join(known) or 'none'}.{nearest(request.holder, known)}"
        )
    views = list(holders.views(request.holder))
    others = _other_readings(views, look)
    return HoldersResult(
        heading=Heading.of(look, agreements=True, holder=request.holder),
        holders=tuple(_standing(view, others[view.holder]) for view in views),
        in_all=_in_all(views),
        not_recorded=_by_lot(holders.not_recorded()),
        lot_names=look.in_force.base_names,
    )


_ENTITLING = (
    "late-entitlement",
    "no-questionnaire-requested",
    "entitlement-deadline",
    "entitlement-last-day",
    "questionnaire-runs-from",
    "request-before-holding",
    "repeated-request",
    "own-extension",
    "unproven-extension",
)
"""The readings on whether a Holder is entitled."""


def _other_readings(
    views: Iterable[HolderView], look: Look
) -> Mapping[str, tuple[UnderReading, ...]]:
    """What each other choice of a reading on entitlement alone changes, by Holder."""
    here = {view.holder: view for view in views}
    found: dict[str, list[UnderReading]] = {holder: [] for holder in here}
    consulted = frozenset[str]().union(*(v.entitlement.why.readings for v in here.values()))
    for reading in _ENTITLING:
        for choice in ALL[reading].open if reading in consulted else ():
            if choice == look.used[reading]:
                continue
            there = replace(look, readings={**look.used, reading: choice})
            context, findings = examine(there)
            for view in Holders(context, findings).views():
                if view.holder in here and _of(view) != _of(here[view.holder]):
                    found[view.holder].append(UnderReading(reading, choice, *_of(view)))
    return {holder: tuple(each) for holder, each in found.items()}


def _of(view: HolderView) -> tuple[bool, Fraction, Fraction | None]:
    return view.entitlement.entitled, view.accrued, view.next.amount if view.next else None


def _in_all(views: Iterable[HolderView]) -> HoldersTotal:
    views = list(views)
    accrued = sum((v.accrued for v in views), ZERO)
    return HoldersTotal(
        accrued=accrued,
        unpaid=sum((v.unpaid for v in views), ZERO),
        barred=sum((v.gross for v in views), ZERO) - accrued,
        not_stated=tuple(dict.fromkeys(event for v in views for event in v.not_stated)),
    )


def _standing(view: HolderView, others: tuple[UnderReading, ...]) -> HolderStanding:
    right = view.entitlement

    def part(share: Share) -> HolderPart:
        return HolderPart.of(view.holder, share)

    return HolderStanding(
        holder=view.holder,
        principal=_by_lot(view.principal),
        entitled=right.entitled,
        entitled_from=right.since,
        reason=right.why.steps[-1].text,
        accrued=view.accrued,
        if_entitled=view.gross,
        unpaid=view.unpaid,
        not_stated=view.not_stated,
        overdue=tuple(map(part, view.overdue)),
        next_payment=part(view.next) if view.next else None,
        payments=tuple(map(part, view.shares)),
        why=view.why.with_steps(right.why.steps),
        notes=view.notes,
        other_readings=others,
    )


def _by_lot(principal: Mapping[str, Fraction]) -> Mapping[str, Decimal]:
    return {lot: rounded(amount) for lot, amount in principal.items()}
