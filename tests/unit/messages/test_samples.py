"""The samples a workspace is asked about: Slack takes them, and nothing that we send is missing."""

from collections.abc import Iterator

from dealclock.messages import slack
from dealclock.messages.slack_views.samples import YOUNG, samples
from local.slack.validate import block_problems, view_problems
from tests.unit.messages.messages import every_message


def types(part: object) -> Iterator[str]:
    """The type of every block, element and text in a part."""
    if isinstance(part, list | tuple):
        for each in part:
            yield from types(each)
    elif isinstance(part, dict):
        if isinstance(kind := part.get("type"), str):
            yield kind
        yield from types(list(part.values()))


def test_slack_takes_every_sample() -> None:
    for name, sample in samples().items():
        view = sample.get("view")
        problems = view_problems(view, view["type"]) if view else block_problems(sample["blocks"])
        assert problems == [], name


def test_only_the_young_kinds_have_young_blocks() -> None:
    young = {"data_table", "data_visualization"}
    assert {name for name, each in samples().items() if young & set(types(each))} == set(YOUNG)


def test_a_message_has_nothing_that_no_sample_has() -> None:
    sampled = set(types(list(samples().values())))
    for said in every_message():
        blocks = slack.render_message(said.message, "story 2004-11-01 x").blocks
        assert set(types(blocks)) <= sampled
