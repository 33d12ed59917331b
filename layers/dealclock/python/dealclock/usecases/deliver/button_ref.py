"""What a button stands for, as one opaque word that it can carry and a click brings back."""

from dataclasses import dataclass
from datetime import date

from dealclock.store import DeliveryKey


@dataclass(frozen=True, slots=True)
class ButtonRef:
    """A delivery, and the id of the alert that headed it when the button was shown.

    `alert` is "" on a button of a release that did not say: then the delivery's own.
    """

    key: DeliveryKey
    alert: str = ""

    def __str__(self) -> str:
        """The reference: no part of it says what the delivery tells."""
        key = self.key
        return f"{key.deal} {key.day.isoformat()} {key.id} {self.alert}".rstrip()


def read(ref: str) -> ButtonRef | None:
    """What a reference names, None for what is no reference."""
    parts = ref.split(" ")
    if len(parts) not in (3, 4) or not all(parts):
        return None
    try:
        key = DeliveryKey(parts[0], date.fromisoformat(parts[1]), parts[2])
    except ValueError:
        return None
    return ButtonRef(key, *parts[3:])
