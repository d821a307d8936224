"""What is between the server and the network: plain requests, refusals, names, records in pieces."""
import os
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time

import client
from client import Client, Closed, Server, Socket, gather, unchunked

NAMES = "abcdefghijklmnopqrstuvwxyz"


def exchange(server, text, source="127.0.0.1"):
    """All that comes back for what is sent as it is."""
    with socket.create_connection(("127.0.0.1", server.port), 10, source_address=(source, 0)) as s:
        s.sendall(text.replace("\n", "\r\n").encode())
        data = b""
        while chunk := s.recv(65536):
            data += chunk
    return data


def status_of(server, text, **kwargs):
    return int(exchange(server, text, **kwargs).split(b" ")[1])


def memory(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def finished_game(server, lines):
    """A table with a record of so many lines more than it had."""
    (c,), table, _ = gather(server, "loot", 1, 2)
    c.ask("leave", table=table)
    c.until(lambda: c.lobby(table)["status"] == "finished")
    c.close()
    server.stop()
    store = sqlite3.connect(server.store[len("sqlite:"):])
    key, last = store.execute("SELECT key, max(number) FROM lines GROUP BY key").fetchone()
    store.executemany("INSERT INTO lines (key, number, at, text) VALUES (?, ?, 0, ?)",
                      ((key, last + 1 + i, f'{{"line":{i},"text":"{NAMES * 3}"}}') for i in range(lines)))
    store.commit()
    store.close()
    server.start()
    return table, last + 1 + lines


def records():
    """A record comes whole, in pieces, and who does not read it holds no more than a piece."""
    server = Server(["bot-ms = 0"])
    table, lines = finished_game(server, 40000)
    status, headers, body = server.get(f"/record/{table}")
    assert status == 200 and body.count(b"\n") == lines and body.endswith(b'"}\n'), body.count(b"\n")
    assert b'"line":39999,' in body and b'{"record":1' in body and len(body) > 3 << 20
    plain = exchange(server, f"GET /record/{table} HTTP/1.0\n\n").partition(b"\r\n\r\n")
    assert plain[2] == body and b"chunked" not in plain[0], plain[0]
    assert unchunked(exchange(server, f"GET /record/{table} HTTP/1.1\nHost: localhost\nConnection: close\n\n")
                     .partition(b"\r\n\r\n")[2]) == body
    head = exchange(server, f"HEAD /record/{table} HTTP/1.1\nHost: localhost\nConnection: close\n\n")
    assert head.startswith(b"HTTP/1.1 200 ") and head.endswith(b"\r\n\r\n"), head
    before, unread = memory(server), []
    for _ in range(200):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", server.port))
        s.sendall(f"GET /record/{table} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        unread.append(s)
    begin = time.time()
    Client(server).ask("ping")
    assert server.get(f"/record/{table}")[2] == body and time.time() - begin < 10
    assert memory(server) - before < 200 * 400, memory(server) - before
    for s in unread:
        s.close()
    assert server.stop() == 0


def many_replies():
    """Answers that are not read are counted by address."""
    server = Server(["replies-per-address = 3", "limit-loopback = 1", "http-per-address = 2"])
    table, _ = finished_game(server, 20000)
    unread = []
    for _ in range(3):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.bind(("127.0.0.2", 0))
        s.connect(("127.0.0.1", server.port))
        s.sendall(f"GET /record/{table} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert s.recv(12) == b"HTTP/1.1 200"
        unread.append(s)
    request = "GET /health HTTP/1.1\nHost: localhost\nConnection: close\n\n"
    refused = exchange(server, request, source="127.0.0.2")
    assert refused.startswith(b"HTTP/1.1 429 ") and b"retry-after: 5" in refused, refused
    assert status_of(server, request) == 200 and server.limited("replies") == 1
    for s in unread:
        s.close()
    end = time.time() + 5
    while status_of(server, request, source="127.0.0.2") == 429 and time.time() < end:
        time.sleep(0.05)
    statuses = [status_of(server, request, source="127.0.0.2") for _ in range(150)]
    assert statuses[0] == 200 and statuses[-1] == 429, statuses
    assert server.limited("http") > 0 and server.stop() == 0


def requests():
    """HEAD is GET without a body; what can be read in two ways is refused."""
    server = Server()
    get = exchange(server, "GET /health HTTP/1.1\nHost: localhost\nConnection: close\n\n")
    head = exchange(server, "HEAD /health HTTP/1.1\nHost: localhost\nConnection: close\n\n")
    assert get == head + b"ok\n", (get, head)
    assert exchange(server, "HEAD /nothing HTTP/1.1\nHost: localhost\nConnection: close\n\n").endswith(b"\r\n\r\n")
    both = exchange(server, "HEAD / HTTP/1.1\nHost: localhost\n\nGET /health HTTP/1.1\nHost: localhost\n"
                            "Connection: close\n\n")
    assert both.count(b"HTTP/1.1 200") == 2 and both.endswith(b"ok\n"), both
    for lengths in ("Content-Length: 0\nContent-Length: 5\n", "Content-Length: 0\nContent-Length: 0\n"):
        assert status_of(server, f"GET / HTTP/1.1\nHost: localhost\n{lengths}Connection: close\n\n") == 400, lengths
    assert status_of(server, "POST / HTTP/1.1\nHost: localhost\nContent-Length: 0\nConnection: close\n\n") == 405
    assert b"strict-transport-security" not in get
    assert server.stop() == 0


def upgrade(**changed):
    fields = {"Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade",
              "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
              "Sec-WebSocket-Protocol": "razzia.1"}
    path = changed.pop("path", "/ws")
    fields.update({name.replace("_", "-"): value for name, value in changed.items()})
    return f"GET {path} HTTP/1.1\n" + "".join(f"{k}: {v}\n" for k, v in fields.items() if v) + "\n"


def refusals():
    """A WebSocket that is refused gets an answer that says why."""
    server = Server(["sockets-per-address = 1", "limit-loopback = 1"])
    first = Socket(server.port)
    for changed, status in [({"path": "/other"}, 404), ({"path": "/wsx"}, 404), ({"Origin": "http://evil.example"}, 403),
                            ({"Sec_WebSocket_Version": "8"}, 426), ({"Sec_WebSocket_Version": None}, 426),
                            ({"Sec_WebSocket_Protocol": "razzia.2"}, 400), ({"Sec_WebSocket_Protocol": None}, 400),
                            ({"Host": "evil.example:7200"}, 403), ({}, 429)]:
        answer = exchange(server, upgrade(**changed))
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), (changed, answer)
        assert answer.endswith(b".\n") and b"101" not in answer, (changed, answer)
        assert (status != 426) or b"sec-websocket-version: 13" in answer.lower(), answer
        assert (status != 429) or b"retry-after: 5" in answer, answer
    first.close()
    assert server.stop() == 0


def hosts():
    """A name that is not ours is refused to who asks from this machine, and to all if names are set."""
    server = Server()
    for host, status, headers in [
            ("evil.example", 403, ""), ("localhost:7200", 200, ""), ("127.0.0.1", 200, ""), ("[::1]:7200", 200, ""),
            ("192.0.2.1:80", 200, ""), (socket.gethostname(), 200, ""), ("localhost.evil.example", 403, ""),
            ("games.example.org", 200, "X-Forwarded-For: 192.0.2.1\n")]:
        request = f"GET / HTTP/1.1\nHost: {host}\n{headers}Connection: close\n\n"
        assert status_of(server, request) == status, host
    assert status_of(server, "GET / HTTP/1.0\n\n") == 200
    assert status_of(server, "GET /health HTTP/1.1\nHost: probe.example\nConnection: close\n\n") == 200
    assert server.stop() == 0
    server = Server(["hosts = games.example.org, games.example.net"])
    for host, status in [("games.example.org", 200), ("GAMES.example.net:443", 200), ("example.net", 403),
                         ("games.example.or", 403), ("localhost", 200)]:
        request = f"GET / HTTP/1.1\nHost: {host}\nX-Forwarded-For: 192.0.2.1\nConnection: close\n\n"
        assert status_of(server, request) == status, host
    assert server.stop() == 0


def fragments():
    """A message may begin with a piece of no bytes."""
    server = Server()
    c = Client(server)
    c.ws.frame(b"", 1, False)
    c.ws.frame(b"", 0, False)
    c.ws.frame(c.request("ping"), 0, True)
    c.wait(c.id)
    assert server.stop() == 0


def frames_without_words():
    """Pieces of no bytes and pongs are heard in portions, as messages are: 24 in a tick of 20 ms.
    (Of pings, and of pongs without bytes, the library tells us nothing.)"""
    server = Server(["limit-loopback = 1"])
    c, other = Client(server, source="127.0.0.2"), Client(server, source="127.0.0.3")
    for opcode in (0, 10):
        begin = time.time()
        if opcode == 0:
            c.ws.frame(b"", 1, False)
        frames = [Socket.framed(b"" if opcode == 0 else b"x", opcode, opcode == 10) for _ in range(1200)]
        c.ws.socket.sendall(b"".join(frames))
        c.ws.frame(c.request("ping"), 0 if opcode == 0 else 1)
        other.ask("ping")
        c.wait(c.id)
        assert time.time() - begin > 0.5, (opcode, time.time() - begin)
    assert server.stop() == 0


def strict_transport():
    """Whoever came by TLS once comes by TLS again."""
    with tempfile.TemporaryDirectory() as folder:
        key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", key, "-out", cert], check=True, capture_output=True)
        server = Server(args=["--tls-cert", cert, "--tls-key", key])
        context = ssl.create_default_context(cafile=cert)
        client.WRAP = lambda plain: context.wrap_socket(plain, server_hostname="localhost")
        try:
            assert "max-age=" in server.get("/health")[1]["strict-transport-security"]
            try:
                Socket(server.port, path="/other")
                raise AssertionError("not refused")
            except Closed as refusal:
                assert " 404 " in str(refusal), refusal
        finally:
            client.WRAP = lambda plain: plain
        assert server.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    for test in (requests, refusals, hosts, fragments, frames_without_words, strict_transport, records, many_replies):
        begin = time.time()
        test()
        print(test.__name__, round(time.time() - begin, 1), "s")


main()
