#!/usr/bin/env python3
"""The jobs of ./check, a few more at a time than there are cores: builds, and the tests of all builds in one queue.

    check.py all | quick | test NAME...

Builds are jobs too, of one core each (but the first, for which everything waits), so that the next
folder compiles while the tests of the one before run; JOBS=1 tells a script that it has one core. The
longest go first, by what they took last time. Whatever must not be disturbed runs alone at the end.

A test that fails in the whole run is asked once more, alone: a machine that was too busy is no fault of the
program. What failed once and passed then is told at the end all the same, and more than AGAIN of them are failures."""
import dataclasses
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TIMES = ROOT / "build-gcc/check.times"  # what each job took last time
CORES = len(os.sched_getaffinity(0))
AT_ONCE = CORES + CORES // 2  # tests of tables wait half of their time: for people, for what a clock says
STARTED = []  # all processes of jobs
USUAL = 5.0  # seconds, of a job that nobody has timed
AGAIN = 3  # tests of a whole run that may be asked once more
# As meson sets them for its tests: what a sanitizer finds is a failure.
SANITIZERS = {"ASAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_summary=1",
              "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_summary=1:print_stacktrace=1"}


@dataclasses.dataclass(eq=False)
class Job:
    group: str
    name: str
    command: list
    after: list = dataclasses.field(default_factory=list)  # keys of jobs that must have passed
    env: dict = dataclasses.field(default_factory=dict)
    folder: str = str(ROOT)
    timeout: float = 1800
    alone: bool = False
    seconds: float = USUAL
    counts: bool = True  # a build is no test: it counts only when it fails
    then: object = None  # makes more jobs when this one has passed
    is_again: bool = False  # has failed once

    @property
    def key(self):
        return f"{self.group}: {self.name}"


@dataclasses.dataclass
class Build:
    folder: str
    compiler: str
    options: list
    wants: object = lambda suites: True  # which tests, by their suites
    targets: list = dataclasses.field(default_factory=list)

    def job(self, cores=1, after=(), then=None):
        """Configures the folder, unless it is configured just so, and builds it."""
        said = " ".join([self.compiler, *self.options])
        script = f"""set -eu
        if [ "$(cat {self.folder}/check-options 2>/dev/null)" != "$1" ]; then
            rm -rf {self.folder}
            CC={self.compiler} meson setup {self.folder} {' '.join(self.options)}
            echo "$1" >{self.folder}/check-options
        fi
        ninja -C {self.folder} -j {cores} {' '.join(self.targets)}"""
        return Job(self.folder, "build", ["bash", "-c", script, "bash", said], after=list(after), then=then,
                   counts=False, timeout=3600)

    def tests(self):
        """The tests that meson knows, as jobs."""
        said = subprocess.run(["meson", "introspect", "--tests", self.folder], cwd=ROOT, capture_output=True,
                              text=True, check=True).stdout
        found = []
        for test in json.loads(said):
            suites = {suite.partition(":")[2] for suite in test["suite"]}
            if self.wants(suites, test["name"]):
                # Twice the time that a test has by itself: the other cores are never idle here.
                found.append(Job(self.folder, test["name"], test["cmd"], [f"{self.folder}: build"], test["env"],
                                 test["workdir"] or str(ROOT / self.folder), 2 * test["timeout"] or 1800,
                                 not test["is_parallel"], test["timeout"] / 10))
        return found


