"""What the house holds, next to its limits.

python -m tests.house                 every measure, its limits in pyproject.toml, lines and files
python -m tests.house MEASURE         what one of them counts, each with its place
python -m tests.house functions PATH  what a path enters, such as "/deal payments"
python -m tests.house --lower         lower the limits to what is counted now; raises none
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from local.weight import rooms, table
from tests.house.limits import FILE, Held, Limits, holds, lowered, read_limits
from tests.house.measures import CHECKOUT, MEASURES


def main(words: list[str]) -> int:
    """Print what is asked for, or lower the limits."""
    parser = argparse.ArgumentParser(prog="python -m tests.house", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("measure", nargs="?", choices=list(MEASURES))
    parser.add_argument("of", nargs="?", help="one room or path")
    parser.add_argument("--lower", action="store_true", help="lower the limits")
    given = parser.parse_args(words)
    file = CHECKOUT / FILE
    text = file.read_text(encoding="utf-8")
    limits = read_limits(text)
    if given.lower:
        return _lower(file, text, limits)
    if given.measure is None:
        return _summary(limits)
    found = limits.house(CHECKOUT).count(given.measure)
    if given.of is not None and given.of not in found:
        print(f"{given.of!r} has none; give one of: {', '.join(sorted(found))}", file=sys.stderr)
        return 2
    for scope in [given.of] if given.of else sorted(found, key=lambda each: -found[each].value):
        print(f"{scope}: {found[scope].value:,} {MEASURES[given.measure].what}")
        for place in found[scope].places:
            print(f"  {place.text}")
    return 0


def _all_held(limits: Limits) -> Iterator[Held]:
    house = limits.house(CHECKOUT)
    for name, of in limits.of.items():
        yield from holds(MEASURES[name], of, house.count(name))


def _summary(limits: Limits) -> int:
    print(f"{'measure':12} {'where':34} {'now':>9} {'limit':>9}")
    for each in _all_held(limits):
        mark = "  above" if each.value > each.limit else "  lower it" if each.is_low else ""
        counts = f"{each.value:9,} {each.limit:9,}"
        print(f"{each.measure.name:12} {each.scope:34} {counts}{mark}")
    found = limits.house(CHECKOUT).count("one-caller")
    print(f"{'one-caller':12} {'everywhere':34} {sum(c.value for c in found.values()):9,}\n")
    for line in table(rooms(CHECKOUT)):
        print(line)
    return 0


def _lower(file: Path, text: str, limits: Limits) -> int:
    new = lowered(text, _all_held(limits))
    file.write_text(new, encoding="utf-8")
    changed = [line for line in new.splitlines() if line not in text.splitlines()]
    print("\n".join(changed) or "no limit is higher than what is counted")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
