"""Whether a Majority of Holders consented, Section 10(d) with the definition in Section 1.

Over 50% of the principal of the Notes outstanding at the time, Conversion Shares as principal at
the conversion price, the Company's and its affiliates' holdings left out.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.second.story import (
    ACQUIRED,
    AFFILIATE,
    CONSENT,
    CONVERTED,
    ISSUED,
    RECORD_DATE,
    RETIRED,
    SHARES_SOLD,
    SOLD,
    TRANSFERRED,
    WITHDRAWN,
    Event,
    Known,
)


@dataclass(frozen=True, slots=True)
class Vote:
    """The count on one day: `part` of `whole` dollars, None where the record does not show it.

    `agreed_on` is the day by which the consents were given, `record_date` the day whose Holders
    decide, `holders` those whose consents stand.
    """

    agreed_on: date
    record_date: date
    part: Fraction | None
    whole: Fraction | None
    holders: tuple[str, ...]
    over_percent: Fraction

    @property
    def carries(self) -> bool | None:
        """Whether a majority consented; None where the record does not show it."""
        if self.part is None or self.whole is None:
            return None
        return self.part * 100 > self.whole * self.over_percent


def vote(proposal: Event, known: Known) -> Vote:
    """The count on the day of the agreement or, while there is no majority, on the day of each
    later consent: the Company must have obtained the consents."""
    found = _vote_on(proposal.on, proposal, known)
    later = {c.on for c in known.about(CONSENT, proposal.id) if c.on > proposal.on}
    for day in sorted(later):
        if not found.carries:
            found = _vote_on(day, proposal, known)
    return found


def _vote_on(day: date, proposal: Event, known: Known) -> Vote:
    over = Fraction(str(known.story.form.one("consent threshold").get("over_percent", 100)))
    set_dates = known.about(RECORD_DATE, proposal.id)
    decided_by = (set_dates[-1].target if set_dates else None) or day
    consents = known.about(CONSENT, proposal.id)
    standing: list[Event] = []
    for consent in consents:
        withdrawn = next(iter(known.about(WITHDRAWN, consent.id)), None)
        if withdrawn is not None and withdrawn.on < consent.on:
            return Vote(day, decided_by, None, None, (), over)
        any_time = known.reading("consent-withdrawal") == "ANY-TIME"
        taken_back = withdrawn is not None and (withdrawn.on <= day or any_time)
        if consent.on <= day and not taken_back:
            standing.append(consent)
    names = tuple(dict.fromkeys(c.holder for c in standing))
    unknown = Vote(day, decided_by, None, None, names, over)
    if not consents and not proposal.dollars:
        return unknown
    if (
        decided_by > known.as_of
        or _is_double(standing)
        or _is_too_much(standing, decided_by, known)
    ):
        return unknown
    owned = {e.holder: e for e in known.of(AFFILIATE) if e.on <= decided_by}
    voting = [c for c in standing if c.holder not in owned] if consents else [proposal]
    notes, shares = _outstanding(decided_by, known)
    own_notes, own_shares = _added(list(owned.values()))
    in_favor, shares_in_favor = _added(voting)
    if shares < 0 or in_favor + own_notes > notes or shares_in_favor + own_shares > shares:
        return unknown
    deemed = shares > 0 and known.reading("majority-denominator") == "DEEMED-BOTH-SIDES"
    price = known.story.form.price
    part = in_favor + shares_in_favor * price
    whole = notes + (shares * price if deemed else 0)
    if known.reading("affiliate-holdings") == "EXCLUDED-BOTH-SIDES":
        whole -= own_notes + (own_shares * price if deemed or not shares else 0)
    agreed_on = max(day, decided_by)  # not before those who decide are known
    return Vote(agreed_on, decided_by, part, whole, names, over) if whole > 0 else unknown


def _added(events: list[Event]) -> tuple[Fraction, Fraction]:
    """Their dollars of Notes and their Conversion Shares."""
    return Fraction(sum(e.dollars for e in events)), Fraction(sum(e.shares or 0 for e in events))


def _is_double(standing: list[Event]) -> bool:
    """Whether two consents of one Holder may be for the same Notes."""
    for n, one in enumerate(standing):
        for other in standing[:n]:
            same_lot = not one.lot or not other.lot or one.lot == other.lot
            if one.holder == other.holder and same_lot:
                return True
    return False


def _is_too_much(standing: list[Event], day: date, known: Known) -> bool:
    """Whether a Holder consents for more Notes than it is recorded to have on a day."""
    for holder in {c.holder for c in standing}:
        moves = [
            e for e in known.of(ACQUIRED, TRANSFERRED, CONVERTED, RETIRED, SOLD) if e.on <= day
        ]
        came = [e for e in moves if e.to == holder or (e.kind == ACQUIRED and e.holder == holder)]
        went = [e for e in moves if e.holder == holder and e not in came]
        has = sum(e.dollars for e in came) - sum(e.dollars for e in went)
        if came and sum(c.dollars for c in standing if c.holder == holder) > has:
            return True
    return False


def _outstanding(day: date, known: Known) -> tuple[Fraction, Fraction]:
    """Dollars of Notes outstanding at the end of a day, and the Conversion Shares that are still
    Transfer Restricted Securities."""
    notes, shares = Fraction(known.story.form.principal), Fraction(0)
    for event in known.of(ISSUED, CONVERTED, RETIRED, SHARES_SOLD):
        if event.on > day:
            continue
        if event.kind == ISSUED:
            notes += event.dollars or known.story.form.later[event.lot]
        elif event.kind == SHARES_SOLD:
            shares -= event.shares or 0
        else:
            notes -= event.dollars
        if event.kind == CONVERTED:
            shares += (
                event.dollars / known.story.form.price if event.shares is None else event.shares
            )
    return notes, shares
