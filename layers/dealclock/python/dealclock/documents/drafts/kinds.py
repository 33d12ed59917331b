"""The kinds of drafts, by the word that a provision gives as `draft`."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from dealclock.documents.drafts import advice, certificate, default_notice, suspension
from dealclock.documents.drafts.case import DraftCase
from dealclock.documents.drafts.sheet import DraftLetter, SheetPart


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of draft: its name, and how to make it from a case.

    `given`: it is a notice, given by one of the agreement's methods. `funded`: it is for a payment,
    which has a funding memo as well.
    """

    description: str
    letter: Callable[[DraftCase], DraftLetter]
    counsel: Callable[[DraftCase], tuple[SheetPart, ...]]
    certainty: Callable[[DraftCase], str]
    given: bool = True
    funded: bool = False


KINDS = MappingProxyType(
    {
        "default-notice": Kind(
            "notice of a Registration Default, or of a step of its rate",
            default_notice.letter,
            default_notice.counsel,
            default_notice.certainty,
        ),
        "officers-certificate": Kind(
            "officers' certificate for a payment",
            certificate.letter,
            certificate.counsel,
            certificate.certainty,
            given=False,
            funded=True,
        ),
        "holder-advice": Kind("advice to Holders", advice.letter, advice.counsel, advice.certainty),
        "suspension-notice": Kind(
            "notice that a suspension begins",
            suspension.beginning,
            suspension.room,
            suspension.certainty,
        ),
        "suspension-termination": Kind(
            "notice that a suspension ends",
            suspension.ending,
            suspension.used,
            suspension.certainty,
        ),
    }
)
