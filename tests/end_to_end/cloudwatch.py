"""CloudWatch, as far as `template.yaml` uses it: its alarms and its dashboard, read from the
template itself and evaluated over the metrics and logs that the functions really wrote.

The embedded AWS evaluates no alarm, and takes no metric math at all. Time is counted in minutes of
the play, not of this machine: what is done in five minutes has their end as its time.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.contract.cloudformation import Json, named, of_type, target

STEP = 5
"""Minutes: every period of an alarm is a multiple of it."""
STACK = "AWS::StackName"


@dataclass(frozen=True)
class Sample:
    """One value of a metric. `about` is the logical id of what it is about, or `STACK`."""

    minute: int
    namespace: str
    name: str
    about: str
    value: float


@dataclass(frozen=True)
class Metrics:
    """Every value so far, and the minute it is."""

    now: int
    samples: Sequence[Sample]

    def stat(self, metric: tuple[str, str, str], stat: str, first: int, last: int) -> float | None:
        """The statistic of a metric after minute `first` up to and with `last`; None if it has no
        value in them."""
        values = sorted(
            each.value
            for each in self.samples
            if first < each.minute <= last and (each.namespace, each.name, each.about) == metric
        )
        if not values:
            return None
        match stat:
            case "Sum":
                return sum(values)
            case "Minimum":
                return values[0]
            case "Maximum":
                return values[-1]
        return values[math.ceil(float(stat.removeprefix("p")) / 100 * len(values)) - 1]

    def alarms(self) -> dict[str, str]:
        """The alarms that are on now, with their descriptions."""
        every = of_type("AWS::CloudWatch::Alarm")
        return {n: a["AlarmDescription"] for n, a in every.items() if self._is_on(a)}

    def _is_on(self, alarm: Json) -> bool:
        periods: int = alarm["EvaluationPeriods"]
        breaching = sum(self._is_breaching(alarm, back) for back in range(periods))
        needed: int = alarm.get("DatapointsToAlarm", periods)
        return breaching >= needed

    def _is_breaching(self, alarm: Json, back: int) -> bool:
        """Whether the value `back` periods ago is beyond the alarm's threshold."""
        values = [
            self.stat(_metric(metric), stat, last - period, last)
            for metric, stat, period in _read_by(alarm)
            for last in (self.now - back * period,)
        ]
        there = [value for value in values if value is not None]
        if not there:
            return bool(alarm["TreatMissingData"] == "breaching")
        [math_of] = [e["Expression"] for e in alarm.get("Metrics", ()) if "Expression" in e] or [""]
        value = sum(there) if math_of.startswith("SUM") else max(there)
        if alarm["ComparisonOperator"] == "LessThanThreshold":
            return bool(value < alarm["Threshold"])
        return bool(value >= alarm["Threshold"])

    def dashboard(self, minutes: int = 60) -> Iterator[str]:
        """A line for each of the dashboard's charts: its figures in the last hour, by period."""
        for widget in _widgets():
            shown = widget["properties"]
            if widget["type"] == "log":
                continue
            figures = []
            for namespace, name, _, about, how in shown["metrics"]:
                period = min(shown["period"] // 60, minutes)
                ends = range(self.now - minutes + period, self.now + 1, period)
                metric = (namespace, name, about)
                values = [self.stat(metric, how["stat"], end - period, end) for end in ends]
                if any(value is not None for value in values):
                    figures.append(f"{how['label']} {' '.join(map(_figure, values))}")
            yield f"{shown['title']}: {'; '.join(figures) or 'no value'}"


def _read_by(alarm: Json) -> Iterator[tuple[Json, str, int]]:
    """Each metric of an alarm, with its statistic and period in minutes."""
    for each in alarm.get("Metrics", ()):
        if "MetricStat" in each:
            stat = each["MetricStat"]
            yield stat["Metric"], stat["Stat"], stat["Period"] // 60
    if "MetricName" in alarm:
        yield alarm, alarm["Statistic"], alarm["Period"] // 60


def _metric(metric: Json) -> tuple[str, str, str]:
    dimensions = metric.get("Dimensions", ())
    about = target(dimensions[0]["Value"]) if dimensions else ""
    return metric["Namespace"], metric["MetricName"], about


def _widgets() -> list[Json]:
    """The dashboard's widgets, what they are about by logical id."""
    body, _ = named("Dashboard")["DashboardBody"]["Fn::Sub"]
    widgets: list[Json] = json.loads(re.sub(r"\$\{([\w:]+)(?:\.\w+)?\}", r"\1", body))["widgets"]
    return widgets


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def failures(lines: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[str]:
    """What the dashboard's table of failures shows of the functions' logs, newest first: each line
    with its minute."""
    [query] = [w["properties"]["query"] for w in _widgets() if w["type"] == "log"]
    [fields], [levels] = (
        re.findall(r"fields ([^|]+)", query),
        re.findall(r"level in \[(.+?)\]", query),
    )
    wanted = [name.strip() for name in fields.split(",")]
    rows = [
        (minute, "  ".join(str(line[name]) for name in wanted if line.get(name)))
        for minute, line in lines
        if f"'{line.get('level')}'" in levels
    ]
    for minute, text in sorted(rows, key=lambda row: -row[0]):
        yield f"{minute:>4} min  {text}"
