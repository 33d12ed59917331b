"""What each Holder has, is entitled to, and is due."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer, resting_on
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.encode import Json, Keys, dollars, record_json
from dealclock.answers.heading import heading, list_left_out
from dealclock.answers.typed_words import TypedWords, holder_of, no_such_deal
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Status
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO
from dealclock.engine.special.holders.amounts import Holders, HolderView, Parcel, Share
from dealclock.errors import RefusedError
from dealclock.files.source import nearest
from dealclock.messages import words
from dealclock.messages.message import Cell, DataTable, Message, Section, listed, rows
from dealclock.messages.status_lines import with_not_computed
from dealclock.messages.tables import day_cell, in_table, left_to_table, money_cell
from dealclock.messages.view import DealView
from dealclock.terms.readings import ALL

_PRO_RATA_PART = (
    "a part payment is allocated pro rata by amount due; its recipients are not recorded"
)


def part_notes(part: Share) -> tuple[str, ...]:
    """The notes on a Holder's part of a payment."""
    in_part = 0 < part.paid < part.amount
    return (*part.payment.notes, *part.notes, *([_PRO_RATA_PART] if in_part else []))


def _by_lot(principal: Mapping[str, Fraction]) -> Mapping[str, str]:
    return {lot: words.decimal(amount) for lot, amount in principal.items()}


def _reason(view: HolderView) -> str:
    """Why it is entitled or not."""
    return view.entitlement.why.steps[-1].text


PART_KEYS: Keys = {
    Share: (
        "holder instance=payment.instance record_date=bucket.record_date due=payment.due",
        "status=payment.status entitled=entitlement.entitled amount if_entitled=gross",
        "paid=paid_if_stated unpaid not_stated on=parcels",
        ("notes", part_notes),
    ),
    Parcel: (
        "lot",
        ("principal", lambda parcel: words.decimal(parcel.amount)),
        "from=start to_exclusive=end",
    ),
}
"""The keys of a Holder's part of a payment, and of the Notes it is paid on."""

_KEYS: Keys = {
    HolderView: (
        "holder",
        ("principal", lambda view: _by_lot(view.principal)),
        "entitled=entitlement.entitled entitled_from=entitlement.since",
        ("why", _reason),
        "accrued if_entitled=gross unpaid not_stated overdue next_payment=next payments=shares",
        "basis=why notes trace=entitlement.why.steps",
    ),
    **PART_KEYS,
}


UnderReading = tuple[str, str, HolderView]
"""Another choice of a reading, and a Holder under it alone."""


def _read(typed: TypedWords) -> Mapping[str, object]:
    name = typed.words[1:] if typed.words[:1] == ("holder",) else typed.words
    if name and typed.deal is None:
        raise no_such_deal(name[0], typed.visible)
    return {"holder": holder_of(name)}


@answer(
    keys=_KEYS,
    example="agreements/infocrossing-2004 --as-of 2004-11-20",
    slash=Slash(
        "holders [DEAL] [NAME]",
        examples=("holders", "{deal} holders"),
        read=_read,
    ),
)
def holders(
    look: Look,
    holder: Annotated[str | None, "one Holder, by its recorded name", "HOLDER"] = None,
) -> Answer:
    """Every Holder named by an event, or one, and by lot the principal that has no recorded Holder.

    Of each, what accrued and is due to it, to but excluding the day; the part that no stated amount
    paid; its part of the next payment still to be made; and the other choices on its entitlement
    that alone change any of these. `barred` is what accrued on the Notes of those not entitled.
    Raises RefusedError for an unknown name.
    """
    if not look.in_force.securities:
        raise RefusedError(
            f"the terms of {look.terms.id} list no securities, so holdings are not computed; "
            "`accrual` and `payments` show the whole amounts."
        )
    context, findings = examine(look)
    found = Holders(context, findings)
    known = found.holdings.holders if found.holdings else ()
    if holder is not None and holder not in known:
        raise RefusedError(
            f"no Holder is named {holder!r}; recorded Holders: "
            f"{', '.join(known) or 'none'}.{nearest(holder, known)}"
        )
    views = list(found.views(holder))
    others = _other_readings(views, look)
    left_out = list_left_out(look, holder)
    accrued = sum((v.accrued for v in views), ZERO)
    unpaid = sum((v.unpaid for v in views), ZERO)
    not_stated = tuple(dict.fromkeys(event for v in views for event in v.not_stated))
    not_recorded, names = found.not_recorded(), look.in_force.base_names
    accruing = words.sentence(findings.accrual.title if findings.accrual else "what accrues")
    body = {
        **heading(look, left_out),
        "holders": [
            {**record_json(v, _KEYS), "other_readings": [*map(_under_reading, others[v.holder])]}
            for v in views
        ],
        "in_all": {
            **dollars("accrued", accrued),
            **dollars("unpaid", unpaid),
            **dollars("barred", sum((v.gross for v in views), ZERO) - accrued),
            "not_stated": not_stated,
        },
        "not_recorded": _by_lot(not_recorded),
        "lot_names": names,
    }

    def headline() -> Iterator[str]:
        """What is unpaid to those entitled, which Holders are overdue, and how many there are."""
        if not views:
            yield "no Holder is recorded; record an event of kind notes-acquired"
            return
        yield f"{_unpaid(unpaid, not_stated)} to {words.number(len(views), 'Holder')}"
        if late := sum(bool(v.overdue) for v in views):
            yield f"{late} with a payment overdue"
        if barred := sum(not v.entitlement.entitled for v in views):
            yield f"{barred} not entitled"
        yield f"{words.dollars(accrued)} accrued"

    def say(view: DealView) -> Message:
        left = [
            f"{words.dollars(amount)} of {names[lot]}"
            for lot, amount in not_recorded.items()
            if words.decimal(amount) != "0.00"
        ]
        gravest = sorted(views, key=_gravity)
        sections = in_table(
            [
                *(_section(v, others[v.holder], names, accruing) for v in views),
                listed("No Holder recorded for", left),
            ],
            DataTable("Holders", _COLUMNS, tuple(_row(v, names) for v in gravest)),
            (line for v in gravest for line in _urgent(v)),
        )
        first = with_not_computed(tuple(headline()), left_out)
        return compose(view, first, sections, resting_on(views), banners=terms_used(look))

    return Answer(body, say)


