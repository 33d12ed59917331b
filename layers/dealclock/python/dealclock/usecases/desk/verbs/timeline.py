"""`/deal timeline`: the facts and dates of a deal in order."""

from dataclasses import dataclass
from datetime import timedelta

from dealclock.answers.timeline import QUESTION
from dealclock.answers.timeline.result import TimelineQuery
from dealclock.answers.typed import TypedWords, day, no_such_deal, parted
from dealclock.days.typed_day import DayWords
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb

DAYS_BACK = 90  # that are shown unless a first day is given


@dataclass(frozen=True, slots=True)
class TimelineArguments:
    """The first and the last day to show, where they are given; or everything."""

    since: DayWords | None
    until: DayWords | None
    all: bool


def _read(typed: TypedWords) -> TimelineArguments:
    parts = parted(typed, "since", "until")
    words = [w for w in parts[""] if w.lower() != "all"]
    if words:
        raise no_such_deal(words[0], typed.visible)
    span = [day(parts[m], typed, m) if m in parts else None for m in ("since", "until")]
    return TimelineArguments(span[0], span[1], bool(parts[""]))


def _answer(request: DeskRequest) -> Reply:
    arguments: TimelineArguments = request.given
    since = request.read(arguments.since, behind=True) if arguments.since else None
    until = request.read(arguments.until) if arguments.until else None
    first = since.day if since else None
    if first is None and not arguments.all:
        first = request.today - timedelta(days=DAYS_BACK)
    message = request.answer(QUESTION, TimelineQuery(first, until.day if until else None))
    return Reply(message, read=tuple(parsed for parsed in (since, until) if parsed))


VERB = Verb(
    "timeline",
    "timeline [DEAL] [since DATE] [until DATE] [all]",
    f"past and future events in order, from {DAYS_BACK} days back unless you choose",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("timeline", "timeline since 2004-06-30 until 2004-12-31"),
)
