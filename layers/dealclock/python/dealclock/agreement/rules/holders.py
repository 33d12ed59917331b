"""What Holders decide together, and what one of them bears beside the Company."""

from typing import Literal

from dealclock.agreement.rules.rule import Rule
from dealclock.files.source import Percent, Text


class ConsentThreshold(Rule):
    """A consent that needs more than `over_percent` of principal; exactly that much fails.

    With `shares_at_conversion_price` shares received on conversion count as so much principal.
    `affiliates_clause` is the clause that leaves out what the Company and its affiliates hold.
    `decides` names what Holders agree to by it, for all of them.
    """

    type: Literal["consent threshold"]
    over_percent: Percent
    shares_at_conversion_price: bool = False
    affiliates_clause: Text | None = None
    decides: tuple[Literal["waiver", "extension", "amendment"], ...] = ()


class Contribution(Rule):
    """A loss shared in proportion to relative benefits where an indemnity does not serve.

    `holder_capped_at` is the most a Holder may have to contribute.
    """

    type: Literal["contribution"]
    holder_capped_at: Literal["resale price less damages paid", "no limit"]
