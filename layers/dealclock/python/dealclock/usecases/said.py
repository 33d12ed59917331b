"""What was said of a deal and what people answered, as a run of an instant finds it."""

from datetime import datetime

from dealclock.alerts.alert import Ledger
from dealclock.store import Store


def said_before(deal: str, known_at: datetime, store: Store) -> Ledger:
    """The deal's ledger: what was said before the instant, and answered up to and including it."""
    return Ledger.before(
        known_at, store.outbox.sent_alerts(deal, known_at), store.responses.of_deal(deal)
    )
