"""`/deal holders`: what each Holder has, is entitled to and is to be paid."""

from dealclock.access.people import Action
from dealclock.render import answers, outside
from dealclock.render.desk import holders
from dealclock.usecases.desk.unreadable_command import no_such_deal
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import holder_of
from dealclock.usecases.questions.holders import QUESTION


def _read(typed: TypedWords) -> str | None:
    words = typed.words[1:] if typed.words[:1] == ("holder",) else typed.words
    if words and typed.deal is None:
        raise no_such_deal(words[0], typed.visible)
    return holder_of(words)


def _answer(ask: DeskRequest) -> Reply:
    if ask.outside(ask.deal):
        return _outside(ask)
    found = ask.run(QUESTION, holder=ask.given)
    return Reply(holders.holders(ask.view(compare=False), found))


def _outside(ask: DeskRequest) -> Reply:
    """A Holder is told of its own Notes and of nobody else's; the Trustee of none by Holder."""
    own, code_name = ask.holder(ask.deal), ask.deal.meta.code_name
    if own is None or ask.given not in (None, own):
        ask.desk.store.archive.audit(ask.deal.meta.id, "refused holders", ask.user, ask.now)
        whose = "holders for Notes other than your own" if own else "holders"
        return Reply(answers.not_allowed(whose, code_name, outside=True))
    return Reply(outside.holder(ask.view(), ask.holder_view(own), own))


VERB = Verb(
    "holders",
    "holders [DEAL] [NAME]",
    "each Holder's Notes, whether it is entitled and why, and what it is due",
    Of.DEAL,
    _read,
    _answer,
    action=Action.CONSULT,
    shareable=True,
    examples=("holders", "{deal} holders"),
)
