"""What one more fact moves, in sentences: met, opened, moved, cured, and money, gravest first."""

from collections.abc import Iterator, Sequence

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.render import standing, words

MOST = 12  # lines; what is beyond is counted


def what_moves(before: Assessment, after: Assessment) -> Sequence[str]:
    """A line for each matter that `after` has otherwise than `before`; () when none has."""
    found = [
        *_defaults(before, after),
        *_money(before, after),
        *_obligations(before, after),
        *_windows(before, after),
    ]
    said = list(dict.fromkeys(found))
    return said if len(said) <= MOST else [*said[: MOST - 1], f"+{len(said) - MOST + 1} more"]


def _defaults(before: Assessment, after: Assessment) -> Iterator[str]:
    for there in after.defaults:
        here = before.default(there.instance)
        named = f"{there.title} ({there.instance})"
        if here is None:
            yield f"computed default, not confirmed: {named}, {_accrues(there)}"
        elif here.cured_on != there.cured_on:
            cured = f"cured {words.day(there.cured_on)}" if there.cured_on else "not cured any more"
            yield f"computed default {cured}: {named}"
        elif here.accrues_to != there.accrues_to and there.accrues_to:
            yield f"computed default: {named} accrues no longer from {words.day(there.accrues_to)}"
        elif here.accrues_from != there.accrues_from or here.accrues_to != there.accrues_to:
            yield f"computed default: {named}, {_accrues(there)}"
        elif here.conclusion != there.conclusion:
            yield f"default {there.conclusion}: {named}"
    for here in before.defaults:
        if after.default(here.instance) is None:
            yield f"no longer a computed default: {here.title} ({here.instance})"


def _accrues(d: Default) -> str:
    return f"accrues from {words.day(d.accrues_from)}"


def _money(before: Assessment, after: Assessment) -> Iterator[str]:
    here, there = before.accrual.accrued, after.accrual.accrued
    ran = any(d.accrues_to is None for d in before.defaults)
    runs = any(d.accrues_to is None for d in after.defaults)
    if ran and not runs and after.defaults:
        yield f"Additional Interest stops at {words.amount(there)}"
    elif here != there:
        was, now = words.amount(here), words.amount(there)
        yield f"Additional Interest as of {words.day(after.as_of)}: {now} instead of {was}"


def _obligations(before: Assessment, after: Assessment) -> Iterator[str]:
    for there in after.obligations:
        here = before.obligation(there.instance)
        if here is None:
            if there.is_open:
                yield f"opens: {_owed(there)}, due {words.day(there.due)}"
        elif here.met_on != there.met_on:
            met = f"met {words.day(there.met_on)}" if there.met_on else "open again"
            yield f"{met}: {_owed(there)}"
        elif here.status != there.status:
            yield f"{standing.word(there, after.as_of)}: {_owed(there)}"
        elif here.due != there.due:
            yield f"moves from {words.day(here.due)} to {words.day(there.due)}: {_owed(there)}"
    for here in before.obligations:
        if after.obligation(here.instance) is None and here.is_open:
            yield f"no longer arises: {_owed(here)}"


def _windows(before: Assessment, after: Assessment) -> Iterator[str]:
    for there in after.windows:
        here = before.window(there.instance)
        span = f"{words.day(there.opens)} to {words.day(there.closes)}"
        if here is None:
            yield f"opens: {_owed(there)}, {span}"
        elif here.ended_on != there.ended_on and there.ended_on:
            yield f"over from {words.day(there.ended_on)}: {_owed(there)}"
        elif (here.opens, here.closes) != (there.opens, there.closes):
            yield f"moves to {span}: {_owed(there)}"
    for here in before.windows:
        if after.window(here.instance) is None:
            yield f"no longer arises: {_owed(here)}"


def _owed(part: Obligation | Window) -> str:
    return f"{part.title} ({part.instance})"
