"""The reference that pages take from data: what stands between `<!-- NAME: generated -->` and end.

`python -m tests.docs.generated` writes it into every page, after a change of what it is made from;
and the schema of terms.yaml for editors.
The examples of README.md, docs/desk.md, docs/drafts.md and docs/assessment.md have modules of their
own, since they play a deal.
"""

import contextlib
import inspect
import io
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import yaml

from dealclock.alerts.outcome import TRANSITIONS, Later, Lost, Outcome, Transition
from dealclock.cli import main as main_of_dealclock
from dealclock.desk.interactions.dispatch import NEEDS
from dealclock.facts.kinds import GROUPS
from dealclock.files.source import parse
from dealclock.jobs import settings
from dealclock.jobs.operate.watch import CHECKS
from dealclock.people.people import Action, Audience, Role, permits
from dealclock.people.policy import Policy, Reason, ReminderRules
from dealclock.terms.key_names import said
from dealclock.terms.neutral_ids import shown_choice, shown_kind
from dealclock.terms.readings import ALL, Reading
from dealclock.terms.rules.rule import Rule, SatisfiableRule
from dealclock.terms.spellings import Provision
from dealclock.terms.terms import Terms
from dealclock.terms.versions import versions
from tests.contract.cloudformation import of_type, written
from tests.docs import schema
from tests.unit.engine.deals import amended, letter_terms, sample_terms

SAMPLES = (
    Path("agreements/infocrossing-2004/terms.yaml"),
    Path("agreements/camden-letter-2002/terms.yaml"),
)
TYPES: dict[str, type[Rule]] = {
    get_args(rule.model_fields["type"].annotation)[0]: rule
    for rule in get_args(get_args(Provision)[0])
    if not rule.__module__.startswith("dealclock.terms.general")  # docs/terms.md has those in full
}
_PART = re.compile(r"(<!-- (\S+)(?: ([^:\n]+))?: generated -->\n).*?(<!-- end -->\n)", re.DOTALL)


def rewritten(page: str) -> str:
    """The page with its reference made again; parts of other modules stay as they are."""
    return _PART.sub(_made, page)


def pages() -> list[Path]:
    """Every page that may hold reference."""
    return sorted([Path("README.md"), Path("CONTRIBUTING.md"), *Path("docs").rglob("*.md")])


def _made(part: re.Match[str]) -> str:
    make = _PARTS.get(part[2])
    return f"{part[1]}{make(part[3])}\n{part[4]}" if make else part[0]


