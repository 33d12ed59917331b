"""The sample's story, asked in its own channel on a day of its own."""

from datetime import UTC, date, datetime

from tests.unit.desk.asking_the_desk import LOADED, Room

STORY = "C0STORY"
LATER = datetime(2026, 11, 20, 15, tzinfo=UTC)


def ask(house: Room, text: str, on: date = date(2005, 1, 20)) -> list[str]:
    """The answer in the story's own channel on a day, its mark left off the first line."""
    house.store.deals.rehearse_to("story", on, LOADED, "tests")
    first, *rest = house.ask(text, channel=STORY, now=LATER).splitlines()
    return [first.removeprefix("REHEARSAL: "), *rest]
