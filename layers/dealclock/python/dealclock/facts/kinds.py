"""The kinds of fact there are, what each means, and which details each takes.

A module for each part of an agreement, gathered here in the order in which they are offered: this
is the whole vocabulary.
"""

from collections.abc import Mapping
from types import MappingProxyType

from dealclock.agreement.readings.all import once_each
from dealclock.facts.kind import FactKind
from dealclock.facts.vocabulary import all_kinds as advice
from dealclock.facts.vocabulary import (
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

GROUPS: Mapping[str, tuple[FactKind, ...]] = MappingProxyType(
    {
        "Registration statement and Prospectus": registration.KINDS,
        "Notices": notices.KINDS,
        "Suspension Periods and down-time": suspensions.KINDS,
        "Notes and Additional Interest": interest.KINDS,
        "Questionnaires and named Holders": questionnaires.KINDS,
        "Sales, transfers and the end of the shelf": holdings.KINDS,
        "Advice to Holders and Holder requests": advice.KINDS,
        "Warrants and shares": shares.KINDS,
        "Waivers, extensions and consents": consents.KINDS,
        "Conclusions": conclusions.KINDS,
    }
)
"""All kinds by what they are about, under the headings a person chooses from."""
KINDS: Mapping[str, FactKind] = MappingProxyType(
    once_each((kind for kinds in GROUPS.values() for kind in kinds), "event kinds")
)
"""Each kind by its id."""
