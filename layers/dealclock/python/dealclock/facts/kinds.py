"""The kinds of fact there are, what each means, and which details each takes.

A module for each part of an agreement, gathered here: this is the whole vocabulary.
"""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.agreement.readings.all import once_each
from dealclock.facts.kind import FactKind
from dealclock.facts.vocabulary import (
    advice,
    conclusions,
    consents,
    holdings,
    interest,
    notices,
    questionnaires,
    registration,
    shares,
    suspensions,
)

_MODULES = (
    registration,
    suspensions,
    notices,
    advice,
    questionnaires,
    holdings,
    interest,
    shares,
    conclusions,
    consents,
)
KINDS: Mapping[str, FactKind] = MappingProxyType(
    once_each((k for m in _MODULES for k in m.KINDS), "kinds of fact")
)
