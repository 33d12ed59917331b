"""A trace as plain lines: each step with its Section and day, and the days it counted or
skipped."""

from collections.abc import Sequence

from dealclock.engine.why import Step
from dealclock.messages import words


def render_lines(trace: Sequence[Step]) -> list[str]:
    """The steps in order, numbered; under a count, each of its days, indented."""
    found: list[str] = []
    for number, step in enumerate(trace, start=1):
        found.append(f"{number}. {words.step(step)}")
        if step.count is not None:
            found += [f"   {line}" for line in words.counted(step.count)]
    return found
