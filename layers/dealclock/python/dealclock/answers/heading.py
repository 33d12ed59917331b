"""The head that every result begins with."""

from dataclasses import dataclass
from datetime import date

from dealclock.engine.in_force import InForce


@dataclass(frozen=True, slots=True)
class TermsInForce:
    """The version of the terms that an answer is computed under."""

    version: str
    title: str
    effective: date
    known: date


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of every result: the deal's id, the day, the terms in force on it."""

    deal: str
    as_of: date
    terms: TermsInForce

    @classmethod
    def of(cls, given: InForce) -> "Heading":
        """The heading of an answer computed under these terms."""
        v = given.version
        in_force = TermsInForce(v.id, v.title, v.effective, v.known)
        return cls(given.terms.id, given.as_of, in_force)
