"""The days on which EDGAR accepts filings: never what an agreement's "Business Day" means.

EDGAR is closed when federal offices are (17 CFR 232.12(c)): on a holiday, on the Friday before one
that falls on a Saturday, and when a President orders the offices closed. Only closings that the
Commission announced are certain, so each has a confidence. A day closed by order is assumed
closed, because that can only move a filing earlier. For the same reason this calendar may not move
a deadline to a later day.

Assumed open: Inauguration Day, a holiday only for employees in the capital, which the filing
agents' calendars of 2021 did not list; days when offices closed at noon, such as December 24 of
1998, 2002 and 2009; closings for snow and storms; and a lapse of appropriations, during which the
Commission has kept EDGAR open.
"""

from collections.abc import Mapping
from datetime import date
from enum import Enum

from dealclock.days.calendars import Calendar
from dealclock.days.holidays import federal_offices
from dealclock.records import record


class Confidence(Enum):
    """How certain it is that EDGAR was closed."""

    ANNOUNCED = "the Commission announced that EDGAR was closed"
    ORDERED = "federal offices were closed by order; EDGAR is assumed closed, to be safe"


@record
class FederalClosing:
    """A day on which a President closed the federal offices, with its source."""

    day: date
    reason: str
    source: str
    confidence: Confidence


def _announced(day: str, reason: str, source: str) -> FederalClosing:
    return FederalClosing(date.fromisoformat(day), reason, source, Confidence.ANNOUNCED)


def _ordered(day: str, reason: str, source: str) -> FederalClosing:
    return FederalClosing(date.fromisoformat(day), reason, source, Confidence.ORDERED)


_BEFORE = "day before Christmas, federal offices closed by order"
_AFTER = "day after Christmas, federal offices closed by order"
_MOURNING = "National Day of Mourning for President"

CLOSINGS = (
    _ordered("1997-12-26", _AFTER, "Executive Order 13068"),
    _ordered("2001-12-24", _BEFORE, "reported by Government Executive, December 2003"),
    _ordered("2003-12-26", _AFTER, "OPM memorandum CPM 2003-18"),
    _ordered("2004-06-11", f"{_MOURNING} Reagan", "order of June 6, 2004; NASD alert of June 9"),
    _ordered("2007-01-02", f"{_MOURNING} Ford", "order of December 28, 2006"),
    _ordered("2007-12-24", _BEFORE, "Executive Order 13453"),
    _ordered("2008-12-26", _AFTER, "Executive Order 13482"),
    _ordered("2012-12-24", _BEFORE, "Executive Order 13633"),
    _ordered("2014-12-26", _AFTER, "Executive Order 13682"),
    _announced("2018-12-05", f"{_MOURNING} G.H.W. Bush", "SEC notice in ICI memo 31512"),
    _announced("2018-12-24", _BEFORE, "Executive Order 13854; SEC guidance of December 2018"),
    _announced("2019-12-24", _BEFORE, "Executive Order 13900; SEC notice, as reported in 2020"),
    _announced("2020-12-24", _BEFORE, "Executive Order 13965; SEC notice of December 2020"),
    _ordered("2024-12-24", _BEFORE, "Executive Order 14129, 89 FR 104857"),
    _announced("2025-01-09", f"{_MOURNING} Carter", "Executive Order 14133; SEC notice"),
    _ordered("2025-12-24", _BEFORE, "Executive Order 14371"),
    _ordered("2025-12-26", _AFTER, "Executive Order 14371"),
)
"""Every known full-day closing from 1995 to 2025; add later ones when they are ordered."""


def _closed(year: int) -> Mapping[date, str]:
    by_order = {c.day: c.reason for c in CLOSINGS if c.day.year == year}
    return {**by_order, **federal_offices(year)}


EDGAR = Calendar("edgar", "EDGAR", _closed)
