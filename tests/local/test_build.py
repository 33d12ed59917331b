"""The dependency layer is for Lambda whatever the host, small enough, and always the same."""

import hashlib
import os
import struct
from pathlib import Path

import pytest

from local import build, deploy

AARCH64 = 0xB7  # e_machine in the ELF header


@pytest.fixture(scope="module")
def layer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return assembled(tmp_path_factory.mktemp("layer"))


@pytest.mark.xdist_group("layer")
def test_every_compiled_file_is_for_lambdas_processor_and_python(layer: Path) -> None:
    compiled = list(layer.rglob("*.so"))
    assert compiled
    for file in compiled:
        header = file.read_bytes()[:20]
        assert struct.unpack_from("<H", header, 18) == (AARCH64,), file.name
        assert "cpython-313-aarch64" in file.name


@pytest.mark.xdist_group("layer")
def test_packages_stand_where_lambda_looks_without_tests_or_caches(layer: Path) -> None:
    assert (layer / "python" / "pydantic").is_dir()
    names = {path.name for path in layer.rglob("*")}
    assert not {"tests", "__pycache__", "bin", "RECORD"} & names


@pytest.mark.xdist_group("layer")
def test_the_layer_fits_lambda_with_room_to_spare(layer: Path) -> None:
    assert 10 * 2**20 < build.size_of(layer) < build.LAMBDA_LIMIT / 2


@pytest.mark.xdist_group("layer")
def test_a_second_build_gives_the_same_files(layer: Path, tmp_path: Path) -> None:
    assert digests(assembled(tmp_path)) == digests(layer)


def test_a_package_depends_on_names_and_content_only(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        (folder / "__pycache__").mkdir(parents=True)
        (folder / "app.py").write_text("handler = None\n")
    (second / "__pycache__" / "app.cpython-311.pyc").write_bytes(b"left by a test")
    os.utime(second / "app.py", (0, 0))
    assert deploy.package(first) == deploy.package(second)


def test_a_folder_of_code_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(deploy.DeployFailedError, match=r"functions/none, which does not exist"):
        deploy.package(tmp_path / "functions" / "none")


def assembled(folder: Path) -> Path:
    build.assemble(folder / "dependencies", build.LAMBDA_PLATFORM)
    return folder / "dependencies"


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }
