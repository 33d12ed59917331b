"""Shares owed because an adjustment against dilution was put off until other warrants vest."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from dealclock.agreement.rules.rule import Rule
from dealclock.files.source import Model, Slug, Text

Price = Annotated[Decimal, Field(gt=0)]


class AssumedFormula(Model):
    """A formula of adjustment that the files do not hold: an input, never the agreement's word.

    Broad-based weighted average: with `outstanding_before` shares before the dilutive issue, an
    exercise brings (outstanding + vested) / (outstanding + vested x issue price / exercise price)
    times its shares. Prices are dollars a share; `why` says why it is assumed.
    """

    method: Literal["broad-based weighted average"]
    why: Text
    outstanding_before: Annotated[Decimal, Field(gt=0)]
    exercise_price: Price
    issue_price: Price


class ShareTrueUp(Rule):
    """Shares owed on an early exercise once warrants vest for which adjustment was deferred.

    An exercise (or conversion) before the date named in `exercised_before`, that day not included,
    is owed at each later vesting what it would have brought then, less what it has brought.
    """

    type: Literal["share true-up"]
    exercised_by: Slug
    exercised_before: Slug
    vested_by: Slug
    cancelled_by: Slug
    issued_by: Slug
    assumed_formula: AssumedFormula | None = None
