"""The dollars owed with an obligation: sums of what events state, in shares, with limits.

amount: 460000
amount: its amount
amount: {of: [{events: excess-cash-flow, percent: 50}], less: [{events: voluntary-repayment}]}
amount: {of: [{dollars: 4000000}],
         less: [{events: claim-paid}, {events: claim-made, pending until: claim-resolved}]}
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from dealclock.files.source import Quantity, SpacedModel
from dealclock.terms.day_language import Day, DayTerms  # noqa: F401  Day: for pydantic
from dealclock.terms.names import Kind, Kinds

_Dollars = Annotated[Quantity, Field(gt=0)]


def _part(value: object) -> object:
    """Dollars alone, or what an event states, as the key that holds it."""
    if isinstance(value, str) and value.startswith("its "):
        return {"its": value.removeprefix("its ")}
    return {"dollars": value} if isinstance(value, int | float | Decimal) else value


class AmountPart(SpacedModel):
    """A sum of dollars, in `percent`: a fixed one, what the event that opened the obligation states
    (`its` amount, or its shares at the `price`), or the sum of `events` of some kinds.

    Events count from the Day `from` until the Day `until`, both included, by default until the last
    day of the obligation; with `about_it` only those about what opened it. With `pending_until` an
    event counts only while none of these kinds is about it. The sum is zero if it is not
    `more_than` an amount, if no event of the kind `if` has happened, or if one of `unless` has.
    """

    dollars: _Dollars | None = None
    its: Literal["amount", "shares"] | None = None
    events: Kinds = ()
    price: _Dollars | None = None
    percent: Annotated[Quantity, Field(gt=0, le=1000)] = Decimal(100)
    from_: Annotated[DayTerms | None, Field(alias="from")] = None
    until: DayTerms | None = None
    about_it: bool = False
    pending_until: Kinds = ()
    more_than: _Dollars | None = None
    happened: Annotated[Kind | None, Field(alias="if")] = None
    unless: Kind | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if sum(map(bool, (self.dollars, self.its, self.events))) != 1:
            yield "give dollars, or its: amount or shares, or events: kinds of event"
        if self.its == "shares" and self.price is None:
            yield "give the price of a share"
        if self.price is not None and (self.dollars is not None or self.its == "amount"):
            yield "leave out price: only shares have one"
        of_events = (self.from_, self.until, self.pending_until, self.about_it or None)
        if not self.events and any(each is not None and each != () for each in of_events):
            yield "give events: only they happen from a Day, until one, or are pending"


AmountParts = tuple[Annotated[AmountPart, BeforeValidator(_part)], ...]


class AmountTerms(SpacedModel):
    """The sum of the parts `of` it, less those in `less`: at least the `least`, at most the `most`.

    It is what the terms make it; what was paid of it is not followed. An obligation of which
    nothing is owed by its last day, as far as recorded, is excused.
    """

    of: Annotated[AmountParts, Field(min_length=1)]
    less: AmountParts = ()
    least: Annotated[Quantity, Field(ge=0)] = Decimal(0)
    most: _Dollars | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.most is not None and self.least > self.most:
            yield "give most no lower than least"


def whole_amount(value: object) -> object:
    """A part alone as the amount that it is."""
    value = _part(value)
    if isinstance(value, dict) and not {"of", "less"} & value.keys():
        limits = {key: value[key] for key in ("least", "most") if key in value}
        return {"of": [{k: v for k, v in value.items() if k not in limits}], **limits}
    return value
