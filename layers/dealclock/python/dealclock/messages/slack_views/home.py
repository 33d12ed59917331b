"""The Home tab: the reader's deals, what needs the reader, what is ahead, what to do.

At most 60 blocks in any case: what is cut is counted, with the command that shows it.
"""

from collections.abc import Iterator, Sequence

from dealclock.messages.digest import DEALS
from dealclock.messages.slack_views import parts
from dealclock.messages.slack_views.parts import Block
from dealclock.messages.view import LEGAL
from dealclock.records import record

RECORD, NEXT, DEAL = "home:record", "home:next", "home:deal"
ACTIONS = (RECORD, NEXT, DEAL)
OPTIONS = {"status": "Status", "next": "Next dates", "record": "Record an event", "act": "More..."}
"""The options of a deal's menu, by the verb each runs."""
WHAT_IS_NEXT = "Next dates"
AHEAD = "Owned by others, in the next ten Business Days"  # the reader's own are under "Needs you"

MINE_MOST, AHEAD_MOST, DEALS_MOST, STALE_MOST = 20, 30, 40, 5
_TOGETHER = 10  # lines in one block


@record
class DealLine:
    """One of the reader's deals: its id, its text, and whether the reader may record."""

    id: str
    text: str
    records: bool


@record
class Home:
    """What the tab says, line by line; `stale` are deals whose dates may be out of date."""

    as_of: str
    mine: Sequence[str]
    ahead: Sequence[str]
    deals: Sequence[DealLine]
    stale: Sequence[str] = ()


def view(home: Home) -> Block:
    """The tab as Slack shows it."""
    return {"type": "home", "blocks": list(_blocks(home))}


def words(home: Home) -> str:
    """The same as plain text, for the archive."""
    found = [home.as_of, DEALS, *(f"  {deal.text}" for deal in home.deals)]
    for heading, lines in _lists(home):
        found += [heading, *(f"  {line}" for line in lines)]
    return "\n".join(found)


def _lists(home: Home) -> tuple[tuple[str, Sequence[str]], ...]:
    return (
        ("Needs you", home.mine),
        (AHEAD, home.ahead),
        ("Not up to date; ask about the deal by name", home.stale),
    )


_MOST = {
    "Needs you": (MINE_MOST, "/deal next", "Nothing is due from you."),
    AHEAD: (AHEAD_MOST, "/deal next all", "Nothing is due from others."),
    "Not up to date; ask about the deal by name": (STALE_MOST, "/deal next all", ""),
}


def _blocks(home: Home) -> Iterator[Block]:
    yield parts.context(home.as_of)
    yield {
        "type": "actions",
        "block_id": "home",
        "elements": [_button(RECORD, OPTIONS["record"]), _button(NEXT, WHAT_IS_NEXT)],
    }
    if not home.deals:
        yield parts.section("You are not on any deal's list. A deal's lead can add you.")
        return
    yield parts.header(DEALS)
    for deal in home.deals[:DEALS_MOST]:
        yield _deal(deal)
    if len(home.deals) > DEALS_MOST:
        yield parts.context(f"+{len(home.deals) - DEALS_MOST} more: /deal list")
    for heading, lines in _lists(home):
        most, command, nothing = _MOST[heading]
        if not lines and not nothing:
            continue
        yield parts.header(heading)
        shown = lines[:most]
        for at in range(0, len(shown), _TOGETHER):
            yield parts.lines(f"• {line}" for line in shown[at : at + _TOGETHER])
        if not shown:
            yield parts.section(nothing)
        if len(lines) > most:
            yield parts.context(f"+{len(lines) - most} more: {command}")
    yield parts.context(LEGAL)


def _deal(deal: DealLine) -> Block:
    options = [
        parts.option(f"{verb} {deal.id}", says)
        for verb, says in OPTIONS.items()
        if verb != "record" or deal.records
    ]
    menu = {"type": "overflow", "action_id": DEAL, "options": options}
    return {**parts.section(deal.text), "block_id": f"home {deal.id}", "accessory": menu}


def _button(action: str, says: str) -> Block:
    return {"type": "button", "action_id": action, "text": parts.plain(says, 75)}
