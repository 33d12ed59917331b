"""What happened, as the second engine hears it: bare events, and the deal they happen to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

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
SHARES_SOLD = "shares-sold-under-shelf"
ACQUIRED = "notes-acquired"
TRANSFERRED = "notes-transferred"

EXTENSION = "extension"
WAIVER = "waiver"
CONSENT = "consent-given"
WITHDRAWN = "consent-withdrawn"
RECORD_DATE = "record-date-set"
AFFILIATE = "affiliate-holdings"

INTENDED = "effectiveness-intended"
REQUESTED = "questionnaire-mailed"
RETURNED = "questionnaire-returned"
INFORMATION_REQUESTED = "information-requested"
INFORMATION_PROVIDED = "information-provided"
NAMED_BEFORE = "holders-named-pre-effective"
NAMED_BY_AMENDMENT = "holders-named-by-amendment"
NAMED_BY_SUPPLEMENT = "holders-named-by-supplement"

STOP_ORDER = "stop-order"
BLUE_SKY_ORDER = "blue-sky-suspension"
LIFTED = "stop-order-lifted"
MISSTATED = "misstatement"
MISSTATEMENT_KNOWN = "misstatement-known"
ADVISED = "holders-advised"
DONE = "duty-done"
NEW_PROSPECTUS = "new-prospectus-received"
CLEARED = "sales-cleared"
SUPPLEMENT_FILED = "supplement-filed"
AMENDMENT_FILED = "amendment-filed"
AMENDMENT_EFFECTIVE = "amendment-effective"
SALE_NOTICE = "sale-notice"
TRANSFER_FORM = "transfer-notice"
NOTIFIED = "trustee-notified"
CUSIPS = "cusip-numbers-provided"
QUALIFIED = "indenture-qualified"

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
    "majority-denominator": "DEEMED-BOTH-SIDES",
    "affiliate-holdings": "EXCLUDED-BOTH-SIDES",
    "consent-withdrawal": "UNTIL-AGREED",
    "unproven-extension": "TAKEN-AS-AGREED",
    "short-of-consent": "CONSENTING-BOUND",
    "waiver-before-lapse": "NO-DEFAULT",
    "own-extension": "OWN-DATE",
    "intended-day": "AT-MAILING",
    "questionnaire-runs-from": "REQUEST-DATE",
    "entitlement-deadline": "HARMONISED",
    "entitlement-last-day": "INCLUSIVE",
    "late-entitlement": "BARRED",
    "no-questionnaire-requested": "ENTITLED",
    "request-before-holding": "NOT-ASKED",
    "repeated-request": "EACH-REQUEST",
    "late-questionnaire": "AFTER-DEADLINE",
    "limited-filing": "POSTPONE",
    "semi-annual-period": "FISCAL-HALF",
    "supplements-limited": "LITERAL",
    "late-threshold": "AGGREGATE",
    "threshold-clock": "CROSSING",
    "threshold-shares": "ZERO",
    "restated-holding": "ALREADY-NAMED",
    "closed-last-day": "NO-ROLL",
    "at-least-before": "NTH-DAY",
    "advice-event": "KNOWLEDGE",
    "stop-from": "EARLIER",
    "sale-notice-effect": "FROM-NOTICE",
    "sale-notice-form": "CLAUSE-CONTROLS",
}


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notice sent to one party by a method on a day; `received` when receipt is recorded."""

    to: str
    method: str
    on: date
    received: date | None = None
    time: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on a day; `method` is a notice's, `lot` and `dollars` of Notes.

    A notice was sent on the day itself, and `received` when a receipt of it is recorded; a notice
    to several parties has its deliveries in `given` instead. `dollars` are 0, and `shares` None,
    where none are stated; `target` is the second day that it names. `time` is the hour of the day,
    "" where none is recorded.
    """

    id: str
    kind: str
    on: date
    method: str = "hand"
    received: date | None = None
    lot: str = ""
    dollars: Fraction | int = 0
    about: str = ""
    holder: str = ""
    to: str = ""
    shares: int | None = None
    target: date | None = None
    given: tuple[Delivery, ...] = ()
    time: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things may take, in force from and including `since` (None: from the first day).

    Days after the Closing Date to file and to be effective; Business Days to cure; suspended days
    in a row and in any 90 days, extended or not, and in any 360.
    """

    since: date | None
    filing: int
    effectiveness: int
    cure: int
    in_a_row: int
    extended: int
    in_360: int


Rule = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """An agreement in the older types of provision: its figures, as its terms have them.

    `rules` are its provisions in order. `base` is the lot issued on the Closing Date, `principal`
    its dollars; `later` the lots issued by an event, with the dollars of each when its issue says
    nothing of them. Rates are basis points a year, by day of age and by anniversary of the Closing
    Date. `windows` are the lengths in days of the two windows of suspended days; `deemed` is when a
    notice is given, by method; `price` is dollars a share.
    """

    rules: tuple[Rule, ...]
    closing: date
    limits: Limits
    windows: tuple[int, int]
    base: str
    principal: int
    later: Mapping[str, int]
    by_age: tuple[tuple[int, int], ...]
    by_anniversary: tuple[tuple[int, int], ...]
    then_each: int
    payment_days: tuple[tuple[int, int], ...]
    record_days: tuple[tuple[int, int], ...]
    deemed: Mapping[str, Rule]
    price: Fraction
    fiscal_year_end: tuple[int, int] = (12, 31)

    def of(self, *types: str) -> list[Rule]:
        """The provisions of these types."""
        return [rule for rule in self.rules if rule["type"] in types]

    def one(self, type_: str) -> Rule:
        """The provision of a type; an empty one if there is none."""
        return next(iter(self.of(type_)), {})


@dataclass(frozen=True, slots=True)
class Story:
    """Events in the order recorded, and how the agreement is read.

    `readings` names the choices other than the defaults.
    `amended` are the limits as amended, in order.
    """

    events: tuple[Event, ...]
    form: Form
    readings: Mapping[str, str] = field(default_factory=dict)
    day_count: str = ""
    amended: tuple[Limits, ...] = ()

    def limits(self, today: date) -> Limits:
        """The limits in force on a day."""
        in_force = [each for each in self.amended if each.since is None or each.since <= today]
        return in_force[-1] if in_force else self.form.limits

    def reading(self, question: str) -> str:
        """The choice made for a question."""
        return self.readings.get(question, DEFAULT_READINGS[question])


@dataclass(frozen=True, slots=True)
class Known:
    """A story as known on a day: what happened by then, in order of the day, then of telling."""

    story: Story
    as_of: date
    events: tuple[Event, ...]

    @classmethod
    def on(cls, story: Story, as_of: date) -> "Known":
        """What is known of a story on a day."""
        happened = (e for e in story.events if e.on <= as_of)
        return cls(story, as_of, tuple(sorted(happened, key=lambda e: e.on)))

    def of(self, *kinds: str) -> list[Event]:
        """The events of these kinds."""
        return [e for e in self.events if e.kind in kinds]

    def about(self, kind: str, *names: str) -> list[Event]:
        """The events of a kind about something that goes by any of these names."""
        return [e for e in self.events if e.kind == kind and e.about in names]

    def reading(self, question: str) -> str:
        """The choice made for a question."""
        return self.story.reading(question)
