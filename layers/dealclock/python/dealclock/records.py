"""Records: values that never change, of which a pass makes thousands."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[_T]) -> type[_T]:
    """A dataclass with slots that the type checker holds to be frozen.

    Python would hold it too, but at five times what making one costs otherwise; that was a quarter
    of an assessment (docs/decisions/house.md). All code is checked strictly, so nothing
    sets a field of one. Equal fields make equal records, with equal hashes.

    Of its methods only the first is compiled for each class: compiling all took a tenth of the
    first answer of a cold function.
    """
    made = dataclass(slots=True, eq=False, repr=False)(cls)
    compared = [each.name for each in fields(made) if each.compare]  # type: ignore[arg-type]
    get: Callable[[Any], Any] = attrgetter(*compared) if compared else bool

    def equal(one: Any, other: object) -> Any:
        return get(one) == get(other) if other.__class__ is one.__class__ else NotImplemented

    methods = {"__eq__": equal, "__hash__": lambda one: hash(get(one)), "__repr__": _shown}
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


def _shown(one: Any) -> str:
    """The record as it is made: its class, and its fields by name."""
    shown = (f"{each.name}={getattr(one, each.name)!r}" for each in fields(one) if each.repr)
    return f"{type(one).__qualname__}({', '.join(shown)})"
