"""How clauses are read in one pass, and which readings an answer consulted.

An answer that never asked a reading cannot change with it. So what was asked is what it depends
on, and only that is moved when other readings are tried.
"""

from collections.abc import Mapping

from dealclock.agreement.readings.reading import Reading


class Choices:
    """The choices of a pass.

    `consulted` are the readings asked since this one was made, `in_all` those asked in the pass.
    """

    __slots__ = ("consulted", "in_all", "of")

    def __init__(self, of: Mapping[str, str], in_all: set[str] | None = None) -> None:
        self.of = of
        self.consulted: set[str] = set()
        self.in_all: set[str] = set() if in_all is None else in_all

    def __getitem__(self, reading: Reading) -> str:
        name = reading.id
        if name not in self.consulted:
            self.consulted.add(name)
            self.in_all.add(name)
        return self.of[name]
