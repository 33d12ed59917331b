"""How a step ends without success."""


class FailedError(Exception):
    """The step failed; the message says what was seen."""


class SkippedError(Exception):
    """The step was left out; the message says why."""
