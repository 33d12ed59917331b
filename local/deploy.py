"""Deploys `template.yaml`, the file that goes to AWS, to the embedded AWS.

The SAM transform, which AWS does on its side, is done here with AWS's own translator, so that the
emulator's environment can stay bare (a package missing from a layer must be missing). All
differences from AWS are parameters, except three: the layers of packages are those built for this
machine (`_pointer`), the library is compiled for its Python (`compile_library`), and what the
emulator refuses is left out (`leave_out`, and nowhere else).
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from local import build, bytecode, environments
from local.environments import LocalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from local.stack import Access

BUCKET = "dealclock-code"
STACK = "dealclock"
TEMPLATE = environments.CHECKOUT / "template.yaml"
LIBRARY = Path("layers", "dealclock")

# Present while a deployment is under way; one that was cut short is not resumed.
UNFINISHED = "unfinished"

# The property of each kind of resource that names a folder of code.
CODE = {"AWS::Serverless::Function": "CodeUri", "AWS::Serverless::LayerVersion": "ContentUri"}

# What the embedded AWS does not know: it refuses a whole stack that has one. Add a type here;
# tests/contract/test_template_local.py asserts what remains.
LEFT_OUT = {
    "AWS::Backup::BackupSelection",
    "AWS::CloudWatch::CompositeAlarm",
    "AWS::CodeDeploy::Application",
    "AWS::CodeDeploy::DeploymentGroup",
    "AWS::WAFv2::WebACLAssociation",
}


@dataclass(frozen=True)
class Deployed:
    """A deployed stack: its outputs, and the physical name of each resource by logical id."""

    outputs: Mapping[str, str]
    resources: Mapping[str, str]
    changed: bool


def deploy(
    access: Access,
    folder: Path,
    parameters: Mapping[str, str],
    template: Path = TEMPLATE,
    stack: str = STACK,
) -> Deployed:
    """Deploy `template` with `parameters` unless exactly this content is deployed already.

    `folder` stores what was deployed last, with the emulator's state. Raises LocalError with
    the reason of each resource that failed.
    """
    kept = folder / f"deployed-{stack}.json"
    packages: dict[str, bytes] = {}
    translated = _translate(_with_packages(template, packages), parameters, access.region)
    leave_out(translated)
    wanted = hashlib.sha256(
        json.dumps([translated, dict(parameters)], sort_keys=True).encode()
    ).hexdigest()
    if kept.exists():
        last = json.loads(kept.read_text())
        if last["content"] == wanted:
            return Deployed(last["outputs"], last["resources"], changed=False)
    unfinished = folder / UNFINISHED
    unfinished.touch()
    _upload(access, packages)
    _apply(access, stack, translated, parameters)
    unfinished.unlink()
    deployed = _describe(access, stack)
    kept.write_text(
        json.dumps(
            {"content": wanted, "outputs": deployed.outputs, "resources": deployed.resources}
        )
    )
    return deployed


def _with_packages(template: Path, packages: dict[str, bytes]) -> dict[str, Any]:
    """The parsed template, each folder of code replaced by its zip in S3, added to `packages`."""
    from samtranslator.yaml_helper import yaml_parse  # noqa: PLC0415 - a second of import time

    parsed: dict[str, Any] = yaml_parse(template.read_text())
    places = [
        (resource["Properties"], CODE[resource["Type"]])
        for resource in parsed["Resources"].values()
        if resource["Type"] in CODE
    ]
    release = template.parent.resolve()
    layers = (*build.LAYERS, *(build.Layer(each.name, release) for each in build.LAYERS))
    for properties, name in places:
        named = (release / properties[name]).resolve()
        layer = next((each for each in layers if each.folder == named), None)
        content = _pointer(layer) if layer else package(named)
        if named == release / LIBRARY:
            content = compile_library(content)
        key = f"{hashlib.sha256(content).hexdigest()}.zip"
        packages[key] = content
        properties[name] = {"Bucket": BUCKET, "Key": key}
    return parsed


def _pointer(layer: build.Layer) -> bytes:
    """A layer of packages of this machine: one file that puts them first on the path.

    Each worker of a function unpacks its layers, and five thousand small files take it three
    seconds, as long as Slack waits for an answer. The packages stay where they were built, found
    at the same place on the path as a real layer's. The lock's digest makes a new lock a new layer.
    """
    packages = str(build.host_layer(layer) / "python")
    lock = hashlib.sha256(layer.lock.read_bytes()).hexdigest()
    return _zipped(
        {
            f"python/lib/python3/site-packages/{layer.name}.pth": (
                f"import sys; sys.path.insert(0, {packages!r})  # {lock}\n".encode()
            )
        }
    )


def package(folder: Path) -> bytes:
    """The folder as a zip that depends on nothing but its files' names and content.

    Stored, not compressed: it travels to the same machine, and each worker unpacks it.
    """
    if not folder.is_dir():
        raise LocalError(f"the template names the folder {folder}, which does not exist")
    return _zipped(
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in build.files_of(folder)}
    )


def compile_library(library: bytes) -> bytes:
    """The library with its compiled code, as `make build` leaves it for Lambda.

    Otherwise each start of a function spends a second compiling it. It is cached, since compiling
    twice may give different bytes, and a layer that looks new is deployed again.
    """
    python = environments.tool("emulator") / "bin" / "python"
    digest = hashlib.sha256(library + sys.implementation.cache_tag.encode()).hexdigest()
    kept = environments.cache() / f"library-{digest[:16]}.zip"
    with environments.alone(environments.cache() / "library.lock"):
        if not kept.exists():
            with tempfile.TemporaryDirectory() as folder:
                place = Path(folder)
                zipfile.ZipFile(io.BytesIO(library)).extractall(place)
                bytecode.compile_folder(place / "python", python, "/opt/python")
                files = sorted(path for path in place.rglob("*") if path.is_file())
                named = {file.relative_to(place).as_posix(): file.read_bytes() for file in files}
            new = kept.with_suffix(".new")
            new.write_bytes(_zipped(named))
            new.replace(kept)
            _keep_the_latest(environments.cache().glob("library-*.zip"))
        return kept.read_bytes()


def _keep_the_latest(files: Iterable[Path], most: int = 5) -> None:
    for old in sorted(files, key=lambda file: file.stat().st_mtime)[:-most]:
        old.unlink()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return packed.getvalue()


def _translate(
    template: dict[str, Any], parameters: Mapping[str, str], region: str
) -> dict[str, Any]:
    from samtranslator.public.exceptions import InvalidDocumentException  # noqa: PLC0415
    from samtranslator.translator.transform import transform  # noqa: PLC0415

    logging.getLogger("samtranslator").setLevel(logging.ERROR)  # it warns of its own settings

    class NoManagedPolicies:
        def load(self) -> dict[str, str]:
            return {}

    with _region(region):
        try:
            translated: dict[str, Any] = transform(template, dict(parameters), NoManagedPolicies())
        except InvalidDocumentException as refused:
            raise LocalError(f"the template is refused: {refused.message}") from refused
    return translated


def leave_out(translated: dict[str, Any]) -> None:
    """Take out of a translated template what the embedded AWS refuses: `LEFT_OUT`, and metric math.

    What only orders or follows such a resource goes with it: `DependsOn`, `UpdatePolicy`, outputs.
    Raises LocalError when any other resource refers to one, since that would change what the
    functions do.
    """
    resources = translated["Resources"]
    gone = {name for name, resource in resources.items() if _refused(resource)}
    for name in gone:
        del resources[name]
    for name, resource in resources.items():
        after = resource.pop("DependsOn", [])
        kept = [each for each in ([after] if isinstance(after, str) else after) if each not in gone]
        if kept:
            resource["DependsOn"] = kept
        if _names(resource.get("UpdatePolicy"), gone):
            del resource["UpdatePolicy"]
        for other in _names(resource, gone):
            raise LocalError(f"{name} refers to {other}, which the embedded AWS does not know")
    outputs = translated.get("Outputs", {})
    for name in [name for name, output in outputs.items() if _names(output, gone)]:
        del outputs[name]


def _refused(resource: Mapping[str, Any]) -> bool:
    alarm = resource["Type"] == "AWS::CloudWatch::Alarm"
    return resource["Type"] in LEFT_OUT or (alarm and "Metrics" in resource["Properties"])


def _names(value: Any, resources: Set[str]) -> list[str]:
    """Which of `resources` a part of a template refers to."""
    text = json.dumps(value)
    return [name for name in sorted(resources) if re.search(rf"[\"{{]{name}[\".}}]", text)]


@contextmanager
def _region(name: str) -> Iterator[None]:
    """The translator reads its region from the environment and nowhere else."""
    before = os.environ.get("AWS_DEFAULT_REGION")
    os.environ["AWS_DEFAULT_REGION"] = name
    try:
        yield
    finally:
        if before is None:
            del os.environ["AWS_DEFAULT_REGION"]
        else:
            os.environ["AWS_DEFAULT_REGION"] = before


def _upload(access: Access, packages: Mapping[str, bytes]) -> None:
    s3 = access.client("s3")
    if BUCKET not in {bucket["Name"] for bucket in s3.list_buckets()["Buckets"]}:
        s3.create_bucket(Bucket=BUCKET)
    there = {entry["Key"] for entry in s3.list_objects_v2(Bucket=BUCKET).get("Contents", [])}
    for key, content in packages.items():
        if key not in there:
            s3.put_object(Bucket=BUCKET, Key=key, Body=content)


def _apply(
    access: Access, stack: str, template: Mapping[str, Any], parameters: Mapping[str, str]
) -> None:
    client = access.client("cloudformation")
    # Passed by URL: a template in the call itself may have at most 51,200 bytes.
    access.client("s3").put_object(
        Bucket=BUCKET, Key=f"{stack}.json", Body=json.dumps(template).encode()
    )
    request = {
        "StackName": stack,
        "TemplateURL": f"{access.endpoint}/{BUCKET}/{stack}.json",
        "Capabilities": ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"],
        "Parameters": [
            {"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()
        ],
    }
    verb = "update" if _exists(client, stack) else "create"
    try:
        getattr(client, f"{verb}_stack")(**request)
        waiter = client.get_waiter(f"stack_{verb}_complete")
        waiter.wait(StackName=stack, WaiterConfig={"Delay": 0.1, "MaxAttempts": 600})
    except ClientError as refused:
        if "No updates are to be performed" not in str(refused):
            raise LocalError(f"{verb}_stack was refused: {refused}") from refused
    except Exception as failed:
        raise LocalError(_reasons(client, stack) or str(failed)) from failed


def _exists(client: Any, stack: str) -> bool:
    try:
        client.describe_stacks(StackName=stack)
    except ClientError:
        return False
    return True


def _reasons(client: Any, stack: str) -> str:
    events = client.describe_stack_events(StackName=stack)["StackEvents"]
    return "\n".join(
        f"{event['LogicalResourceId']} ({event['ResourceType']}): "
        f"{event.get('ResourceStatusReason', event['ResourceStatus'])}"
        for event in reversed(events)
        if event["ResourceStatus"].endswith("_FAILED")
    )


def _describe(access: Access, stack: str) -> Deployed:
    client = access.client("cloudformation")
    described = client.describe_stacks(StackName=stack)["Stacks"][0]
    outputs = {entry["OutputKey"]: entry["OutputValue"] for entry in described.get("Outputs", [])}
    resources = {
        entry["LogicalResourceId"]: entry["PhysicalResourceId"]
        for entry in client.describe_stack_resources(StackName=stack)["StackResources"]
    }
    return Deployed(outputs, resources, changed=True)
