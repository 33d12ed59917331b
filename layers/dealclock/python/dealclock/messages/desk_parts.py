"""What the answers share: what JSON rests on, and titles for instances."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dealclock.agreement.terms import Terms
from dealclock.engine.grounds import Grounds

Found = Mapping[str, Any]


def resting_on(parts: Iterable[Found]) -> list[Grounds]:
    """What parts of an answer in JSON rest on, as far as it is marked."""
    return [Grounds(tuple(p.get("facts", ())), bool(p.get("hypothetical"))) for p in parts]


def title(instance: str, terms: Terms) -> str:
    """What an instance is called, by the provision or the default it is of."""
    name, _, of = instance.partition("/")
    if name == "accrual":
        return "Additional Interest"
    if name == "rate":
        return "Rate of Additional Interest"
    found = next((each for at, each in _titles(terms) if at == name), name)
    about = next((each for at, each in _titles(terms) if at == of.partition("/")[0]), "")
    return f"{found} ({about})" if about else found


def _titles(terms: Terms) -> Iterator[tuple[str, str]]:
    yield from ((rule.id, rule.title) for rule in terms.provisions)
    yield from ((default.id, default.title) for default in terms.defaults())
