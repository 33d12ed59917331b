"""The canary as it is deployed: with the layers, settings and role that the template gives it."""

import time

from tests.end_to_end.house import House


def test_the_deployed_canary_has_every_function_take_part(house: House) -> None:
    """No CodeDeploy is here to be answered, so its answer alone fails."""
    stack, began = house.local.stack, time.time()
    resource = stack.client("cloudformation").describe_stack_resource(
        StackName=stack.name, LogicalResourceId="CanaryFunction"
    )
    answer = stack.client("lambda").invoke(
        FunctionName=resource["StackResourceDetail"]["PhysicalResourceId"],
        Payload=b'{"DeploymentId": "d-1", "LifecycleEventHookExecutionId": "hook-1"}',
    )
    said = "\n".join(house.log_of("canary", began))
    assert "the rehearsal failed" not in said
    for done in (
        "swept",
        "assessed",
        "delivery",
        "answered",
        "mail",
        "file",
        "watched",
        "verified",
    ):
        assert f'"message":"{done}"' in said, answer["Payload"].read()
