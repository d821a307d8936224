"""What a server takes under load: CPU a move, latency, memory, start. Not part of ./check.

measure.py RAZZIA play [TABLES [RATE [SECONDS [STORE]]]]   CPU, latency, memory of TABLES tables
measure.py RAZZIA start [FINISHED [RUNNING]]               time to the first answer with a full store
"""
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

TICK = os.sysconf("SC_CLK_TCK")


def cpu(pid):
    """Seconds of user and system time, all threads."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid):
    """Bytes that are the process's own."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(next(line for line in file if line.startswith("RssAnon")).split()[1]) * 1024


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def answer(port):
    """True if /health answers."""
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as s:
            s.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return s.recv(100).split(b" ")[1] == b"200"
    except (ConnectionError, IndexError):
        return False


def serve(razzia, folder, store=None):
    port = free_port()
    log = open(os.path.join(folder, "log"), "w", encoding="utf-8")
    store = store or f"sqlite:{folder}/store.db"
    begin = time.time()
    process = subprocess.Popen([razzia, "serve", "--listen", f"127.0.0.1:{port}", "--store", store],
                               stderr=log)
    while not answer(port):
        assert process.poll() is None and time.time() < begin + 60, open(log.name, encoding="utf-8").read()
        time.sleep(0.005)
    return process, port, time.time() - begin


def play(razzia, folder, tables=2000, rate=1 / 3, seconds=30, store=None):
    tables = int(tables)
    server, port, _ = serve(razzia, folder, store)
    empty = memory(server.pid)
    load = subprocess.Popen([razzia, "load", "--url", f"ws://127.0.0.1:{port}/ws", "--tables",
                             str(tables), "--rate", f"{float(rate):.4f}", "--seconds", str(seconds),
                             "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    print(load.stderr.readline().strip())  # everybody sits
    before, begin, idle = cpu(server.pid), time.time(), memory(server.pid)
    result = json.loads(load.stdout.readline())
    spent, wall = cpu(server.pid) - before, time.time() - begin
    load.wait()
    print(json.dumps(result))
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"server: {1e6 * spent / max(result['moves'], 1):.1f} µs of CPU a move, "
          f"{100 * spent / wall:.1f} % of a core")
    print(f"memory: {(idle - empty) / tables / 1024:.1f} KB a table with its sockets, "
          f"{memory(server.pid) / 1e6:.1f} MB in all")
    server.terminate()
    assert server.wait(20) == 0
    return 0 if result["errors"] == 0 else 1


def copy_tables(db, source, finished, running):
    """The table `source`, again and again."""
    def insert(status, first, n):
        db.execute("INSERT INTO tables (id, version, status, listed, changed, people, info) "
                   "WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
                   "SELECT printf('%022d', i), version, ?, 0, changed, people, info "
                   "FROM n, tables WHERE tables.key = ?", (first, first + n - 1, status, source))
    insert(2, 1, finished)
    insert(1, finished + 1, running)
    for table, columns in (("lines", "number, at, text"), ("clocks", "due"), ("seeds", "seed")):
        db.execute(f"INSERT INTO {table} (key, {columns}) SELECT t.key, {columns} FROM tables t, "
                   f"{table} s WHERE s.key = ? AND t.key > ?", (source, source))
    db.commit()


def start(razzia, folder, finished=100000, running=2000):
    server, port, _ = serve(razzia, folder)
    subprocess.run([razzia, "load", "--url", f"ws://127.0.0.1:{port}/ws", "--tables", "1", "--rate",
                    "10", "--seconds", "3"], stdout=subprocess.DEVNULL, check=True)
    server.terminate()
    server.wait(20)
    db = sqlite3.connect(f"{folder}/store.db")
    source = db.execute("SELECT max(key) FROM tables").fetchone()[0]
    copy_tables(db, source, int(finished), int(running))
    print("lines:", db.execute("SELECT count(*) FROM lines").fetchone()[0], "bytes:",
          os.path.getsize(f"{folder}/store.db"))
    db.close()
    server, port, seconds = serve(razzia, folder)
    print(f"{seconds:.2f} s to the first answer; load average {os.getloadavg()[0]:.1f}")
    server.terminate()
    assert server.wait(20) == 0
    return 0


def main():
    what = {"play": play, "start": start}
    if len(sys.argv) < 3 or sys.argv[2] not in what:
        print(__doc__, file=sys.stderr)
        return 2
    folder = tempfile.mkdtemp(prefix="razzia-measure-")
    try:
        return what[sys.argv[2]](sys.argv[1], folder, *sys.argv[3:])
    finally:
        shutil.rmtree(folder, True)


if __name__ == "__main__":
    sys.exit(main())
