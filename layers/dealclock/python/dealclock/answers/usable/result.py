"""Whether a Holder may sell under the shelf on a day: the result and its computation."""

from dataclasses import dataclass

from dealclock.answers.heading import Heading
from dealclock.answers.question import option
from dealclock.engine.assess import assess
from dealclock.engine.query import Query
from dealclock.engine.usable import SaleCondition, usable
from dealclock.files.source import nearest


@dataclass(frozen=True, slots=True)
class UsableQuery:
    """A sale on the day by any Holder, or by one."""

    holder: str | None = option("one Holder, by its recorded name", shown="HOLDER")


@dataclass(frozen=True, slots=True)
class UncheckedSection:
    """A part that the terms list as not modeled, and its Section."""

    clause: str
    what: str


@dataclass(frozen=True, slots=True)
class UsableResult:
    """Each condition of the sale, on the record; `holds` is None where the record does not say.

    `note` states that no event names the Holder, and which Holders they name.
    """

    heading: Heading
    holder: str | None
    note: str | None
    conditions: tuple[SaleCondition, ...]
    not_checked: tuple[UncheckedSection, ...]


def answer(query: Query, request: UsableQuery) -> UsableResult:
    """Every condition that the terms set for a sale, including those of the Holder itself."""
    in_force = query.in_force()
    assessment = assess(
        Query(query.terms, query.log, query.as_of, query.known_at, query.readings, query.targets)
    )
    named = sorted({f.holder for f in query.log.facts if f.holder})
    unknown = request.holder is not None and request.holder not in named
    return UsableResult(
        heading=Heading.of(in_force),
        holder=request.holder,
        note=_unknown(request.holder, named) if request.holder and unknown else None,
        conditions=tuple(usable(assessment, in_force.context(), request.holder)),
        not_checked=tuple(UncheckedSection(n.clause, n.what) for n in assessment.not_checked),
    )


def _unknown(holder: str, named: list[str]) -> str:
    known = f"they name {', '.join(named)}" if named else "none is recorded"
    return f"No Holder is named {holder!r}; {known}.{nearest(holder, named)}"
