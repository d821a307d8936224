"""The process: clocks, restarts, files, limits, bad frames, the end."""
import gzip
import json
import os
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import client
from client import Chooser, Client, Closed, Server, Socket, gather, nonce, over, play


def expect_closed(ws, status=None):
    try:
        while True:
            ws.receive(5)
    except Closed:
        assert status is None or ws.status == status, (ws.status, status)


def clocks():
    """Out of time: a bot plays on, and the player can come back."""
    server = Server(["bot-ms = 50"])
    clients, table, seats = gather(server, "loot", 2, clock={"move": 1, "bank": 1})
    begin = time.time()
    c = clients[0]
    c.until(lambda: any(s["away"] for s in c.lobby(table)["seats"]))
    assert 1.8 < time.time() - begin < 4, time.time() - begin
    leave = next(line for line in c.lines(table) if line.get("do") == "leave")
    assert leave["why"] == "timeout"
    away = leave["by"]
    clients[away].until(lambda: any(line.get("by") == away and line["do"] != "leave"
                                    for line in clients[away].lines(table)))
    clients[away].ask("return", table=table)
    push = [m for m in c.pushes if "lines" in m and m["table"] == table][-1]
    assert push["clocks"]["seats"][away]["bank"] <= 1000, push
    play(clients, table, seats)
    assert server.stop() == 0


def gone():
    """Who has no socket is waited for a while, without a clock too."""
    server = Server(["gone-seconds = 1"])
    clients, table, seats = gather(server, "loot", 2)
    turn = next(i for i, c in enumerate(clients) if Chooser(i, 1).move(c.lines(table)))
    other = clients[1 - turn]
    clients[turn].close()
    other.until(lambda: not other.lobby(table)["seats"][turn]["here"])
    other.until(lambda: other.lobby(table)["seats"][turn]["away"])
    clients[turn].connect()
    clients[turn].ask("return", table=table)
    assert server.stop() == 0


def restarting():
    """SIGTERM tells everybody and loses nothing; SIGKILL tells nobody and loses nothing."""
    server = Server()
    clients, table, seats = gather(server, "bars", 2, 1)
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 60)
    port = server.port
    begin = time.time()
    assert server.stop() == 0 and time.time() - begin < 5
    for c in clients:
        expect_closed(c.ws)
    server.start(port)
    for c in clients:
        known = c.lines(table)[:]
        c.connect()
        c.watch(table, **{"from": len(known)})
        assert c.lines(table)[:len(known)] == known
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 120)
    server.stop(signal.SIGKILL)
    server.start(port)
    for c in clients:
        c.connect()
        c.watch(table, **{"from": len(c.lines(table))})
    play(clients, table, seats)
    late = Client(server, key=clients[1].key)
    late.watch(table)
    late.until(lambda: over(late, table))
    assert late.lines(table) == clients[1].lines(table)
    assert server.stop(signal.SIGINT) == 0


def bots_go_on():
    """A table of bots plays to its end though nobody looks and the process dies."""
    server = Server(["bot-ms = 1"])  # which is thirty, where nobody looks
    c, table, seats = gather(server, "loot", 1, 2)
    c[0].ask("leave", table=table)
    c[0].close()
    time.sleep(0.2)
    server.stop(signal.SIGKILL)
    server.start()
    end = time.time() + 40
    while server.get(f"/record/{table}")[0] != 200:
        assert time.time() < end
        time.sleep(0.1)
    assert server.stop() == 0


def make_web(folder):
    os.makedirs(os.path.join(folder, "nets"))
    for name, text in [("index.html", "<!doctype html>page"), ("part-1A2B.js", "let x = 1"),
                       ("a.wasm", "wasm"), ("nets/a.net", "net"), (".secret", "no")]:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    with gzip.open(os.path.join(folder, "part-1A2B.js.gz"), "wb") as file:
        file.write(b"let x = 1")
    os.symlink("/etc", os.path.join(folder, ".etc"))


def files():
    with tempfile.TemporaryDirectory() as folder:
        make_web(folder)
        server = Server(args=["--web", folder])
        for path in ("/", "/index.html", "/t/AAAAAAAAAAAAAAAAAAAAAA", "/t/AAAAAAAAAAAAAAAAAAAAAA/wall"):
            status, headers, body = server.get(path)
            assert (status, body) == (200, b"<!doctype html>page"), (path, status, body)
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cache-control"] == "no-cache"
        status, headers, body = server.get("/part-1A2B.js")
        assert body == b"let x = 1" and "immutable" in headers["cache-control"]
        assert "content-encoding" not in headers
        status, headers, body = server.get("/part-1A2B.js", ["Accept-Encoding: gzip, br"])
        assert headers["content-encoding"] == "gzip" and gzip.decompress(body) == b"let x = 1"
        status, _, body = server.get("/part-1A2B.js", ["If-None-Match: " + headers["etag"]])
        assert (status, body) == (304, b"")
        assert server.get("/a.wasm")[1]["content-type"] == "application/wasm"
        for path in ("/../etc/passwd", "/nets/../../etc/passwd", "/%2e%2e/etc/passwd", "/.secret",
                     "/.etc/passwd", "/nothing", "/record/../x", "/record/" + "A" * 22, "//etc/passwd",
                     "/nets", "/part-1A2B.js.gz"):
            status, _, body = server.get(path)
            assert status in (404, 403, 400) and b"root:" not in body, (path, status)
        assert server.get("/health")[2] == b"ok\n"
        status, _, body = server.get("/metrics")
        assert status == 200 and b"razzia_http " in body
        for forwarded in ("192.0.2.1", "192.0.2.1, " * 40 + "192.0.2.2"):
            assert server.get("/metrics", ["X-Forwarded-For: " + forwarded])[0] == 403
        assert server.stop() == 0
    with tempfile.TemporaryDirectory() as folder:  # where there is no web beside the program
        razzia, client.RAZZIA = client.RAZZIA, shutil.copy(client.RAZZIA, folder)
        server = Server()
        client.RAZZIA = razzia
        assert b"not installed" in server.get("/")[2]
        assert server.stop() == 0


