"""`/deal calendar`: the asker's own calendar feed; its address is told once and kept nowhere."""

from dealclock.answers.typed_words import TypedWords, UnreadableCommandError, no_such_deal, shown
from dealclock.desk.calendar_feed import make, revoke, rotate
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.errors import NotFoundError
from dealclock.messages import desk_replies

_WORDS = ("new", "stop")


def _read(typed: TypedWords) -> str:
    if not typed.words:
        return ""
    wrong = next((word for word in typed.words if word.lower() not in _WORDS), typed.words[-1])
    if len(typed.words) == 1 and wrong.lower() in _WORDS:
        return wrong.lower()
    if not typed.named and typed.deal is None:
        raise no_such_deal(wrong, typed.visible)
    raise UnreadableCommandError(
        f"{shown(wrong)} is not an option. Type {', '.join(_WORDS)}, or nothing."
    )


def _answer(request: DeskRequest) -> Reply:
    deal = request.deal
    person = deal.team.access.of_slack(request.user)
    if person is None:
        raise UnreadableCommandError(
            "Only people on the deal's own list can have its calendar feed."
        )
    name, rehearsal = deal.meta.code_name, deal.meta.rehearsal
    if request.given == "stop":
        was_shown = revoke(person, request.services, request.user, deal.meta.id)
        return Reply(desk_replies.render_feed_stopped(name, rehearsal, was_in_feed=was_shown))
    try:
        address, feed = make(person, (deal,), request.services, request.desk.web, request.user)
        if request.given == "new" and not address:
            address, feed = rotate(person, request.services, request.desk.web, request.user)
    except NotFoundError as error:
        raise UnreadableCommandError(f"{str(error)[:1].upper()}{str(error)[1:]}") from None
    zone = deal.terms.agreement.time_zone
    hidden = desk_replies.HIDDEN_LINK if address else ""
    message, archived = (
        desk_replies.render_feed_address(name, rehearsal, url, feed.valid_until, zone)
        for url in (address, hidden)
    )
    return Reply(message, archived=archived)


VERB = Verb(
    "calendar [DEAL] [new | stop]",
    Scope.DEAL,
    _read,
    _answer,
    examples=("calendar", "calendar stop"),
)
