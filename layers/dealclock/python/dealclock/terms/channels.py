"""Channels: the means of performance, with their open days and hours."""

import re
from collections.abc import Iterator
from datetime import time
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dealclock.days import cutoffs
from dealclock.files.source import GrowingModel, Model, Text

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def _time(text: str) -> str:
    if not _TIME.fullmatch(text):
        raise ValueError("give a time of day in New York, such as 17:30")
    return text


TimeOfDay = Annotated[str, AfterValidator(_time)]


class ChannelTerms(Model):
    """A means of performance: open on the open days of `calendar`, from `opens` to `cut_off`.

    Times are New York times, both included. An act takes effect `lead` Business Days of that
    calendar later. `assumed` states what is an assumption, and whom to ask.
    """

    calendar: Literal["federal-reserve", "gcl-24", "edgar"]
    opens: TimeOfDay
    cut_off: TimeOfDay
    lead: Annotated[int, Field(ge=0, le=60)] = 0
    source: Text | None = None
    assumed: Text | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if self.opens >= self.cut_off:
            yield "give an opening time before the cut-off"

    def to_channel(self, name: str) -> cutoffs.Channel:
        """The channel, under its name in the terms."""
        return cutoffs.Channel(
            name,
            self.calendar,
            time.fromisoformat(self.opens),
            time.fromisoformat(self.cut_off),
            self.lead,
            self.source,
            self.assumed,
        )


class DeemedNotice(GrowingModel):
    """When a notice sent by one method is deemed given.

    `business_days` after it was sent (0: the same day); `needs_acknowledgement`: only once receipt
    is acknowledged; `valid: false`: never, because the agreement does not list the method. What is
    sent after the hour `by`, in the deal's zone, counts as sent on the next Business Day.
    """

    added = frozenset({"by"})

    business_days: Annotated[int, Field(ge=0, le=60)] = 0
    needs_acknowledgement: bool = False
    valid: bool = True
    by: TimeOfDay | None = None