class Queue:
    """Runs jobs on all cores, and remembers how they ended."""

    def __init__(self, again=0):
        self.waiting, self.running, self.ended, self.failures = [], set(), {}, []
        self.again, self.unsteady = again, []  # how many tests may be asked once more; those that passed then
        self.lock = threading.Condition()
        self.times = json.loads(TIMES.read_text()) if TIMES.exists() else {}

    def add(self, jobs):
        for job in jobs:
            job.seconds = self.times.get(job.key, 1000.0 if not job.counts else job.seconds)
        self.waiting = sorted(self.waiting + list(jobs), key=lambda job: -job.seconds)

    def next_job(self):
        """A job that may begin now, or None: what waits for a failure fails with it."""
        for job in list(self.waiting):
            if any(self.ended.get(key) is False for key in job.after):
                self.waiting.remove(job)
                self.ended[job.key] = False
        ready = [job for job in self.waiting if all(self.ended.get(key) for key in job.after)]
        busy = any(job.alone for job in self.running)
        for job in ready:
            if not job.alone and not busy:
                return job
        # Alone: nothing runs, and nothing else could.
        return ready[0] if ready and not self.running else None

    def run(self):
        workers = [threading.Thread(target=self.work) for _ in range(AT_ONCE)]
        for worker in workers:
            worker.daemon = True
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:  # what runs has sessions of its own, and would go on
            for process in STARTED:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)
            tell_failures(self)
            sys.exit(130)
        TIMES.write_text(json.dumps(self.times, indent=1, sort_keys=True))

    def work(self):
        while True:
            with self.lock:
                while not (job := self.next_job()):
                    if not self.waiting and not self.running:
                        self.lock.notify_all()
                        return
                    self.lock.wait(1)
                self.waiting.remove(job)
                self.running.add(job)
            self.finish(job, *run_job(job))

    def finish(self, job, passed, seconds, said):
        with self.lock:
            self.times[job.key] = round(seconds, 1)
            try:
                if passed and job.then:
                    self.add(job.then())
            except (subprocess.CalledProcessError, ValueError) as error:
                passed, said = False, str(error)
            self.running.remove(job)
            if not passed:
                print(f"failed: {job.key}, {seconds:.0f} s", flush=True)
            if not passed and self.may_ask_again(job):
                self.again -= 1
                self.unsteady.append((job, said))
                self.waiting.append(dataclasses.replace(job, alone=True, is_again=True))
            else:
                self.ended[job.key] = passed
                self.failures += [] if passed else [(job, said)]
            self.lock.notify_all()

    def may_ask_again(self, job):
        return job.counts and self.again > 0 and not job.is_again


def run_job(job):
    """Whether it passed, how long it took, and the last lines it said."""
    begin = time.monotonic()
    try:
        process = start(job)
    except OSError as error:  # no such program
        return False, 0, str(error)
    try:
        said, _ = process.communicate(timeout=job.timeout)
        passed = process.returncode == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, passed = process.communicate()[0] + f"\nkilled after {job.timeout:.0f} s".encode(), False
    return passed, time.monotonic() - begin, said.decode(errors="replace")


def start(job):
    env = {**SANITIZERS, "MALLOC_PERTURB_": str(random.randrange(1, 256)), **os.environ, "JOBS": "1", **job.env}
    process = subprocess.Popen([str(word) for word in job.command], cwd=job.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, env=env)
    STARTED.append(process)
    return process


def script(name, *command, after=(), seconds=USUAL, timeout=1800):
    """A check that is no test of meson."""
    return Job("check", name, list(command), after=[f"{folder}: build" for folder in after], seconds=seconds,
               timeout=timeout)


GCC = Build("build-gcc", "gcc", [])
CLANG = Build("build-clang", "clang", ["--buildtype=debugoptimized", "-Db_sanitize=address,undefined",
                                       "-Db_lundef=false", "-Dweb=false"])
# What reaches a line is a test of the rules, not a game at the command line.
COVERAGE = Build("build-cov", "gcc", ["--buildtype=debug", "-Db_coverage=true", "-Dc_args=-fprofile-update=atomic",
                                      "-Dweb=false", "-Dgpu=disabled"])
ONCE = {"once", "long"}
GCC.wants = lambda suites, name: "sockets" not in suites
CLANG.wants = lambda suites, name: not suites & ONCE
COVERAGE.wants = lambda suites, name: not suites & (ONCE | {"analysis", "bots", "cmd", "gpu"}) and " lost" not in name
# Folders, and how much of their lines and branches the tests reach, in percent.
REACHED = {"core|games": (100, 0), "store": (98, 91), "serve": (97, 90)}


def shell_scripts():
    """Every script of the tree, whether or not git is here to list them."""
    skip = {"node_modules", ".git"}
    found = ["play", "check", ".ci/run"]
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in skip and not f.startswith("build")]
        found += [os.path.relpath(os.path.join(folder, f), ROOT) for f in files if f.endswith(".sh")]
    assert len(found) > 10, "where are the scripts?"
    return sorted(found)


