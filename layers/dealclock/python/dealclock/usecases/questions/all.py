"""Every question there is, by its name. The module of one is imported when it is looked up."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealclock.usecases.questions.question import Question

SAYS = MappingProxyType(
    {
        "assess": "everything true of a deal as of a day: what is owed, open, accrued",
        "explain": "one date or amount, step by step, with the days skipped and why",
        "suspension": (
            "what the suspended days used leave to a new suspension: how long, and from when"
        ),
        "what-if": "what facts not yet recorded would move; records nothing",
        "changes": "what changed since a day: dates, amounts and statuses, and because of what",
        "deemed": "when a notice sent in a way counts as given, and whether in time",
        "review": "the earliest filing after drafts went out, or the last day to send them",
        "holders": "what each Holder has, whether it is entitled and why, what it is due",
        "payments": (
            "each payment of Additional Interest: its steps, its lots, who is entitled and who is "
            "paid"
        ),
        "questionnaires": (
            "when Questionnaires go out and come back, who is in time, what is filed for whom"
        ),
        "roll-forward": (
            "Additional Interest owed on one day, accrued and paid since, and owed on another"
        ),
        "true-up": "the shares each early exercise is owed as what was deferred vests",
        "consent": "whether a consent by principal carries at a record date",
        "contribution": "how a loss is shared between the Company and a Holder by relative benefit",
        "timeline": "the dated facts around a deal beside its own facts and obligations, in order",
    }
)
"""What each question answers, in a line, by its name."""


class _Questions(Mapping[str, "Question"]):
    """The questions of `SAYS`, each from the module of this package that has its name."""

    def __getitem__(self, name: str) -> "Question":
        if name not in SAYS:
            raise KeyError(name)
        question: Question = import_module(f"{__package__}.{_plain(name)}").QUESTION
        return question

    def __iter__(self) -> Iterator[str]:
        return iter(SAYS)

    def __len__(self) -> int:
        return len(SAYS)


QUESTIONS: Mapping[str, "Question"] = _Questions()


def named(name: str) -> "Question | None":
    """The question of that name, its words parted by hyphens or underscores; None without one."""
    return next((QUESTIONS[each] for each in SAYS if _plain(each) == _plain(name)), None)


def _plain(name: str) -> str:
    return name.replace("-", "_")
