"""The events in effect on a day, with look-ups whose cost does not grow with their number."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from datetime import date

from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact
from dealclock.terms.neutral_ids import OTHER_KIND

ABSENCES = frozenset(kind.id for kind in KINDS.values() if kind.absence)

KIND_LOOK_UPS = frozenset({"of_kind", "first_from", "last_before", "about"})
"""The look-ups whose first argument is the kind that alone decides what they find."""


class FactIndex:
    """The facts in effect, in order of the day they happened, then of recording."""

    __slots__ = (
        "_about",
        "_changed",
        "_days",
        "_kinds",
        "_places",
        "_recorded",
        "all",
        "hypothetical",
        "silence",
    )

    def __init__(
        self, seen: Iterable[EffectiveFact], recorded: Mapping[str, str] | None = None
    ) -> None:
        """`recorded` has the kind of every event ever recorded, by its first id."""
        self.all = tuple(seen)
        self._changed: dict[FactIndex, Set[str]] = {}
        self._recorded = recorded or {}
        kinds: dict[str, list[EffectiveFact]] = defaultdict(list)
        self._about: dict[tuple[str, str], list[EffectiveFact]] = defaultdict(list)
        self._places = {s.id: place for place, s in enumerate(self.all)}
        self.hypothetical = False
        """Whether any of them was invented rather than seen."""
        for s in self.all:
            for kind in (s.kind, OTHER_KIND.get(s.kind)):
                if kind is not None:
                    kinds[kind].append(s)
                    for about in s.abouts:
                        self._about[kind, about].append(s)
            if s.hypothetical:
                self.hypothetical = True
        silent = (s for kind, found in kinds.items() if kind in ABSENCES for s in found)
        self.silence = min(silent, key=self.place, default=None)
        """The first fact that says what is not recorded did not happen, if there is one."""
        self._kinds = {kind: tuple(found) for kind, found in kinds.items()}
        self._days = {kind: [s.on for s in found] for kind, found in kinds.items()}

    def find(self, name: str, *of: object) -> object:
        """What one of these look-ups finds, by its name."""
        found = getattr(self, name)
        return found(*of) if callable(found) else found

    def changed_since(self, other: "FactIndex") -> Set[str]:
        """The kinds of which this index has other events than another one."""
        if (changed := self._changed.get(other)) is None:
            kinds = {*self.kinds(), *other.kinds()}
            changed = {kind for kind in kinds if self.of_kind(kind) != other.of_kind(kind)}
            self._changed[other] = changed
        return changed

    def kinds(self) -> Collection[str]:
        """The kinds of the facts in the index."""
        return self._kinds.keys()

    def of_kind(self, kind: str) -> tuple[EffectiveFact, ...]:
        """The facts of one kind, in order."""
        return self._kinds.get(kind, ())

    def first_from(self, kind: str, day: date) -> EffectiveFact | None:
        """The first fact of a kind on or after a day."""
        found = self.of_kind(kind)
        place = bisect_left(self._days[kind], day) if found else 0
        return found[place] if place < len(found) else None

    def last_before(self, kind: str, day: date) -> EffectiveFact | None:
        """The last fact of a kind before a day."""
        found = self.of_kind(kind)
        place = bisect_left(self._days[kind], day) if found else 0
        return found[place - 1] if place else None

    def about(self, kind: str, instance: str) -> tuple[EffectiveFact, ...]:
        """The facts of one kind about one instance, in order."""
        return tuple(self._about.get((kind, instance), ()))

    def under(self, name: str) -> EffectiveFact | None:
        """The event in effect under an id, if any."""
        place = self._places.get(name)
        return None if place is None else self.all[place]

    def kind_of(self, name: str) -> str | None:
        """The kind of the event recorded under an id, even one retracted or not yet in effect."""
        seen = self.under(name)
        return seen.kind if seen else self._recorded.get(name)

    def place(self, seen: EffectiveFact) -> int:
        """The position of an event among all."""
        return self._places[seen.id]