def coverage_jobs():
    """Counts lines when all tests of the folder have ended."""
    shutil.rmtree(ROOT / "build-cov/gcovr", ignore_errors=True)
    for old in (ROOT / "build-cov").rglob("*.gcda"):
        old.unlink()
    tests, counts = COVERAGE.tests(), []
    for folders, (lines, branches) in REACHED.items():
        counts.append(script(f"of {folders.replace('|', ' and ')} the tests reach {lines} % of the lines and {branches} % of "
                             "the branches", "gcovr", "--root", ".", "--object-directory", "build-cov", "--filter",
                             f"src/({folders})/", "--fail-under-line", str(lines), "--fail-under-branch", str(branches),
                             "--print-summary"))
        # One after the other: gcov leaves its files where the next one would.
        counts[-1].after = [test.key for test in tests] + [count.key for count in counts[:-1]]
    return tests + counts


def everything():
    def others():
        tests = GCC.tests()
        return tests + [CLANG.job(then=CLANG.tests), COVERAGE.job(then=coverage_jobs),
                        script("same seed, same game, whatever compiled it", "tests/style/same_bytes.sh", "build-gcc",
                               "build-clang", "build-cov", after=["build-gcc", "build-clang", "build-cov"]),
                        script("same games, whatever compiles core and games", "tests/style/same_hashes.sh", "build-gcc",
                               after=["build-gcc"], seconds=20),
                        script("no two threads of the server get into each other’s way", "tests/serve/threads.sh",
                               seconds=300),
                        script("nothing that can be read breaks the readers", "tests/fuzz/run.sh", "10", seconds=300),
                        script("scripts", "shellcheck", "-x", *shell_scripts())]
    return [GCC.job(CORES, then=others)]


def quick():
    GCC.wants = lambda suites, name: "quick" in suites
    return [GCC.job(CORES, then=GCC.tests), script("scripts", "shellcheck", "-x", *shell_scripts())]


def named(names):
    GCC.wants = lambda suites, name: any(word in name for word in names)
    return [GCC.job(CORES, then=GCC.tests)]


def tell_failures(queue):
    """What said last whatever failed, those that passed when they were asked again first."""
    twice = {job.key for job, _ in queue.failures}
    for job, said in queue.unsteady:
        if job.key not in twice:
            print(f"FAILED AT FIRST, then passed alone: {job.key}", *said.splitlines()[-30:], sep="\n")
    for job, said in queue.failures:
        lines = said.splitlines()
        if not job.counts:  # of a build: what went wrong, not what came last
            lines = [line for line in lines if any(word in line for word in ("error", "ERROR", "FAILED"))] or lines
            lines = lines[:30]
        print(f"FAILED: {job.key}", *lines[-30:], sep="\n")


def report(queue, begin):
    """What failed, then how many of each group, then all in one line."""
    tell_failures(queue)
    builds = {job.key for job, _ in queue.failures if not job.counts}
    counted = {key: passed for key, passed in queue.ended.items() if not key.endswith(": build") or key in builds}
    for group in dict.fromkeys(key.partition(":")[0] for key in counted):
        ends = [passed for key, passed in counted.items() if key.partition(":")[0] == group]
        print(f"{group}: {sum(ends)} passed, {len(ends) - sum(ends)} failed")
    passed = sum(counted.values())
    failed = len(counted) - passed
    if not counted:
        print("check: no test has such a name; meson test -C build-gcc --list names them", file=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)  # without what browsers leave behind: about a third more
    print(f"{time.monotonic() - begin:.0f} s on {CORES} cores, {used.ru_utime + used.ru_stime:.0f} s of computing")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


def main():
    begin = time.monotonic()
    # A shell that starts this behind it has interrupts ignored; tests that interrupt programs would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(ROOT)
    queue = Queue(AGAIN if sys.argv[1] == "all" else 0)
    queue.add({"all": everything, "quick": quick}[sys.argv[1]]() if sys.argv[1] != "test" else named(sys.argv[2:]))
    queue.run()
    return report(queue, begin)


if __name__ == "__main__":
    sys.exit(main())
