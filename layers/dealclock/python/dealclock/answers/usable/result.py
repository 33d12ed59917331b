"""Whether a Holder may sell under the shelf on a day: the result and its computation."""

from dataclasses import dataclass

from dealclock.answers.heading import Heading
from dealclock.answers.question import NotAnsweredError, option
from dealclock.engine.assess import assess
from dealclock.engine.look import Look
from dealclock.engine.special.usable.condition import Answer, SaleCondition, answer_of
from dealclock.engine.special.usable.holder import holders_named
from dealclock.engine.special.usable.sale import conditions, has_shelf
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
    """The answer, why, and each condition of the sale; `holds` is None for one not known.

    `why` is what decides it, "" for a yes; `only` is the part of the Notes to which a yes is
    limited, "" if it is not. `note` states that no event names the Holder, and which Holders they
    name.
    """

    heading: Heading
    holder: str | None
    answer: Answer
    why: str
    only: str
    note: str | None
    conditions: tuple[SaleCondition, ...]
    not_checked: tuple[UncheckedSection, ...]


def answer(look: Look, request: UsableQuery) -> UsableResult:
    """Every condition of a sale, including those of the Holder itself, and the answer they give.

    A yes needs every condition to be known and satisfied, under every reading. Raises
    NotAnsweredError for terms without any rule about a shelf.
    """
    if not has_shelf(look.terms):
        raise NotAnsweredError(
            f"the terms of {look.terms.id} have no rule about sales under a shelf: no state that "
            "registration-statement-effective begins, no suspension, stop or Sale Notice. Use a "
            "deal that has one."
        )
    in_force, holder = look, request.holder
    assessment = assess(
        Look(look.terms, look.log, look.as_of, look.known_at, look.readings, look.targets)
    )
    found = conditions(in_force, assessment, holder)
    said, decides = answer_of(found, holder)
    named = holders_named(look.context())
    return UsableResult(
        heading=Heading.of(in_force),
        holder=holder,
        answer=said,
        why=decides.reason if decides else "",
        only=next((c.more for c in found if c.limits), ""),
        note=_unknown(holder, named) if holder and holder not in named else None,
        conditions=found,
        not_checked=tuple(UncheckedSection(n.clause, n.what) for n in assessment.not_checked),
    )


def _unknown(holder: str, named: list[str]) -> str:
    known = f"they name {', '.join(named)}" if named else "none is recorded"
    return f"No Holder is named {holder!r}; {known}.{nearest(holder, named)}"
