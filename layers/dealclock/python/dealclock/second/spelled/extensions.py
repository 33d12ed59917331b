"""Extensions and waivers, Section 10(d): the days they move, and the obligations they excuse.

What was agreed counts by everything known on the day of asking: a consent taken back, or shown
later, changes what it did from the first.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.second.spelled.consents import Vote, vote
from dealclock.second.story import EXTENSION, WAIVER, Event, Known


@dataclass(frozen=True, slots=True)
class Due:
    """The last day to perform, and whether the obligation was waived altogether."""

    on: date
    waived: bool = False

    def status(self, done_on: date | None, as_of: date) -> str:
        """How it stands at the opening of a day."""
        if self.waived:
            return "met" if done_on is not None and done_on <= as_of else "excused"
        if done_on is not None and done_on <= as_of:
            return "met" if done_on <= self.on else "met late"
        if as_of > self.on:
            return "missed"
        return "due today" if as_of == self.on else "upcoming"


@dataclass(frozen=True, slots=True)
class Owed:
    """An obligation on a day: its last day, and the day it was done."""

    due: Due
    done_on: date | None = None


def moved(
    name: str,
    due: date,
    known: Known,
    *,
    holder: str = "",
    is_holders: bool = False,
    default: str = "",
) -> Due:
    """The last day of an obligation after what was agreed, one agreement after another.

    `holder` is the one concerned; `is_holders` if it is that Holder who must act. `default` is
    what the obligation becomes if it is missed: after its last day a waiver excuses nothing of it,
    and no one Holder waives it for the others.
    """
    waived = False
    names = (name, default) if default else (name,)
    for agreement in _in_order(names, known):
        on, through = _made_on(agreement, known), agreement.target
        too_late = on > due
        if agreement.holder and agreement.holder != holder:
            continue
        if agreement.kind == EXTENSION and (too_late or through is None):
            continue
        if agreement.kind == WAIVER and default and (too_late or agreement.holder):
            continue
        if through is not None and through <= due:
            continue
        if not _is_binding(agreement, known, is_holders=is_holders):
            continue
        if agreement.kind == EXTENSION and through is not None:
            due = through
        elif default and known.reading("waiver-before-lapse") == "MARKS-DEFAULT":
            continue
        elif through is None:
            waived = True
        else:
            due = through
    return Due(due, waived)


def _in_order(names: tuple[str, ...], known: Known) -> list[Event]:
    found = [*known.about(EXTENSION, *names), *known.about(WAIVER, *names)]
    return sorted(found, key=lambda e: (_made_on(e, known), e.target or date.max))


def _made_on(agreement: Event, known: Known) -> date:
    """The day it says, or the later day on which the consents were enough."""
    return agreement.on if agreement.holder else vote(agreement, known).agreed_on


def _is_binding(agreement: Event, known: Known, *, is_holders: bool) -> bool:
    """Whether it moves anything: by the majority or, one Holder's own, by that Holder's word."""
    if agreement.holder:
        return not is_holders or known.reading("own-extension") == "OWN-DATE"
    carries = vote(agreement, known).carries
    if carries is None:
        unproven = known.reading("unproven-extension") == "TAKEN-AS-AGREED"
        return agreement.kind == EXTENSION and unproven
    return carries


def is_waived(default: str, lapsed: str, arose_on: date, known: Known) -> bool:
    """Whether a waiver in force today puts a default aside for all Holders.

    One that was over when the default arose only delayed it.
    """
    for waiver in known.about(WAIVER, default, lapsed):
        given, through = _made_on(waiver, known), waiver.target
        only_delayed = through is not None and given <= through <= arose_on
        over = through is not None and through < known.as_of
        if waiver.holder or only_delayed or over:
            continue
        if vote(waiver, known).carries:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is answered of one waiver or extension."""

    outcome: str
    agreed_on: date
    part: Fraction | None
    whole: Fraction | None
    binds_all: bool
    binds: tuple[str, ...]


def agreements(known: Known) -> dict[str, Agreed]:
    """Each waiver and extension by its id."""
    return {e.id: _answered(e, known) for e in known.of(WAIVER, EXTENSION)}


def _answered(agreement: Event, known: Known) -> Agreed:
    if agreement.holder:
        one = (agreement.holder,)
        return Agreed("one Holder's own", agreement.on, None, None, binds_all=False, binds=one)
    found: Vote = vote(agreement, known)
    outcome = {True: "carries", False: "does not carry", None: "not shown to carry"}[found.carries]
    bound = known.reading("short-of-consent") == "CONSENTING-BOUND" and not found.carries
    return Agreed(
        outcome,
        found.agreed_on,
        found.part,
        found.whole,
        binds_all=bool(found.carries),
        binds=found.holders if bound else (),
    )
