"""The twelve questions a deal team asks, at the desk and in the terminal: the first line answers.

Each row is a question, the day it is asked on, what is typed after `/deal` and after `dealclock`,
and what the first line must hold: dates, amounts and status words, never whole sentences. All are
of the sample deal's story, worked out by hand:

- Effectiveness was due Thu, Oct 28, 2004, 120 days after June 30, and came Mon, Dec 6. To it from
  Oct 29 are 37 days by 30/360 at 0.25% of $60,000,000, $416.67 a day: $15,416.67, paid Jan 18.
- The Trustee is notified within 2 Business Days of a default: of Oct 28 by Mon, Nov 1.
- The Prospectus went out of use Mon, Jan 10, 2005. Five Business Days, not Jan 17, end Tue, Jan 18;
  the default of that day accrues from Jan 19: $416.67 by Jan 20, $2,083.33 by Jan 24. It is
  payable on Fri, Jul 15 to the Holders of Jul 1. Its notice to the Trustee went by fax on Jan 20.
- The one Sale Notice, given Mon, Dec 13, 2004, opens Thu, Dec 16 to Mon, Dec 20.
"""

from dataclasses import dataclass, field
from datetime import date

import pytest

from tests.unit.cli.running import SAMPLE, Dealclock
from tests.unit.desk.asking_the_desk import Room, room
from tests.unit.desk.in_the_story import ask

JANUARY = "2005-01-20"


@dataclass(frozen=True)
class Row:
    """A question on a day. `terminal` are commands over files, `ask` where left out."""

    question: str
    slash: str
    holds: tuple[str, ...]
    on: str = JANUARY
    terminal: tuple[str, ...] = ()
    terminal_holds: tuple[str, ...] = field(default=())


TWELVE = (
    Row(
        "What must I do?",
        "next",
        ("overdue: Resale shelf effectiveness", "Trustee notice, Mon, Nov 1"),
        "2004-10-29",
    ),
    Row(
        "What must I do, with nothing due soon?",
        "next",
        ("overdue: Prospectus cure period", "1.00%", "Tue, Apr 19"),
    ),
    Row(
        "Where do we stand?",
        "status",
        ("1 possible default", "$416.67 or $0.00 unpaid", "$180,833.33 payable Fri, Jul 15"),
        terminal=("assess",),
    ),
    Row(
        "What is unpaid, what is the per diem, payable when and to whom?",
        "accrual",
        ("$416.67 or $0.00 unpaid", "$416.67 a day", "payable Fri, Jul 15"),
        terminal=("explain", "accrual"),
    ),
    Row(
        "And at a quarter's end?",
        "accrual on 2005-03-31",
        # 72 days by 30/360 from Jan 19 to Mar 31 (12 of January, 30, and 30 counted): $30,000.00
        ("$30,000.00 unpaid as of Thu, Mar 31", "projected", "$416.67 a day"),
    ),
    Row(
        "What was unpaid at the end of the year, and what came since?",
        "payments",
        ("$180,833.33 payable Fri, Jul 15 to Holders of record Fri, Jul 1",),
        terminal=("roll-forward", "--from", "2005-01-01", "--to", "2005-01-20"),
        terminal_holds=("$416.67 unpaid", "$15,416.67 on Sat, Jan 1", "$15,416.67 paid"),
    ),
    Row(
        "What if all is cured on January 24?",
        "accrual if cured 2005-01-24",
        ("if all is cured Mon, Jan 24: $2,083.33 unpaid", "payable Fri, Jul 15"),
    ),
    Row("May a Holder sell?", "usable on 2004-12-17", ("yes", "Fri, Dec 17, 2004")),
    Row("May a Holder sell today?", "usable", ("no", "out of use since Mon, Jan 10")),
    Row(
        "May we suspend 45 days from February 1?",
        "suspension check 2005-02-01 45",
        ("within the limits: 45 days from Tue, Feb 1",),
        terminal=("suspension", "--start", "2005-02-01", "--days", "45"),
    ),
    Row(
        "May we suspend 46 days from February 1?",
        "suspension check 2005-02-01 46",
        ("over the limits", "45 at most"),
        terminal=("suspension", "--start", "2005-02-01", "--days", "46"),
    ),
    Row(
        "What if it is usable on January 24?",
        "what-if usable 2005-01-24",
        ("$2,083.33 payable Fri, Jul 15", "default cured Mon, Jan 24"),
    ),
    # Nov 23, 24, 26 (25 is Thanksgiving), 29, 30
    Row("5 Business Days after November 22?", "count 5bd after 2004-11-22", ("Tue, Nov 30, 2004",)),
    Row(
        "2 Business Days after a notice mailed that Saturday?",
        "count 2bd after 2004-11-20 by mail",
        # Mailed Nov 20: deemed given on the fifth Business Day, Nov 29; then Nov 30 and Dec 1
        ("Wed, Dec 1, 2004", "Mon, Nov 29"),
        terminal=("deemed", "--method", "mail", "--on", "2004-11-20"),
        terminal_holds=("deemed given Mon, Nov 29",),
    ),
    Row(
        "What does Section 3(b) say?",
        "clause 3(b)",
        ("Trustee notice within 2 Business Days",),
    ),
    Row(
        "Who notified the Trustee, when, how?",
        "history trustee-notice/default-iii/F5",
        ("to the Trustee by fax Thu, Jan 20, acknowledged", "Maria Lopez"),
    ),
    Row(
        "What changed since Friday?",
        "changes since 2005-01-14",
        ("since Fri, Jan 14", "possible default since Tue, Jan 18", "cure period expired"),
        terminal=("changes", "--from", "2005-01-14"),
    ),
    Row(
        "Which readings are we on?",
        "readings",
        ("8 of 14 readings", "1 chosen by the team"),
    ),
)


@pytest.fixture(scope="module")
def house() -> Room:
    return room()


@pytest.mark.parametrize("row", TWELVE, ids=lambda row: row.question)
def test_the_first_line_at_the_desk_is_the_answer(house: Room, row: Row) -> None:
    first = ask(house, row.slash, date.fromisoformat(row.on))[0]
    assert [each for each in row.holds if each not in first] == [], first


@pytest.mark.parametrize("row", TWELVE, ids=lambda row: row.question)
def test_the_first_line_in_the_terminal_is_the_answer(dealclock: Dealclock, row: Row) -> None:
    """By the command of its own where there is one, and by `ask`, which is the desk over files."""
    own = row.terminal or ("ask", row.slash)
    given = (SAMPLE, *own[1:], "--facts", "histories/story.yaml", "--as-of", row.on)
    ran = dealclock(own[0], *given)
    assert ran.code == 0, ran.err
    first = _first_paragraph(ran.out)
    assert [each for each in row.terminal_holds or row.holds if each not in first] == [], first


def _first_paragraph(out: str) -> str:
    """The first line and what the width of the terminal put on lines of its own beneath it."""
    first, *rest = out.splitlines()
    lines = [first]
    for line in rest:
        if not line or (line[:1].isupper() and line.split(":")[0].split(" ")[0] in _NEXT):
            break
        lines.append(line.strip())
    return " ".join(lines)


_NEXT = ("Granite", "As", "Facts", "Sample", "PROJECTION", "UNVERIFIED")
