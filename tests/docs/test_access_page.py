"""docs/access.md: the table of who may do what is the table the code goes by, cell by cell."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from dealclock.facts.kinds import KINDS
from dealclock.people.people import Action, Audience, People, Person, Role, StandsFor, may
from tests.docs.pages import in_code, page, sections

_STANDS_FOR: dict[Audience, StandsFor] = {"inside": "issuer", "outside": "trustee"}


def told() -> Iterator[tuple[str, str, str, bool]]:
    """Each cell of the two tables: audience, action, role, and whether it says yes."""
    for heading, text in sections(page("access.md"), 3).items():
        audience = {"Inside": "inside", "Outside": "outside"}.get(heading.partition(":")[0])
        if audience is None:
            continue
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in text.splitlines()
            if line.startswith("|") and not set(line) <= set("|- ")
        ]
        roles = rows[0][1:]
        for row in rows[1:]:
            (action,) = re.findall(r"`([a-z]+)`", row[0])
            for role, cell in zip(roles, row[1:], strict=True):
                assert cell in ("yes", "no"), f"{audience}, {action}, {role}: {cell!r}"
                yield audience, action, role, cell == "yes"


CELLS = tuple(told())


def test_every_role_action_and_audience_has_one_cell() -> None:
    wanted = {(x, str(a), r) for x in get_args(Audience) for a in Action for r in get_args(Role)}
    assert len(CELLS) == len(wanted) == 2 * 10 * 5
    assert {cell[:3] for cell in CELLS} == wanted


@pytest.mark.parametrize("cell", CELLS, ids=lambda c: "-".join(c[:3]))
def test_a_cell_agrees_with_the_code(cell: tuple[Audience, str, Role, bool]) -> None:
    audience, action, role, yes = cell
    who = Person(
        id="ann",
        name="Ann",
        email="ann@a.example",
        slack="U01ANN",
        role=role,
        stands_for=_STANDS_FOR[audience],
    )
    assert may(who, Action(action), People(people=(who,))) is yes
    assert not may(who, Action(action), People(people=(who,), deny=("ann",)))


def test_every_action_is_explained() -> None:
    assert all(f"`{action}`" in page("access.md") for action in Action)


def test_the_critical_kinds_of_fact_are_named_and_no_other() -> None:
    result = sections(page("access.md"), 2)["Second approval"]
    named = {word for word in in_code(result) if word in KINDS}
    assert named == {kind.id for kind in KINDS.values() if kind.critical}
