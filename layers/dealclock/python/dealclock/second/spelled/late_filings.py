"""Filings to name the Holders whose Questionnaires came late, Section 2(b)(i) and (ii).

The forms and the filings are gone through in order; after each, those that wait are looked at
again: whether there is more than $1 million of Notes to be included, and since when.
"""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from dealclock.second.business_days import is_business_day, nth_business_day_after
from dealclock.second.deals import NotCoveredError
from dealclock.second.spelled.extensions import Due, Owed, moved
from dealclock.second.spelled.questionnaires import addressed_to, deadline
from dealclock.second.story import (
    EFFECTIVE,
    FILED,
    NAMED_BEFORE,
    NAMED_BY_AMENDMENT,
    NAMED_BY_SUPPLEMENT,
    RETURNED,
    Event,
    Known,
)

ONE = timedelta(days=1)
FILINGS = (NAMED_BEFORE, NAMED_BY_AMENDMENT, NAMED_BY_SUPPLEMENT)


@dataclass(slots=True)
class Waiting:
    """A late form whose Holder no filing has named yet.

    `owed_from` is the day from which a filing for it is owed, and `runs_from` the day from which
    its ten Business Days run; None while none is owed.
    """

    form: Event
    principal: Fraction
    owed_from: date | None = None
    runs_from: date | None = None
    named_by: Event | None = None


@dataclass(slots=True)
class Filings:
    """The forms that wait today, in order of receipt, and those that no longer do."""

    known: Known
    waiting: list[Waiting] = field(default_factory=list)
    over: list[Waiting] = field(default_factory=list)
    stated: dict[str, Fraction] = field(default_factory=dict)

    @property
    def more_than(self) -> Fraction:
        """The dollars that a filing must hold more than."""
        return Fraction(str(self.known.story.form.one("frequency limit")["more_than"]))

    def receive(self, form: Event) -> None:
        """A form came in. Of a Holder that waits it restates the holding."""
        was_owed = self._total() > self.more_than
        principal = self._principal(form)
        before = self.stated.get(form.holder)
        self.stated[form.holder] = principal
        own = next((each for each in self.waiting if each.form.holder == form.holder), None)
        if own is not None:
            own.principal = principal
        elif _is_late(form, self.known):
            if before is not None:
                principal -= before
                if principal <= 0 or self.known.reading("restated-holding") == "ALREADY-NAMED":
                    return
            self.waiting.append(Waiting(form, principal))
        self._look(form.on, form, was_owed=was_owed)

    def file(self, filing: Event) -> None:
        """A filing names one Holder, or all that wait."""
        named = [w for w in self.waiting if filing.holder in ("", w.form.holder)]
        for each in named:
            each.named_by = filing
            self.over.append(each)
            self.waiting.remove(each)
        self._look(filing.on, None, was_owed=True)

    def _principal(self, form: Event) -> Fraction:
        shares = form.shares or 0
        counted = self.known.reading("threshold-shares") == "DEEMED-PRINCIPAL"
        return form.dollars + (shares * self.known.story.form.price if counted else Fraction(0))

    def _total(self) -> Fraction:
        return sum((w.principal for w in self.waiting), Fraction(0))

    def _look(self, today: date, form: Event | None, *, was_owed: bool) -> None:
        """Start the time of those for which a filing is owed from today, and let go of those for
        which it no longer is, if it was not due yet."""
        each_alone = self.known.reading("late-threshold") == "PER-HOLDER"
        for each in self.waiting:
            enough = (each.principal if each_alone else self._total()) > self.more_than
            if enough and each.runs_from is None:
                each.owed_from = today
                each.runs_from = self._begins(each, today, form, was_owed=was_owed)
            elif not enough and each.runs_from is not None and self.last_day(each) > today:
                each.owed_from = each.runs_from = None

    def _begins(self, each: Waiting, today: date, form: Event | None, *, was_owed: bool) -> date:
        if self.known.reading("threshold-clock") == "CROSSING":
            return today
        if each.principal > self.more_than:
            return each.form.on
        return today if was_owed and form is each.form else self.waiting[0].form.on

    def last_day(self, each: Waiting) -> date:
        """Ten Business Days, and never before there was anything to file."""
        calendar = self.known.reading("business-day")
        own = nth_business_day_after(each.runs_from or date.max, _days(self.known), calendar)
        return max(own, each.owed_from or date.min)


