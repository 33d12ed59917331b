"""A command line that cannot be accepted: one paragraph, exit 2, and what to type instead."""

import pytest

from dealclock import __version__
from dealclock.answers.catalog import TWELVE
from dealclock.cli import commands
from dealclock.cli.parser import sentence_case
from tests.golden.wording import wording
from tests.unit.cli.running import SAMPLE, Dealclock

SUSPENDED = ("what-if", SAMPLE, "--as-of", "2005-01-24", "--suspend-from", "2005-02-01")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give a command: next, status, count, accrual, payments"),
        (("asess",), "Unknown command 'asess'. Did you mean 'assess'? `dealclock help` lists"),
        (("sale-notice", SAMPLE), "`dealclock ask DEAL_DIR sale-notice` answers it"),
        (("unpaid", SAMPLE), "`dealclock ask DEAL_DIR unpaid` answers it"),
        (("help", "chek"), "Did you mean 'check'?"),
        (("--vresion",), "Did you mean '--version'?"),
        (("why", SAMPLE), "why needs instance: an instance, an id"),
        (("assess", SAMPLE, "--as-off", "2004-11-20"), "Did you mean '--as-of'?"),
        (("assess", SAMPLE, "--as", "2004-11-20"), "Unknown option '--as'"),
        (("picture",), "DEAL_DIR, KIND and --to FILE are missing; give them."),
        (("assess", SAMPLE, "--as-of"), "--as-of needs a value; give --as-of DATE. "),
        (("check", SAMPLE, "more"), "more is one argument too many; remove it"),
        (("check", SAMPLE, "a", "b"), "a b are too many arguments; remove them"),
        (
            ("assess", SAMPLE, "--as-of", "20-11-2004"),
            "'20-11-2004' is not a date; give one",
        ),
        (("assess", SAMPLE, "--as-of", "2004-11-31"), "'2004-11-31' is not a date"),
        (("assess", SAMPLE, "--as-of", "1994-12-31"), "1994-12-31 is outside the Federal Reserve"),
        (("assess", SAMPLE, "--as-of", "2061-01-01"), "which covers 1995 to 2060"),
        (("explain", SAMPLE, "effectiveness", "--as-of", "2061-01-01"), "covers 1995 to 2060"),
        # The last day that can be written has no next one: its end is asked all the same.
        (("assess", SAMPLE, "--as-of", "9999-12-31"), "9999-12-31 is outside the Federal Reserve"),
        (("payments", SAMPLE, "--as-of", "9999-12-31"), "9999-12-31 is outside the Federal"),
        (
            ("assess", SAMPLE, "--as-of", "2005-01-24", "--known-at", "9999-12-31T23:00-05:00"),
            "'9999-12-31T23:00-05:00' is too late; give a date up to the year 8999",
        ),
        (
            (*SUSPENDED, "--suspend-days", "9999999999999"),
            "--suspend-days 9999999999999 is not valid; give at most 3660",
        ),
    ],
)
def test_errors_are_shown_with_what_to_give_instead(
    dealclock: Dealclock, words: tuple[str, ...], said: str
) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("dealclock: ")
    assert said in ran.flat
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--known-at", "yesterday"), "'yesterday' is not a date; give a date as YYYY-"),
        (("--known-at", "2004-11-20T08:00"), "or an instant with its offset"),
        (("--known-at", "9999-12-31"), "9999-12-31 is outside the Federal Reserve calendar"),
        (("--reading", "LAPSE"), "'LAPSE' is not a reading; give QUESTION=CHOICE"),
        (("--reading", "default-ocurs=LAPSE"), "Did you mean 'default-occurs'?"),
        (("--reading", "default-occurs=EVER"), "allowed for default-occurs: LAPSE, NEXT-DAY"),
        (
            ("--reading", "default-occurs=LAPSE", "--reading", "default-occurs=NEXT-DAY"),
            "--reading default-occurs is given as both LAPSE and NEXT-DAY; give one of them.",
        ),
        (
            ("--facts", "nope.yaml"),
            (
                "--facts nope.yaml does not exist; give an events file of this deal: "
                "facts.yaml, histories/never-effective.yaml, histories/story.yaml, or NO_FACTS for "
                "no events."
            ),
        ),
        (("--facts", "stroy.yaml"), "Did you mean 'histories/story.yaml'?"),
        (
            ("--facts", "histories/never-efective.yaml"),
            "Did you mean 'histories/never-effective.yaml'?",
        ),
        (("--facts", "no_facts"), "Did you mean 'NO_FACTS'?"),
        (("--facts", "No-Facts"), "Did you mean 'NO_FACTS'?"),
    ],
)
def test_a_wrong_value_is_refused_with_the_valid_ones(
    dealclock: Dealclock, words: tuple[str, ...], said: str
) -> None:
    ran = dealclock("assess", SAMPLE, "--as-of", "2004-11-20", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.flat


def test_a_missing_folder_is_reported_before_its_history(dealclock: Dealclock) -> None:
    ran = dealclock("assess", "agreements/none", "--as-of", "2004-11-20", "--facts", "nope.yaml")
    assert ran.code == 2
    wording("refusal/assess", ran.said)


@pytest.mark.parametrize("words", [("help",), ("--help",), ("-h",)])
def test_help_shows_the_twelve_in_24_lines_of_80_columns(
    dealclock: Dealclock, words: tuple[str, ...]
) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.err) == (0, "")
    for name, says in TWELVE.items():
        assert f"{name} {sentence_case(says)}" in ran.flat
    assert len(ran.out.splitlines()) <= 24
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("words", [("help", "all"), ("--help", "all"), ("--help-all",)])
def test_help_all_lists_every_command(dealclock: Dealclock, words: tuple[str, ...]) -> None:
    ran = dealclock(*words)
    assert (ran.code, ran.err) == (0, "")
    for name, says in commands.ALL.items():
        assert f"{name} {sentence_case(says)}" in ran.flat


@pytest.mark.parametrize("name", list(commands.ALL))
def test_each_command_shows_its_options(dealclock: Dealclock, name: str) -> None:
    asked, shorter = dealclock("help", name), dealclock(name, "--help")
    assert asked == shorter
    assert asked.code == 0
    assert f"Usage: dealclock {name}" in asked.out


def test_the_version_is_shown(dealclock: Dealclock) -> None:
    assert dealclock("--version").out == f"dealclock {__version__}\n"
