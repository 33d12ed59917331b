"""Facts that lack a detail a form would have asked for: pointed out, never refused."""

from collections.abc import Iterable, Iterator

from dealclock.facts.corrections import outcomes
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS


def not_stated(facts: Iterable[Fact], file: str) -> Iterator[str]:
    """A warning for each that counts, with what it means and how to fix it; `facts` are in the
    order recorded, and `file` names where they come from."""
    every = tuple(facts)
    over = outcomes(every)
    for fact in every:
        for name in KINDS[fact.kind].asks:
            if getattr(fact, name) is None and fact.id not in over:
                yield (
                    f"WARNING: {fact.id} ({fact.kind}, {fact.on.isoformat()}) in {file} gives no "
                    f"{name}. The amount paid is shown as not stated, and unpaid amounts do not "
                    f"deduct it. Give its {name}; if it is already recorded, record a correction."
                )
