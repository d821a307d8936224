"""A store as version 4 left it comes into this version in place: interrupted in the middle, without
room on the disk, and then for good. version4.sql has a game that is over, one with three days a move,
and a table that gathers."""
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

import client
from client import Client, Server, play

FINISHED, RUNNING, GATHERING = "IXzxkkc96Yc__gh5rVAv8A", "jN3jrGMNGiA72WewCrpIKA", "iE4KEP0om1P3Y-nBcx3hsQ"


def restore(folder):
    path = os.path.join(folder, "store.db")
    with open(os.path.join(os.path.dirname(__file__), "version4.sql"), encoding="utf-8") as file, \
            sqlite3.connect(path) as db:
        db.executescript(file.read())
    db.close()
    return path


def dump(path):
    with sqlite3.connect(path) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        lines = list(db.iterdump())
    db.close()
    return version, lines


def serve(path, prepare=None):
    return subprocess.Popen([client.RAZZIA, "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:" + path],
                            stderr=subprocess.PIPE, text=True, preexec_fn=prepare)


def test_interrupted(folder):
    """Killed at many moments of the first start: the store is the old one or the new one."""
    path = restore(folder)
    before, seen = dump(path), set()
    assert before[0] == 4
    for ms in range(0, 60, 3):
        process = serve(path)
        time.sleep(ms / 1000)
        process.kill()
        process.communicate()
        now = dump(path)
        seen.add(now[0])
        if now[0] == 4:
            assert now == before, "a part of the way was left behind"
        else:
            os.unlink(path)
            for end in ("-wal", "-shm"):
                if os.path.exists(path + end):
                    os.unlink(path + end)
            restore(folder)
    return seen


def test_full(folder):
    """The file may not grow: one line says so, and nothing has changed."""
    path = restore(folder)
    before = dump(path)
    room = os.path.getsize(path) + 8192

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    process = serve(path, limit)
    said = process.communicate(timeout=20)[1]
    assert process.returncode == 1 and "can not grow: the disk is full" in said and said.count("\n") == 1, said
    assert dump(path) == before


def test_newer(folder):
    path = restore(folder)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 6")
    db.close()
    process = serve(path)
    said = process.communicate(timeout=20)[1]
    assert process.returncode == 1 and "newer Razzia" in said, said


def test_upgraded(folder):
    restore(folder)
    server = Server(folder=folder)
    anna, bert = Client(server, key="a" * 32), Client(server, key="b" * 32)
    assert (anna.name, bert.name) == ("Anna", "Bert")
    games = anna.ask("games")
    assert {row["table"] for row in games["games"]} == {RUNNING, GATHERING}, games
    assert games["count"] + bert.ask("games")["count"] == 1
    assert all(row["events"] == 0 for row in games["games"]), "what was before is not new"
    # The game that was over is counted without anybody's asking.
    end = time.time() + 10
    while not (page := anna.ask("person", who=None))["finished"] and time.time() < end:
        time.sleep(0.1)
    assert page["finished"][0]["table"] == FINISHED and page["results"][0]["games"] == 1, page
    assert page["finished"][0]["at"] > 1795000000000
    for person in (anna, bert):
        person.watch(RUNNING)
        person.until(lambda p=person: len(p.lines(RUNNING)) == 17)
    play([anna, bert], RUNNING, [0, 1])
    assert len(anna.ask("person", who=None)["finished"]) == 2
    phone = Client(server, key="d" * 32, hello=False)
    answer = phone.ask("hello", protocol=1, key="d" * 32, join="a" * 32)
    assert answer["who"] == anna.who and answer["name"] == "Anna"
    assert bert.ask("person", who=anna.who)["name"] == "Anna"
    assert server.stop() == 0
    assert "can not be read" not in server.log_text(), server.log_text()


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    seen = test_interrupted(tempfile.mkdtemp(prefix="razzia-upgrade-"))
    test_full(tempfile.mkdtemp(prefix="razzia-upgrade-"))
    test_newer(tempfile.mkdtemp(prefix="razzia-upgrade-"))
    test_upgraded(tempfile.mkdtemp(prefix="razzia-upgrade-"))
    print("versions that were found after it was interrupted:", sorted(seen))


main()
