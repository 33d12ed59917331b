"""Waivers, extensions and amendments, and whether each has the required consents."""

from datetime import date
from enum import StrEnum
from fractions import Fraction

from dealclock.engine.why import Why
from dealclock.records import record

EXTENSION, WAIVER = "extension", "waiver"


class ConsentResult(StrEnum):
    """Whether an agreement binds all Holders, as far as the facts show."""

    CARRIES = "carries"
    DOES_NOT_CARRY = "does not carry"
    NOT_SHOWN = "not shown to carry"
    SIDE_LETTER = "one Holder's own"


@record
class Agreement:
    """A waiver, an extension or an amendment: its scope and period, and whom it binds.

    `instance` is the id of its fact or of the amendment; `about` is its subject, empty for an
    amendment. `until` is the last day a waiver covers, or the new last day of an extended
    obligation; `in_force` is whether that day has not yet passed. The Holders on `record_date`
    decide. `part` of `whole` consents, in exact dollars of principal, both None if not counted.
    `binds_all` is true if it has the required consents; otherwise it binds only `binds`. `accrued`:
    interest has accrued on a waived default and stays owed to each Holder that does not itself
    waive it. `not_computed` says what is computed as if it had not been made, and why; "" if its
    effect, or that it has none, is part of the answer.
    """

    kind: str
    instance: str
    about: str
    clause: str
    agreed_on: date
    until: date | None
    in_force: bool
    outcome: ConsentResult
    reason: str
    record_date: date | None
    part: Fraction | None
    whole: Fraction | None
    over_percent: Fraction | None
    binds_all: bool
    binds: tuple[str, ...]
    accrued: bool
    why: Why
    notes: tuple[str, ...] = ()
    not_computed: str = ""

    @property
    def percent(self) -> Fraction | None:
        """The consenting share of the whole, in percent, exact."""
        return 100 * self.part / self.whole if self.part is not None and self.whole else None
