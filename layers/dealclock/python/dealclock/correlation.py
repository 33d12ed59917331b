"""The correlation id of the work under way: of a scheduled check or a request, and all it causes.

It travels in queued messages, is stored with what people are sent and do, and is on each line of
every log. It is opaque: it says nothing of a deal.
"""

from contextvars import ContextVar

CORRELATION: ContextVar[str] = ContextVar("correlation", default="")
"""The id; "" outside of a function, as on the command line."""
