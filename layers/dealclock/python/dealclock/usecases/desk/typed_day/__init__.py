"""A civil day as people type it into a command: what the words say, and the day they come to.

Reading needs neither today nor a calendar: `read_day` turns words into a `DayWords`. The day it
comes to, on the deal's own day and by the deal's Business Days, is for `DayWords.on` to say.
"""

from dealclock.usecases.desk.typed_day.names import (
    FORMS,
    DayWords,
    NoSuchDay,
    ParsedDay,
    looks_like_a_day,
    read_day,
)

__all__ = ["FORMS", "DayWords", "NoSuchDay", "ParsedDay", "looks_like_a_day", "read_day"]
