"""What the answers share: what JSON rests on, titles for instances, figures that moved."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dealclock.agreement.terms import Terms
from dealclock.engine.grounds import Grounds
from dealclock.render import words

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


def moved(each: Found, terms: Terms) -> str:
    """One figure before and after, in a line."""
    what = words.figure_name(each["what"])
    name = title(each["instance"], terms)
    before, after = _figure(each, "from"), _figure(each, "to")
    if "stopped" in each:
        was = f"due {before}; " if before else ""
        says = f"{was}{words.stops(each['stopped']['days_left'])}"
    elif before is None:
        says = f"{what} {after}, new"
    elif after is None:
        says = f"{what} {before} falls away"
    else:
        says = f"{what} moves from {before} to {after}"
    return f"{name}: {says} ({each['instance']})"


def _figure(each: Found, end: str) -> str | None:
    if each[end] is None:
        return None
    return words.figure(each[f"{end}_exact"] or each[end])
