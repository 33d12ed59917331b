"""Work that failed, told without what it failed on: every error may end in a log.

An error of ours says what is wrong in words that hold no deal content. Any other error may quote
anything (pydantic quotes what it was given), so of those only the kind and the place are told, and
of AWS's refusals their code.
"""

from collections.abc import Mapping
from pathlib import PurePath
from traceback import extract_tb

from dealclock.errors import DealclockError, OperateError


class WorkFailedError(OperateError):
    """One piece of work failed: the kind of error, its place, and its words if they are ours."""


def without_data(error: Exception) -> WorkFailedError:
    """What may be said of an error; `raise told(error) from None` keeps the rest out of logs."""
    frames = extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return WorkFailedError(f"{type(error).__name__}{where}{_words(error)}")


def _words(error: Exception) -> str:
    if isinstance(error, DealclockError):
        return f": {error}"
    answer = getattr(error, "response", None)  # of AWS's refusals
    if isinstance(answer, Mapping) and (operation := getattr(error, "operation_name", "")):
        return f": {operation} was answered {answer.get('Error', {}).get('Code')}"
    return ""
