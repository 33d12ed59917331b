"""What each other choice of a reading, moved alone, would change."""

from collections.abc import Iterator

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.figures import Difference
from dealclock.engine.comparing.quantities import ABSENT, figures_by_reading


def differences(
    here: Assessment, there: Assessment, reading: str, choice: str
) -> Iterator[Difference]:
    """Each date and amount that `there` has otherwise than `here`, by instance."""
    ours, theirs = figures_by_reading(here), figures_by_reading(there)
    for instance, what in dict.fromkeys((*ours, *theirs)):
        a, b = ours.get((instance, what), ABSENT), theirs.get((instance, what), ABSENT)
        if a != b:
            yield Difference(reading, choice, instance, what, a, b)