def frames():
    """What is no request of ours is refused, and nobody else feels it."""
    server = Server(["message-bytes = 2048"])
    for kwargs in ({"path": "/other"}, {"protocol": None}, {"protocol": "razzia.2"},
                   {"headers": ["Origin: http://evil.example"]}):
        try:
            Socket(server.port, **kwargs).receive(5)
            raise AssertionError(kwargs)
        except Closed:
            pass
    Socket(server.port, headers=[f"Origin: http://127.0.0.1:{server.port}"]).close()
    for payload, opcode, status in [(b"\xff\xfe", 1, 1007), (b"{}", 2, 1003), (b"x" * 5000, 1, 1009)]:
        ws = Socket(server.port)
        ws.frame(payload, opcode)
        expect_closed(ws, status)
    ws = Socket(server.port)
    for i in range(10):
        ws.frame(b"x" * 1000, 0 if i else 1, False)
    expect_closed(ws)
    c = Client(server)
    for text in ("", "[]", "nonsense", "{", '{"id":1,"id":2,"do":"ping"}', "[" * 1000, '"x"', "null"):
        c.ws.frame(text.encode())
        c.take()
        assert c.answers.pop(0)["error"]["code"] == "json", text
    for text in ('{"do":"ping"}', '{"id":-1,"do":"ping"}', '{"id":"1","do":"ping"}'):
        c.ws.frame(text.encode())
        c.take()
        assert c.answers.pop(0)["error"]["code"] == "request", text
    request = json.dumps({"id": 99, "do": "ping", "unknown": [1, {"x": None}]}).encode()
    c.ws.frame(request[:10], 1, False)
    c.ws.frame(request[10:], 0, True)
    c.wait(99)
    assert server.stop() == 0


def again_and_again(server):
    """A rematch is a table that is made, too."""
    c = Client(server, headers=["X-Forwarded-For: 192.0.2.8"])
    table = c.ask("make", game="loot", seats=2, nonce=nonce(), bots=[None, "greedy"])["table"]
    for last in (False, True):
        c.ask("start", table=table)
        c.ask("end", table=table)
        if last:
            c.refused("limit", "rematch", table=table, nonce=nonce())
        else:
            table = c.ask("rematch", table=table, nonce=nonce())["table"]
    c.close()


def limits():
    server = Server(["messages-per-second = 20", "messages-burst = 50", "sockets-per-key = 3",
                     "tables-per-key = 4", "chat-per-minute = 5", "sockets-per-address = 4",
                     "tables-per-hour = 2", "watches-per-socket = 2"])
    first = Client(server)
    more = [Client(server, key=first.key) for _ in range(2)]
    try:
        Client(server, key=first.key)
        raise AssertionError("a fourth socket")
    except client.Refused as error:
        assert error.code == "limit"
    for c in more:
        c.close()
    tables = [first.ask("make", game="loot", seats=2, nonce=nonce())["table"] for _ in range(4)]
    first.refused("limit", "make", game="loot", seats=2, nonce=nonce())
    for table in tables[:2]:
        first.watch(table)
    first.refused("limit", "watch", table=tables[2])
    first.ask("unwatch", table=tables[0])
    first.watch(tables[2])
    for i in range(5):
        first.ask("chat", table=tables[1], text=str(i))
    first.refused("limit", "chat", table=tables[1], text="too many")
    forwarded = ["X-Forwarded-For: 192.0.2.7"]
    far = [Client(server, headers=forwarded) for _ in range(4)]
    try:
        Client(server, headers=forwarded)
        raise AssertionError("a fifth socket of one address")
    except Closed:
        pass
    for _ in range(2):
        far[0].ask("make", game="loot", seats=2, nonce=nonce())
    far[1].refused("limit", "make", game="loot", seats=2, nonce=nonce())
    again_and_again(server)
    for i in range(7):
        if i < 6:
            far[3].ask("tables")
        else:
            far[3].refused("limit", "tables")
    network = [Client(server, headers=[f"X-Forwarded-For: 2001:db8:1:2::{i}"]) for i in range(4)]
    for address, welcome in (("2001:db8:1:2:ffff::1", False), ("2001:db8:1:3::1", True)):
        try:
            Client(server, headers=["X-Forwarded-For: " + address]).close()
            assert welcome, address
        except Closed:
            assert not welcome, address
    for c in network:
        c.close()
    flood = far[2]
    try:
        for _ in range(400):
            flood.send("ping")
        while True:
            flood.take()
    except (Closed, ConnectionError):
        pass
    assert flood.bye == "flood", flood.bye
    far[3].ask("ping")
    assert server.stop() == 0


