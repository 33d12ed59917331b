"""Old deliveries are summed up: the same is said as if they were all read."""

from datetime import date

import pytest

from bench.cost import Played, deal_id
from dealclock.alerts.slots import Slot
from dealclock.store.sent_history import SENT_SUMMARY
from dealclock.store.write import ALWAYS, Delete

DEAL = f"DEAL#{deal_id(0)}"
LAST = date(2005, 3, 14)


class Listened(Played):
    """The months of a live deal, and all that they sent or changed, by slot; `forgets` the summary
    before each."""

    def __init__(self, *, forgets: bool) -> None:
        super().__init__()
        self.forgets = forgets
        self.sent: dict[tuple[date, Slot], list[str]] = {}
        self.changed: dict[tuple[date, Slot], list[str]] = {}
        self.shown: dict[str, str] = {}

    def slot(self, day: date, slot: Slot) -> None:
        if self.forgets:
            self.table.write(Delete(DEAL, "SENT", ALWAYS))
        slack, mails = self.house.slack, self.house.mailbox.mails
        posts, emails, updates = len(slack.posts), len(mails), len(slack.updates)
        super().slot(day, slot)
        texts = [post.text for post in slack.posts[posts:]]
        subjects = [str(mail.content["Subject"]) for mail in mails[emails:]]
        self.sent[day, slot] = [*texts, *subjects]
        updated = {ts: post.text for ts, post in slack.updates[updates:]}
        self.changed[day, slot] = sorted(updated.values())
        self.shown |= updated


@pytest.mark.full
def test_a_deal_whose_old_deliveries_are_summed_up_says_the_same() -> None:
    summed, whole = Listened(forgets=False), Listened(forgets=True)
    summed.play(LAST)
    whole.play(LAST)
    assert summed.sent == whole.sent
    # In January, dates of last year gain their year: in old messages once the deal changes.
    late = {at[0] for at, texts in whole.changed.items() if texts != summed.changed[at]}
    assert late == {date(2005, 1, 3), date(2005, 1, 11)}
    assert summed.shown == whole.shown
    row = summed.table.get(DEAL, "SENT")
    assert row is not None
    assert SENT_SUMMARY.read(row).before > date(2005, 1, 31)
