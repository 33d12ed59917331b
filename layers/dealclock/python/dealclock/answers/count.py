"""`count`: the day that a count of days ends on, from a day or from a notice; asked in Slack."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated

from dealclock.answers.ask import Answer, Slash, answer
from dealclock.answers.compose import compose, terms_used
from dealclock.answers.deemed import day_given, deemed
from dealclock.answers.heading import heading
from dealclock.answers.typed_words import (
    TypedWords,
    UnreadableCommandError,
    day,
    method_of,
    name_of,
    parted,
    shown,
)
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.counting import (
    Count,
    business_days_after,
    business_days_before,
    days_after,
    days_before,
)
from dealclock.engine.look import Look
from dealclock.errors import RefusedError
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView
from dealclock.terms.readings import ALL

_MOST = 3660
_EXAMPLES = (
    "Type count 5bd after 2004-11-20, count 10d before nov 20 2004, or count 5bd after "
    "2004-11-20 by mail."
)
_LENGTH = re.compile(r"(\d{1,4})\s*(bd|business days?|d|days?|calendar days?|w|weeks?)")


def _read(typed: TypedWords) -> Mapping[str, object]:
    parts = parted(typed, "after", "before", "by")
    back = "before" in parts
    if back is ("after" in parts):
        given = shown(" ".join(typed.words)) if typed.words else "Nothing"
        several = "has two starting dates" if back else "has no starting date"
        raise UnreadableCommandError(f"{given} {several}. {_EXAMPLES}")
    length = _LENGTH.fullmatch(" ".join(parts[""])[:40].lower())
    if length is None or int(length[1]) > _MOST:
        raise UnreadableCommandError(
            f"{shown(' '.join(parts['']))} is not a number of days. {_EXAMPLES}"
        )
    unit, method = length[2], name_of(parts.get("by", ())).lower()
    if method and back:
        raise UnreadableCommandError(
            "Days from a notice are counted forward. Type after, or leave out the method."
        )
    side = "before" if back else "after"
    return {
        "number": int(length[1]) * (7 if unit[0] == "w" else 1),
        "business": unit[0] == "b",
        "back": back,
        "start": day(parts[side], typed, side),
        "method": method or None,
    }


@answer(
    example="agreements/infocrossing-2004 --as-of 2004-11-20 5bd after 2004-11-22",
    keys=deemed.keys,
    slash=Slash(
        "count [DEAL] 5bd after DATE [by mail]",
        examples=("count 5bd after 2004-11-22", "count 2bd after 2004-11-22 by mail"),
        read=_read,
    ),
)
def count(
    look: Look,
    number: Annotated[int, "how many days"],
    start: Annotated[date, "the day to count from, itself not counted"],
    business: Annotated[bool, "count Business Days (default: calendar days)"] = False,
    back: Annotated[bool, "count days before it (default: after it)"] = False,
    method: Annotated[str | None, "count from when a notice sent by this method is given"] = None,
) -> Answer:
    """The day N days after or before a day, which is not counted, with each day passed, and where
    other readings of the Business Day differ.

    With a method, the count is from the day on which a notice sent on `start` is deemed given; it
    is None if that notice is not. Raises RefusedError outside the
    calendar, and what `deemed` raises.
    """
    length = words.business_days(number) if business else words.number(number, "calendar day")
    by = method_of(method, look.terms.deemed_notice) if method else None

    def counted(under: Look, days: Calendar) -> Count | None:
        first = day_given(under, by, start) if by else start
        if first is None:
            return None
        try:
            if business:
                step = business_days_before if back else business_days_after
                return step(first, number, days)
            return (days_before if back else days_after)(first, number)
        except OverflowError:
            raise RefusedError(
                f"{length} from {first} is outside the calendar. Give fewer days."
            ) from None

    notice = deemed(look, method=(by,), on=start) if by else None
    found = counted(look, calendar(look.readings_used["business-day"]))
    others: dict[str, date] = {}
    if found and (business or by):
        for choice in ALL["business-day"].choices:
            # By that calendar the notice is counted too.
            read = replace(look, readings={**look.readings, "business-day": choice})
            other = counted(read, calendar(choice))
            if other and other.result != found.result:
                others[choice] = other.result
    body = {
        **heading(look),
        "length": length,
        "back": back,
        "count": found,
        "others": [{"choice": choice, "day": other} for choice, other in others.items()],
        "deemed": notice.body if notice else None,
    }

    def say(view: DealView) -> Message:
        # The answer about the notice has its recipients, its steps, and every other method.
        steps, methods = notice.say(view).sections[1:] if notice else (Section(), Section())
        banners = terms_used(look)
        if found is None:
            none = f"no date: notice by {by} alone is not valid under these terms"
            return compose(view, none, (steps, methods), (), banners=banners)
        end = words.day(found.result)
        closed = view.closed_day(found.result)
        sent = f"by {by} on {words.day(start)}, deemed given {words.day(found.start)}"
        sections = (
            Section(
                rows=rows(
                    ("Sent", sent if notice else ""),
                    ("Note", f"{end} is {closed}" if closed else ""),
                    *((_IF_READ[choice], words.day(other)) for choice, other in others.items()),
                )
            ),
            steps,
            listed("Day by day", words.counted(found)),
            methods,
        )
        first = words.day(found.start)
        if notice:  # its day, the answer and another reading's in one line: the year is said once
            first = f"notice given {words.nearby_day(found.start, found.result)}"
        parts = [f"{end} is {length} {'before' if back else 'after'} {first}"]
        for other in others.values():
            which = "a later" if other > found.result else "an earlier"
            near = words.nearby_day(other, found.result) if notice else words.day(other)
            parts.append(f"{which} reading: {near}")
        return compose(view, parts, sections, (), banners=banners)

    return Answer(body, say)


_IF_READ = {
    "federal-reserve": "If only the Federal Reserve's holidays are closed",
    "gcl-24": "If Lincoln's Birthday and Election Day are closed too",
}
