"""Verbs that produce a file or a calendar address."""

import re

from tests.golden.wording import wording
from tests.unit.desk.asking_the_desk import room
from tests.unit.desk.in_the_story import ask


def test_the_calendar_address_is_shown_once_and_not_stored() -> None:
    own = room()
    said = "\n".join(ask(own, "calendar"))
    (address,) = re.findall(r"https://web\.example/calendar/[a-z2-7]{52}\.ics", said)
    wording("desk/file-verbs", said)
    kept = [each.text for each in own.store.archive.messages("story")]
    assert any("[personal link, not kept]" in text for text in kept)
    assert not any(address in text for text in kept)
    again = "\n".join(ask(own, "calendar"))
    assert "https://" not in again
    wording("desk/file-verbs", again, "second")
    new = "\n".join(ask(own, "calendar new"))
    assert address not in new
    assert "https://web.example/calendar/" in new
    wording("desk/file-verbs", ask(own, "calendar stop")[0], "third")
    wording("desk/file-verbs", ask(own, "calendar stop")[0], "fourth")
