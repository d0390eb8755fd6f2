"""The types: strict ones in whatever uses the package, and stubs that say what the module does."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pypoda
import pypoda.environments
import pypoda.lab

HERE = Path(__file__).parent
PACKAGE = HERE.parent


def succeeds(*command: str | Path) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_is_content() -> None:
    succeeds("mypy", "--strict", "python/pypoda", "tests", "benches.py", "slurm/cluster.py")


def test_the_stubs_are_those_of_the_module() -> None:
    succeeds("mypy.stubtest", "pypoda._native", "--mypy-config-file", "pyproject.toml")


@pytest.mark.parametrize("module", [pypoda, pypoda.own, pypoda.lab])
def test_examples_show_what_happens(module: ModuleType) -> None:
    done = doctest.testmod(module)
    assert done.failed == 0
    assert done.attempted > 0


def test_everything_is_explained() -> None:
    things = {name: getattr(pypoda, name) for name in pypoda.__all__}
    things |= {"GameEnv": pypoda.environments.GameEnv, "VectorEnv": pypoda.environments.VectorEnv}
    for name, thing in things.items():
        assert thing.__doc__, name
        if isinstance(thing, type):
            for member, what in vars(thing).items():
                if not member.startswith("_"):
                    assert what.__doc__, f"{name}.{member}"
