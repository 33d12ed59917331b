"""Everything that can be explained is."""

from dealclock.answers.why import list_instances
from tests.unit.messages.asking import STORY, asked, explained


def test_every_item_that_can_be_explained_is_explained() -> None:
    view = asked(STORY, "2005-02-04")
    known = list_instances(view.assessment)
    assert {"shelf-filing", "suspension/F9", "default-iii/F5", "payment/2005-07-15"} <= set(known)
    assert all(explained(view, instance).sections for instance in known)
