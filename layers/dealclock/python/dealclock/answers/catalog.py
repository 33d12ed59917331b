"""Every question by its name, its module imported when first looked up; and the twelve commands
that help lists first, in `/deal` and in a terminal.
"""

from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealclock.answers.ask import Question

GROUPS = MappingProxyType(
    {
        "What is due": {
            "next": "dates ahead and what is overdue, the gravest first",
            "status": "where a deal stands",
            "count": "count days from a date, showing those skipped",
        },
        "Amounts": {
            "accrual": "Additional Interest: unpaid, accrued, paid, the rate",
            "payments": "each payment: its day, amount and record date",
        },
        "The shelf": {
            "suspension": "how long a suspension may last, and from when",
            "usable": "whether a Holder may sell",
        },
        "Events": {
            "record": "record what happened",
            "what-if": "what an event would change; records nothing",
        },
        "Reasons": {
            "why": "one date or amount, step by step",
            "section": "the terms under a Section, and their dates",
            "history": "what was recorded, sent and done about one item",
        },
    }
)
"""The twelve commands for people, each with what it shows, by what they are about."""

TWELVE = MappingProxyType({name: text for of in GROUPS.values() for name, text in of.items()})
"""The same, in their order."""

FORMER_NAMES = MappingProxyType({"explain": "why", "clause": "section"})
"""Former names of commands and questions: still accepted, but not listed."""

_LISTED: Mapping[str, str] = MappingProxyType(
    {
        "assess": "show obligations, defaults and accruals as of a day",
        **{name: TWELVE[name] for name in ("next", "status", "count", "accrual", "history")},
        "why": "explain one date or amount step by step, with the days skipped",
        "suspension": ("show how long a new suspension may last, and from when"),
        "what-if": "show what supposed events would change; records nothing",
        "changes": "show what changed since a date (dates, amounts, statuses), and why",
        "deemed": "show when a notice is deemed given by method, and whether on time",
        "review": "show the earliest filing date after drafts, or the last day to send drafts",
        "usable": "show whether a Holder may sell under the shelf, by each condition",
        "holders": "show each Holder's Notes, entitlement and amounts due",
        "payments": (
            "show each payment of Additional Interest: steps, lots, Holders entitled and paid"
        ),
        "questionnaires": (
            "show Questionnaires sent and returned, who is on time, and filings owed"
        ),
        "roll-forward": ("roll Additional Interest forward: opening, accrued, paid, closing"),
        "true-up": "show the true-up shares owed on each early exercise",
        "consent": "check whether a consent has the required principal at a record date",
        "contribution": "share a loss between the Company and a Holder by relative benefit",
        "readings": "show how ambiguous Sections are read, and what other readings change",
        "section": "show the terms under a Section, paraphrased, and the dates they produce",
        "timeline": "list dated events around a deal with its own events and obligations",
    }
)
"""The help line of each question that has a place in the lists, by its name."""


def declared(folder: Path, mark: str, listed: Collection[str]) -> Mapping[str, str]:
    """What further modules of a folder declare with `mark`, none of them imported: the module's
    name with hyphens, and the first line of its text without its period.
    """
    found = {}
    for file in sorted(folder.glob("*.py")):
        name = file.stem.replace("_", "-")
        if name not in listed and f"\n{mark}(" in (text := file.read_text(encoding="utf-8")):
            first = text.strip('"').partition("\n")[0].strip('".')
            found[name] = f"{first[:1].lower()}{first[1:]}"
    return found


_OTHERWISE = {"next-dates", "settings"}
"""The modules of `next`, and of an act that answers too."""

UNLISTED = declared(Path(__file__).parent, "@answer", {*_LISTED, *_OTHERWISE})
DESCRIPTIONS: Mapping[str, str] = MappingProxyType({**_LISTED, **UNLISTED})
"""The help line of each question, by its name: those listed, then the other modules'."""

UNLISTED_ACTS = declared(
    Path(__file__).parents[1] / "desk",
    "@act",
    {"approve", "close", "release", "respond", "settings"},
)
"""The help line of each act whose module of `desk` no list names; that is not imported for it."""


_FUNCTIONS = {"next": "next_dates"}  # `next` is a function of Python


class _Questions(Mapping[str, "Question[...]"]):
    """The questions of `DESCRIPTIONS`, each from the module of this package that has its name."""

    def __getitem__(self, name: str) -> "Question[...]":
        if name not in DESCRIPTIONS:
            raise KeyError(name)
        function = _FUNCTIONS.get(name, _plain(name))
        question: Question[...] = getattr(import_module(f"{__package__}.{function}"), function)
        return question

    def __iter__(self) -> Iterator[str]:
        return iter(DESCRIPTIONS)

    def __len__(self) -> int:
        return len(DESCRIPTIONS)


QUESTIONS: Mapping[str, "Question[...]"] = _Questions()


def find_question(name: str) -> "Question[...] | None":
    """The question of that name, with its words joined by hyphens or underscores; None if there
    is none."""
    wanted = _plain(FORMER_NAMES.get(name, name))
    return next((QUESTIONS[each] for each in DESCRIPTIONS if _plain(each) == wanted), None)


def _plain(name: str) -> str:
    return name.replace("-", "_")
