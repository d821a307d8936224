"""The unit of systemd: how much it leaves open, and that the server needs nothing that it closes.

systemd does not run where tests do, so the calls of a server are listed by strace while it starts, hosts a game, tells
somebody by push and by mail, and stops, and compared with what the unit allows."""
import ctypes
import errno
import os
import re
import socket
import subprocess
import sys

import client
import letters
from client import Client, gather, play

UNIT = os.path.join(os.path.dirname(__file__), "../../data/razzia.service")


def settings(name):
    with open(UNIT, encoding="utf-8") as file:
        return [line.split("=", 1)[1].split() for line in file.read().splitlines() if line.startswith(name + "=")]


def calls_of(group):
    """The system calls of a group, with those of the groups inside it."""
    said = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True,
                          check=True).stdout
    words = [line.split()[0] for line in said.splitlines()[1:] if line.startswith("    ")]
    return {call for word in words if not word.startswith("#")
            for call in (calls_of(word) if word.startswith("@") else [word])}


def allowed_calls():
    allowed = set()
    for words in settings("SystemCallFilter"):
        closes = words[0].startswith("~")
        for word in words:
            word = word.lstrip("~")
            calls = calls_of(word) if word.startswith("@") else {word}
            allowed = allowed - calls if closes else allowed | calls
    return allowed


def close_families():
    """In this process and those that it becomes no socket is to be had but of the families of the unit, by a filter of
    the kernel as systemd sets one."""
    class Filter(ctypes.Structure):
        _fields_ = [("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("k", ctypes.c_uint)]

    class Program(ctypes.Structure):
        _fields_ = [("n", ctypes.c_ushort), ("filters", ctypes.POINTER(Filter))]

    load, equal, answer = 0x20, 0x15, 0x06
    number, family = 0, 16  # where they lie in what the filter is shown
    allow, refuse = 0x7fff0000, 0x00050000 | errno.EAFNOSUPPORT
    call = {"x86_64": 41, "aarch64": 198}[os.uname().machine]
    rows = [(load, 0, 0, number), (equal, 0, 4, call), (load, 0, 0, family), (equal, 2, 0, socket.AF_INET),
            (equal, 1, 0, socket.AF_INET6), (answer, 0, 0, refuse), (answer, 0, 0, allow)]
    program = Program(len(rows), (Filter * len(rows))(*(Filter(*row) for row in rows)))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, seccomp, by_filter = 38, 22, 2
    assert libc.prctl(no_new_privileges, 1, 0, 0, 0) == 0
    assert libc.prctl(seccomp, by_filter, ctypes.byref(program), 0, 0) == 0, os.strerror(ctypes.get_errno())


def tell(club):
    """Somebody by push, and somebody by mail: names are looked up for it."""
    browser = letters.be_waited_for(club)
    letters.until(lambda: club.push.of(browser), what=club.server.log_text)
    letters.confirm(club, Client(club.server), "anna@home.example")


def trace(folder):
    log = os.path.join(folder, "trace")
    program = os.path.join(folder, "traced")
    with open(program, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec strace -f -qq -D -o {log} {client.RAZZIA} "$@"\n')
    os.chmod(program, 0o755)
    client.RAZZIA = program
    club = letters.Club()
    server = club.server
    clients, table, seats = gather(server, "loot", 2, 1)
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 30)
    server.get("/health")
    tell(club)
    club.stop()
    with open(log, encoding="utf-8", errors="replace") as file:
        return file.read()


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    said = subprocess.run(["systemd-analyze", "security", "--offline=yes", UNIT], capture_output=True, text=True,
                          check=False).stdout
    level = float(re.search(r"exposure level for \S+: ([0-9.]+)", said).group(1))
    assert level <= 1.1, f"{level} is left open\n" + said
    assert settings("MemoryMax") == [["512M"]], settings("MemoryMax")
    club = letters.Club(prepare=close_families)
    tell(club)
    club.stop()
    folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"razzia-unit-{os.getpid()}")
    os.mkdir(folder)
    traced = trace(folder)
    used = set(re.findall(r"^\d+ +(?:<\.\.\. )?([a-z0-9_]+)[( ]", traced, re.M)) - {"exit", "strace"}
    assert "accept" in used and "fdatasync" in used, used
    if os.geteuid() == 0:
        used.discard("fchown")  # SQLite gives what it makes to the owner of the store, but only as root
    closed = used - allowed_calls()
    assert not closed, f"the unit does not allow {closed}"
    may = {family for words in settings("RestrictAddressFamilies") for family in words}
    # The C library looks for a cache of names (AF_UNIX) and for its own addresses (AF_NETLINK), and does without.
    families = set(re.findall(r" socket\((AF_[A-Z0-9]+)", traced)) - may - {"AF_UNIX", "AF_NETLINK"}
    assert not families, f"the unit does not allow {families}"
    assert not re.search(r"mprotect\([^)]*PROT_EXEC|mmap\([^)]*PROT_WRITE\|PROT_EXEC", traced), "memory to write and run"
    print(f"exposure {level}, {len(used)} calls, all allowed")


main()
