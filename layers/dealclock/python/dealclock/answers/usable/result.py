"""Whether a Holder may sell under the shelf on a day: the result, and what works it out."""

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
    """What the terms list as not modeled, and in which Section."""

    clause: str
    what: str


@dataclass(frozen=True, slots=True)
class UsableResult:
    """Each condition of the sale, on the record; `holds` is None where the record does not say.

    `note` says that no event names the Holder, and whom they name.
    """

    heading: Heading
    holder: str | None
    note: str | None
    conditions: tuple[SaleCondition, ...]
    not_checked: tuple[UncheckedSection, ...]


def answer(query: Query, asked: UsableQuery) -> UsableResult:
    """Every condition that the terms make of a sale, those of the Holder itself with the rest."""
    given = query.in_force()
    assessment = assess(
        Query(query.terms, query.log, query.as_of, query.known_at, query.readings, query.targets)
    )
    named = sorted({f.holder for f in query.log.facts if f.holder})
    unknown = asked.holder is not None and asked.holder not in named
    return UsableResult(
        heading=Heading.of(given),
        holder=asked.holder,
        note=_unknown(asked.holder, named) if asked.holder and unknown else None,
        conditions=tuple(usable(assessment, given.context(), asked.holder)),
        not_checked=tuple(UncheckedSection(n.clause, n.what) for n in assessment.not_checked),
    )


def _unknown(holder: str, named: list[str]) -> str:
    known = f"they name {', '.join(named)}" if named else "none is recorded"
    return f"No Holder is named {holder!r}; {known}.{nearest(holder, named)}"