def _section(
    view: HolderView, others: Iterable[UnderReading], names: Mapping[str, str], accruing: str
) -> Section:
    """Its Notes, whether it is entitled to what is `accruing` and why, and the next payment."""
    unpaid = f"{_unpaid(view.unpaid, view.not_stated)} of {words.dollars(view.accrued)} accrued"
    whole = Section(
        title=view.holder,
        rows=rows(
            ("Has", _notes_of(view, names)),
            (accruing, words.sentence(_reason(view))),
            ("Unpaid", words.sentence(unpaid)),
            *(("Overdue", words.sentence(_overdue(late))) for late in view.overdue),
            ("Next", _next(view.next) if view.next else ""),
            *(("Read otherwise", _otherwise(each)) for each in others),
        ),
        lines=tuple(f"• {words.sentence(note)}" for note in view.notes),
    )
    return left_to_table(whole, accruing, "Unpaid", "Overdue", "Read otherwise")


_COLUMNS = ("Holder", "Entitled", "Unpaid", "Overdue", "Accrued", "Next", "Next due", "Has")


def _row(view: HolderView, names: Mapping[str, str]) -> tuple[Cell, ...]:
    late, ahead = sum((part.unpaid for part in view.overdue), ZERO), view.next
    return (
        Cell(view.holder),
        Cell("yes" if view.entitlement.entitled else "no"),
        money_cell(view.unpaid, _unpaid(view.unpaid, view.not_stated).replace(" unpaid", "")),
        money_cell(late) if late else Cell("nothing", 0),
        money_cell(view.accrued),
        money_cell(ahead.amount) if ahead else Cell("none"),
        day_cell(ahead.payment.due) if ahead else Cell("none"),
        Cell(_notes_of(view, names)),
    )


def _gravity(view: HolderView) -> tuple[bool, bool, bool]:
    """The sort key of rows: those with a payment overdue, then due today, then entitled."""
    return not view.overdue, not _due_today(view), not view.entitlement.entitled


def _due_today(view: HolderView) -> Share | None:
    ahead = view.next
    return ahead if ahead and ahead.payment.status is Status.DUE_TODAY and ahead.unpaid else None


def _urgent(view: HolderView) -> Iterator[str]:
    yield from (f"{view.holder}: {_overdue(late)}" for late in view.overdue)
    if due := _due_today(view):
        yield f"{view.holder}: {words.dollars(due.unpaid)} due today"


def _notes_of(view: HolderView, names: Mapping[str, str]) -> str:
    notes = view.principal.items()
    has = ", ".join(f"{words.dollars(amount)} of {names[lot]}" for lot, amount in notes)
    return has or "no Notes now"


def _under_reading(other: UnderReading) -> Json:
    """Its entitlement, what accrued, and its next payment, None if there is none."""
    reading, choice, there = other
    return {
        "reading": reading,
        "choice": choice,
        "entitled": there.entitlement.entitled,
        **dollars("accrued", there.accrued),
        **dollars("next_payment", there.next.amount if there.next else None),
    }


def _otherwise(other: UnderReading) -> str:
    """The choice of another reading, and what the Holder would then be due."""
    reading, choice, there = other
    right = "entitled" if there.entitlement.entitled else "not entitled"
    due = f", {words.dollars(there.next.amount)} next" if there.next else ""
    return f"{reading}={choice}: {right}, {words.dollars(there.accrued)} accrued{due}"


def _next(part: Share) -> str:
    record = words.day(part.bucket.record_date)
    return f"{words.dollars(part.amount)} on {words.day(part.payment.due)}, record date {record}"


def _unpaid(unpaid: Fraction, not_stated: tuple[str, ...]) -> str:
    """The unpaid part of what accrued, before any payment whose amount no event states."""
    return f"{words.dollars(unpaid)} unpaid{words.before_unstated(not_stated)}"


def _overdue(late: Share) -> str:
    due, unpaid = words.day(late.payment.due), words.dollars(late.unpaid)
    if not late.paid_if_stated:
        return f"overdue and unpaid: {unpaid} due {due}"
    whole = f"{words.dollars(late.paid)} of {words.dollars(late.amount)} paid"
    return f"overdue and paid in part: {unpaid} of the {due} payment unpaid, {whole}"


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
            if choice == look.readings_used[reading]:
                continue
            there = replace(look, readings={**look.readings_used, reading: choice})
            context, findings = examine(there)
            for view in Holders(context, findings).views():
                if view.holder in here and _of(view) != _of(here[view.holder]):
                    found[view.holder].append((reading, choice, view))
    return {holder: tuple(each) for holder, each in found.items()}


def _of(view: HolderView) -> tuple[bool, Fraction, Fraction | None]:
    return view.entitlement.entitled, view.accrued, view.next.amount if view.next else None
