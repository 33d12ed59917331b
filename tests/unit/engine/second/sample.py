"""The sample's form as the second engine reads it from the terms, and stories of it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dealclock.files.source import parse_file
from dealclock.second.spelled.form import form_of
from dealclock.second.story import Event, Story
from dealclock.store.content import content
from dealclock.terms.terms import read_terms

FILE = Path(__file__).parents[4] / "agreements" / "infocrossing-2004" / "terms.yaml"
STORED = json.loads(content(read_terms(parse_file(FILE))).text)
FORM = replace(form_of(STORED, {}), later={"option": 12_000_000, "private": 5_000_000})
CLOSING, BASE, WHOLE = FORM.closing, FORM.base, FORM.later
"""Of the lots issued later, `private` is drawn alone."""


def story_of(
    events: tuple[Event, ...],
    readings: Mapping[str, str] | None = None,
    day_count: str = "30/360",
) -> Story:
    """Events that happen to the sample."""
    return Story(events, FORM, readings or {}, day_count)
