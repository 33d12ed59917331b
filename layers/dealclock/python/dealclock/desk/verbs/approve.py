"""`/deal approve`: the second pair of eyes for terms, a chosen reading, a critical fact."""

from dealclock.answers.typed_words import UnreadableCommandError, one_name
from dealclock.desk.approve import ApprovalRequest, approve
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.jobs.approvals import known_at_own_day, waiting
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.messages import desk_replies
from dealclock.people.people import Action


def _answer(request: DeskRequest) -> Reply:
    person = request.deal.team.access.of_slack(request.user)
    if person is None:
        raise UnreadableCommandError("Only people on the deal's own list can approve.")
    if request.given is None:
        remaining = waiting(
            request.deal, request.services.store, known_at_own_day(request.deal, request.now)
        )
        names = ", ".join(str(approval.subject) for approval in remaining)
        raise UnreadableCommandError(
            f"Name what you approve: {names}." if names else "Nothing awaits second approval."
        )
    wanted = ApprovalRequest(request.deal.meta.id, request.given, person.id)
    result = approve(wanted, request.services, request.user)
    # Messages in Slack still say that it awaits approval: update them.
    reassess_now(request.deal.meta.id, request.services)
    return Reply(
        desk_replies.render_approval(
            result.code_name, result.approval, result.waiting, result.rehearsal
        )
    )


VERB = Verb(
    "approve",
    "approve [DEAL] WHAT",
    "give second approval of terms, a reading or a critical event: approve reading:day-count",
    Scope.DEAL,
    one_name,
    _answer,
    action=Action.APPROVE,
    examples=("approve terms:1", "approve {deal} reading:default-occurs"),
)
