"""The findings of one pass: what it concludes, in the order found, and what amounts rest on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealclock.engine.conclusions import Accrual, Default, Obligation, TrueUp, UndatedDuty, Window
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.payments.buckets import Bucket

Finding = Obligation | Window | Default | UndatedDuty | TrueUp
_LISTS: Mapping[type, str] = {
    Obligation: "obligations",
    Window: "windows",
    Default: "defaults",
    UndatedDuty: "duties",
    TrueUp: "true_ups",
}


@dataclass(slots=True)
class Findings:
    """The obligations, windows, defaults and other findings so far.

    `ledger` is the accrual ledger, once the defaults are known; `buckets` are the amounts payable
    on each Interest Payment Date, and `payments` the payment of each, even if left out of the
    obligations. `kept` are instances that an earlier version of the terms governs, each with that
    version's id; `consulted_by` the readings consulted by the end of each part of the pass, and
    `found_by` the place of the part that found each instance.
    """

    obligations: list[Obligation] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    defaults: list[Default] = field(default_factory=list)
    duties: list[UndatedDuty] = field(default_factory=list)
    ledger: AccrualLedger | None = None
    accrual: Accrual | None = None
    buckets: tuple[Bucket, ...] = ()
    payments: tuple[Obligation, ...] = ()
    true_ups: list[TrueUp] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    consulted_by: list[frozenset[str]] = field(default_factory=list)
    found_by: dict[str, int] = field(default_factory=dict)

    def add(self, found: Finding) -> None:
        """Add one finding at the end of its list."""
        getattr(self, _LISTS[type(found)]).append(found)
