"""The life of a delivery after it was planned: claimed, then settled by whoever holds the claim."""

from datetime import datetime, timedelta

from dealclock.store.delivery import Claim, DeliveryKey, NotNow, Rendition, Settled
from dealclock.store.table import OnTable


class Claims(OnTable):
    """Claims on deliveries. What a worker says of one counts only while the claim is its own."""

    def claim(self, key: DeliveryKey, now: datetime, lease: timedelta) -> Claim | NotNow | Settled:
        """Take the delivery for `lease`; exactly one of many at once succeeds.

        An expired claim of another becomes unknown on the way, so the new claim is uncertain.
        Raises NoSuchDelivery, TryAgain.
        """
        raise NotImplementedError

    def keep_rendition(self, claim: Claim, rendition: Rendition, now: datetime) -> None:
        """Archive what is about to be sent; raises ClaimLost, and then nothing must be sent."""
        raise NotImplementedError

    def sent(self, claim: Claim, provider_id: str, now: datetime) -> None:
        """It arrived. Counts even after the lease, unless another took over: then ClaimLost."""
        raise NotImplementedError

    def refused(self, claim: Claim, cause: str, now: datetime) -> None:
        """It will never arrive. Counts even after the lease, unless another took over."""
        raise NotImplementedError

    def later(self, claim: Claim, not_before: datetime, now: datetime) -> None:
        """Not yet: planned again (an uncertain one unknown again), not before `not_before`."""
        raise NotImplementedError

    def unknown(self, claim: Claim, cause: str, now: datetime) -> None:
        """Nobody can say whether it arrived; counts as a failure. Raises ClaimLost."""
        raise NotImplementedError
