"""The names in the terms: what the name in a field is of, as a note on its type.

`met_by: Kind` is a kind of event, `owed_by: PartyName` a party. Checks, and whatever asks which
events a provision takes, read these notes: a new type of provision needs no line there.
"""

from typing import Annotated

from pydantic import BeforeValidator

from dealclock.files.source import Slug
from dealclock.records import record


@record
class NameOf:
    """That a field names something: one of `of`, which are parts of the terms, types of provision,
    or "kind", "default", "lot" or "provision".

    `called` says in a refusal what to give. An event of a kind must have the details it `needs`.
    `new`: it is an id, which no other of the same sort may have. `opens`: each event of the kind
    opens an instance.
    """

    of: tuple[str, ...]
    called: str = "one of"
    needs: tuple[str, ...] = ()
    new: bool = False
    opens: bool = False


STATES = ("state", "status", "day budget", "protected period")
"""The types of provision that start and end."""


def as_list(value: object) -> object:
    """One name alone as a list."""
    return [value] if isinstance(value, str) else value


_KIND = NameOf(("kind",))
Kind = Annotated[Slug, _KIND]
Kinds = Annotated[tuple[Slug, ...], BeforeValidator(as_list), _KIND]
"""Kinds of event; one may be given alone."""
Opener = Annotated[Slug, NameOf(("kind",), opens=True)]
GivenKind = Annotated[Slug, NameOf(("kind",), needs=("given",))]
AboutKind = Annotated[Slug, NameOf(("kind",), needs=("about",))]
TargetKind = Annotated[Slug, NameOf(("kind",), needs=("target",))]

_PARTY = NameOf(("parties",), "a party")
PartyName = Annotated[Slug, _PARTY]
Parties = Annotated[tuple[Slug, ...], BeforeValidator(as_list), _PARTY]
"""Parties; one may be given alone."""
CalendarName = Annotated[Slug, NameOf(("calendar", "calendars"), "a calendar")]
DateName = Annotated[Slug, NameOf(("dates",))]
StateName = Annotated[Slug, NameOf(STATES, "a state")]
PeriodName = Annotated[Slug, NameOf(("protected period", "state"))]
DeadlineName = Annotated[Slug, NameOf(("deadline", "obligation"))]
ClosingDate = Annotated[Slug, NameOf(("every date",))]
ClosingName = Annotated[Slug, NameOf(("closing",), "a closing listed for a lot")]
ProvisionId = Annotated[Slug, NameOf(("provision",), new=True)]
DefaultId = Annotated[Slug, NameOf(("default",), new=True)]
LotId = Annotated[Slug, NameOf(("lot",), new=True)]
DefaultName = Annotated[Slug, NameOf(("default",), "a default")]
StreamName = Annotated[Slug, NameOf(("stream", "rate schedule"), "a stream")]
