"""Readings: the named ways to read an ambiguous clause, each with a default and its reason.

A deal chooses among them; an unknown question or choice is refused. `docs/readings.md` tells each
in full. Only choices the engine can compute stand here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dealclock.agreement.source import nearest
from dealclock.errors import DealclockError


class UnknownReading(DealclockError):
    """A reading that does not exist; the message names those that do."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One question a clause leaves open. The first of `choices` is the default."""

    id: str
    clause: str
    question: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """The choice used where a deal makes none."""
        return self.choices[0]


BUSINESS_DAY = Reading(
    "business-day",
    "1, Business Day",
    "Which closed days of New York banks are not Business Days?",
    ("federal-reserve", "gcl-24"),
)
LAPSE = Reading(
    "default-occurs",
    "3(a)",
    "When does a Registration Default by a missed deadline occur?",
    ("LAPSE", "NEXT-DAY"),
)
RELATION = Reading(
    "uncured-default-occurs",
    "3(a)(iii)",
    "Does a default for want of a cure occur when the cure window ends, or relate back?",
    ("AT-LAPSE", "RELATE-BACK"),
)
SALE_NOTICE = Reading(
    "sale-notice-effect",
    "4(e)",
    "From when do a Sale Notice's five Business Days run?",
    ("FROM-NOTICE", "FROM-WINDOW", "NOTICE-DAY-COUNTS"),
)
BEFORE = Reading(
    "at-least-before",
    "4(e)",
    "Is the Nth Business Day before enough, or must N clear Business Days pass?",
    ("NTH-DAY", "CLEAR-DAYS"),
)
SUSPENSION_IN_CURE = Reading(
    "suspension-in-cure-window",
    "3(a)(iii)",
    "Does a Suspension Period begun inside the cure window stop its clock?",
    ("TOLL-RESUME", "TOLL-FRESH", "NO-TOLL"),
)
LADDER = Reading(
    "rate-ladder",
    "3(a)",
    "Do the anniversary rates apply to a default of any age?",
    ("CALENDAR-LADDER", "FIRST-90", "ADDITIVE"),
)
CONCURRENT = Reading(
    "concurrent-defaults",
    "3(a)",
    "What accrues while several Registration Defaults are open?",
    ("SINGLE-RATE", "STACKED", "CONTINUOUS-SPELL"),
)
NEW_DEFAULT = Reading(
    "default-after-cure",
    "3(a)",
    "Does a default after a cure have first days of its own?",
    ("RESTART", "CUMULATIVE", "FIXED-WINDOW"),
)
PERIOD_END = Reading(
    "default-at-period-end",
    "2(a)(iii), 3(a)(iii)",
    "Does an open usability default stop accruing when the Effectiveness Period ends?",
    ("STOP", "RUN-ON"),
)
LATER_NOTES = Reading(
    "later-issued-notes",
    "Recital, 3(a)",
    "From when does a default accrue on Notes issued after it occurred?",
    ("FROM-ISSUE", "FROM-DEFAULT"),
)

ALL = MappingProxyType(
    {
        r.id: r
        for r in (
            BUSINESS_DAY,
            LAPSE,
            RELATION,
            SALE_NOTICE,
            BEFORE,
            SUSPENSION_IN_CURE,
            LADDER,
            CONCURRENT,
            NEW_DEFAULT,
            PERIOD_END,
            LATER_NOTES,
        )
    }
)


def problem_with(question: str, choice: str) -> str | None:
    """What is wrong with choosing `choice` for `question`, or None."""
    if question not in ALL:
        return f"no such reading; there are {', '.join(ALL)}.{nearest(question, ALL)}"
    if choice not in ALL[question].choices:
        return f"allowed for {question}: {', '.join(ALL[question].choices)}"
    return None


def choose(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Every reading with its choice: the chosen ones, and the default for the rest.

    Raises UnknownReading for a question or a choice that does not exist.
    """
    for question, choice in chosen.items():
        if wrong := problem_with(question, choice):
            raise UnknownReading(f"reading {question}={choice}: {wrong}")
    return MappingProxyType({r.id: chosen.get(r.id, r.default) for r in ALL.values()})
