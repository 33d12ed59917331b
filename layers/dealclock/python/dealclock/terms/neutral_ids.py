"""Ids that were named for one agreement, and the neutral ones that people are shown.

Both are read for good. neutral_ids.yaml has them: choices by reading, and kinds of event. The ids
of what a deal declares itself are never changed.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from dealclock.files.library_data import library_data

_DATA = library_data(Path(__file__).with_suffix(".yaml"))
_SHOWN: Mapping[str, Mapping[str, str]] = MappingProxyType(_DATA["choices"])
_TYPED = {name: {word: of for of, word in words.items()} for name, words in _SHOWN.items()}
CHOICES_SHOWN = tuple(word for words in _SHOWN.values() for word in words.values())
"""The neutral ids of choices."""
KINDS_SHOWN: Mapping[str, str] = MappingProxyType(_DATA["kinds"])
"""The neutral id of a kind of event, by the id that it had first."""
OTHER_KIND: Mapping[str, str] = MappingProxyType(
    {**KINDS_SHOWN, **{word: of for of, word in KINDS_SHOWN.items()}}
)
"""The other id of a kind of event that has two."""


def stable_choice(reading: str, word: str) -> str:
    """The id of a choice, by that id or by the neutral one."""
    return _TYPED.get(reading, {}).get(word, word)


def shown_choice(reading: str, choice: str) -> str:
    """What people are shown for a choice."""
    return _SHOWN.get(reading, {}).get(choice, choice)


def shown_kind(kind: str) -> str:
    """What people are shown for the id of a kind of event."""
    return KINDS_SHOWN.get(kind, kind)
