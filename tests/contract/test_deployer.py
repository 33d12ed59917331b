"""`deployer.yaml`: enough to deploy `template.yaml`, held against what CloudFormation's own schemas
say each kind of resource needs; nothing that reads a deal or ends a table.
"""

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import cfnlint
import pytest
from samtranslator.yaml_helper import yaml_parse

from tests.contract.cloudformation import CHECKOUT, many, transformed

SCHEMAS = Path(cfnlint.__file__).parent / "data" / "schemas" / "resources"
DEPLOYER = yaml_parse((CHECKOUT / "deployer.yaml").read_text())["Resources"]

NOT_USED = {
    "amplify:": "a firewall in front of the REST API only",
    "apigateway:UpdateRestApiPolicy": "no policy of its own",
    "apprunner:": "a firewall in front of the REST API only",
    "appsync:": "a firewall in front of the REST API only",
    "bedrock-agentcore:": "a firewall in front of the REST API only",
    "backup:DeleteBackupVaultAccessPolicy": "none",
    "backup:DeleteBackupVaultLockConfiguration": "none",
    "backup:DeleteBackupVaultNotifications": "none",
    "backup:PutBackupVault": "none of those three",
    "codedeploy:": "a group of deployments has its own role",
    "cognito-idp:": "a firewall in front of the REST API only",
    "dynamodb:AssociateTableReplica": "no replica",
    "dynamodb:BatchWriteItem": "no import",
    "dynamodb:CreateTableReplica": "no replica",
    "dynamodb:DeleteItem": "no import",
    "dynamodb:DeleteResourcePolicy": "tables have none",
    "dynamodb:DeleteTable": "tables are retained",
    "dynamodb:DescribeImport": "no import",
    "dynamodb:DisableKinesis": "no stream",
    "dynamodb:EnableKinesis": "no stream",
    "dynamodb:GetItem": "no import",
    "dynamodb:ImportTable": "no import",
    "dynamodb:PutItem": "no import",
    "dynamodb:PutResourcePolicy": "tables have none",
    "dynamodb:Query": "no import",
    "dynamodb:Scan": "no import",
    "dynamodb:UpdateContributorInsights": "not switched on",
    "dynamodb:UpdateItem": "no import",
    "dynamodb:UpdateKinesis": "no stream",
    "ec2:": "no VPC",
    "elasticfilesystem:": "no file system",
    "elasticloadbalancing:": "a firewall in front of the REST API only",
    "firehose:": "no such destination",
    "iam:CreateServiceLinkedRole": "no replica; a person's first use of AWS Backup makes its role",
    "iam:DeleteGroupPolicy": "roles only",
    "iam:DeleteRolePermissionsBoundary": "no boundary",
    "iam:DeleteUserPolicy": "roles only",
    "iam:GetGroupPolicy": "roles only",
    "iam:GetUserPolicy": "roles only",
    "iam:PutGroupPolicy": "roles only",
    "iam:PutRolePermissionsBoundary": "no boundary",
    "iam:PutUserPolicy": "roles only",
    "kinesis:": "no stream",
    "kms:DisableKey": "the key stays in use",
    "kms:RevokeGrant": "tables are retained",
    "kms:ScheduleKeyDeletion": "the key is retained",
    "lambda:AssociateRuntimeAlias": "the runtime updates itself",
    "lambda:DeleteFunctionCodeSigningConfig": "not signed",
    "lambda:DeleteProvisionedConcurrencyConfig": "none",
    "lambda:PassCapacityProvider": "none",
    "lambda:PutFunctionCodeSigningConfig": "not signed",
    "lambda:PutFunctionRecursionConfig": "as AWS sets it",
    "lambda:PutFunctionScalingConfig": "none",
    "lambda:PutProvisionedConcurrencyConfig": "none",
    "lambda:PutRuntimeManagementConfig": "the runtime updates itself",
    "logs:CreateLogDelivery": "no such destination",
    "logs:CreateLogStream": "no import",
    "logs:DeleteDataProtectionPolicy": "none",
    "logs:DeleteIndexPolicy": "none",
    "logs:DeleteResourcePolicy": "none",
    "logs:DescribeLogStreams": "no import",
    "logs:PutBearerTokenAuthentication": "none",
    "logs:PutDataProtectionPolicy": "none",
    "logs:PutIndexPolicy": "none",
    "logs:PutLogEvents": "no import",
    "logs:PutLogGroupDeletionProtection": "none",
    "logs:PutResourcePolicy": "none",
    "s3:CreateBucketMetadata": "none",
    "s3:DeleteBucket": "the bucket is retained, and has none of what is deleted alone",
    "s3:DeleteObject": "the bucket is retained",
    "s3:GetObjectMetadata": "no import",
    "s3:ListBucket": "no import",
    "s3:PutAccelerate": "none",
    "s3:PutAnalytics": "none",
    "s3:PutBucketAbac": "none",
    "s3:PutBucketAcl": "its owner's alone",
    "s3:PutBucketCORS": "none",
    "s3:PutBucketLogging": "none",
    "s3:PutBucketNotification": "none",
    "s3:PutBucketOwnership": "as AWS sets it",
    "s3:PutBucketReplication": "none",
    "s3:PutBucketWebsite": "none",
    "s3:PutIntelligentTiering": "none",
    "s3:PutInventory": "none",
    "s3:PutLifecycle": "nothing expires by itself",
    "s3:PutMetrics": "none",
    "s3:PutObject": "no object, and the lock by its other name",
    "s3:REST.PUT.OBJECT": "no such action",
    "s3:PutReplication": "none",
    "s3:UpdateBucketMetadata": "none",
    "s3files:": "no file system",
    "s3tables:": "none",
    "secretsmanager:GetSecretValue": "the secret is created empty and filled by a person",
    "secretsmanager:RemoveRegions": "no replica",
    "secretsmanager:ReplicateSecret": "no replica",
    "wafv2:GetPermissionPolicy": "no shared group of rules",
    "wafv2:PutPermissionPolicy": "no shared group of rules",
}
"""What the schemas list for features that the template does not use, as a prefix, and why."""

