#!/usr/bin/env python3
"""Runs a script with the package razzia, built from this tree, and the packages of others that it is tested with.

    run.py BUILD-FOLDER [--sanitized] SCRIPT [ARGUMENT...]

They are installed once into BUILD-FOLDER/lab, from PyPI, as python/requirements.txt pins them; the package again whenever
a source has changed. With --sanitized it is built with the address sanitizer, too."""
import fcntl
import hashlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PINNED = ROOT / "python/requirements.txt"
SYSTEM = pathlib.Path("/usr/bin/python3")  # Debian's, which has the headers; others may come first in the path


class Failure(Exception):
    """A step that did not work, with what is to be said of it."""


def call(what, *command, env=None):
    said = subprocess.run([str(word) for word in command], env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if said.returncode:
        raise Failure("\n".join(said.stdout.splitlines()[-15:]) + f"\n{what}")


def hash_of(paths):
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()


def once(stamp, content, make):
    """Makes something unless it was made of the same content."""
    if not stamp.exists() or stamp.read_text() != content:
        stamp.unlink(missing_ok=True)
        make()
        stamp.write_text(content)


def make_environment(place):
    call("The virtual environment can not be made.", SYSTEM if SYSTEM.exists() else sys.executable, "-m", "venv",
         "--clear", place / "venv")
    call("Packages of python/requirements.txt could not be installed from PyPI. Without a network these tests can not "
         "run, and count as failed.", place / "venv/bin/pip", "install", "--disable-pip-version-check", "--require-hashes",
         "-r", PINNED)


def install_package(place, sanitized):
    env = os.environ | {"PATH": f"{place}/venv/bin:{os.environ['PATH']}"}
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check"]
    settings = {"build-dir": place / ("build-sanitized" if sanitized else "build"),
                "setup-args": "-Db_sanitize=address" if sanitized else "-Dwerror=true"}
    options += ["--upgrade", "--target", place / "sanitized"] if sanitized else ["--force-reinstall"]
    call("The package in python/ could not be built.", place / "venv/bin/pip", "install", *options,
         *(f"--config-settings={name}={value}" for name, value in settings.items()), ROOT / "python", env=env)


def prepare(place, sanitized):
    pinned = hash_of([PINNED])
    sources = [path for folder in ("src", "python", "nets", "tools") for path in (ROOT / folder).rglob("*")
               if path.suffix in (".c", ".h", ".py", ".pyi", ".build", ".toml", ".in", ".net") or path.name == "list"]
    place.mkdir(parents=True, exist_ok=True)
    with open(place / "lock", "w") as lock:  # several tests may begin at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        once(place / "venv.stamp", pinned, lambda: make_environment(place))
        once(place / ("sanitized.stamp" if sanitized else "package.stamp"), pinned + hash_of(sources),
             lambda: install_package(place, sanitized))


def environment(place, sanitized):
    # What the caller has set stays: PYTHONMALLOC=default for measuring.
    env = {"PYTHONMALLOC": "debug", "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"} | os.environ
    env.pop("PYTHONPATH", None)
    if sanitized:
        library = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
        # The interpreter itself leaves some memory to the end.
        env |= {"PYTHONPATH": str(place / "sanitized"), "LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0"}
    return env


def main():
    words = sys.argv[1:]
    if len(words) < 2:
        sys.exit(__doc__)
    place = pathlib.Path(words.pop(0)).resolve() / "lab"
    if sanitized := words[0] == "--sanitized":
        words.pop(0)
    try:
        prepare(place, sanitized)
    except Failure as failure:
        sys.exit(str(failure))
    python = place / "venv/bin/python"
    os.execve(python, [str(python), *words], environment(place, sanitized))


main()