def _days(known: Known) -> int:
    period = known.story.form.one("frequency limit")["within"]
    if period["unit"] != "business days":
        raise NotCoveredError(f"filings within {period['unit']}")
    return int(period["count"])


def _is_late(form: Event, known: Known) -> bool:
    """Whether it came after the Questionnaire Deadline: of every request made by then."""
    made = [r for r in addressed_to(form.holder, known) if r.on <= form.on]
    if known.reading("repeated-request") == "FIRST-REQUEST":
        made = made[:1]
    dues = [deadline(request, form.holder, known) for request in made]
    if dues and all(due is not None and form.on > due.on for due in dues):
        return True
    filed = next((e.on for e in known.of(FILED)), None)
    any_later = known.reading("late-questionnaire") == "ANY-LATER"
    return any_later and filed is not None and form.on > filed


def filings_owed(known: Known) -> dict[str, Owed]:
    """The filing owed for each late form, by the form."""
    state = Filings(known)
    for event in known.of(RETURNED, *FILINGS):
        if event.kind == RETURNED:
            state.receive(event)
        else:
            state.file(event)
    found: dict[str, Owed] = {}
    for each in (*state.over, *state.waiting):
        if each.runs_from is None:
            continue
        last = _after_limits(state.last_day(each), each, known)
        if last is not None:
            name = f"{known.story.form.one('frequency limit')['id']}/{each.form.id}"
            due: Due = moved(name, last, known, holder=each.form.holder)
            found[name] = Owed(due, each.named_by.on if each.named_by else None)
    return found


# ---- No more than one in a fiscal quarter, then in a semi-annual period


def _after_limits(last: date, each: Waiting, known: Known) -> date | None:
    """The last day once the filings already made are minded; None if none is owed any more."""
    again = _excused_until(last, each, known)
    if again is None:
        return last
    calendar = known.reading("business-day")
    match known.reading("limited-filing"):
        case "EXTINGUISH":
            return None
        case "RE-RUN":
            return nth_business_day_after(again, _days(known), calendar)
    while not is_business_day(again, calendar):
        again += ONE
    return max(last, again)


def _excused_until(last: date, each: Waiting, known: Known) -> date | None:
    """The first day on which another filing may be asked for; None if one may be by the last."""
    effective = next((e.on for e in known.of(EFFECTIVE)), None)
    after = effective is not None and effective <= last
    kinds = [NAMED_BY_AMENDMENT if after else NAMED_BEFORE]
    if after and known.reading("supplements-limited") == "PURPOSIVE":
        kinds.append(NAMED_BY_SUPPLEMENT)
    made: list[date] = []
    for filing in known.of(*kinds):
        if filing is each.named_by or filing.on > last:
            break
        if each.named_by is None or filing.on < each.named_by.on or _is_before(filing, each, known):
            made.append(filing.on)
    months = 6 if after else 3
    if after and known.reading("semi-annual-period") == "ROLLING-SIX-MONTHS":
        until = months_after(made[-1], months) if made else last
        return until if last < until else None
    month, day = known.story.form.fiscal_year_end
    anchor = date(last.year, month, day) + ONE
    while anchor > last:
        anchor = months_after(anchor, -12)
    if after and effective and known.reading("semi-annual-period") == "FROM-EFFECTIVENESS":
        anchor = effective
    first, n = anchor, 0
    while months_after(anchor, (n + 1) * months) <= last:
        n += 1
        first = months_after(anchor, n * months)
    within = any(first <= day for day in made)
    return months_after(anchor, (n + 1) * months) if within else None


def _is_before(filing: Event, each: Waiting, known: Known) -> bool:
    """Whether one filing was made before another that may be of the same day."""
    order = known.of(*FILINGS)
    return each.named_by is None or order.index(filing) < order.index(each.named_by)


def months_after(day: date, months: int) -> date:
    """The same day of a later month, or its last one if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
