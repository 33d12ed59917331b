"""Fourteen questions of a busy reader, on a clean day, with a default running, and with two things
overdue: the first line is the answer, whole and once, and the rest follows it.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

import pytest

from dealclock.desk.answer_command import answer_command
from dealclock.desk.parse_command import SlashCommand
from dealclock.desk.verbs.all import VERBS
from dealclock.facts.fact import Fact, read_facts
from dealclock.files.source import parse_file
from dealclock.messages.message import HEADLINE_MOST, Message, text_lines
from dealclock.messages.slack import HEADER_MOST, escape_text, render_ephemeral
from dealclock.store import Bundle, Store
from dealclock.terms.terms import Terms
from tests.contract.store import samples
from tests.golden.wording import wording
from tests.memory_table import MemoryTable
from tests.suite import seeds
from tests.unit.desk.asking_the_desk import LOADED, MARIA, Room
from tests.unit.desk.in_the_story import LATER

QUESTIONS: Mapping[str, str] = {
    "what is due": "next",
    "status": "status",
    "unpaid and per diem": "accrual",
    "payable to whom": "payments",
    "accrual if cured": "accrual if cured today",
    "what if effective December 6": "what-if effective 2004-12-06",
    "changed since Friday": "changes since last friday",
    "who notified the Trustee": "history trustee-notice",
    "what Section 3(b) says": "clause 3(b)",
    "five Business Days after November 1": "count 5bd after 2004-11-01",
    "may we suspend": "suspension",
    "may a Holder sell": "usable",
    "count by post": "count 5bd after 2004-11-01 by post",
    "readings": "readings",
}
NEVER = read_facts(parse_file(samples.SAMPLE / "histories" / "never-effective.yaml")).facts
NAME = "Granite-Never"  # the longest code name in the samples


@dataclass(frozen=True)
class State:
    """A history and the day on which it is asked about."""

    facts: tuple[Fact, ...]
    day: date


STATES: Mapping[str, State] = {
    # Thu, Oct 21, 2004: filed; effectiveness is due in a week, and nothing is overdue.
    "a clean day": State(samples.story(), date(2004, 10, 21)),
    # Wed, Nov 10: not effective by Oct 28, $416.67 a day from Oct 29; the Trustee was notified.
    "a default running": State(samples.story(), date(2004, 11, 10)),
    # Tue, Nov 2: the shelf is not effective, and the notice due Nov 1 was not given.
    "two things overdue": State(NEVER, date(2004, 11, 2)),
}


def asked(
    state: State, *commands: str, code_name: str = "Granite", terms: Terms | None = None
) -> Iterator[Message]:
    """Each command's answer in the channel of a rehearsal with that history on that day."""
    house, channel = Room(Store(MemoryTable()), []), "C0COURSE"
    named = samples.team(code_name, channel)
    bundle = Bundle("course", terms or samples.terms(), named, state.facts, date(2004, 6, 30))
    house.store.deals.load(bundle, LOADED, "tests")
    house.store.deals.rehearse_to("course", state.day, LOADED, "tests")
    for text in commands:
        yield answer_command(SlashCommand(MARIA, channel, text), house.desk, LATER)


@pytest.mark.full
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", STATES)
def test_the_first_line_on(name: str, question: str) -> None:
    (answer,) = asked(STATES[name], QUESTIONS[question])
    first, *rest = text_lines(answer)
    wording("desk/first-lines", first)
    wording("desk/first-lines-whole", rest)


def test_what_is_due_today_and_overdue_comes_before_what_is_ahead() -> None:
    """Without the notice of November 1, it is due that day; effectiveness is overdue."""
    (answer,) = asked(State(NEVER, date(2004, 11, 1)), "next")
    assert answer.headline == (
        "REHEARSAL: Granite: today: Trustee notice by 5:00 p.m. ET; overdue: Resale shelf "
        "effectiveness"
    )


def test_a_saturday_deadline_met_on_monday_says_first_that_nothing_may_be_owed() -> None:
    """With 122 days, effectiveness is due Saturday, October 30, 2004 (tests/cases, CR-02).

    Effective Monday, it is a day late, $416.67; under GCL-25 it is on time, and nothing is owed.
    """
    terms = samples.terms()
    effectiveness = next(p for p in terms.provisions if p.id == "effectiveness")
    within = effectiveness.within.model_copy(update={"count": 122})  # type: ignore[union-attr]
    later = effectiveness.model_copy(update={"within": within})
    rules = tuple(later if p is effectiveness else p for p in terms.provisions)
    filed, effective = (samples.story()[n] for n in (1, 3))
    on_monday = effective.model_copy(
        update={"on": date(2004, 11, 1), "recorded_at": datetime(2004, 11, 1, 18, tzinfo=UTC)}
    )
    state = State((filed, on_monday), date(2004, 11, 3))
    saturday = terms.model_copy(update={"provisions": rules})
    status, accrual = asked(state, "status", "accrual", terms=saturday)
    assert "Granite: $416.67 or $0.00 unpaid" in status.headline
    assert "Granite: $416.67 or $0.00 unpaid as of Wed, Nov 3" in accrual.headline
    why = next(line for line in text_lines(accrual) if line.startswith("Nothing unpaid if: "))
    assert "closed-last-day read as GCL-25" in why


@pytest.mark.full
@pytest.mark.parametrize("name", [*STATES, *map(str, seeds(6))])
def test_each_first_line_fits_and_is_shown_once(name: str) -> None:
    state = STATES.get(name) or _course(int(name))
    examples = (each.format(deal=NAME) for v in VERBS.values() for each in v.examples)
    commands = [*QUESTIONS.values(), *examples]
    for text, answer in zip(commands, asked(state, *commands, code_name=NAME), strict=True):
        assert len(answer.headline) <= HEADLINE_MOST, (text, answer.headline)
        said = answer.headline.partition(f"{NAME}: ")[2] or answer.headline
        rest = list(text_lines(answer))[1:]
        assert not any(said in line for line in rest if said.count(" ") > 3), (text, said)
        top, *_ = render_ephemeral(answer)["blocks"]
        assert top["type"] == "header", text
        assert top["text"]["text"] == escape_text(answer.headline)
        assert len(top["text"]["text"]) <= HEADER_MOST


def _course(seed: int) -> State:
    """The story on one of its days, with some of its events left out."""
    chance, story = random.Random(seed), samples.story()
    gone = {each.id for each in story[1:] if chance.random() < 0.3}
    kept = tuple(each for each in story if not {each.id, each.about, each.corrects} & gone)
    return State(kept, chance.choice([each.on for each in story[2:]]))
