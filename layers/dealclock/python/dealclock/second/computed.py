"""What is computed of a deal, in the words in which a run stores the first engine's figures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealclock.second.deals import Lapsed
from dealclock.second.payments import cents

Name = tuple[str, str]
TOTAL: Name = ("accrual", "total")
NONE, ZERO = "none", Fraction(0)


@dataclass(slots=True)
class Computed:
    """Figures by instance and what they are; a figure of an instance is covered if its first part
    is in `heads`. `not_covered` has the reason by id; `traces` how to explain an instance."""

    figures: dict[Name, str] = field(default_factory=dict)
    heads: set[str] = field(default_factory=set)
    not_covered: dict[str, str] = field(default_factory=dict)
    traces: dict[str, Callable[[], list[str]]] = field(default_factory=dict)

    def put(self, instance: str, what: str, value: date | Fraction | str | None) -> None:
        """A figure, unless there is none."""
        if isinstance(value, date):
            self.figures[instance, what] = value.isoformat()
        elif isinstance(value, Fraction):
            self.figures[instance, what] = f"{value.numerator}/{value.denominator}"
        elif value is not None:
            self.figures[instance, what] = value

    def put_paid(self, instance: str, owed: Fraction, paid: list[tuple[date, Fraction]]) -> None:
        """The day on which payments in order paid it in full, or what is left of it."""
        if not any(dollars for _, dollars in paid):
            return
        total, full = ZERO, None
        for on, dollars in paid:
            total += dollars
            if full is None and (not dollars or cents(total) >= cents(owed)):
                full = on
        self.put(instance, "paid_in_full", full)
        if full is None:
            self.put(instance, "still_to_pay", Fraction(cents(owed) - cents(total), 100))

    def put_default(self, name: str, of: Lapsed, bears: bool) -> None:
        """The days of a default, and those on which something accrues."""
        self.put(name, "occurred_on", of.occurred_on)
        if bears:
            self.put(name, "accrues_from", of.accrues_from)
        self.put(name, "accrues_to", of.accrues_to)

    def leave_out(self, why: str, *heads: str) -> None:
        """Note what is not covered, with its figures."""
        for head in heads:
            self.heads.discard(head)
            self.not_covered.setdefault(head, why)
        kept = [name for name in self.figures if name[0].partition("/")[0] in self.heads]
        self.figures = {name: self.figures[name] for name in kept}
