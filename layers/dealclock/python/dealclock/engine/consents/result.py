"""What was agreed, and whether it carries."""

from datetime import date
from enum import StrEnum
from fractions import Fraction

from dealclock.engine.grounds import Grounds, Step
from dealclock.records import record


class ConsentResult(StrEnum):
    """Whether what was to bind all Holders does, as far as the facts show it."""

    CARRIES = "carries"
    DOES_NOT_CARRY = "does not carry"
    NOT_SHOWN = "not shown to carry"
    SIDE_LETTER = "one Holder's own"


@record
class Agreement:
    """A waiver, an extension or an amendment: its scope and period, and whom it binds.

    `instance` is its fact, or the id of the amendment; `about` what it is about, empty for an
    amendment. `until` is the last day a waiver covers, or the new last day of what was extended;
    `in_force` whether that is still to pass. `record_date` is the day whose Holders decide;
    `part` of `whole`, exact dollars of principal, consents, both None while that is not counted.
    `binds_all` holds for what carries; else it binds `binds` alone. `accrued`: interest has accrued
    on what is waived, which stays owed to each Holder who does not itself give it up.
    """

    kind: str
    instance: str
    about: str
    clause: str
    agreed_on: date
    until: date | None
    in_force: bool
    outcome: ConsentResult
    why: str
    record_date: date | None
    part: Fraction | None
    whole: Fraction | None
    over_percent: Fraction | None
    binds_all: bool
    binds: tuple[str, ...]
    accrued: bool
    grounds: Grounds
    trace: tuple[Step, ...]
    notes: tuple[str, ...] = ()

    @property
    def percent(self) -> Fraction | None:
        """How much of the whole consents, in percent, exactly."""
        return 100 * self.part / self.whole if self.part is not None and self.whole else None
