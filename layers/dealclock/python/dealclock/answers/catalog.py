"""Every command by what it is about, described once: for help in Slack and in a terminal, and for
the pages. Every question by its name, its module imported when first looked up.
"""

from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealclock.answers.ask import Question

_PEOPLE: Mapping[str, Mapping[str, str]] = {
    "What is due": {
        "next": "dates ahead and what is overdue, the gravest first (those you own, for one deal "
        "or all, 14 days unless you choose)",
        "status": "where a deal stands (overdue items, dates ahead, accruals)",
        "count": "count days from a date, showing those skipped (and why; with a method, from the "
        "date a notice is deemed given)",
    },
    "Amounts": {
        "accrual": "what accrues: unpaid, accrued, paid, the rate",
        "payments": "each payment: its day, amount and status (record date, steps, lots, who is "
        "entitled and paid)",
    },
    "Suspensions and sales": {
        "suspension": "how long a suspension may last, and from when (with check, whether a "
        "planned one fits)",
        "usable": "whether securities may be sold (effective, not suspended, Questionnaire "
        "returned, notice given)",
    },
    "Events": {
        "record": "record what happened (showing first what it would change)",
        "what-if": "what an event would change; records nothing (effectiveness, a notice, a "
        "suspension and others)",
    },
    "Reasons": {
        "why": "one date or amount, step by step (with the days skipped)",
        "section": "the terms under a Section, and their dates (paraphrased)",
        "history": "what was recorded, sent and done about one item",
    },
}
_MORE, _LOADED = "More questions", "A loaded deal"
_QUESTIONS = {
    "assess": "obligations, defaults and accruals as of a day, in tables",
    "changes": "what changed since a date (dates, amounts, statuses), and why",
    "deemed": "when a notice is deemed given by method, and whether on time",
    "review": "the earliest filing date after drafts, or the last day to send drafts",
    "holders": "each Holder's Notes, whether it is entitled and why, and what it is due",
    "questionnaires": "Questionnaires sent and returned, who is on time, and filings owed",
    "roll-forward": "what accrued, rolled forward: opening, accrued, paid, closing",
    "true-up": "the true-up shares owed on each early exercise",
    "consent": "whether a consent has the required principal at a record date",
    "contribution": "a loss shared between the Company and a Holder by relative benefit",
    "readings": "how ambiguous Sections are read, who chose and why, and what other readings "
    "would change",
    "timeline": "past and future events in order (in Slack, from 90 days back unless you choose)",
}
_LISTED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        **_PEOPLE,
        _MORE: _QUESTIONS,
        "A deal's files": {
            "ask": "answer a /deal command, as in Slack: next, accrual, usable ...",
            "picture": "a picture of the timeline or the steps of what accrues",
            "check": "list every problem in a deal's files",
            "diff": "what another version of the terms changes, as words, dates and an amendment",
            "proofread": "each provision as entered, with its dates, to compare with the Agreement",
            "init": "write a commented blank deal to fill in",
            "schema": "the JSON Schema of terms.yaml, for editors",
            "cases": "run a folder of worked cases",
        },
        _LOADED: {
            "load": "load a deal or its rehearsals; --dry-run shows what would change",
            "ack": "acknowledge an alert; pauses escalation if you are its owner or backup",
            "snooze": "no alerts before a date, if you are the owner or backup",
            "done": "mark an item done; it stays open until an event is recorded",
            "decline": "hand what you own to the backup or another person",
            "approve": "give second approval of terms, a reading or a critical event",
            "release": "show one conclusion, as it is now, to someone outside the team; a second "
            "person approves it",
            "break-glass": "give an administrator emergency access; notifies the deal's lead",
            "settings": "owners, who is away, readings and alert schedules (and how to change "
            "them; in a terminal, as YAML)",
            "close": "what is still open; a lead requests closing, a second person confirms",
            "insiders": "list who has had access to a deal, and when, as CSV",
            "calendar": "a person's calendar feed of the deal: its dates, each with its kind and "
            "Section",
            "rehearse": "run rehearsals day by day through the real scheduled check",
            "doctor": "diagnose a running stack and say what to do",
            "ping": "send a test message by every route of a deal",
            "draft": "draft the document an open obligation requires, with a sheet for counsel",
            "proof": "one file: the computation, the notice, the evidence and each message sent",
            "export": "events and obligations as CSV or JSON",
            "archive": "show the messages sent about a deal, to whom and when",
            "trace": "show one alert's life: planned, sent or not, answered, escalated",
            "redrive": "retry failed messages (dead letters) once their cause is fixed",
        },
        "In Slack": {
            "list": "all your deals in one table, the gravest first; the same as /deal alone",
            "sale-notice": "record a notice that opens a sale window, in a form that first shows "
            "when securities may be sold",
            "correct": "correct or retract a recorded event, in a form; the original stays on "
            "record",
            "notice": "the document an open obligation requires, and a sheet for counsel",
            "share": "post the answer to another command in the deal's channel, if everyone there "
            "may read it",
            "help": "the commands used most, all of them, or one with examples",
        },
    }
)


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


_FUNCTIONS = {"next": "next_dates"}  # `next` is a function of Python
_NAMES = {name for of in _LISTED.values() for name in of}
UNLISTED = declared(
    Path(__file__).parent,
    "@answer",
    {*_NAMES, *(each.replace("_", "-") for each in _FUNCTIONS.values())},
)
"""The questions that no list above names."""

UNLISTED_ACTS = declared(Path(__file__).parents[1] / "desk", "@act", {*_NAMES, "respond"})
"""The acts that no list above names, each in the module of `desk` of its name."""

GROUPS = MappingProxyType(
    {
        **_LISTED,
        _MORE: {**_QUESTIONS, **UNLISTED},
        _LOADED: {**_LISTED[_LOADED], **UNLISTED_ACTS},
    }
)
"""Every command, with what it shows or does; the first screen leaves out what is in parentheses."""

FIRST_SCREEN = MappingProxyType(
    {
        group: {name: text.partition(" (")[0] for name, text in of.items()}
        for group, of in _PEOPLE.items()
    }
)
"""The twelve commands for people, by what they are about."""

TWELVE = MappingProxyType({name: text for of in FIRST_SCREEN.values() for name, text in of.items()})
"""The same, in their order."""

DESCRIPTIONS = MappingProxyType({name: text for of in GROUPS.values() for name, text in of.items()})
"""The description of every command."""

FORMER_NAMES = MappingProxyType({"explain": "why", "clause": "section"})
"""Former names of commands and questions: still accepted, but not listed."""

_ASKED = (*(name for of in _PEOPLE.values() for name in of if name != "record"), *GROUPS[_MORE])


class _Questions(Mapping[str, "Question[...]"]):
    """The questions, each from the module of this package that has its name."""

    def __getitem__(self, name: str) -> "Question[...]":
        if name not in _ASKED:
            raise KeyError(name)
        function = _FUNCTIONS.get(name, name.replace("-", "_"))
        question: Question[...] = getattr(import_module(f"{__package__}.{function}"), function)
        return question

    def __iter__(self) -> Iterator[str]:
        return iter(_ASKED)

    def __len__(self) -> int:
        return len(_ASKED)


QUESTIONS: Mapping[str, "Question[...]"] = _Questions()


def find_question(name: str) -> "Question[...] | None":
    """The question of that name, with its words joined by hyphens or underscores; None if there
    is none."""
    wanted = FORMER_NAMES.get(name, name).replace("_", "-")
    return QUESTIONS.get(wanted)