def silent():
    """Who answers no ping is closed after a while; who does stays."""
    server = Server(["idle-seconds = 5"])
    mute, alive = Client(server), Client(server)
    begin = time.time()
    while time.time() < begin + 8:
        try:
            alive.take(0.2)
        except TimeoutError:
            pass
    mute.ws.socket.settimeout(1)
    while mute.ws.socket.recv(1000):
        pass
    alive.ask("ping")
    assert server.stop() == 0


def slow_reader():
    """Who does not read is dropped, and others do not wait for it."""
    server = Server(["queue-bytes = 65536", "chat-per-minute = 100000"])
    clients, table, seats = gather(server, "loot", 2)
    sleeper = Client(server)
    sleeper.ws.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.watch(table)
    for _ in range(100):
        ids = [clients[0].send("chat", table=table, text="x" * 400) for _ in range(100)]
        for i in ids:
            clients[0].wait(i)
        if b"razzia_closed_slow 0\n" not in server.get("/metrics")[2]:
            break
    else:
        raise AssertionError("it was not dropped")
    assert server.stop() == 0


def long_chat():
    """Who comes late is told the last messages, not all."""
    server = Server(["chat-per-minute = 100000"])
    c, late = Client(server), Client(server)
    table = c.ask("make", game="loot", seats=2, nonce=nonce())["table"]
    ids = [c.send("chat", table=table, text="ÿ" * 400) for _ in range(230)]
    assert [c.wait(i)["number"] for i in ids] == list(range(1, 231))
    late.watch(table)
    late.until(lambda: len(late.tables[table]["chat"]) == 200)
    assert late.tables[table]["chat"][0]["number"] == 31
    c.ask("chat", table=table, text="one more")
    late.until(lambda: late.tables[table]["chat"][-1]["number"] == 231)
    assert server.stop() == 0


def tls():
    """The same over TLS, with a certificate of one's own."""
    with tempfile.TemporaryDirectory() as folder:
        key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", key, "-out", cert], check=True,
                       capture_output=True)
        server = Server(args=["--tls-cert", cert, "--tls-key", key])
        context = ssl.create_default_context(cafile=cert)
        client.WRAP = lambda plain: context.wrap_socket(plain, server_hostname="localhost")
        try:
            assert server.get("/health")[2] == b"ok\n"
            clients, table, seats = gather(server, "loot", 2)
            play(clients, table, seats)
        finally:
            client.WRAP = lambda plain: plain
        assert server.stop() == 0


def bad_start():
    """One line, and the right status."""
    with tempfile.TemporaryDirectory() as folder:
        bad = os.path.join(folder, "bad.conf")
        with open(bad, "w", encoding="utf-8") as file:
            file.write("# fine\nbot-ms = many\n")
        moon = os.path.join(folder, "moon.conf")
        with open(moon, "w", encoding="utf-8") as file:
            file.write("metrics-from = moon\n")
        running = Server()
        port = running.port
        for args, status, word in [
                (["--config", bad], 2, "bad.conf:2"), (["--config", folder + "/none"], 1, "none"),
                (["--listen", "nowhere"], 2, "--listen"), (["--config", moon], 2, "moon"),
                (["--listen", "300.1.1.1:0", "--store", f"sqlite:{folder}/s.db"], 1, "of this machine"),
                (["--listen", "192.0.2.1:0", "--store", f"sqlite:{folder}/s.db"], 1, "of this machine"),
                (["--tls-cert", folder + "/none", "--tls-key", bad, "--listen", "0", "--store",
                  f"sqlite:{folder}/s.db"], 1, "/none"), (["--store", "paper:x"], 1, "paper"),
                (["--listen", f"127.0.0.1:{port}", "--store", f"sqlite:{folder}/s.db"], 1, "taken"),
                (["--store", f"sqlite:{folder}/no/such.db"], 1, ""), (["--tls-cert", "x"], 2, "--tls"),
                (["--web", folder, "--store", f"sqlite:{folder}/s.db"], 1, "index.html"),
                (["--log", folder, "--store", f"sqlite:{folder}/s.db"], 1, "")]:
            done = subprocess.run([client.RAZZIA, "serve", *args], capture_output=True, text=True,
                                  timeout=20, check=False)
            assert done.returncode == status, (args, done)
            assert done.stderr.count("\n") == 1 and word in done.stderr, (args, done.stderr)
        assert running.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    for test in (bad_start, files, tls, frames, limits, silent, slow_reader, long_chat,
                 restarting, bots_go_on, gone, clocks):
        begin = time.time()
        test()
        print(test.__name__, round(time.time() - begin, 1), "s")


main()
