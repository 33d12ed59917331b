"""One figure that moved, in a sentence: from what to what, or what came and what went."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from dealclock.engine.comparing.figures import Difference
from dealclock.engine.comparing.quantities import ABSENT
from dealclock.render import words

_NOUNS = MappingProxyType(
    {
        "due": "due date",
        "amount": "amount",
        "opens": "first day",
        "closes": "last day",
        "occurred_on": "day of the default",
        "accrues_from": "first day that accrues",
        "accrues_to": "end of what accrues, itself excluded,",
        "paid_in_full": "day of payment in full",
        "still_to_pay": "rest still to be paid",
        "shares": "number owed",
        "total": "interest accrued in all",
    }
)
_CAME = MappingProxyType(
    {
        "due": "is now due {}",
        "amount": "amount is {}",
        "opens": "opens {}",
        "closes": "last day {}",
        "occurred_on": "occurred {}, as computed",
        "accrues_from": "accrues from {}",
        "accrues_to": "accrues to {}, that day excluded",
        "paid_in_full": "paid in full {}",
        "still_to_pay": "paid in part, {} still to be paid",
        "shares": "{} now owed",
    }
)
_WENT = MappingProxyType(
    {
        "due": "is no longer due, was due {}",
        "amount": "has no amount any more, was {}",
        "opens": "no longer opens, was to open {}",
        "closes": "no longer has a last day, was {}",
        "occurred_on": "is no longer a computed default, was one of {}",
        "accrues_from": "no longer accrues, did from {}",
        "accrues_to": "accrues no longer, did to {}, that day excluded",
        "paid_in_full": "is no longer paid in full, was {}",
        "still_to_pay": "no rest is to be paid any more, was {}",
        "shares": "nothing is owed any more, was {}",
    }
)
_RAN_ON = "ran on, accrues no longer from {}"
_RUNS_ON = "runs on, accrued no longer from {}"


def in_words(
    what: str, before: str | None, after: str | None, *, there: tuple[bool, bool] = (False, False)
) -> str:
    """How a figure moved; `before` and `after` as JSON has them exactly, None for one that is not
    there.

    `there` says whether what it is of was there before and is after: a default that runs on is,
    without a day to which it accrues.
    """
    existed, exists = there
    name = words.figure_name(what)
    if before is None:
        came = _RAN_ON if existed and what == "accrues_to" else _CAME.get(what, f"{name} is {{}}")
        return came.format(words.figure(after or ABSENT))
    if after is None:
        went = _RUNS_ON if exists and what == "accrues_to" else _WENT.get(what, f"{name} was {{}}")
        return went.format(words.figure(before))
    verb = "changes" if "/" in after or after.endswith("shares") else "moves"
    noun = _NOUNS.get(what, name)
    return f"{noun} {verb} from {words.figure(before)} to {words.figure(after)}"


def of_differences(found: Sequence[Difference]) -> Iterator[str]:
    """Each in a sentence, behind its instance."""
    came = {d.instance for d in found if d.what == "occurred_on" and d.here == ABSENT}
    went = {d.instance for d in found if d.what == "occurred_on" and d.there == ABSENT}
    for d in found:
        there = (d.instance not in came, d.instance not in went)
        before, after = (None if each == ABSENT else each for each in (d.here, d.there))
        yield f"{d.instance}: {in_words(d.what, before, after, there=there)}"
