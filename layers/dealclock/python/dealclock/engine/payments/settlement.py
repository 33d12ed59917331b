"""The settlement of one payment by all facts about it: partial, full or overpaid.

    owed $31,666.67 |---- $10,000.00, Jan 18 ----|------ $21,666.67, Jan 25 ------|
                         $21,666.67 short                      in full: met on Jan 25

Sums are compared to the cent, each rounded once. A sum that equals the amount owed to the cent pays
it exactly. A fact without an amount records that the payment was made and satisfies it; the amount
is not known, so it is None and is left out of sums.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.engine.money import ZERO, Between, Money, between, dollars, figure, in_cents
from dealclock.records import record


@record
class Instalment:
    """One fact that records a payment: its id, its day, and the amount `paid` in exact dollars.

    `paid` is None if the fact states no amount.
    """

    fact: str
    on: date
    paid: Money | None


@record
class Settlement:
    """The amounts paid on an amount owed, in order of days, and the day that satisfied it.

    `met_on` is None while it is not fully paid and no fact without an amount records the payment.
    `stated` is the sum of the stated amounts. `note` reports a shortfall, an excess or a missing
    amount; "" if none. `barred` is the part of a partial payment's amount that is of Holders not
    entitled to it: all of the rest satisfies the payment.
    """

    owed: Money
    instalments: tuple[Instalment, ...]
    met_on: date | None
    stated: Money
    note: str
    barred: Fraction = ZERO

    @property
    def not_stated(self) -> tuple[Instalment, ...]:
        """The instalments without an amount."""
        return tuple(each for each in self.instalments if each.paid is None)

    @property
    def all_not_stated(self) -> bool:
        """Whether no instalment states an amount, so that nothing is applied to the amount owed."""
        return len(self.not_stated) == len(self.instalments)

    @property
    def paid(self) -> Money | None:
        """The total paid; None if an instalment states no amount."""
        return None if self.not_stated else self.stated

    @property
    def has_figures(self) -> bool:
        """Whether the amount owed and every amount paid is one figure, so that `short` is too."""
        return self.paid is not None and not isinstance(self.owed, Between)

    @property
    def in_part(self) -> bool:
        """Whether the payment is partial."""
        return bool(self.note) and self.met_on is None

    @property
    def _left(self) -> Fraction:
        """The dollars and cents owed less those stated, negative if more was paid."""
        return _rounded(figure(self.owed), figure(self.stated))

    @property
    def short(self) -> Fraction:
        """The dollars and cents still unpaid after the stated amounts; raises NoFigureError while
        the day count is unset.
        """
        return max(self._left - self.not_payable, ZERO)

    @property
    def not_payable(self) -> Fraction:
        """The dollars and cents unpaid that no Holder is entitled to, once all the rest is paid."""
        return max(self._left, ZERO) if self.barred and self.met_on is not None else ZERO

    @property
    def excess(self) -> Fraction:
        """Dollars and cents stated beyond what was owed; raises NoFigureError like `short`."""
        return max(-self._left, ZERO)

    @property
    def part(self) -> Fraction:
        """The fraction of the amount owed that the stated amounts pay, at most 1; raises
        NoFigureError like `short`.
        """
        if not self.instalments:
            return ZERO
        owed, paid = figure(self.owed) - self.barred, figure(self.stated)
        return Fraction(1) if in_cents(paid) >= in_cents(owed) else paid / owed

    def less(self, barred: Fraction) -> "Settlement":
        """The settlement of a partial payment, `barred` dollars of which are of Holders not
        entitled.
        """
        owed = figure(self.owed)
        met_on, paid = _reached(in_cents(owed - barred), self.instalments)
        if met_on is None:
            return replace(self, barred=barred)
        left = dollars(_rounded(owed, paid))
        note = (
            f"paid {dollars(paid)}, all that Holders are entitled to; {left} is of Holders not "
            "entitled"
        )
        return replace(self, barred=barred, met_on=met_on, note=note)

    def before(self, day: date) -> "Settlement":
        """The settlement as of the start of a day, without payments on that day or later."""
        return _settled(self.owed, [each for each in self.instalments if each.on < day])


def settlement(owed: Fraction, facts: Iterable[tuple[str, date, Fraction | None]]) -> Settlement:
    """The settlement of `owed` by facts, each with its id, its day, and its dollars if stated.

    The facts must be in order of their days.
    """
    paid, found = ZERO, list[Instalment]()
    for name, day, stated in facts:
        after = paid + (stated or ZERO)
        if stated is not None and in_cents(after) == in_cents(owed):
            after = owed
        found.append(Instalment(name, day, None if stated is None else after - paid))
        paid = after
    return _settled(owed, found)


def by_every_count(each: Mapping[str, Settlement]) -> Settlement:
    """One settlement over every day count: paid in full only if it is under all of them.

    `each` is keyed by the name of the day count; all are settled by the same facts.
    """
    found = [*each.values()]
    met = [s.met_on for s in found if s.met_on is not None]

    def paid(place: int) -> Money | None:
        amounts = {name: s.instalments[place].paid for name, s in each.items()}
        stated = {name: figure(amount) for name, amount in amounts.items() if amount is not None}
        return between(stated, in_cents) if stated else None

    return Settlement(
        owed=between({name: figure(s.owed) for name, s in each.items()}, in_cents),
        instalments=tuple(
            replace(one, paid=paid(place)) for place, one in enumerate(found[0].instalments)
        ),
        met_on=max(met) if len(met) == len(found) else None,
        stated=between({name: figure(s.stated) for name, s in each.items()}, in_cents),
        note=_by_day_counts(each),
    )


def _settled(owed: Money, instalments: Sequence[Instalment]) -> Settlement:
    """The settlement by these instalments of an amount owed that is a single figure."""
    if not instalments:
        return Settlement(owed, (), None, ZERO, "")
    whole = figure(owed)
    met_on, paid = _reached(in_cents(whole), instalments)
    not_stated = [each.fact for each in instalments if each.paid is None]
    note, left = "", _rounded(whole, paid)
    if not_stated:
        note = f"paid, amount not stated: correct {' and '.join(not_stated)} with the amount"
    elif left > 0 and paid:
        note = f"paid in part: {dollars(paid)} of {dollars(whole)}, {dollars(left)} short"
    elif left < 0 and met_on is not None:
        note = f"paid {dollars(paid)}, {dollars(-left)} more than the {dollars(whole)} owed"
    return Settlement(owed, tuple(instalments), met_on, paid, note)


def _reached(cents: int, instalments: Sequence[Instalment]) -> tuple[date | None, Fraction]:
    """The first day on which the payments reach an amount, or one states none; and their sum."""
    paid, met_on = ZERO, None
    for each in instalments:
        paid += figure(each.paid or ZERO)
        if met_on is None and (each.paid is None or in_cents(paid) >= cents):
            met_on = each.on
    return met_on, paid


def _rounded(owed: Fraction, paid: Fraction) -> Fraction:
    """What is left in dollars and cents, each sum rounded once."""
    return Fraction(in_cents(owed) - in_cents(paid), 100)


def _by_day_counts(each: Mapping[str, Settlement]) -> str:
    """The note on a shortfall or excess under the day counts, which differ in the amount owed."""
    most = max(each, key=lambda name: figure(each[name].owed))
    least = min(each, key=lambda name: figure(each[name].owed))
    high, low = each[most], each[least]
    if high.not_stated:
        return high.note
    if not any(s.note for s in each.values()):
        return ""
    if high.met_on is not None:
        return f"{low.note}, by {least}; paid in full by every day count"
    if low.met_on is None:
        return f"{high.note}, by {most}; by {least} {dollars(low.short)} short"
    return (
        f"{high.note}, by {most}; by {least} the {dollars(figure(low.owed))} owed is paid: not "
        "taken as paid in full while the day count is unset"
    )
