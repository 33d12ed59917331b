"""A civil day as people type it into a command: what the words say, and the day they come to.

Reading needs neither today nor a calendar: `read_day` turns words into a `When`. The day it comes
to, on the deal's own day and by the deal's Business Days, is for `When.on` to say.
"""

from dealclock.usecases.typed_day.names import NoSuchDay
from dealclock.usecases.typed_day.reading import FORMS, Read, When, looks_like_a_day, read_day

__all__ = ["FORMS", "NoSuchDay", "Read", "When", "looks_like_a_day", "read_day"]
