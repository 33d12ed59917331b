"""A roll-forward as JSON: `dealclock-roll-forward/1`.

Each amount is rounded once from its own exact value. Where the rounded ones do not foot,
`rounding` is what has to be added to opening + accrued - paid to make closing; else it is 0.00.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from dealclock.agreement.terms import Terms
from dealclock.engine.comparing.figures import Range
from dealclock.engine.comparing.ranges import ends
from dealclock.engine.in_force import InForce
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.payments.roll_forward import RollForward, RollForwardLine
from dealclock.render import words
from dealclock.render.in_force import heading, lot_names
from dealclock.render.json_parts import Json, figure, grounds, money
from dealclock.render.view import LEGAL

FORMAT = "dealclock-roll-forward/1"
LINES = ("opening", "accrued", "paid", "closing")


def document(
    given: InForce, start: date, end: date, found: RollForward, ranges: Mapping[str, Range]
) -> Json:
    """The lines in all and by lot, and each line's range over all readings together."""
    terms = given.terms
    names = lot_names(terms)
    cusips = {lot.id: lot.cusip for lot in terms.securities}
    parts = [_lines(roll) for roll in found.by_lot.values()]
    return {
        **heading(FORMAT, given),
        "from": start.isoformat(),
        "to": end.isoformat(),
        "day_count": terms.indenture.day_count if terms.indenture else None,
        "in_all": _lines(found.in_all),
        "lots": [
            {"lot": lot, "name": names.get(lot, lot), "cusip": cusips.get(lot), **part}
            for lot, part in zip(found.by_lot, parts, strict=True)
        ],
        "lots_rounding": {
            line: _difference(found.in_all, line, [Decimal(str(p[line])) for p in parts])
            for line in LINES
        },
        "not_stated": list(found.not_stated),
        "ranges": {line: _range(each) for line, each in ranges.items()},
        **grounds(found.grounds, [*found.notes, *_notes(terms)]),
        "notice": LEGAL,
    }


def _lines(roll: RollForwardLine) -> Json:
    shown: Json = {}
    for line in LINES:
        shown |= money(getattr(roll, line), line)
    opening, accrued, paid, closing = (Decimal(str(shown[line])) for line in LINES)
    return {**shown, "rounding": str(closing - (opening + accrued - paid))}


def _difference(in_all: RollForwardLine, line: str, parts: list[Decimal]) -> str:
    """What the rounded lots lack of the rounded whole."""
    return str(Decimal(words.decimal(getattr(in_all, line))) - sum(parts, Decimal("0.00")))


def _range(each: Range) -> Json:
    found = ends(each)
    return {
        "least": figure(found.least),
        "least_under": dict(found.least_under),
        "most": figure(found.most),
        "most_under": dict(found.most_under),
        "depends_on": list(each.readings),
        "combinations": each.tried,
        "whole": each.whole,
    }


def _notes(terms: Terms) -> list[str]:
    sheet = terms.indenture
    return [] if sheet is None or sheet.reviewed else [INDENTURE_NOT_REVIEWED]
