"""The engine's figures as they were, kept as hashes that outlive the engine that gave them.

For 2,000 drawn deals, under their own readings and under a few other single ones; and for every
worked case under every single choice of a reading. Only days, statuses and amounts are kept
(`tests.comparer.record`), and whether the engine refused.

python -m tests.comparer.frozen            check all of them; exit 1 if any differs
python -m tests.comparer.frozen write      write those of this checkout
"""

import hashlib
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from dealclock.engine.look import Look
from dealclock.errors import DealclockError
from tests.cases.worked import worked_cases
from tests.comparer.drawing import draw
from tests.comparer.record import Assess, answer, one_pass
from tests.comparer.variants import NOT_TOGETHER, READINGS

FILE = Path(__file__).with_name("frozen.txt")
DEALS = 2000
READINGS_OF_A_DEAL = 6
SINGLE = tuple(f"{name}={choice}" for name, choices in READINGS.items() for choice in choices)
"""Every choice of every reading, in order; the first line of the file, so that the others name one
by its number."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """A line of the file: what it is of, its hash, and its hashes under single readings.

    Of a deal all its readings are listed, of a case those that differ; one that is not listed has
    the hash of the case itself.
    """

    name: str
    own: str
    under: Mapping[str, str]

    def line(self, choices: Sequence[str] = SINGLE) -> str:
        """The line as written; `choices` are those of the first line."""
        under = (f"{choices.index(choice)}:{there}" for choice, there in self.under.items())
        return "\t".join([self.name, self.own, *under])

    @classmethod
    def of(cls, line: str, choices: Sequence[str] = SINGLE) -> "Frozen":
        """The line, read."""
        name, own, *under = line.split("\t")
        pairs = (each.partition(":") for each in under)
        return cls(name, own, {choices[int(number)]: there for number, _, there in pairs})


def hashed(engine: Assess, query: Look) -> str:
    """The hash of an engine's figures, 8 hexadecimal digits; one hash for any refusal."""
    found = answer(engine, query)
    text = "refused" if "raised" in found else json.dumps(found, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def of_deal(engine: Assess, seed: int) -> Frozen:
    """The hashes of a drawn deal, under its own readings and some other single choices."""
    query = draw(seed).query
    chosen = Random(f"readings {seed}").sample(SINGLE, k=READINGS_OF_A_DEAL)
    under = {choice: hashed(engine, _under(query, choice)) for choice in sorted(chosen)}
    return Frozen(f"seed {seed}", hashed(engine, query), under)


def of_case(engine: Assess, name: str, choices: Iterable[str] = SINGLE) -> Frozen:
    """The hashes of a worked case: its own, and those of single choices that differ from it."""
    query = cases()[name]
    own = hashed(engine, query)
    under = {
        choice: there
        for choice in choices
        if (there := hashed(engine, _under(query, choice))) != own
    }
    return Frozen(f"case {name}", own, under)


def _under(query: Look, choice: str) -> Look:
    """The query with one other choice; without the one that would contradict it."""
    name, _, chosen_so = choice.partition("=")
    chosen = {**query.readings, name: chosen_so}
    if chosen.get("default-after-cure") in NOT_TOGETHER:
        chosen = {k: v for k, v in chosen.items() if k != "concurrent-defaults"}
    return replace(query, readings=chosen)


def consulted(engine: Assess, frozen: Frozen) -> list[str]:
    """The choices of the readings that an engine consults for a case; all where it refuses."""
    query = cases().get(frozen.name.partition(" ")[2])
    try:
        asked = engine(query).consulted if query else frozenset()
    except DealclockError:
        return list(SINGLE)
    return [each for each in SINGLE if each.partition("=")[0] in asked]


@cache
def cases() -> Mapping[str, Look]:
    """The queries of the worked cases that are answered, by name; of equal ones the first."""
    found: dict[str, Look] = {}
    seen: set[str] = set()
    for case in worked_cases():
        if isinstance(case.ready, str) or case.fails is not None:
            continue
        query = case.ready[1]
        key = repr((query.log.facts, query.as_of, query.known_at, query.readings, id(query.terms)))
        if key not in seen:
            seen.add(key)
            found[case.name] = query
    return found


def read() -> Sequence[Frozen]:
    """The lines of the file after the first, which names the choices."""
    first, *lines = FILE.read_text(encoding="utf-8").splitlines()
    choices = first.split("\t")
    return [Frozen.of(line, choices) for line in lines]


def wrong(frozen: Frozen, engine: Assess, choices: Iterable[str] = SINGLE) -> list[str]:
    """Where an engine's figures differ from a line, in words.

    A case is tried under the choices that are listed for it and under these.
    """
    what, _, name = frozen.name.partition(" ")
    if what == "seed":
        now = of_deal(engine, int(name))
    elif name not in cases():
        return [f"{frozen.name}: there is no such case any more; write the file again without it"]
    else:
        now = of_case(engine, name, dict.fromkeys((*frozen.under, *choices)))
    found = [] if now.own == frozen.own else [f"{frozen.name}: other figures"]
    found += [
        f"{frozen.name} under {choice}: other figures"
        for choice in sorted({*now.under, *frozen.under})
        if now.under.get(choice, now.own) != frozen.under.get(choice, frozen.own)
    ]
    return found


def _written(engine: Assess) -> Iterator[Frozen]:
    for seed in range(DEALS):
        yield of_deal(engine, seed)
    for name in cases():
        yield of_case(engine, name)


def main(words: Sequence[str]) -> int:
    """Check the file, or write it."""
    began = time.monotonic()
    if words == ["write"]:
        lines = ["\t".join(SINGLE), *(each.line() for each in _written(one_pass))]
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{len(lines)} lines written in {time.monotonic() - began:.0f} s")
        return 0
    lines_read = read()
    found = [each for frozen in lines_read for each in wrong(frozen, one_pass)]
    print("\n".join(found[:100]))
    print(f"{len(lines_read)} lines, {len(found)} differ, {time.monotonic() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
