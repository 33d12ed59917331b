"""What was answered to a click or shown in a form, kept word for word like every other answer."""

from datetime import datetime

from dealclock import __version__
from dealclock.media import plain
from dealclock.messages.message import Message
from dealclock.store import ArchiveEntry, Rendition
from dealclock.usecases.desk.interactions.services import DeskServices


def keep(
    message: Message, deal: str, user: str, hands: DeskServices, now: datetime, *, about: str = ""
) -> None:
    """Archive it under the deal before it is shown; when this raises, nothing must be shown."""
    meta = hands.store.deals.meta(deal)
    if meta is None:
        return
    rendition = Rendition(
        text=plain.as_text(message),
        terms_version=meta.terms_version,
        team_version=meta.team_version,
        engine=__version__,
        as_of=meta.day or now.date(),
        known_at=now,
    )
    hands.store.archive.add_message(ArchiveEntry("answer", user, (deal,), rendition, about), now)
