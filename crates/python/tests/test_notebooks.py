"""The notebooks run from top to bottom, are kept without outputs, and have strict types."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

PACKAGE = Path(__file__).parent.parent
NOTEBOOKS = sorted((PACKAGE / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = nbformat.read(path, as_version=4)
    # Over sockets of the file system, which lie in the current folder: no port can be taken.
    monkeypatch.chdir(tmp_path)
    by_file = Config({"KernelManager": {"transport": "ipc"}})
    NotebookClient(book, timeout=600, kernel_name="python3", config=by_file).execute()


def test_notebooks_are_kept_without_outputs() -> None:
    assert len(NOTEBOOKS) == 5
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text())["cells"]:
            assert not cell.get("outputs"), path
            assert cell.get("execution_count") is None, path


def test_their_types_are_strict(tmp_path: Path) -> None:
    files = []
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text())["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        file = tmp_path / f"notebook_{path.stem.replace('-', '_')}.py"
        file.write_text("\n\n".join(code) + "\n")
        files.append(str(file))
    command = [sys.executable, "-m", "mypy", "--config-file", str(PACKAGE / "pyproject.toml"), "--strict", *files]
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
