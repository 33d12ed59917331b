"""Where a delivery is found, as one opaque word that a button can carry and a click brings back."""

from datetime import date

from dealclock.store import DeliveryKey


def of(key: DeliveryKey) -> str:
    """The reference of a delivery: no part of it says what the delivery tells."""
    return f"{key.deal} {key.day.isoformat()} {key.id}"


def read(ref: str) -> DeliveryKey | None:
    """The delivery a reference names, None for what is no reference."""
    parts = ref.split(" ")
    if len(parts) != 3 or not all(parts):
        return None
    try:
        return DeliveryKey(parts[0], date.fromisoformat(parts[1]), parts[2])
    except ValueError:
        return None
