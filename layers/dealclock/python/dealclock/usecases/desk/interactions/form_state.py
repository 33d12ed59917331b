"""The ids a form carries from step to step, and nothing else: no word of a deal is in them."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class FormState:
    """A deal's id, a kind of fact, the fact it corrects, and the link of a message.

    `deal_at` and `fields_at` are what the deal and the fields were, as hashes, when a preview was
    shown; "" before one was.
    """

    deal: str = ""
    kind: str = ""
    corrects: str = ""
    link: str = ""
    deal_at: str = ""
    fields_at: str = ""

    def packed(self) -> str:
        """As a form carries it; at most a few hundred characters."""
        return json.dumps({k: v for k, v in asdict(self).items() if v})


def read_state(metadata: str) -> FormState:
    """What a form carried; of anything else, nothing."""
    try:
        found = json.loads(metadata or "{}")
        return FormState(**{str(k): str(v) for k, v in found.items()})
    except (ValueError, TypeError, AttributeError):
        return FormState()
