"""What happens to a server from outside: its store goes away, another one comes, files and memory are used up."""
import os
import resource
import signal
import socket
import subprocess
import sys
import time

import client
from client import Client, Closed, Refused, Server, gather, nonce, play


def file_of(server):
    return server.store[len("sqlite:"):]


def wait_for(condition, seconds=5):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, "it does not happen"
        time.sleep(0.05)


def is_refused(person, do, **fields):
    try:
        person.ask(do, **fields)
        return False
    except Refused as error:
        assert error.code == "store", error
        return True


def store_deleted():
    """What can not be kept is not acknowledged, whichever of its files is gone."""
    for ending, replaced in (("", False), ("", True), ("-wal", False)):
        server = Server()
        clients, table, seats = gather(server, "loot", 2)
        name = file_of(server) + ending
        os.rename(name, name + ".away")
        if replaced:
            open(name, "w", encoding="ascii").close()
        assert is_refused(clients[0], "chat", table=table, text="Anybody there?")
        assert is_refused(clients[0], "make", game="loot", seats=2, nonce=nonce())
        wait_for(lambda s=server: s.get("/health")[0] == 503)
        if not ending and not replaced:
            time.sleep(1.2)  # what is read now and then is not believed either
        assert server.get("/health")[0] == 503
        assert "was deleted, moved or replaced" in server.log_text()
        os.rename(name + ".away", name)
        wait_for(lambda s=server: s.get("/health")[0] == 200)
        clients[0].ask("chat", table=table, text="All is well.")
        play(clients, table, seats, until=lambda c=clients[0], t=table: len(c.lines(t)) > 10)
        assert server.stop() == 0


def second_server():
    """One file has one server; a dead one does not count."""
    server = Server()
    command = [client.RAZZIA, "serve", "--listen", "0", "--store", server.store]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done
    assert "another server uses" in done.stderr, done.stderr
    copy = file_of(server) + ".copy"
    subprocess.run(["sqlite3", file_of(server), f"VACUUM INTO '{copy}'"], check=True, timeout=20)
    server.stop(signal.SIGKILL)
    server.start()
    Client(server).close()
    assert server.stop() == 0


def cpu_seconds(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def files_used_up():
    """Who comes when no file is left is turned away; nothing spins, and others play on."""
    server = Server(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (80, 80)))
    clients, table, seats = gather(server, "loot", 2)
    crowd = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(120)]
    time.sleep(0.3)
    begin = cpu_seconds(server)
    time.sleep(1)
    assert cpu_seconds(server) - begin < 0.4, cpu_seconds(server) - begin
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 20)
    for s in crowd:
        s.close()
    wait_for(lambda: server.get("/health")[0] == 200)
    assert server.limited("files") >= 70
    assert server.stop() == 0


def no_file_at_all():
    """The system itself refuses one more file: nothing spins, those who are there play on, and later others come."""
    server = Server()
    clients, table, seats = gather(server, "loot", 2)
    pid = server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    most = max(int(name) for name in os.listdir(f"/proc/{pid}/fd")) + 1
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, before[1]))
    crowd = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(5)]
    time.sleep(0.3)
    begin = cpu_seconds(server)
    time.sleep(1)
    assert cpu_seconds(server) - begin < 0.4, cpu_seconds(server) - begin
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 20)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
    wait_for(lambda: server.get("/health")[0] == 200)
    for s in crowd:
        s.close()
    assert server.stop() == 0


def kept_connections():
    """Who has been answered once and then says nothing, or half of something, is cut off as soon as others."""
    server = Server()
    crowd = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(20)]
    for i, s in enumerate(crowd):
        s.settimeout(10)
        s.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert s.recv(4096).startswith(b"HTTP/1.1 200"), "no answer"
        if i % 2:
            s.sendall(b"GET / HTTP/1.1\r\nHost: ")
    begin = time.time()
    for s in crowd:
        try:
            while s.recv(4096):
                pass
        except ConnectionError:
            pass
    assert time.time() - begin < 9, time.time() - begin
    assert server.stop() == 0


def silent_connections():
    """Who connects and asks for nothing is cut off soon, and an address can not have many of those."""
    server = Server(["proxies = none", "limit-loopback = 1"])
    crowd = [socket.create_connection(("127.0.0.1", server.port), 10, source_address=("127.0.0.2", 0))
             for _ in range(120)]
    crowd[0].sendall(b"GET / HTTP/1.1\r\nHost: ")
    wait_for(lambda: server.limited("unfinished") == 20)
    Client(server).ask("ping")
    begin = time.time()
    for s in crowd:
        s.settimeout(10)
        try:
            assert s.recv(1) == b"", "an answer to nothing"
        except ConnectionError:
            pass
    assert time.time() - begin < 8
    Client(server, source="127.0.0.2").ask("ping")
    assert server.stop() == 0


def restored():
    """After a copy was put back nobody gets cards that somebody knows already."""
    server = Server()
    clients, table, seats = gather(server, "bars", 2, 1)
    gathering = clients[0].ask("make", game="loot", seats=2, nonce=nonce(), open=True)["table"]
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 30)
    server.stop()
    server.args = ["--restored"]
    server.start()
    assert "2 tables were given up" in server.log_text()
    clients[0].connect()
    lines = len(clients[0].lines(table))
    clients[0].ask("watch", table=table, **{"from": lines})
    clients[0].until(lambda: clients[0].lobby(table)["status"] == "abandoned")
    clients[0].until(lambda: "fair" in clients[0].lines(table)[-1])
    clients[0].refused("over", "leave", table=table)
    clients[0].watch(gathering)
    assert clients[0].lobby(gathering)["status"] == "abandoned"
    clients[0].refused("started", "start", table=gathering)
    assert all(t["table"] != gathering for t in Client(server).ask("tables")["open"])
    status, _, body = server.get(f"/record/{table}")
    assert status == 200 and body.count(b"\n") == len(clients[0].lines(table)), (status, body)
    assert server.get(f"/record/{gathering}")[0] == 404
    record = os.path.join(server.folder, "record.jsonl")
    with open(record, "wb") as file:
        file.write(body)
    done = subprocess.run([client.RAZZIA, "verify", record], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "yes" in done.stdout, done
    assert server.stop() == 0
    server.start()
    assert "0 tables were given up" in server.log_text()
    assert server.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    for test in (store_deleted, second_server, files_used_up, no_file_at_all, kept_connections, silent_connections,
                 restored):
        begin = time.time()
        test()
        print(test.__name__, round(time.time() - begin, 1), "s")


main()
