"""Records: values that never change, of which a pass makes thousands."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[_T]) -> type[_T]:
    """A dataclass with slots that the type checker holds to be frozen.

    Python would hold it too, but at five times what making one costs otherwise; that was a quarter
    of an assessment (docs/decisions/house.md). All code is checked strictly, so nothing
    sets a field of one. Equal fields make equal records, with equal hashes.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
