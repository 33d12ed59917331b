"""Reporting failed work without its data, since every error may end in a log.

The text of our own errors holds no deal content. Any other error may quote data (pydantic quotes
its input), so only its kind and place are reported, and for an AWS error its code.
"""

from collections.abc import Mapping
from pathlib import PurePath
from traceback import extract_tb

from dealclock.errors import DealclockError


def without_data(error: Exception) -> DealclockError:
    """An error without data; `raise without_data(error) from None` keeps the rest out of logs."""
    frames = extract_tb(error.__traceback__)
    place = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return DealclockError(f"{type(error).__name__}{place}{_words(error)}")


def _words(error: Exception) -> str:
    if isinstance(error, DealclockError):
        return f": {error}"
    answer = getattr(error, "response", None)  # of AWS errors
    if isinstance(answer, Mapping) and (operation := getattr(error, "operation_name", "")):
        return f": {operation} was answered {answer.get('Error', {}).get('Code')}"
    return ""
