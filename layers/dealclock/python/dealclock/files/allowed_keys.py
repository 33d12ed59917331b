"""Which keys a model allows at a place in a file, to be told beside one that it does not."""

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel


def keys_beside(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str]:
    """The keys the model allows at the place `loc` names, its last part left out."""
    return keys_within(loc[:-1], model)


def keys_within(loc: tuple[str | int, ...], model: type[BaseModel]) -> Sequence[str]:
    """The keys the model allows at the place `loc` names."""
    models: list[type[BaseModel]] = [model]
    for part in loc:
        fields = [m.model_fields[part] for m in models if part in m.model_fields]
        if fields:
            models = [m for f in fields for m in _models_in(f.annotation)]
        elif tagged := [m for m in models if part in _tags(m)]:
            models = tagged
    return sorted({key for m in models for key in m.model_fields})


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [m for arg in get_args(annotation) for m in _models_in(arg)]


def _tags(model: type[BaseModel]) -> Sequence[object]:
    field = model.model_fields.get("type")
    return get_args(field.annotation) if field else ()
