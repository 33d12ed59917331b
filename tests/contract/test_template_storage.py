"""What the embedded AWS cannot show about the table, its key and the secret."""

import json
import re

from tests.contract.cloudformation import many, named, of_type, transformed


def test_a_deal_is_found_by_its_partition_and_sort_key() -> None:
    assert named("Table")["KeySchema"] == [
        {"AttributeName": "PK", "KeyType": "HASH"},
        {"AttributeName": "SK", "KeyType": "RANGE"},
    ]


def test_the_wake_and_outbox_indexes_copy_keys_and_no_deal_content() -> None:
    indexes = {index["IndexName"]: index for index in named("Table")["GlobalSecondaryIndexes"]}
    assert sorted(indexes) == ["GSI1", "GSI2"]
    for name, index in indexes.items():
        assert index["KeySchema"] == [
            {"AttributeName": f"{name}PK", "KeyType": "HASH"},
            {"AttributeName": f"{name}SK", "KeyType": "RANGE"},
        ]
        assert index["Projection"] == {"ProjectionType": "KEYS_ONLY"}


def test_the_table_expires_items_by_their_expires_at_attribute() -> None:
    assert named("Table")["TimeToLiveSpecification"] == {
        "AttributeName": "expires_at",
        "Enabled": True,
    }


TABLES = ("Table", "ArchiveTable")


def test_a_deployment_puts_a_restored_table_in() -> None:
    """Rights and settings of the functions follow one value; the stack's own tables stay."""
    template = transformed()
    for own, named_by, condition, setting, used in (
        ("Table", "TableName", "OwnTable", "DEALCLOCK_TABLE", "TableInUse"),
        ("ArchiveTable", "ArchiveTableName", "OwnArchive", "DEALCLOCK_ARCHIVE", "ArchiveInUse"),
    ):
        assert template["Conditions"][condition] == {"Fn::Equals": [{"Ref": named_by}, ""]}
        assert template["Parameters"][named_by]["Default"] == ""
        arn = "arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/"
        assert named(used)["Value"] == {
            "Fn::If": [
                condition,
                {"Fn::GetAtt": [own, "Arn"]},
                {"Fn::Sub": f"{arn}${{{named_by}}}"},
            ]
        }
        assert "Condition" not in template["Resources"][own]
        name = {"Fn::If": [condition, {"Ref": own}, {"Ref": named_by}]}
        for function in of_type("AWS::Lambda::Function").values():
            assert function["Environment"]["Variables"][setting] == name
        assert name in [output["Value"] for output in template["Outputs"].values()]
    for policy in of_type("AWS::IAM::Policy").values():
        assert not re.search(r"'(Archive)?Table'|\$\{(Archive)?Table\.", str(policy))


def test_the_tables_can_be_restored_for_35_days() -> None:
    for name in TABLES:
        assert named(name)["PointInTimeRecoverySpecification"] == {
            "PointInTimeRecoveryEnabled": True,
            "RecoveryPeriodInDays": 35,
        }


def test_the_tables_are_billed_on_demand() -> None:
    for name in TABLES:
        assert named(name)["BillingMode"] == "PAY_PER_REQUEST"


def test_the_tables_are_protected_against_accidental_deletion() -> None:
    for name in TABLES:
        assert named(name)["DeletionProtectionEnabled"] is True


def test_the_tables_and_their_key_outlive_the_stack() -> None:
    for name in (*TABLES, "DataKey"):
        resource = transformed()["Resources"][name]
        assert resource["DeletionPolicy"] == "Retain", name
        assert resource["UpdateReplacePolicy"] == "Retain", name


def test_the_tables_are_encrypted_with_their_own_key() -> None:
    for name in TABLES:
        assert named(name)["SSESpecification"] == {
            "SSEEnabled": True,
            "SSEType": "KMS",
            "KMSMasterKeyId": {"Fn::GetAtt": ["DataKey", "Arn"]},
        }


def test_the_key_rotates() -> None:
    assert named("DataKey")["EnableKeyRotation"] is True


FUNCTIONS_ROLES = [
    "AssessRole",
    "DeliverRole",
    "FilesRole",
    "MailEventsRole",
    "SlackRole",
    "SweepRole",
    "VerifyRole",
    "WatchdogRole",
    "WebRole",
]
CRYPTOGRAPHY = {"Decrypt", "Encrypt", "GenerateDataKey", "ReEncryptFrom", "ReEncryptTo"}


def test_decryption_is_allowed_only_through_a_service() -> None:
    """Every use of the key names the service it goes through, or whose resource it is for."""
    for statement in named("DataKey")["KeyPolicy"]["Statement"]:
        actions = {action.removeprefix("kms:") for action in many(statement["Action"])}
        if not actions & CRYPTOGRAPHY:
            continue
        keys = {key for test in statement["Condition"].values() for key in test}
        bound = {"kms:ViaService", "kms:EncryptionContext:aws:logs:arn", "aws:SourceArn"}
        assert keys & bound, statement["Sid"]


