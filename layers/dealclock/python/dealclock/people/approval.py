"""A second person's approval: what awaits it, and who approved what.

Terms, chosen readings and critical events count as soon as they exist, and are unverified until
a second named person approves. What is approved is the content: a reading chosen differently, or
by another person, needs a new approval.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Literal, get_args

from dealclock.facts.critical import critical
from dealclock.facts.fact import Fact
from dealclock.people.acts import Act
from dealclock.records import record

SubjectKind = Literal["terms", "reading", "fact"]
WAITING = "unverified: awaiting second approval"
WRITTEN = re.compile(rf"(?:{'|'.join(get_args(SubjectKind))}):[A-Za-z0-9][A-Za-z0-9-]*")
"""A subject as text, in full."""


@record
class Subject:
    """What is approved: `terms:3`, a version; `reading:day-count`, a question; `fact:F12`.

    `content` changes whenever the item does.
    """

    kind: SubjectKind
    id: str
    content: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @property
    def spoken(self) -> str:
        """The subject in a sentence: "version 3 of the terms"."""
        match self.kind:
            case "terms":
                return f"version {self.id} of the terms"
            case "reading":
                return f"the reading {self.id}"
            case "fact":
                return f"event {self.id}"

    def approved(self, by: str, name: str, at: datetime) -> Act:
        """A second person's approval of it: `by` is the id, `name` the name the person has."""
        return Act("approved", str(self), self.content, by, at, name)


def of_terms(version: int) -> Subject:
    """The item for a version of the terms, whose content never changes."""
    return Subject("terms", str(version))


def of_reading(question: str, signed: str) -> Subject:
    """The item for a chosen reading; `signed` is the choice, with who chose it and why."""
    return Subject("reading", question, sha256(signed.encode()).hexdigest()[:16])


def of_fact(fact_id: str) -> Subject:
    """The item for a fact, whose content never changes."""
    return Subject("fact", fact_id)


def list_approvals_needed(
    terms_version: int, signed: Mapping[str, str], facts: Iterable[Fact]
) -> tuple[Subject, ...]:
    """Everything in a deal that needs a second person, approved or not.

    `signed` are the chosen readings by question; `facts` those recorded.
    """
    return (
        of_terms(terms_version),
        *(of_reading(question, each) for question, each in signed.items()),
        *(of_fact(fact.id) for fact in critical(facts)),
    )


def approval_of(wanted: Subject, approvals: Iterable[Act]) -> Act | None:
    """The approval of exactly that content; None if there is none yet."""
    of = (str(wanted), wanted.content)
    return next((a for a in approvals if (a.subject, a.content) == of), None)


def unverified(wanted: Iterable[Subject], approvals: Iterable[Act]) -> tuple[Subject, ...]:
    """The items of `wanted` that no second person has approved."""
    approvals = tuple(approvals)
    return tuple(each for each in wanted if approval_of(each, approvals) is None)
