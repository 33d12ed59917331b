"""docs/operations.md, followed from its first command to its last on a fresh embedded AWS.

Each block is typed into a shell with the page's own `aws`, `sam` and `dealclock`: variables and
functions that one sets are there in the next. What only AWS, Slack or GitHub can do is marked on
the page, and listed here.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from dealclock.documents.deal_files import read_deal
from local.environments import CHECKOUT
from local.launch import bare
from local.world import world
from tests.docs.pages import page
from tests.end_to_end.as_typed import Shell, open_shell

# The lines of commands that are not run here, and why.
SKIPPED = {
    "export AWS_PROFILE=your-profile": "AWS only",
    "make setup": "made this environment",
    "make check": ".ci/run",
    "make build": ".ci/run",
    "make setup build": ".ci/run",
    "git checkout v0.3.0": "this is the release",
    "# (AWS only): a provider of identities": "the whole block; the embedded AWS knows none",
    "# (AWS only): there are no vaults here": "the whole block; the embedded AWS knows none",
}
# Not shell: a query of CloudWatch Logs Insights.
QUERY = "fields @timestamp"
MARKED = re.compile(r"\((AWS|Slack|GitHub) only\)")


def blocks() -> list[str]:
    """The page's blocks of commands, in its order."""
    text = page("operations.md")
    found = re.findall(r"^( *)```\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(block) for _, block in found if not block.strip().startswith(QUERY)]


def typed(block: str) -> str:
    """A block without the lines that are not run here."""
    lines = block.splitlines(keepends=True)
    if lines[0].strip() in SKIPPED and lines[0].startswith("#"):
        return ""
    return "".join(line for line in lines if not _skipped(line))


def _skipped(line: str) -> bool:
    return _command(line) in SKIPPED


def _command(line: str) -> str:
    return line.strip() if line.startswith("#") else line.partition("#")[0].strip()


def shown(block: str) -> list[str]:
    """What the page says that a block shows."""
    return re.findall(r"#.*?shows (.+)$", block, re.MULTILINE)


# What the doctor says of any stack on this machine when it is asked as one in AWS is.
DIFFERENT_HERE = {
    "A stack in AWS is set to reach Slack at 127.0.0.1.",
    "The table has no point-in-time recovery.",
    "SCHEDULE is paused.",
}
# Production is deployed as the test stack was, by the same steps.
AGAIN = "export DEALCLOCK_STACK=dealclock\n"
REPEATED = ("sam deploy", "sed ", "put-secret-value", "dealclock doctor  ")
LOCAL_SECRET = {'"..."': '"local-signing-secret"', '"xoxb-..."': '"xoxb-local"'}


@pytest.fixture(autouse=True, scope="module")
def nothing_of_a_deal_in_the_logs() -> None:
    """Not of the stack that the other tests of this folder share, which is not started here."""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    folder = tmp_path_factory.mktemp("operator")
    team = read_deal(CHECKOUT / "agreements/model-pipe", None).team
    with bare(world(team, "xoxb-local"), folder / "state") as (_, aws, _, _, settings):
        here = {
            name: value
            for name, value in settings.parameters().items()
            if name not in ("EmailFrom", "AlarmEmail")
        }
        # No call leaves this machine: the page's own outside watch is not asked.
        yield open_shell(folder, folder, aws.access.endpoint, {**here, "OutsideWatchUrl": ""})


def test_every_command_of_the_page_works_in_its_order(shell: Shell) -> None:
    ran: list[str] = []
    for block in blocks():
        follow(shell, block)
        if block.strip() == AGAIN.strip():
            for each in [b for b in ran if any(words in b for words in REPEATED)]:
                follow(shell, each)
        ran.append(block)
    shell.type(AGAIN)  # the last block removed the test stack


def follow(shell: Shell, block: str) -> None:
    """Type a block, do by hand what the page says is done before it, and see what it shows."""
    if "dealclock check" in block:
        terms = shell.folder / "harbor" / "terms.yaml"
        terms.write_text(terms.read_text().replace("id: harbor\n", "id: harbor-2026\n"))
    text = typed(block)
    for placeholder, value in LOCAL_SECRET.items():
        text = text.replace(placeholder, value)
    text = re.sub(r"(dealclock doctor[^#\n]*)", r"\1 || true ", text)
    said = shell.type(text)
    flat = " ".join(said.split())
    for expected in shown(typed(block)):
        assert expected in flat, f"{block}\n{said}"
    failing = set(re.findall(r"FAILING: (.+?\.) [A-Z]", flat))
    failing = {re.sub(r"^\S+Schedule-\w+", "SCHEDULE", each) for each in failing}
    # The page starts a check of a past day by hand, whose critical alerts no one acknowledged.
    failing = {each for each in failing if "Harbor" not in each}
    assert failing <= DIFFERENT_HERE, said


def test_the_marks_are_words_of_the_page_and_all_that_is_skipped_is_on_it() -> None:
    text = page("operations.md")
    lines = {_command(line) for block in blocks() for line in block.splitlines()}
    assert set(SKIPPED) <= lines
    assert set(MARKED.findall(text)) == {"AWS", "Slack", "GitHub"}


def test_the_rest_api_that_the_page_deploys_answers_as_the_addresses_did(shell: Shell) -> None:
    """After the page above: Slack's requests are refused by their signature, and links are read."""
    address = shell.type("output SlackUrl\n").strip()
    identifier, _, _ = address.removeprefix("https://").partition(".execute-api.")
    for path, data, expected in (("slack", b"command=%2Fdeal", 401), ("a/none", None, 404)):
        url = f"{shell.environment['AWS_ENDPOINT_URL']}/live/{path}"
        port = url.split("/")[2].rpartition(":")[2]
        host = f"{identifier}.execute-api.127.0.0.1:{port}"
        asked = Request(url, data, {"Host": host})
        with pytest.raises(HTTPError) as refused:
            urlopen(asked, timeout=60)
        refused.value.close()
        assert refused.value.code == expected, path


INLINE = r"`(aws [a-z0-9-]+ [a-z-]+(?: --[^`]+| /dev[^`]+)?)`"


def test_every_command_of_the_runbook_works(shell: Shell) -> None:
    """After the page above: each `aws ...` between backquotes, on the stack that it left."""
    runbook = page("operations.md").partition("## The restore drill")[0]
    commands = re.findall(INLINE, runbook)
    assert len(commands) >= 5
    for command in commands:
        if "cancel-key-deletion" in command:
            key = '--key-id "$(output DataKeyArn)"'
            shell.type(f"aws kms schedule-key-deletion {key} --pending-window-in-days 30\n")
        shell.type(f"{command}\n")
