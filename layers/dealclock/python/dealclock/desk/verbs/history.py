"""`/deal history`: what was recorded, sent, done and written about one obligation."""

from collections.abc import Mapping
from functools import partial

from dealclock.answers.history import history
from dealclock.desk.verb import DeskRequest
from dealclock.desk.verbs.why import verb_of_item
from dealclock.jobs.deal_day import deal_now, handled


def _stored(request: DeskRequest) -> Mapping[str, object]:
    """What is stored about an item; files hold no messages."""
    deal, store = request.deal, request.services.store
    _, known_at = deal_now(deal, request.now)
    given = {"responses": handled(deal, known_at, store)}
    if request.desk.of_files:
        return given
    sent = partial(store.outbox.about_instance, deal.meta.id)
    return {**given, "sent": sent, "replies": partial(store.archive.notes, deal.meta.id)}


VERB = verb_of_item(history, _stored)
