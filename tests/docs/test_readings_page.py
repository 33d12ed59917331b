"""docs/readings.md has every reading in the order of the data, with the reason for its default."""

import pytest

from dealclock.terms.readings import ALL, Reading
from tests.docs.generated import asked_under
from tests.docs.pages import page, sections


@pytest.mark.parametrize("reading", ALL.values(), ids=list(ALL))
def test_every_reading_has_its_section_and_the_reason_for_its_default(reading: Reading) -> None:
    assert asked_under(reading), "no sample asks it"
    assert len(reading.why) > 80
    assert (
        f"<!-- reading {reading.id}: generated -->" in sections(page("readings.md"), 2)[reading.id]
    )


def test_no_unknown_reading_is_documented() -> None:
    assert list(sections(page("readings.md"), 2)) == list(ALL)
