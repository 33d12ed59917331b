"""The names of everything that is stored or queued: fields, words in them, attributes of items."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS
from dealclock.jobs.deliver.kinds import KINDS as KINDS_OF_DELIVERY
from dealclock.jobs.queues import AssessDeal, CheckDeals, Deliver, MakeFile
from dealclock.messages import digest, notices
from dealclock.people.people import People
from dealclock.people.team import Team
from dealclock.store import formats
from dealclock.terms.readings import ALL
from dealclock.terms.terms import Terms
from tests.contract.formats import scene

ROUTES = ("slack", "mention", "dm", "email", "sms")
MODELS = (Terms, Team, People, Fact, AssessDeal, CheckDeals, Deliver, MakeFile)


def today() -> set[str]:
    """Every name that this release knows."""
    names = {name for model in MODELS for name in names_of(model)}
    names |= {f"Fact.kind={kind}" for kind in KINDS}
    names |= {f"Team.readings={reading}" for reading in ALL}
    names |= {f"Team.readings.*.choice={c}" for r in ALL.values() for c in (*r.choices, *r.shown)}
    names |= {f"DELIVERY.kind={kind}" for kind in (*KINDS_OF_DELIVERY, digest.KIND, notices.PAUSED)}
    names |= {f"DELIVERY.route={route}" for route in ROUTES}
    with scene.names_written(names):
        scene.written(scene.of_the_sample())
    # The form that the next release writes, which this one reads.
    for item in scene.next_items():
        kind = formats.kind_of(*scene.keys_of(item))
        names |= {f"{kind}.{name}" for name in item.keys() - {*formats.KEYS, "format", "needs"}}
    return names


def names_of(model: type[BaseModel], at: str = "") -> Iterator[str]:
    """The names of a model's fields, and of the words that they take."""
    for name, field in model.model_fields.items():
        here = f"{at or model.__name__}.{name}"
        yield here
        yield from _in(field.annotation, here)


def _in(annotation: Any, at: str) -> Iterator[str]:
    origin, args = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        kind = formats.type_of(annotation)
        yield from names_of(annotation, f"{at}[{kind}]" if kind else at)
    elif origin is Literal:
        yield from (f"{at}={word}" for word in args)
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield from _in(args[1], f"{at}.*")
    else:
        for each in args:
            yield from _in(each, at)


def unclassified(names: Iterable[str], release: Iterable[str], its_format: int) -> list[str]:
    """Names that a release did not know and that store/formats.py does not classify.

    One with an effect counts only with a number that the release did not know either.
    """
    known = {*release, *formats.DESCRIPTIVE}
    return sorted(name for name in {*names} - known if formats.since_of(name) <= its_format)
