"""What was said of a deal and what people answered, as a run of an instant finds it."""

from datetime import datetime

from dealclock.alerts.alert import AlertHistory
from dealclock.store import Store


def alert_history(deal: str, known_at: datetime, store: Store) -> AlertHistory:
    """The deal's ledger: what was said before the instant, and answered up to and including it."""
    return AlertHistory.before(
        known_at, store.outbox.sent_alerts(deal, known_at), store.responses.of_deal(deal)
    )
