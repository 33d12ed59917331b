"""CodeDeploy's question before a release serves: does a rehearsal deal go through it, end to end?

Nothing of the library is imported until it is asked: a release that cannot be imported must answer
"no" at once, or CodeDeploy would wait an hour.
"""

import logging
from typing import Any

import boto3

logger = logging.getLogger(__name__)
codedeploy = boto3.client("codedeploy")


def handler(event: dict[str, Any], _: object) -> dict[str, str]:
    """Answer with the outcome of the rehearsal; "Failed" rolls the deployment back."""
    status = "Succeeded"
    try:
        from .rehearsal import rehearse  # noqa: PLC0415 - above

        rehearse()
    except Exception:  # the deal is a sample: its words may be in the log
        logger.exception("the rehearsal failed; this release is not to serve")
        status = "Failed"
    codedeploy.put_lifecycle_event_hook_execution_status(
        deploymentId=event["DeploymentId"],
        lifecycleEventHookExecutionId=event["LifecycleEventHookExecutionId"],
        status=status,
    )
    return {"status": status}
