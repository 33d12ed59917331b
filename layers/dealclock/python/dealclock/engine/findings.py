"""The findings of the engine's parts in one pass, each building on those before it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from dealclock.engine.conclusions import Default, Obligation, UndatedDuty, Window
from dealclock.engine.interest.accrued import Accrual
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.states.budget import Budget
from dealclock.engine.true_ups import TrueUp
from dealclock.facts.log import EffectiveFact


@dataclass(slots=True)
class Findings:
    """The obligations, windows, defaults and other findings so far.

    `budgets` has the use of each day budget; `ledger` is the accrual ledger, once the defaults are
    known; `buckets` are the amounts payable on each Interest Payment Date, and `payments` the
    payment of each, even if left out of the obligations. `consulted` are the readings consulted by
    the parts before the current one.
    """

    obligations: list[Obligation] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    defaults: list[Default] = field(default_factory=list)
    budgets: dict[str, Budget] = field(default_factory=dict)
    duties: list[UndatedDuty] = field(default_factory=list)
    ledger: AccrualLedger | None = None
    accrual: Accrual | None = None
    buckets: tuple[Bucket, ...] = ()
    payments: tuple[Obligation, ...] = ()
    true_ups: list[TrueUp] = field(default_factory=list)
    consulted: frozenset[str] = frozenset()

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The numbers of obligations, windows and defaults so far."""
        return len(self.obligations), len(self.windows), len(self.defaults)

    def beyond(self, sizes: tuple[int, int, int]) -> Iterator[str]:
        """The instances added since the lists had these sizes; each part adds at the end."""
        obligations, windows, defaults = sizes
        for o in self.obligations[obligations:]:
            yield o.instance
        for w in self.windows[windows:]:
            yield w.instance
        for d in self.defaults[defaults:]:
            yield d.instance

    def window(self, instance: str) -> Window | None:
        """The window with that instance; None if there is none."""
        return next((w for w in self.windows if w.instance == instance), None)

    def within(
        self, period: str | None, events: Iterable[EffectiveFact]
    ) -> Iterator[EffectiveFact]:
        """The events within a protected period, first and last day included; all events if `period`
        is None.
        """
        if period is None:
            yield from events
        elif window := self.window(period):
            yield from (e for e in events if window.opens <= e.on <= window.closes)
