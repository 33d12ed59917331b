"""What happened, as the second engine hears it: bare events, and the deal they happen to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

FILED = "registration-statement-filed"
EFFECTIVE = "registration-statement-effective"
UNUSABLE = "prospectus-unusable"
USABLE = "prospectus-usable"
SUSPENDED = "suspension-notice"
EXTENDED = "suspension-extended"
RESUMED = "suspension-ended"
ISSUED = "notes-issued"
CONVERTED = "notes-converted"
RETIRED = "notes-retired"
SOLD = "notes-sold-under-shelf"
PAID = "additional-interest-paid"

CLOSING = date(2004, 6, 30)

BASE = "base"
WHOLE: Mapping[str, int] = {"option": 12_000_000, "private": 5_000_000}
"""The lots issued later, and the dollars of each when its issue says nothing of them."""

DEFAULT_READINGS: Mapping[str, str] = {
    "business-day": "federal-reserve",
    "default-occurs": "LAPSE",
    "uncured-default-occurs": "AT-LAPSE",
    "suspension-in-cure-window": "TOLL-RESUME",
    "notice-day-in-cure-window": "COUNTED",
    "resumption-day-in-cure-window": "NOT-COUNTED",
    "suspension-start": "DEEMED",
    "suspension-end": "DAY-45-PERMITTED",
    "excess-suspension": "RUNS-iii",
    "aggregate-default-cure": "TERMINATION",
    "notice-event": "DEFAULT-DATE",
    "rate-ladder": "CALENDAR-LADDER",
    "first-day-of-default": "DAY-AFTER",
    "concurrent-defaults": "SINGLE-RATE",
    "default-after-cure": "RESTART",
    "default-at-period-end": "STOP",
    "later-issued-notes": "FROM-ISSUE",
    "converted-notes": "ACCRUED-SURVIVES",
    "interest-base": "TRS-NOTES",
    "ceased-outstanding": "SHARES-TOO",
    "payment-after-record-date": "AT-ONCE",
}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on a day; `method` is a notice's, `lot` and `dollars` of Notes.

    A notice was sent on the day itself, and `received` when a receipt of it is recorded.
    """

    id: str
    kind: str
    on: date
    method: str = "hand"
    received: date | None = None
    lot: str = ""
    dollars: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things may take, in force from and including `since` (None: from the first day).

    Days after the Closing Date to file and to be effective; Business Days to cure; suspended days
    in a row and in any 90 days, extended or not, and in any 360.
    """

    since: date | None = None
    filing: int = 15
    effectiveness: int = 120
    cure: int = 5
    in_a_row: int = 45
    extended: int = 60
    in_360: int = 90


@dataclass(frozen=True, slots=True)
class Story:
    """Events in the order recorded, and how the agreement is read.

    `readings` names the choices other than the defaults.
    `base` are the dollars issued on the Closing Date; every other lot is issued by an event.
    `amended` are the limits as amended, in order.
    """

    events: tuple[Event, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    day_count: str = "30/360"
    base: int = 60_000_000
    amended: tuple[Limits, ...] = ()

    def limits(self, today: date) -> Limits:
        """The limits in force on a day."""
        in_force = [each for each in self.amended if each.since is None or each.since <= today]
        return in_force[-1] if in_force else Limits()

    def reading(self, question: str) -> str:
        """The choice made for a question."""
        return self.readings.get(question, DEFAULT_READINGS[question])
