"""`make bench`: what `docs/quality.md` promises, measured on this machine; ARGS names groups of it.

Medians of several runs: of processor time for counting and assessing, so that other work on the
machine matters little, and of elapsed time for the rest.
"""

import json
import statistics
import subprocess
import sys
import timeit
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from time import process_time
from zoneinfo import ZoneInfo

from bench.cost import cost
from bench.desk import asked
from bench.histories import AFTER_ALL, history
from bench.paths import paths
from bench.workbench import workbench
from dealclock.alerts.alert import AlertHistory
from dealclock.alerts.plan import plan_alerts
from dealclock.answers.changes import MOST_WORK
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.days.counting import business_days_after
from dealclock.days.day_counts import ACTUAL_360, ACTUAL_ACTUAL_ISDA, THIRTY_360
from dealclock.documents import verify
from dealclock.documents.certificate import certificate
from dealclock.documents.deal_files import read_deal
from dealclock.engine.assess import assess
from dealclock.engine.assessment import Assessment
from dealclock.engine.causes import StateMoment
from dealclock.engine.causes import history as caused
from dealclock.engine.context import Memory
from dealclock.engine.look import Look
from dealclock.facts.log import FactLog
from dealclock.people.policy import Policy
from dealclock.terms.terms import Terms

SAMPLE = Path(__file__).parents[1] / "agreements" / "infocrossing-2004"
LIBRARY = Path(__file__).parents[1] / "layers" / "dealclock" / "python"
RUNS = 7
DAY = date(2005, 3, 11)


def main(names: Sequence[str]) -> int:
    """Measure the groups named, all if none is, and print."""
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"bench: no group {unknown[0]!r}; there are {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    print(f"Python {sys.version.split()[0]}, medians of {RUNS} runs\n")
    for name in names or GROUPS:
        GROUPS[name]()
    return 0


def counting() -> None:
    """Business Days and day counts."""
    days = _days(1000)
    add, between, first = FEDERAL_RESERVE.add, FEDERAL_RESERVE.between, days[0]
    rate("Business Days added, with an answer of a date", lambda: [add(day, 5) for day in days])
    rate("Business Days of a stretch counted", lambda: [between(first, day) for day in days])
    for convention in (THIRTY_360, ACTUAL_360, ACTUAL_ACTUAL_ISDA):
        fraction = convention.year_fraction
        rate(
            f"shares of a year by {convention.name}, exact",
            lambda f=fraction: [f(first, day) for day in days],  # type: ignore[misc]
        )
    say("five Business Days counted, every step shown", per_call(_five_days, 2000), "us")


def _five_days() -> object:
    return business_days_after(date(2004, 11, 8), 5, FEDERAL_RESERVE).days


def assessing() -> None:
    """The sample's busiest day, assessed and planned."""
    deal = read_deal(SAMPLE, None)
    log = deal.log(deal.rehearsals[0][1])
    known_at = datetime.combine(DAY, time(8), ZoneInfo(deal.terms.agreement.time_zone))
    seen = assess(Look(deal.terms, log, DAY, known_at))
    say(
        "the story assessed, without other readings",
        per_call(lambda: assess(Look(deal.terms, log, DAY, known_at), compare=False), 50),
        "ms",
    )
    say(
        "the story assessed, beside every other reading",
        per_call(lambda: assess(Look(deal.terms, log, DAY, known_at)), 20),
        "ms",
    )
    say(
        "its alerts planned",
        per_call(lambda: plan_alerts(seen, Policy(), AlertHistory(())), 50),
        "ms",
    )
    for size in (500, 1000, 2000):
        long = history(size, log.zone)
        took = per_call(
            lambda log=long: assess(Look(deal.terms, log, AFTER_ALL), compare=False),  # type: ignore[misc]
            1,
        )
        say(f"{size:,} facts assessed, without other readings", took, "ms")


