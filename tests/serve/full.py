"""The store can not be written: it is said, tables stand still, nothing is damaged, and when there
is room again play goes on."""
import hashlib
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time

import client
from client import Chooser, Client, Refused, Server, gather, play


def store_file(server):
    return server.store.removeprefix("sqlite:")


def let_grow(server, size):
    """From now on no file of the server may be larger."""
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY if size is None else size, hard))


def act(clients, table, choosers):
    """One move by whoever may; the line, and where it is."""
    for c, chooser in zip(clients, choosers):
        line = chooser.move(c.lines(table))
        if line:
            number = c.ask("act", table=table, number=len(c.lines(table)), line=line)["number"]
            for other in clients:
                other.until(lambda o=other: len(o.lines(table)) > number)
            return number, line
    raise AssertionError("nobody can move")


def fill(clients, table, choosers):
    """Plays and talks until there is no room; what was promised by then."""
    promised = []
    for _ in range(20):
        try:
            promised.append(act(clients, table, choosers))
        except Refused as error:
            assert error.code == "store" and "nothing was lost" in str(error), error
            return promised
        for _ in range(10):
            try:
                clients[0].ask("chat", table=table, text="x" * 400)
            except Refused as error:
                assert error.code == "store", error
    raise AssertionError("there was always room")


def stands_still(server, clients, table, choosers):
    before = [len(c.lines(table)) for c in clients]
    for _ in range(3):
        try:
            act(clients, table, choosers)
            raise AssertionError("a move was made without room for it")
        except Refused as error:
            assert error.code == "store", error
    assert [len(c.lines(table)) for c in clients] == before
    status, _, body = server.get("/health")
    assert status == 503 and b"no room" in body, (status, body)
    assert b"razzia_store_failures 0\n" not in server.get("/metrics")[2]
    assert "no room on the disk" in server.log_text()
    late = Client(server)  # looking on is possible
    late.watch(table)
    late.until(lambda: len(late.lines(table)) == before[0])
    late.close()


def check(server, clients, table, promised):
    lines = clients[0].lines(table)
    for number, line in promised:
        assert lines[number] == line
    assert server.stop() == 0
    db = sqlite3.connect(store_file(server))
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    stored = [row[0] for row in db.execute(
        "SELECT number FROM lines JOIN tables USING (key) WHERE id = ? ORDER BY number", (table,))]
    assert stored == list(range(len(lines)))
    db.close()


def full(killed):
    server = Server(["chat-per-minute = 100000"])
    clients, table, seats = gather(server, "loot", 2)
    choosers = [Chooser(seat, 3) for seat in seats]
    let_grow(server, os.path.getsize(store_file(server) + "-wal") + 60000)
    promised = fill(clients, table, choosers)
    stands_still(server, clients, table, choosers)
    if killed:
        server.stop(signal.SIGKILL)
        server.start(server.port)
        for c in clients:
            c.close()
            c.connect()
            c.watch(table, **{"from": len(c.lines(table))})
    else:
        let_grow(server, None)
    end = time.time() + 10
    while True:
        try:
            promised.append(act(clients, table, choosers))
            break
        except Refused as error:
            assert error.code == "store" and time.time() < end, error
            time.sleep(0.1)
    assert server.get("/health")[0] == 200
    play(clients, table, seats)
    check(server, clients, table, promised)


def read_only():
    """A store that can only be read: one sentence, and it is left as it is."""
    server = Server()
    gather(server, "loot", 2)
    assert server.stop() == 0
    path = store_file(server)
    before = hashlib.sha256(open(path, "rb").read()).digest()
    serve = [client.RAZZIA, "serve", "--listen", "127.0.0.1:0", "--store", server.store]
    if os.geteuid() == 0:  # whom no bits of a file can stop
        if subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
            print("root that may not mount: nothing can be made read-only here")
            return
        serve = ["unshare", "-m", "sh", "-c", 'mount --bind -o ro "$0" "$0" && mount -o '
                 'remount,bind,ro "$0" && exec "$@"', server.folder, *serve]
    else:
        os.chmod(path, 0o400)
        os.chmod(server.folder, 0o500)
    done = subprocess.run(serve, capture_output=True, text=True, timeout=20, check=False)
    os.chmod(server.folder, 0o700)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done
    assert path + " can not be written" in done.stderr, done
    assert any(why in done.stderr for why in ("Read-only", "Permission denied")), done
    assert hashlib.sha256(open(path, "rb").read()).digest() == before


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    full(False)
    full(True)
    print("full")
    read_only()
    print("read-only")


main()
