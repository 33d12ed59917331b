"""What the parts of the engine find in one pass, each building on those before it."""

from dataclasses import dataclass, field

from dealclock.engine.assessment import Accrual, Default, Obligation, Window
from dealclock.engine.ledger import Ledger
from dealclock.engine.suspension.drawn import Budget


@dataclass(slots=True)
class Found:
    """Obligations, windows and defaults so far, by the rules that made them.

    `budgets` are what was drawn on each day budget; `ledger` is what accrues, once the
    defaults are known.
    """

    obligations: list[Obligation] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    defaults: list[Default] = field(default_factory=list)
    budgets: dict[str, Budget] = field(default_factory=dict)
    ledger: Ledger | None = None
    accrual: Accrual | None = None

    def window(self, instance: str) -> Window | None:
        """The window with that instance, if it was found."""
        return next((w for w in self.windows if w.instance == instance), None)
