"""The kinds of fact there are, what each means, and which details each takes.

A module for each part of an agreement, gathered here: this is the whole vocabulary.
"""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.facts.kind import FactKind
from dealclock.facts.vocabulary import (
    advice,
    conclusions,
    holdings,
    interest,
    notices,
    registration,
)

_MODULES = (registration, notices, interest, conclusions, advice, holdings)
KINDS: Mapping[str, FactKind] = MappingProxyType({k.id: k for m in _MODULES for k in m.KINDS})