def test_only_this_stacks_own_roles_are_granted_the_key_by_name() -> None:
    principals = {
        statement["Sid"]: sorted(
            arn["Fn::GetAtt"][0] for arn in many(statement["Principal"]["AWS"])
        )
        for statement in named("DataKey")["KeyPolicy"]["Statement"]
        if "Fn::Sub" not in statement["Principal"].get("AWS", {"Fn::Sub": ""})
    }
    assert principals == {
        "FunctionsReadTheTable": FUNCTIONS_ROLES,
        "FunctionsWriteTheTable": FUNCTIONS_ROLES,
        "QueuesCarryMessages": [
            "AssessRole",
            "DeliverRole",
            "FilesRole",
            "MailEventsRole",
            "ScheduleRole",
            "SlackRole",
            "SweepRole",
            "WatchdogRole",
            "WebRole",
        ],
        "FunctionsReadTheSecret": ["DeliverRole", "FilesRole", "SlackRole"],
    }


def test_the_template_puts_nothing_into_the_secret() -> None:
    secret = named("SlackSecret")
    assert "SecretString" not in secret
    assert "GenerateSecretString" not in secret
    assert secret["KmsKeyId"] == {"Fn::GetAtt": ["DataKey", "Arn"]}


def test_no_email_is_received() -> None:
    types = {resource["Type"] for resource in transformed()["Resources"].values()}
    assert not types & {"AWS::SES::ReceiptRule", "AWS::SES::ReceiptRuleSet"}


def test_copies_elsewhere_are_off_by_default_and_hold_both_tables() -> None:
    template = transformed()
    for condition, parameter, resources in (
        ("BackupsCopied", "BackupCopyVault", "Vault Plan Selection Role Policy"),
        ("ArchiveLocked", "ArchiveLock", "s sPolicy Schedule Role Policy"),
    ):
        assert template["Parameters"][parameter]["Default"] == ""
        assert template["Conditions"][condition] == {
            "Fn::Not": [{"Fn::Equals": [{"Ref": parameter}, ""]}]
        }
        start = "Backup" if condition == "BackupsCopied" else "ArchiveExport"
        only = {f"{start}{each}" for each in resources.split()}
        assert only == {
            name
            for name, each in template["Resources"].items()
            if each.get("Condition") == condition
        }
        for name, each in template["Resources"].items():
            if name not in only:
                assert not re.search(rf"'({'|'.join(only)})'", str(each)), name
    tables = [{"Fn::GetAtt": [used, "Value"]} for used in ("TableInUse", "ArchiveInUse")]
    assert named("BackupSelection")["BackupSelection"]["Resources"] == tables
    [rule] = named("BackupPlan")["BackupPlan"]["BackupPlanRule"]
    [copy] = rule["CopyActions"]
    assert copy["DestinationBackupVaultArn"] == {"Ref": "BackupCopyVault"}
    statements = {
        each["Sid"]: each for each in named("BackupPolicy")["PolicyDocument"]["Statement"]
    }
    assert statements["CopyNowhereElse"]["Condition"] == {
        "ForAllValues:StringEquals": {"backup:CopyTargets": {"Ref": "BackupCopyVault"}}
    }
    assert named("BackupVault")["EncryptionKeyArn"] == {"Fn::GetAtt": ["DataKey", "Arn"]}
    assert template["Resources"]["BackupVault"]["DeletionPolicy"] == "Retain"


def test_an_export_of_the_archive_cannot_be_deleted_and_its_role_cannot_read_it() -> None:
    bucket = named("ArchiveExports")
    assert bucket["ObjectLockEnabled"] is True
    assert bucket["ObjectLockConfiguration"]["Rule"]["DefaultRetention"] == {
        "Mode": {"Ref": "ArchiveLock"},
        "Days": {"Ref": "ArchiveLockDays"},
    }
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert transformed()["Resources"]["ArchiveExports"]["DeletionPolicy"] == "Retain"
    schedule = named("ArchiveExportSchedule")
    assert schedule["Target"]["Arn"]["Fn::Sub"].endswith(
        ":scheduler:::aws-sdk:dynamodb:exportTableToPointInTime"
    )
    text, names = schedule["Target"]["Input"]["Fn::Sub"]
    assert names == {"Archive": {"Fn::GetAtt": ["ArchiveInUse", "Value"]}}
    assert json.loads(text) == {
        "TableArn": "${Archive}",
        "S3Bucket": "${ArchiveExports}",
        "ExportFormat": "DYNAMODB_JSON",
        "S3SseAlgorithm": "KMS",
        "S3SseKmsKeyId": "${DataKey.Arn}",
    }
