"""The table of older spellings: each expands into a general type, with its readings as choices.

Expanded once per version of the terms, after amendments are merged. Authors may go on writing
them; their ids, kinds of result and readings stay. The engine names none of these readings.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.spellings import obligations, states, streams

SPELLINGS: Mapping[type[Rule], Callable[[Any], Rule]] = {
    **states.SPELLINGS,
    **streams.SPELLINGS,
    **obligations.SPELLINGS,
}


def expand(rule: Rule) -> Rule:
    """The general rule that an older spelling stands for; any other rule unchanged."""
    spelled = SPELLINGS.get(type(rule))
    return rule if spelled is None else spelled(rule)
