"""Builds of the package beside the installed one, for tools that test special builds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE_SUFFIXES = (".so", ".pyd", ".dylib")

# An editable installation of pyboard would be found before PYTHONPATH.
_SITE = """\
import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "ScikitBuildRedirectingFinder"]
"""


def configure(source: Path, build: Path, *settings: str) -> None:
    """Configures a build with the Python modules for the running interpreter."""
    where = "import cython_cmake, pybind11; print(pybind11.get_cmake_dir(), *cython_cmake.__path__, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", where], capture_output=True, text=True, check=True)
    pybind, cython = run.stdout.splitlines()
    command = ["cmake", "-S", str(source), "-B", str(build), "-G", "Ninja", f"-DPython_EXECUTABLE={sys.executable}"]
    command += [f"-DCMAKE_PREFIX_PATH={pybind};{cython}/cmake", f"-DCMAKE_MODULE_PATH={cython}/cmake", *settings]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def compile_into(build: Path, package: Path, jobs: int) -> subprocess.CompletedProcess[str]:
    """Compiles, and puts the native modules into the package that lies in `package`."""
    command = ["cmake", "--build", str(build), "-j", str(jobs)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        install = ["cmake", "--install", str(build), "--prefix", str(package)]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    return run


def environment(site: Path, *paths: Path) -> dict[str, str]:
    """An environment in which Python finds `paths` first, even before an editable installation."""
    write_if_changed(site / "sitecustomize.py", _SITE)
    search = os.pathsep.join(map(str, (site, *paths)))
    return {**os.environ, "PYTHONPATH": search, "PYTHONDONTWRITEBYTECODE": "1"}


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def mirror(source: Path, target: Path) -> None:
    """Makes `target` like `source`, native modules apart; unchanged files keep their times, so builds do too."""
    if source.is_file():
        _copy_if_changed(source, target)
        return
    wanted = set()
    for folder, names, files in os.walk(source):
        names[:] = [name for name in names if name != "__pycache__"]
        for name in files:
            if not name.endswith(NATIVE_SUFFIXES):
                path = target / Path(folder).relative_to(source) / name
                wanted.add(path)
                _copy_if_changed(Path(folder) / name, path)
    for path in target.rglob("*"):
        if path.is_file() and path not in wanted and not path.name.endswith(NATIVE_SUFFIXES):
            path.unlink()


def _copy_if_changed(source: Path, target: Path) -> None:
    if not target.exists() or source.read_bytes() != target.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