def _table(heads: list[str], rows: Iterator[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines) + "\n"


def _listed(names: Iterator[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# --- Deals' files ---------------------------------------------------------------------------------


def _provision(name: str) -> str:
    """A type's keys, and the first provision of that type in the samples, as its file has it."""
    rule = TYPES[name]
    general = {*Rule.model_fields, *SatisfiableRule.model_fields, "type"} - {"met_by"}
    own = {n: f for n, f in rule.model_fields.items() if n not in general}
    needed = _listed(n for n, f in own.items() if f.is_required())
    optional = _listed(n for n, f in own.items() if not f.is_required())
    keys = f"Required: {needed}." + (f" Optional: {optional}." if optional else "")
    return f"{keys}\n\n```yaml\n{_first_of(name)}```\n"


def _first_of(name: str) -> str:
    for sample in SAMPLES:
        text = sample.read_text(encoding="utf-8").partition("\nprovisions:\n")[2]
        for entry in re.split(r"\n(?=  - id: |\S)", text):
            if re.search(rf"^    type: {name}$", entry, re.MULTILINE):
                lines = (line for line in entry.splitlines() if line.strip(" #"))
                return "".join(f"{line[4:]}\n" for line in lines if line[4:5] != "#")
    raise LookupError(f"no sample has a provision of type {name!r}")


def _kinds(_: str) -> str:
    def row(kind: Any) -> list[str]:
        needs = ", ".join([*(f"`{n}`" for n in kind.needs), *(f"(`{n}`)" for n in kind.may)])
        called = shown_kind(kind.id)
        both = f"`{called}`" if called == kind.id else f"`{called}`, also `{kind.id}`"
        return [both, kind.description, needs]

    heads = ["kind", "means", "required (optional) keys"]
    return _table(heads, (row(kind) for kinds in GROUPS.values() for kind in kinds))


def _policy(_: str) -> str:
    def default(value: object) -> str:
        if not isinstance(value, ReminderRules):
            return yaml.safe_dump(value).split("\n")[0]
        given = {k: v for k, v in value.model_dump(mode="json").items() if v}
        return yaml.safe_dump(given, default_flow_style=True, sort_keys=False, width=200).strip()

    rows = ([f"`{name}`", f"`{default(value)}`"] for name, value in Policy())
    return _table(["key", "default"], rows)


def _amended_terms() -> Terms:
    rates = {"additional-interest": {"by_age": [{"from_day": 1, "rate": 0.50}]}}
    day = date(2005, 1, 3)
    return versions(amended({"on": day, "to": rates}), day, day)[-1].terms


def asked_under(reading: Reading) -> str:
    """The Sections under which a reading is asked, in the first sample that asks it."""
    asking = (t.clauses_of(reading) for t in (sample_terms(), letter_terms(), _amended_terms()))
    return next((clauses for clauses in asking if clauses), "")


def _both(reading: str, choice: str) -> str:
    """What a choice is called, and its first name if that is another."""
    called = shown_choice(reading, choice)
    return f"`{called}`" if called == choice else f"`{called}`, also `{choice}`"


def _reading(name: str) -> str:
    reading = ALL[name]
    marks = dict.fromkeys(reading.settled_against, " (rejected by law)")
    marks[reading.default] = " (default)"
    rows = ([f"{_both(name, c)}{marks.get(c, '')}", means] for c, means in reading.choices.items())
    table = _table(["choice", "interpretation"], rows)
    why = textwrap.fill(reading.why, 118, break_on_hyphens=False, break_long_words=False)
    asked = f"**Section** {asked_under(reading)}. **Question** {reading.question}"
    return f"{asked}\n\n{table}\n**Why** {why}\n"


def _names(_: str) -> str:
    """The keys that older files have under another word, not only with underscores."""
    older: dict[str, list[str]] = {}
    for old, new in said(Terms).items():
        if new != old.replace("_", " "):
            older.setdefault(new, []).append(f"`{old.replace('_', ' ')}`")
    rows = ([f"`{new}`", ", ".join(dict.fromkeys(each))] for new, each in older.items())
    return _table(["key", "in older files"], rows)


# --- Patterns -------------------------------------------------------------------------------------

PATTERNS = Path("tests/cases/patterns.yaml")
_LINES = re.DOTALL | re.MULTILINE
_YEAR = 2026
_STATUS = {
    "met late": "satisfied late",
    "met": "satisfied",
    "missed": "overdue",
    "upcoming": "open",
}


def _patterns(_: str) -> str:
    """Each pattern: words of an agreement, the terms as the file has them, and the answers."""
    text = PATTERNS.read_text(encoding="utf-8")
    cases = parse(text, str(PATTERNS)).data["cases"]
    blocks = re.findall(
        r"^    terms:\n(.*?)^(?=    (?:facts|#|as_of))(.*?)^    as_of", text, _LINES
    )
    parts = []
    for case, (block, before) in zip(cases, blocks, strict=True):
        terms = textwrap.dedent(block)
        counted = " ".join(re.findall(r"^ *# (.*)$", before, re.MULTILINE)).rstrip(".")
        first = [*_happened(case.get("facts", ())), *([counted] if counted else [])]
        says = {"says": "; ".join(first) or "nothing yet"}
        rows = (_answered({**case, **each}) for each in (says, *case.get("also", ())))
        table = _table(["what happens", "as of", "answer"], rows)
        parts.append(f"## {case['note']}\n\n> {case['says']}\n\n```yaml\n{terms}```\n\n{table}")
    return "\n" + "\n".join(parts)


_FIGURES = {"status": "is", "met_on": "on", "occurred_on": "occurred", "amount": "is"}


def _happened(facts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for each in facts:
        yield f"`{each['kind']}` on {_day(each['on'])}"


def _day(day: date) -> str:
    return f"{day:%B} {day.day}{f', {day.year}' if day.year != _YEAR else ''}"


def _answered(case: Mapping[str, Any]) -> list[str]:
    """A question in words, its day, and the figures of its answer."""
    figures = [
        f"`{name}`: {_figures(each)}"
        for group in case["expected"].values()
        for name, each in (group.items() if isinstance(group, dict) else ())
        if name != "total"
    ]
    total = case["expected"].get("accrual", {}).get("total")
    figures += [f"accrued ${float(total):,.2f}"] if total else []
    return [case["says"], _day(case["as_of"]), "; ".join(figures)]


def _figures(answer: Mapping[str, Any] | None) -> str:
    if answer is None:
        return "none"
    return ", ".join(f"{_FIGURES.get(key, key)} {_figure(key, v)}" for key, v in answer.items())


def _figure(key: str, value: Any) -> str:
    if key == "amount":
        return f"${float(value):,.2f}"
    if isinstance(value, date):
        return _day(value)
    return _STATUS.get(str(value), str(value))


# --- The command line -----------------------------------------------------------------------------

# What the page says once about every command that takes it.
_COMMON = ("--help", "--facts", "--known-at", "--reading", "--stack")
_AS_USUAL = {
    "--as-of": "As-of date, as in /deal: 2004-11-20, friday (default: today in the deal's "
    "time zone)",
    "--json": "Print JSON",
}


def _command(name: str) -> str:
    """What a command does, its own options and its example, as its help has them."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        main_of_dealclock([name, "--help"])
    about, _, options = shown.getvalue().partition("Options:\n")
    does = textwrap.fill(about.split("\n\n")[1], 118, break_on_hyphens=False)
    options, _, example = options.partition("\nExample: ")
    rows = []
    for each in re.split(r"\n(?=  -)", options.rstrip()):
        flag, means = re.split(r"  +|\n", each.strip(), maxsplit=1)
        flag, means = flag.removeprefix("-h, "), " ".join(means.split())
        if not flag.startswith(_COMMON) and _AS_USUAL.get(flag.split()[0]) != means:
            rows.append([f"`{flag}`".replace("|", "\\|"), means])
    table = _table(["option", ""], iter(rows)) + "\n" if rows else ""
    return f"\n{does}\n\n{table}    {' '.join(example.split())}\n"


# --- People ---------------------------------------------------------------------------------------


def _members(of: type[StrEnum]) -> Iterator[list[str]]:
    """Each value of an enumeration, with the comment above it."""
    said: list[str] = []
    for line in inspect.getsource(of).splitlines():
        if value := re.fullmatch(r'    [A-Z_]+ = "([a-z ]+)"', line):
            yield [value[1], " ".join(said)]
        said = [*said, line.strip("# ")] if line.startswith("    # ") else []


def _actions(_: str) -> str:
    return _table(["action", "is"], ([f"`{name}`", means] for name, means in _members(Action)))


def _reasons(_: str) -> str:
    return _table(["reason", "means"], _members(Reason))


def _buttons(_: str) -> str:
    """Every button, menu and shortcut, and who may use it inside a deal."""
    roles: tuple[Role, ...] = get_args(Role)

    def row(says: str, action: Action) -> list[str]:
        marks = ("yes" if permits(role, action, "inside") else "no" for role in roles)
        return [says, action, *marks]

    return _table(["button or menu", "needs to", *roles], (row(*each) for each in NEEDS.items()))


# --- The running system ---------------------------------------------------------------------------


def _roles(audience: str) -> str:
    roles: tuple[Role, ...] = get_args(Role)
    (inside,) = (a for a in get_args(Audience) if a == audience)

    def row(action: Action) -> list[str]:
        marks = ("yes" if permits(role, action, inside) else "no" for role in roles)
        return [f"`{action}`", *marks]

    return _table(["", *roles], (row(action) for action in Action))


def _parameters(_: str) -> str:
    """The template's parameters, those that must be given first."""

    def row(name: str, given: Mapping[str, Any]) -> list[str]:
        default = given.get("Default", "required")
        return [f"`{name}`", f"`{default}`" if default != "" else "-", given["Description"]]

    found = sorted(written()["Parameters"].items(), key=lambda each: "Default" in each[1])
    return _table(["parameter", "default", ""], (row(*each) for each in found))


def _alarms(_: str) -> str:
    def row(name: str, alarm: Mapping[str, Any]) -> list[str]:
        means, _, _ = alarm["AlarmDescription"].partition(". Run ")
        return [f"`{name}`", means, _over(alarm)]

    heads = ["alarm", "means", "over when"]
    alarms = of_type("AWS::CloudWatch::Alarm")
    return _table(heads, (row(name, alarm) for name, alarm in sorted(alarms.items())))


def _over(alarm: Mapping[str, Any]) -> str:
    """When CloudWatch reports an alarm as over, by its metrics."""
    stats = [each["MetricStat"] for each in alarm.get("Metrics", ()) if "MetricStat" in each]
    named = {each["Metric"]["MetricName"] for each in stats} | {alarm.get("MetricName")}
    minutes = (stats or [alarm])[0]["Period"] // 60
    if alarm["ComparisonOperator"] == "LessThanThreshold":
        return "it completes"
    if "ApproximateNumberOfMessagesVisible" in named:
        return "the queues are empty"
    if "ApproximateAgeOfOldestMessage" in named:
        return "nothing waits that long"
    if alarm.get("Statistic") == "Maximum":
        return "the watchdog finds none"
    if "Reputation.BounceRate" in named:
        return "the rates have fallen"
    if alarm.get("DatapointsToAlarm") == 2:
        return f"fewer than two are within {minutes * alarm['EvaluationPeriods']} minutes"
    return f"{minutes} minutes pass without one" if alarm["Threshold"] == 1 else "fewer come"


def _variables(_: str) -> str:
    found: dict[str, tuple[str, str]] = {}
    every = (c for c in vars(settings).values() if isinstance(c, type))
    classes = [c for c in every if issubclass(c, settings.Settings)]
    for each in (field for c in classes for field in fields(c)):
        given = f"`{each.default}`" if each.default else "none"
        pattern = each.metadata["pattern"]
        must = "" if pattern.startswith("(?s:.") else f"`{pattern}`".replace("|", "\\|")
        found[each.metadata["name"]] = (must, "required" if each.default is MISSING else given)
    rows = ([f"`{name}`", must, default] for name, (must, default) in sorted(found.items()))
    return _table(["variable", "must match", "default"], rows)


# --- Delivery -------------------------------------------------------------------------------------


def _outcomes(_: str) -> str:
    """What each outcome makes of a delivery, from the table by which it is settled."""

    def row(outcome: type[Outcome], step: Transition) -> list[str]:
        then = "queued again, after the wait" if not step.final else "nothing more is sent"
        then = "other routes take over" if step.fails_over else then
        recorded = "until another worker claims it" if step.final else "while the claim lasts"
        meaning = (outcome.__doc__ or "").partition("\n")[0].partition(";")[0].rstrip(".")
        state = f"{step.state}, for good" if outcome is Lost else str(step.state)
        if outcome is Later:
            state += "; unknown while an earlier attempt is"
        return [f"`{outcome.__name__}`", meaning, state, recorded, then]

    heads = ["outcome", "meaning", "the delivery becomes", "recorded", "then"]
    return _table(heads, (row(*item) for item in TRANSITIONS.items()))


def _checks(_: str) -> str:
    """What the watchdog looks for, and who repairs it, from its table."""

    def said(work: Callable[..., object]) -> str:
        return re.sub(r"\s+", " ", (work.__doc__ or "").partition("\n\n")[0]).rstrip(".")

    rows = (
        [f"`{name}`", said(check.find), said(check.repair) if check.repair else "-"]
        for name, check in CHECKS.items()
    )
    return _table(["check", "looks for", "the watchdog's repair; else an operator's"], rows)


_PARTS: dict[str, Callable[[str], str]] = {
    "provision": _provision,
    "kinds": _kinds,
    "names": _names,
    "patterns": _patterns,
    "policy": _policy,
    "reading": _reading,
    "command": _command,
    "actions": _actions,
    "reasons": _reasons,
    "buttons": _buttons,
    "roles": _roles,
    "parameters": _parameters,
    "alarms": _alarms,
    "variables": _variables,
    "outcomes": _outcomes,
    "checks": _checks,
}


def main() -> None:
    """Write the reference of every page."""
    for path in pages():
        path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")
    schema.FILE.write_text(schema.made(), encoding="utf-8")


if __name__ == "__main__":
    main()
