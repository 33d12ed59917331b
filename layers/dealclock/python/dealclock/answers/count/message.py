"""A count of days in words."""

from dealclock.answers.compose import compose, terms_used
from dealclock.answers.count.result import CountResult
from dealclock.answers.deemed.message import render_count
from dealclock.answers.deemed.result import DeemedResult
from dealclock.messages import words
from dealclock.messages.message import Message, Section, listed, rows
from dealclock.messages.view import DealView


def message(result: CountResult, view: DealView) -> Message:
    """The day, then each day counted or skipped, preceded by when the notice is deemed given."""
    notice, count = result.deemed, result.count
    steps, methods = render_count(notice) if notice else (Section(), Section())
    banners = terms_used(result.heading)
    if count is None:
        method = notice.method if notice else ""
        headline = f"no date: notice by {method} alone is not valid under these terms"
        return compose(view, headline, (steps, methods), (), banners=banners)
    day = words.day(count.result)
    closed = view.closed_day(count.result)
    sections = (
        Section(
            rows=rows(
                ("Sent", _describe_notice(notice) if notice else ""),
                ("Note", f"{day} is {closed}" if closed else ""),
                *((_IF_READ[each.choice], words.day(each.day)) for each in result.others),
            )
        ),
        steps,
        listed("Day by day", words.counted(count)),
        methods,
    )
    side = "before" if result.back else "after"
    start, others = words.day(count.start), [words.day(each.day) for each in result.others]
    if notice:  # its day, the answer and another reading's in one line: the year is said once
        near = (count.start, *(each.day for each in result.others))
        start, *others = (words.nearby_day(each, count.result) for each in near)
        start = f"notice given {start}"
    later = ("a later" if each.day > count.result else "an earlier" for each in result.others)
    answer = (
        f"{day} is {result.length} {side} {start}",
        *(f"{which} reading: {other}" for which, other in zip(later, others, strict=True)),
    )
    return compose(view, answer, sections, (), banners=banners)


_IF_READ = {
    "federal-reserve": "If only the Federal Reserve's holidays are closed",
    "gcl-24": "If Lincoln's Birthday and Election Day are closed too",
}


def _describe_notice(notice: DeemedResult) -> str:
    deemed = f", deemed given {words.day(notice.deemed_given)}" if notice.deemed_given else ""
    return f"by {notice.method} on {words.day(notice.on)}{deemed}"