NEVER = (
    *("dynamodb:GetItem", "dynamodb:Query", "dynamodb:Scan", "dynamodb:BatchGetItem"),
    *("dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:PartiQLSelect"),
    *("dynamodb:DeleteTable", "dynamodb:DeleteBackup", "dynamodb:ExportTableToPointInTime"),
    *("kms:ScheduleKeyDeletion", "kms:DisableKey", "secretsmanager:GetSecretValue"),
    *("sqs:ReceiveMessage", "sqs:SendMessage", "sqs:PurgeQueue", "logs:GetLogEvents"),
    *("logs:FilterLogEvents", "logs:StartQuery", "iam:CreateUser", "iam:CreateAccessKey"),
    *("ses:SendEmail", "ses:SendRawEmail", "scheduler:DeleteScheduleGroup"),
)


def _statements(role: str) -> list[dict[str, Any]]:
    [policy] = DEPLOYER[role]["Properties"]["Policies"]
    statements: list[dict[str, Any]] = policy["PolicyDocument"]["Statement"]
    return statements


def _allows(role: str, action: str) -> bool:
    allowed = (one for each in _statements(role) for one in many(each["Action"]))
    return any(fnmatchcase(action.lower(), one.lower()) for one in allowed)


def _needed() -> Iterator[tuple[str, str]]:
    """Each kind of resource of the template, with each action that its schema lists."""
    kinds = {each["Type"] for each in transformed()["Resources"].values()}
    found = set()
    for file in SCHEMAS.glob("*.json"):
        schema = json.loads(file.read_text())
        if schema.get("typeName") not in kinds or "handlers" not in schema:
            continue
        found.add(schema["typeName"])
        for handler in ("create", "read", "update", "delete"):
            for action in schema["handlers"].get(handler, {}).get("permissions", ()):
                yield schema["typeName"], action
    assert len(found) > len(kinds) / 2


NEEDED = sorted(set(_needed()))


def test_cloudformation_may_do_what_each_resource_needs() -> None:
    missing = {
        f"{kind}: {action}"
        for kind, action in NEEDED
        if not action.startswith(tuple(NOT_USED)) and not _allows("WorkRole", action)
    }
    assert sorted(missing) == []


def test_what_is_said_not_to_be_used_is_listed_by_a_schema_and_not_allowed() -> None:
    for start in NOT_USED:
        listed = [action for _, action in NEEDED if action.startswith(start)]
        assert listed, start
        # Artifacts are read from the bucket by name.
        assert not [a for a in listed if _allows("WorkRole", a)], start


@pytest.mark.parametrize("role", ["JobRole", "WorkRole"])
def test_a_deployment_reads_no_deal_and_ends_no_table(role: str) -> None:
    assert [action for action in NEVER if _allows(role, action)] == []


def test_a_job_changes_only_this_stack_and_passes_only_the_role_of_cloudformation() -> None:
    by_sid = {each["Sid"]: each for each in _statements("JobRole")}
    assert by_sid["ThisStack"]["Resource"]["Fn::Sub"].endswith(":stack/${StackName}/*")
    assert by_sid["LetCloudFormationWork"]["Resource"] == {"Fn::GetAtt": ["WorkRole", "Arn"]}
    passed = [s for s in by_sid.values() if "iam:PassRole" in many(s["Action"])]
    assert passed == [by_sid["LetCloudFormationWork"]]
    [trust] = DEPLOYER["JobRole"]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
    claims = trust["Condition"]["StringEquals"]
    assert {name.rpartition(":")[2] for name in claims} == {"aud", "sub"}
    assert "StringLike" not in trust["Condition"]


def test_what_a_service_decrypts_for_a_deployment_goes_through_that_service() -> None:
    for each in _statements("WorkRole"):
        if "kms:Decrypt" in many(each["Action"]):
            assert "kms:ViaService" in each["Condition"]["StringEquals"]
