"""`make sections`: for each Section of the samples its provisions, their code and their cases.

    make sections                      every Section
    make sections SECTION="3(b)"       one, with everything under it

All of it is read from data: the provisions and what is not modeled from `terms.yaml`, the code from
which modules read a type of provision from the terms, or spell it, the cases from `tests/cases`.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from dealclock.documents.deal_files import TERMS, read_deal
from dealclock.files.source import parse_file
from dealclock.messages.layout import Column, TableRow, TextTable, table
from dealclock.terms.general.obligation import ObligationTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.rules.rule import Rule
from dealclock.terms.spellings import SPELLINGS
from dealclock.terms.terms import Terms

CHECKOUT = Path(__file__).resolve().parents[1]
LIBRARY = CHECKOUT / "layers" / "dealclock" / "python" / "dealclock"
_DEFAULTS = "engine/lapse.py"
_GENERAL: tuple[tuple[type[Rule], str], ...] = (
    (ObligationTerms, "engine/obligations.py"),
    (StateTerms, "engine/states/budget.py"),
    (Stream, "engine/interest/ledger.py"),
    (Payments, "engine/payments/owed.py"),
)
"""Where the types of the general form are computed."""
_WIDTH = 150


@dataclass(frozen=True, slots=True)
class Entry:
    """What one Section of an agreement states, where it is computed, and which cases prove it."""

    agreement: str
    section: str
    provision: str
    code: tuple[str, ...]
    cases: tuple[str, ...]


def entries(agreements: Path = CHECKOUT / "agreements") -> Iterator[Entry]:
    """Every provision, default and Section not modeled of each agreement, in its order."""
    for file in sorted(agreements.glob(f"*/{TERMS}")):
        name = file.parent.name
        terms = read_deal(file.parent, None, rehearsals=False).terms
        for section, provision, code in _stated(terms):
            yield Entry(name, section, provision, code, _cases_of(name, section))


def _stated(terms: Terms) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for rule in terms.provisions:
        yield rule.clause, f"{rule.id} ({rule.type})", modules_of(type(rule))
    for default in terms.defaults():
        yield default.clause, f"{default.id} (default)", (_DEFAULTS,)
    for gap in terms.not_modelled:
        yield gap.clause, f"not modeled: {gap.what}", ()


@cache
def _askers() -> Mapping[str, tuple[str, ...]]:
    """By the name of a provision's class, the modules that read such provisions from the terms."""
    found: dict[str, list[str]] = {}
    for file in sorted(LIBRARY.rglob("*.py")):
        module = file.relative_to(LIBRARY).as_posix()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "all_of":
                for each in node.args:
                    modules = found.setdefault(getattr(each, "id", ""), [])
                    if module not in modules:
                        modules.append(module)
    return {name: tuple(sorted(modules, key=_own_first)) for name, modules in found.items()}


def _own_first(module: str) -> tuple[bool, str]:
    """The sort key: modules in subfolders, which compute it, before those that only read it."""
    return module.count("/") < 2, module


def modules_of(rule: type[Rule]) -> tuple[str, ...]:
    """The modules that compute a type of provision: the engine's if any, or else a question's."""
    asking = _askers().get(rule.__name__, ())
    asking = (*(module for of, module in _GENERAL if issubclass(rule, of)), *asking)
    if any(name in SPELLINGS for name in get_args(rule.model_fields["type"].annotation)):
        asking = ("engine/obligations.py", *asking)
    return tuple(module for module in asking if module.startswith("engine/")) or asking


@cache
def _cases(folder: Path = CHECKOUT / "tests" / "cases") -> tuple[tuple[str, str, str], ...]:
    """The agreement, the Sections and the id of each case."""
    read = (parse_file(file).data for file in sorted(folder.glob("*.yaml")))
    every = (case for data in read if isinstance(data, dict) for case in data["cases"])
    return tuple((str(c["agreement"]), str(c["clause"]), str(c["id"])) for c in every)


def _cases_of(agreement: str, section: str) -> tuple[str, ...]:
    return tuple(
        case
        for of, sections, case in _cases()
        if of == agreement and any(is_under(part, section) for part in parts(sections))
    )


def parts(sections: str) -> list[str]:
    """The Sections of a list: "2(b); 4(d)" names two."""
    return [part for part in re.split(r"; |, | and | then | vs ", sections) if part]


def is_under(section: str, whole: str) -> bool:
    """Whether a Section is another or a part of it: 3(a)(ii) is under 3(a), 10(d) not under 1."""
    return section == whole or (
        section.startswith(whole) and not section[len(whole) :][:1].isalnum()
    )


def rows(section: str | None = None) -> list[Entry]:
    """The entries of one Section and what is under it, or all."""
    return [e for e in entries() if section is None or _is_asked(e.section, section)]


def _is_asked(stated: str, section: str) -> bool:
    return any(is_under(part, section) or is_under(section, part) for part in parts(stated))


def main() -> int:
    """Print the table; an unknown Section is refused, with those that the samples have."""
    parser = argparse.ArgumentParser(prog="make sections", description="Section, code and cases.")
    parser.add_argument("section", nargs="?", help="a Section, such as 3(b)")
    asked: str | None = parser.parse_args().section
    found = rows(asked.removeprefix("Section ").strip() if asked else None)
    if not found:
        known = dict.fromkeys(part for e in entries() for part in parts(e.section))
        print(f"no Section {asked!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    for agreement in dict.fromkeys(e.agreement for e in found):
        print(agreement)
        columns = (
            Column("Section"),
            Column("Provision", wraps=True),
            Column("Code", wraps=True),
            Column("Cases", wraps=True),
        )
        lines = [
            TableRow((e.section, e.provision, " ".join(e.code), " ".join(e.cases)))
            for e in found
            if e.agreement == agreement
        ]
        print("\n".join(table(TextTable(columns, lines), _WIDTH)), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
