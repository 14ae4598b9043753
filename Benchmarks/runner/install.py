"""What a peer needs that is not on the machine, from the packages of Debian and Python."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path


def call(*argv, folder=None):
    """Runs a step of preparation, and returns what it prints; an error tells it."""
    result = subprocess.run(
        [str(word) for word in argv], cwd=folder, text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        words = " ".join(str(word) for word in argv)
        raise Missing(f"`{words}` ended with {result.returncode}: {result.stdout[-1500:]}")
    return result.stdout


class Missing(Exception):
    """Why a peer is left out."""


def need(*packages, unless):
    """Installs packages of Debian unless `unless()` says that what they bring is there."""
    if unless():
        return
    if not shutil.which("apt-get"):
        raise Missing(f"{', '.join(packages)} would have to be installed, and there is no apt-get")
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    install = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y",
               *packages]
    try:
        call(*install)
    except Missing:
        call(*root, "apt-get", "update")
        call(*install)
    if not unless():
        raise Missing(f"{', '.join(packages)} did not bring what is needed")


def has_program(name):
    return lambda: shutil.which(name) is not None


def has_file(path):
    return lambda: Path(path).exists()


def python_with(package, folder):
    """A Python that has a package: this one, or one in a folder of its own."""
    if importlib.util.find_spec(package):
        return sys.executable
    python = folder / "python" / "bin" / "python3"
    if not python.exists():
        need("python3-venv", unless=lambda: importlib.util.find_spec("ensurepip") is not None)
        call(sys.executable, "-m", "venv", folder / "python")
    distribution = {"xdist": "pytest-xdist", "yaml": "PyYAML"}.get(package, package)
    call(python, "-m", "pip", "install", "--quiet", distribution)
    return str(python)
