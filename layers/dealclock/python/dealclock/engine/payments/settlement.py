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

from dealclock.engine.money import ZERO, Between, Money, dollars, figure, in_cents
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
    def in_part(self) -> bool:
        """Whether the payment is partial."""
        return bool(self.note) and self.met_on is None

    @property
    def short(self) -> Fraction:
        """The dollars and cents still unpaid after the stated amounts; raises NoFigureError while
        the day count is unset.
        """
        return max(_in_dollars(self.owed) - _in_dollars(self.stated) - self.not_payable, ZERO)

    @property
    def not_payable(self) -> Fraction:
        """The dollars and cents unpaid that no Holder is entitled to, once all the rest is paid."""
        left = max(_in_dollars(self.owed) - _in_dollars(self.stated), ZERO)
        return left if self.barred and self.met_on is not None else ZERO

    @property
    def excess(self) -> Fraction:
        """Dollars and cents stated beyond what was owed; raises NoFigureError like `short`."""
        return max(_in_dollars(self.stated) - _in_dollars(self.owed), ZERO)

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
        due, paid, met_on = in_cents(figure(self.owed) - barred), ZERO, None
        for each in self.instalments:
            paid += figure(each.paid or ZERO)
            met_on = each.on if met_on is None and in_cents(paid) >= due else met_on
        stated, left = (
            dollars(paid),
            dollars(Fraction(in_cents(figure(self.owed)) - in_cents(paid), 100)),
        )
        all_due = (
            f"paid {stated}, all that Holders are entitled to; {left} is of Holders not entitled"
        )
        note = all_due if met_on else self.note
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
        if stated is None:
            found.append(Instalment(name, day, None))
            continue
        after = paid + stated
        if in_cents(after) == in_cents(owed):
            after = owed
        found.append(Instalment(name, day, after - paid))
        paid = after
    return _settled(owed, found)


def between(each: Mapping[str, Settlement]) -> Settlement:
    """One settlement over every day count: paid in full only if it is under all of them.

    `each` is keyed by the name of the day count; all are settled by the same facts.
    """
    found = list(each.values())
    first = found[0]
    met = [s.met_on for s in found if s.met_on is not None]
    return Settlement(
        owed=_ends({name: figure(s.owed) for name, s in each.items()}),
        instalments=tuple(
            Instalment(one.fact, one.on, _ends_of(place, each))
            for place, one in enumerate(first.instalments)
        ),
        met_on=max(met) if len(met) == len(found) else None,
        stated=_ends({name: figure(s.stated) for name, s in each.items()}),
        note=_by_day_counts(each),
    )


def _settled(owed: Money, instalments: Sequence[Instalment]) -> Settlement:
    """The settlement by these instalments of an amount owed that is a single figure."""
    if not instalments:
        return Settlement(owed, (), None, ZERO, "")
    whole, paid, met_on = in_cents(figure(owed)), ZERO, None
    for each in instalments:
        paid += ZERO if each.paid is None else figure(each.paid)
        if met_on is None and (each.paid is None or in_cents(paid) >= whole):
            met_on = each.on
    not_stated = [each.fact for each in instalments if each.paid is None]
    note = _without_amount(not_stated) if not_stated else _note(figure(owed), paid, met_on)
    return Settlement(owed, tuple(instalments), met_on, paid, note)


def _without_amount(facts: Sequence[str]) -> str:
    """The note that the amount paid is not known, since facts state none."""
    return f"paid, amount not stated: correct {' and '.join(facts)} with the amount"


def _note(owed: Fraction, paid: Fraction, met_on: date | None) -> str:
    left = Fraction(in_cents(owed) - in_cents(paid), 100)
    if left > 0 and paid:
        return f"paid in part: {dollars(paid)} of {dollars(owed)}, {dollars(left)} short"
    if left < 0 and met_on is not None:
        return f"paid {dollars(paid)}, {dollars(-left)} more than the {dollars(owed)} owed"
    return ""


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


def _ends_of(place: int, each: Mapping[str, Settlement]) -> Money | None:
    """The amount of one instalment over every day count; None if it states no amount."""
    paid = {name: s.instalments[place].paid for name, s in each.items()}
    stated = {name: figure(amount) for name, amount in paid.items() if amount is not None}
    return _ends(stated) if stated else None


def _ends(amounts: Mapping[str, Fraction]) -> Money:
    least = min(amounts, key=lambda name: amounts[name])
    most = max(amounts, key=lambda name: amounts[name])
    if in_cents(amounts[least]) == in_cents(amounts[most]):
        return amounts[most]
    return Between(amounts[least], amounts[most], least, most)


def _in_dollars(amount: Money) -> Fraction:
    return Fraction(in_cents(figure(amount)), 100)
