"""`make bench`: what `docs/quality.md` promises, measured on this machine.

Medians of several runs. A peer runs in the same minute, because machines differ and drift.
"""

import statistics
import subprocess
import sys
import timeit
from collections.abc import Callable
from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import QuantLib

from dealclock.alerts.alert import Ledger
from dealclock.alerts.plan import plan
from dealclock.alerts.policy import Policy
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_after
from dealclock.engine.assess import assess
from dealclock.usecases.deal_files import read_deal

SAMPLE = Path(__file__).parents[1] / "agreements" / "infocrossing-2004"
LIBRARY = Path(__file__).parents[1] / "layers" / "dealclock" / "python"
RUNS = 7
DAY = date(2005, 3, 11)


def main() -> int:
    """Measure and print."""
    print(f"Python {sys.version.split()[0]}, medians of {RUNS} runs\n")
    counting()
    assessing()
    starting()
    return 0


def counting() -> None:
    """Five Business Days, with every step kept, beside QuantLib's bare answer."""
    peer = QuantLib.UnitedStates(QuantLib.UnitedStates.FederalReserve)
    start = QuantLib.Date(8, 11, 2004)
    say("five Business Days after a day, with its steps", per_call(_five_days, 2000), "us")
    say(
        "  peer: QuantLib advance, without steps",
        per_call(lambda: peer.advance(start, 5, QuantLib.Days), 2000),
        "us",
    )


def _five_days() -> object:
    return business_days_after(date(2004, 11, 8), 5, FEDERAL_RESERVE)


def assessing() -> None:
    """The story's busiest days, assessed and planned."""
    deal = read_deal(SAMPLE, None)
    log = deal.log(deal.rehearsals[0][1])
    known_at = datetime.combine(DAY, time(8), ZoneInfo(deal.terms.agreement.time_zone))
    seen = assess(deal.terms, log, DAY, known_at)
    say(
        "a deal assessed, without other readings",
        per_call(lambda: assess(deal.terms, log, DAY, known_at, compare=False), 50),
        "ms",
    )
    say(
        "a deal assessed, beside every other reading",
        per_call(lambda: assess(deal.terms, log, DAY, known_at), 20),
        "ms",
    )
    say("its alerts planned", per_call(lambda: plan(seen, Policy(), Ledger(())), 50), "ms")


def starting() -> None:
    """Whole processes: what a person or a cold function waits for."""
    assess_command = ["-m", "dealclock.cli", "assess", str(SAMPLE), "--as-of", "2004-11-20"]
    say("`dealclock assess`, the whole process", whole(assess_command), "ms")
    say("  peer: python doing nothing", whole(["-c", "pass"]), "ms")
    say(
        "importing what `assess` needs to run",
        whole(["-c", "import dealclock.engine.assess"]),
        "ms",
    )
    say(
        "importing what the sweep needs, boto3 included",
        whole(["-c", "import boto3, dealclock.usecases.sweep"]),
        "ms",
    )
    say("  peer: importing boto3 alone", whole(["-c", "import boto3"]), "ms")


def per_call(work: Callable[[], object], number: int) -> float:
    """Seconds a call, the median of several runs of `number` calls."""
    work()
    return statistics.median(timeit.repeat(work, number=number, repeat=RUNS)) / number


def whole(arguments: list[str]) -> float:
    """Seconds a whole Python process takes, the median of several."""
    command = [sys.executable, *arguments]

    def run() -> object:
        return subprocess.run(
            command, check=True, capture_output=True, env={"PYTHONPATH": str(LIBRARY)}
        )

    run()
    return statistics.median(timeit.repeat(run, number=1, repeat=RUNS))


def say(what: str, seconds: float, unit: str) -> None:
    """One line of the table."""
    scale = {"us": 1e6, "ms": 1e3}[unit]
    print(f"{what:<52} {seconds * scale:>10,.1f} {unit}")


if __name__ == "__main__":
    sys.exit(main())