def certificates() -> None:
    """The certificate of each sample's story, long after its end: the slowest one written, and the
    slowest one worked out again by `verify.py`."""
    written, verified = [], []
    for folder in sorted(SAMPLE.parent.iterdir()):
        deal = read_deal(folder, None)
        for _, story in deal.rehearsals:
            log = deal.log(story)
            look = deal.look(log.facts[-1].on + timedelta(days=500), story)
            made = verify.read(json.dumps(certificate(look)))
            written.append(per_call(lambda look=look: certificate(look), 5))  # type: ignore[misc]
            verified.append(per_call(lambda made=made: verify.verify(made), 5))  # type: ignore[misc]
    say(f"the slowest certificate of {len(written)} stories, written", max(written), "ms")
    say("the slowest one verified", max(verified), "ms")


def passes() -> None:
    """Passes over long histories: alone, with every single reading, and for `changes`."""
    deal = read_deal(SAMPLE, None)
    zone = deal.log(deal.rehearsals[0][1]).zone
    for size in (3, 200, 800):
        query = Look(deal.terms, history(size, zone), AFTER_ALL)
        one = per_call(lambda query=query: assess(query, compare=False), 3)  # type: ignore[misc]
        every = per_call(lambda query=query: assess(query), 1)  # type: ignore[misc]
        say(f"{size:,} facts assessed, without other readings", one, "ms")
        say(f"{size:,} facts, with every single reading", every, "ms")
        print(f"{'  in passes of the first':<52} {every / one:>10,.1f}")
    say("changes of 17 months among 800 facts", per_call(_changes(deal.terms, zone), 1), "ms")


def _days(number: int) -> list[date]:
    return [DAY + timedelta(days=n) for n in range(number)]


def _changes(terms: Terms, zone: str) -> Callable[[], object]:
    """What `changes` computes, with as much work as it may take, and answers kept as there."""
    long = history(800, zone)
    start, end = (
        StateMoment(day, datetime.combine(day, time(8), ZoneInfo(zone)))
        for day in (date(2005, 6, 1), AFTER_ALL)
    )

    def compute() -> object:
        memory = Memory(across=True)

        def under(
            terms: Terms, log: FactLog, day: date, at: datetime, readings: Mapping[str, str]
        ) -> Assessment:
            return assess(Look(terms, log, day, at, readings), compare=False, memory=memory)

        return caused(terms, long, start, end, under, (), MOST_WORK)

    return compute


def starting() -> None:
    """Whole processes: what a person or a cold function waits for."""
    assess_command = ["-m", "dealclock.cli", "assess", str(SAMPLE), "--as-of", "2004-11-20"]
    say("`dealclock assess`, the whole process", whole(assess_command), "ms")
    say("`dealclock --version`, the same", whole(["-m", "dealclock.cli", "--version"]), "ms")
    say(
        "importing what `assess` needs to run",
        whole(["-c", "import dealclock.engine.assess"]),
        "ms",
    )
    say(
        "importing what the sweep needs, boto3 included",
        whole(["-c", "import boto3, dealclock.jobs.plan.sweep"]),
        "ms",
    )


def per_call(work: Callable[[], object], number: int) -> float:
    """Processor seconds per call, the median of several runs of `number` calls."""
    work()
    took = timeit.repeat(work, number=number, repeat=RUNS, timer=process_time)
    return statistics.median(took) / number


def whole(arguments: list[str]) -> float:
    """Elapsed seconds of a whole Python process, the median of several."""
    command = [sys.executable, *arguments]

    def run() -> object:
        return subprocess.run(
            command, check=True, capture_output=True, env={"PYTHONPATH": str(LIBRARY)}
        )

    run()
    return statistics.median(timeit.repeat(run, number=1, repeat=RUNS))


def rate(what: str, work: Callable[[], list[object]]) -> None:
    """Print how many millions of items `work` makes per second, at the median of several runs."""
    print(f"{what:<52} {len(work()) / per_call(work, 20) / 1e6:>10,.2f} M/s")


def say(what: str, seconds: float, unit: str) -> None:
    """Print one line of the table."""
    scale = {"us": 1e6, "ms": 1e3}[unit]
    print(f"{what:<52} {seconds * scale:>10,.1f} {unit}")


GROUPS: Mapping[str, Callable[[], None]] = {
    "counting": counting,
    "assessing": assessing,
    "passes": passes,
    "certificates": certificates,
    "starting": starting,
    "desk": asked.desk,
    "workbench": workbench,
    "paths": paths,
    "cost": cost,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
