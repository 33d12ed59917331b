"""What holds while outputs are rendered: each deal and day is assessed once, and the version fixed.

Nearly all of an answer's time is its assessment, which most answers share. It is a pure function of
its query, so its result can be kept without changing any output.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from dealclock import __version__
from dealclock.answers.catalog import QUESTIONS
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.look import Look
from dealclock.facts.log import end_of

VERSION = "VERSION"
MOST = 60
"""Assessments that are kept; the oldest goes first."""


class _Once:
    def __init__(self) -> None:
        self._kept: dict[object, Assessment] = {}
        self._texts: dict[int, tuple[object, str]] = {}

    def assess(
        self,
        query: Look,
        *,
        deal: str | None = None,
        compare: bool = True,
        together: bool = False,
        **others: Any,
    ) -> Assessment:
        """The assessment, computed or kept; computed if it is asked with any other option."""
        if others:
            return assess(query, deal=deal, compare=compare, together=together, **others)
        log = query.log
        key = (
            self._text(query.terms),
            "\n".join(map(self._text, log.facts)),
            (log.zone, query.as_of, query.known_at or end_of(query.as_of, log.zone)),
            repr(sorted(query.readings.items())),
            repr(sorted(query.targets.items())),
            (compare, together),
        )
        found = self._kept.get(key)
        if found is None:
            found = assess(query, compare=compare, together=together)
            if len(self._kept) >= MOST:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = found
        return replace(found, deal=deal or query.terms.id)

    def _text(self, model: Any) -> str:
        """The model as text; kept with the model, so that no other one has its identity."""
        known = self._texts.get(id(model))
        if known is None:
            if len(self._texts) > 5000:
                self._texts.clear()
            known = self._texts[id(model)] = (model, model.model_dump_json())
        return known[1]


@contextmanager
def rendering() -> Iterator[None]:
    """While it lasts, every loaded module of the library that assesses keeps what it assessed, and
    the version it names is `VERSION`, so that a release alone changes no output.
    """
    for question in QUESTIONS.values():  # whose modules are loaded when first looked up
        assert question.name
    replaced = {"assess": (assess, _Once().assess), "__version__": (__version__, VERSION)}
    changed = [
        (module, name)
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith(("dealclock.", "tests.comparer.outputs"))
        for name, (was, _) in replaced.items()
        if vars(module).get(name) is was
        if (module.__name__, name) != ("dealclock.engine.assess", "assess")
    ]
    for module, name in changed:
        setattr(module, name, replaced[name][1])
    try:
        yield
    finally:
        for module, name in changed:
            setattr(module, name, replaced[name][0])
