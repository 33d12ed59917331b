"""The layers of packages are for Lambda on any host, small enough, and always the same."""

import hashlib
import io
import json
import os
import re
import struct
import sys
import zipfile
from pathlib import Path

import pytest

from local import build, deploy
from local.environments import LocalError

AARCH64 = 0xB7  # e_machine in the ELF header


@pytest.fixture(scope="module", params=build.LAYERS, ids=lambda layer: layer.name)
def which(request: pytest.FixtureRequest) -> build.Layer:
    layer: build.Layer = request.param
    return layer


@pytest.fixture(scope="module")
def layer(which: build.Layer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return assembled(which, tmp_path_factory.mktemp("layer"))


@pytest.mark.xdist_group("layer")
def test_every_compiled_file_is_for_lambdas_processor_and_python(layer: Path) -> None:
    compiled = list(layer.rglob("*.so"))
    assert compiled
    for file in compiled:
        header = file.read_bytes()[:20]
        assert struct.unpack_from("<H", header, 18) == (AARCH64,), file.name
        # abi3: for every Python from one version on
        own = "cpython-313-aarch64" in file.name or file.name.endswith(".abi3.so")
        assert own or file.parent.name.endswith(".libs"), file.name  # libraries of the packages


@pytest.mark.xdist_group("layer")
def test_packages_stand_where_lambda_looks_without_tests_or_caches(
    which: build.Layer, layer: Path
) -> None:
    package = {"dependencies": "pydantic", "files": "reportlab"}[which.name]
    assert (layer / "python" / package).is_dir()
    names = {path.name for path in layer.rglob("*")}
    assert not {"tests", "__pycache__", "bin", "RECORD"} & names


@pytest.mark.xdist_group("layer")
def test_a_layer_leaves_room_for_the_others(which: build.Layer, layer: Path) -> None:
    """Lambda takes 250 MB for a function and all its layers; these bounds are under it."""
    most = {"dependencies": 55, "files": 50}
    assert 10 * 2**20 < build.size_of(layer) < most[which.name] * 2**20
    library = sum(path.stat().st_size for path in build.files_of(build.LIBRARY))
    assert library < 10 * 2**20
    compiled = 35  # of all of them
    assert (sum(most.values()) + 10 + compiled) * 2**20 < build.LAMBDA_LIMIT


def test_layers_that_lambda_would_not_take_are_refused(tmp_path: Path) -> None:
    most = build.LAMBDA_LIMIT
    for name, size in (("one", most - 10), ("other", 10)):
        (tmp_path / name / "python" / "__pycache__").mkdir(parents=True)
        with (tmp_path / name / "python" / "__pycache__" / "app.pyc").open("wb") as file:
            file.truncate(size)
    build.check_size([tmp_path / "one", tmp_path / "other"])
    (tmp_path / "other" / "more").write_text("1")
    with pytest.raises(LocalError, match=r"the layers are 250\.0 MB; Lambda takes 250"):
        build.check_size([tmp_path / "one", tmp_path / "other"])


@pytest.mark.xdist_group("layer")
def test_a_second_build_gives_the_same_files(
    which: build.Layer, layer: Path, tmp_path: Path
) -> None:
    assert digests(assembled(which, tmp_path)) == digests(layer)


def test_a_package_depends_on_names_and_content_only(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        (folder / "__pycache__").mkdir(parents=True)
        (folder / "app.py").write_text("handler = None\n")
    (second / "__pycache__" / "app.cpython-311.pyc").write_bytes(b"left by a test")
    os.utime(second / "app.py", (0, 0))
    assert deploy.package(first) == deploy.package(second)


def test_a_folder_of_code_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(LocalError, match=r"functions/none, which does not exist"):
        deploy.package(tmp_path / "functions" / "none")


def test_the_library_is_compiled_for_this_machine_once(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "clocks.py").write_text(f"made = {str(tmp_path)!r}\n")
    package = deploy.package(tmp_path)
    compiled = deploy.compile_library(package)
    assert deploy.compile_library(package) == compiled
    with zipfile.ZipFile(io.BytesIO(compiled)) as kept:
        assert kept.namelist() == [
            f"python/__pycache__/clocks.{sys.implementation.cache_tag}.pyc",
            "python/clocks.py",
        ]


def assembled(layer: build.Layer, folder: Path) -> Path:
    build.assemble(layer, folder / layer.name, build.LAMBDA_PLATFORM)
    return folder / layer.name


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.full  # fetches the writer when its lock is new
def test_a_bill_names_each_package_of_its_layer_with_its_hashes(
    which: build.Layer, tmp_path: Path
) -> None:
    first, again = (build.bill_of(which, tmp_path / name).read_bytes() for name in ("a", "b"))
    listed = json.loads(first)["components"]
    locked = re.findall(r"^([\w.-]+)==([^ ;\\]+)", which.lock.read_text(), re.MULTILINE)
    assert [(each["name"], each["version"]) for each in listed] == locked
    assert all(each["externalReferences"][0]["hashes"] for each in listed)
    assert first == again
