"""The words for a status: the only place where one is spelled for people.

The data keeps its own words (`met`, `missed`, `overrun`), in JSON, in cases and in storage.
"""

from datetime import date

from dealclock.engine.conclusions import Default, Item, Obligation, Status, UndatedDuty, Window
from dealclock.messages import words
from dealclock.people.policy import Reason

OVERDUE = "overdue"
EXPIRED = "expired"
_OWED = {
    Status.UPCOMING: "open",
    Status.DUE_TODAY: "due today",
    Status.MET: "satisfied",
    Status.MET_LATE: "satisfied late",
    Status.EXCUSED: "excused",
    Status.CLOSED: "closed",
}
_WINDOW = {
    Status.UPCOMING: "not yet open",
    Status.OPEN: "open",
    Status.LAST_DAY: "last day",
    Status.OVERRUN: OVERDUE,
    Status.CLOSED: EXPIRED,
}


def status_word(part: Obligation | Window, as_of: date | None = None) -> str:
    """The status of an obligation or a window, in a word.

    With `as_of`, a deadline that starts only at a future closing is not yet open.
    """
    if isinstance(part, Window):
        return "ended" if part.done_on is not None else _WINDOW[part.status]
    if as_of is not None and part.kind in ("deadline", "obligation") and as_of < part.opens:
        return _WINDOW[Status.UPCOMING]
    return past_word(part) if part.status is Status.MISSED else _OWED[part.status]


def done_word(o: Obligation) -> str:
    """The word for a satisfied obligation: a notice is given, a payment paid."""
    done = _DONE.get(o.kind, "satisfied")
    return f"{done} late" if o.status is Status.MET_LATE else done


_DONE = {"notice": "given", "payment": "paid"}


def past_word(part: object) -> str:
    """The word for an item not satisfied in time: expired for a cure period, otherwise overdue."""
    return EXPIRED if isinstance(part, Obligation) and part.is_cure_period else OVERDUE


def owed_word(status: str) -> str:
    """An obligation's JSON status in a word; not for a cure period."""
    return OVERDUE if status == Status.MISSED else _OWED[Status(status)]


def window_word(status: str) -> str:
    """A window's JSON status in a word."""
    return _WINDOW[Status(status)]


def reason_word(reason: Reason) -> str:
    """An alert's reason in words, where it is a status."""
    return {Reason.MISSED: OVERDUE, Reason.CONFIRMED: "satisfied"}.get(reason, str(reason))


def satisfied_on(part: Item) -> str:
    """The word and date once it is done: "satisfied late Mon, Dec 6, 2004"; "" until then."""
    match part:
        case Obligation(done_on=date() as on):
            return f"{status_word(part)} {words.day(on)}"
        case UndatedDuty(done_on=date() as on):
            return f"done {words.day(on)}"
        case Window(done_on=date() as on):
            return f"over from {words.day(on)}"
        case Default(done_on=date() as on):
            return f"cured {words.day(on)}"
        case _:
            return ""
