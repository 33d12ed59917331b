"""`make bench ARGS=desk`: 200 deals of 200 facts, every verb, compared with a bare Bolt "hello".

The table is the real DynamoDB Local. Each verb's own examples are asked in turn, each time in the
channel of another deal. The first request of each example in a function just started is counted
apart: it computes what the others find in memory. The waiting time is shown next to the function's
processor time: on a shared machine, the former depends more on other work than on the function.
"""

import contextlib
import math
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import boto3

from bench.desk import beside, deals, emulated, starts
from bench.desk.emulated import LIMIT, Taken
from dealclock.desk.verbs.all import VERBS
from local import dynamodb_local

DEALS, FACTS = 200, 200
STARTS = 7
ASKED = 300  # warm requests for each verb
PATIENCE = 30  # seconds for a start, to learn how long it takes on a machine that is busy
HELLO = "hello, bare Bolt"
_HEADS = "{:<42}   waited p50       p99   worked p50       p99"


def desk() -> None:
    """Measure and print; if the machine cannot run the table or the emulator, print that."""
    lacking = dynamodb_local.missing() if sys.platform == "linux" else "it takes Linux"
    if lacking:
        print(f"the desk is not measured: {lacking}")
        return
    with tempfile.TemporaryDirectory() as temporary, beside.answering() as others:
        folder = Path(temporary)
        with dynamodb_local.running(folder / "table") as table:
            client = boto3.client(
                "dynamodb",
                endpoint_url=table,
                region_name="us-east-1",
                aws_access_key_id="bench",
                aws_secret_access_key="bench",
            )
            deals.loaded(client, DEALS, FACTS)
            given = starts.environment(folder, table, others)
            copies = starts.deployed(folder)
            _cold(copies, folder, given)
            _warm(copies, folder, given)


def _cold(copies: Sequence[Path], folder: Path, given: Mapping[str, str]) -> None:
    """Cold starts, ours and the peer's in turn."""
    imports: dict[str, list[float]] = {copy.name: [] for copy in copies}
    answers: dict[str, list[Taken]] = {copy.name: [] for copy in copies}
    for number in range(STARTS):
        for copy in copies:
            imports[copy.name].append(starts.imported(copy, given))
            with emulated.running(copy, folder / "log", given, PATIENCE) as function:
                answers[copy.name].append(function.ask("status", deals.channel(number)))
    hello, ours = (statistics.median(imports[copy.name]) for copy in copies)
    print(f"\ncold, medians of {STARTS} starts")
    print(f"{'importing a bare Bolt handler, processor time':<52} {hello * 1e3:>10,.0f} ms")
    print(f"{'importing functions/slack, processor time':<52} {ours * 1e3:>10,.0f} ms")
    print(f"{'  as a multiple':<52} {ours / hello:>10,.2f}")
    print(_HEADS.format("first answer, from nothing"))
    for name, taken in answers.items():
        print(_line(f"{name}, started for it", taken))


def _warm(copies: Sequence[Path], folder: Path, given: Mapping[str, str]) -> None:
    """Warm requests: rounds of every verb, each round with a "hello" to the peer."""
    hello, ours = copies
    taken: dict[str, list[Taken]] = {HELLO: [], **{name: [] for name in VERBS}}
    examples = [example for verb in VERBS.values() for example in verb.examples]
    limit = _limit(ours, folder, given)
    with contextlib.ExitStack() as stack:
        peer = stack.enter_context(emulated.running(hello, folder / "log", given, limit))
        desk = stack.enter_context(emulated.running(ours, folder / "log", given, limit))
        peer.ask("", "")

        def firsts() -> list[Taken]:
            channel, name = deals.channel(0), deals.code_name(0)
            return [desk.ask(example.format(deal=name), channel) for example in examples]

        first = firsts()
        for number in range(ASKED):
            taken[HELLO].append(peer.ask("", ""))
            channel, name = deals.channel(number % DEALS), deals.code_name(number % DEALS)
            for verb in VERBS.values():
                text = verb.examples[number % len(verb.examples)].format(deal=name)
                taken[verb.name].append(desk.ask(text, channel))
                if taken[verb.name][-1].processor is None:
                    firsts()  # the emulator stopped it: start it again
    print()
    print(_HEADS.format(f"warm, {DEALS} deals of {FACTS} facts, {ASKED} requests each"))
    print(_line("the first of each example, after a start", first))
    for verb_name, each in taken.items():
        print(_line(verb_name if verb_name == HELLO else f"/deal {verb_name}", each))


def _limit(copy: Path, folder: Path, given: Mapping[str, str]) -> int:
    """The emulator's limit in seconds: Slack's, if a start is within it."""
    with emulated.running(copy, folder / "log", given, LIMIT) as function:
        if not function.ask("status", deals.channel(0)).late:
            return LIMIT
    waiting, processors = os.getloadavg()[0], os.cpu_count()
    print(
        f"\nThe machine is too busy ({waiting:.0f} wait for {processors} processors) to start the "
        f"function in {LIMIT} s.\nThe emulator's limit is lifted, and later answers are counted."
    )
    return PATIENCE


def _line(what: str, taken: Sequence[Taken]) -> str:
    seconds = [each.seconds for each in taken]
    processor = [each.processor for each in taken if each.processor is not None]
    columns = (
        percentile(seconds, 50),
        percentile(seconds, 99),
        percentile(processor, 50) if processor else math.nan,
        percentile(processor, 99) if processor else math.nan,
    )
    late = sum(each.late for each in taken)
    words_shown = f"   {late} of {len(taken)} not within {LIMIT} s" if late else ""
    shown = "{:>10,.0f} ms{:>7,.0f} ms{:>10,.0f} ms{:>7,.0f} ms"
    return f"{what:<42}{shown.format(*(each * 1e3 for each in columns))}{words_shown}"


def percentile(seconds: Sequence[float], per_cent: int) -> float:
    """The percentile by nearest rank: of fewer than a hundred, the 99th is the slowest."""
    rank = math.ceil(len(seconds) * per_cent / 100)
    return sorted(seconds)[rank - 1]
