"""Nobody gets in: what is not allowed is refused and counted, and those who play do not feel it."""
import concurrent.futures
import json
import random
import re
import secrets
import socket
import subprocess
import sys
import time

import client
from client import Chooser, Client, Refused, Server, gather, nonce


def figures(server):
    """/metrics as a dictionary."""
    text = server.get("/metrics")[2].decode()
    return {m[1]: int(m[2]) for m in re.finditer(r"^razzia_(\w+) (\d+)$", text, re.M)}


def hostile_load(server):
    """Every trick that the hostile of `razzia load` know, at least once, while tables play."""
    before = figures(server)
    done = subprocess.run([client.RAZZIA, "load", "--url", f"ws://127.0.0.1:{server.port}/ws",
                           "--tables", "10", "--rate", "4", "--seconds", "24", "--attack",
                           "tricks", "--json"], capture_output=True, text=True, check=False)
    result = json.loads(done.stdout)
    assert result["breaches"] == 0, result["breach"]
    assert done.returncode == 0 and result["errors"] == 0, result
    for trick in result["hostile"]:
        assert trick["attempts"] == trick["refused"] > 0, trick
    assert result["moves"] > 10 * 4 * 24 * 0.8, result
    after = figures(server)
    for name in ("refused", "limited", "closed_flood"):
        assert after[name] > before[name], name
    attacks = sum(trick["attempts"] for trick in result["hostile"])
    print(f"{attacks} attacks, {result['moves']} moves, p99 {result['p99_ms']} ms")


def stranger(server):
    """Somebody with a key of their own, and everything but a seat."""
    clients, table, seats = gather(server, "loot", 2)
    before = len(clients[0].lines(table))
    turn = next(i for i, c in enumerate(clients) if Chooser(i, 1).move(c.lines(table)))
    line = Chooser(turn, 1).move(clients[turn].lines(table))
    thief = Client(server, "Thief")
    for do in ("stand", "start", "leave", "return", "pause", "resume", "end", "bot", "mute", "remove",
               "rematch"):
        try:
            thief.ask(do, table=table, seat=0, level="greedy", who=clients[0].who, nonce=nonce())
            raise AssertionError(do)
        except Refused as error:
            assert error.code in ("seat", "maker", "started", "not_started", "request"), (do, error)
    thief.refused("seat", "act", table=table, number=before, line=line)
    thief.refused("started", "sit", table=table, seat=0, nonce=nonce())
    clients[1 - turn].refused("seat", "act", table=table, number=before, line=line)
    clients[1 - turn].refused("turn", "act", table=table, number=before,
                              line={**line, "by": 1 - turn})
    for _ in range(50):
        thief.refused("table", "watch", table=secrets.token_urlsafe(16))
    assert server.get("/record/" + table)[0] == 404
    number = clients[turn].ask("act", table=table, number=before, line=line)["number"]
    again = clients[turn].ask("act", table=table, number=before, line=line)["number"]
    assert again == number == before  # said twice, done once
    thief.refused("seat", "act", table=table, number=before, line=line)
    clients[0].until(lambda: len(clients[0].lines(table)) > before)
    assert [x for x in clients[0].lines(table)[before:] if x.get("by") == turn] == [line]


def guessed_keys(server):
    """Keys that are nearly somebody's are somebody else's."""
    c = Client(server, "Owner")
    for i in range(32):
        key = c.key[:i] + ("0" if c.key[i] != "0" else "1") + c.key[i + 1:]
        other = Client(server, key=key)
        assert other.who != c.who and other.name != c.name
        other.close()
    for key in ("", "zz" * 16, c.key[:-1], c.key + "0", c.key.upper() + " ", c.who, 5, None):
        guest = Client(server, hello=False)
        guest.refused("key", "hello", protocol=1, key=key)
        guest.close()


def a_million_tables():
    """More than anybody may have: refused, and the store does not grow."""
    server = Server(["tables-per-key = 20", "tables-per-hour = 30"])
    forwarded = ["X-Forwarded-For: 192.0.2.9"]
    made = 0
    for _ in range(4):
        c = Client(server, headers=forwarded)
        ids = [c.send("make", game="loot", seats=2, nonce=nonce()) for _ in range(100)]
        for i in ids:
            try:
                c.wait(i)
                made += 1
            except Refused as error:
                assert error.code == "limit", error
        c.close()
    assert 20 <= made <= 30, made
    Client(server, headers=["X-Forwarded-For: 192.0.2.10"]).ask("make", game="loot", seats=2,
                                                              nonce=nonce())
    assert figures(server)["limited"] >= 300
    assert server.stop() == 0


def slow_loris(server):
    """Hundreds of requests that never end, while somebody is answered as always."""
    sockets = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(300)]
    for i, s in enumerate(sockets):
        s.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nX-" + b"a" * (i % 50))
    c = Client(server)
    slowest = 0
    end = time.time() + 3
    while time.time() < end:
        for s in random.sample(sockets, 20):
            s.sendall(b"a")
        begin = time.time()
        c.ask("ping")
        slowest = max(slowest, time.time() - begin)
    assert slowest < 1, slowest
    end = time.time() + 30
    while sockets:  # and they are sent away
        assert time.time() < end, len(sockets)
        sockets = [s for s in sockets if not gone(s)]
        time.sleep(0.2)


def gone(s):
    s.setblocking(False)
    try:
        return s.recv(1000) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def no_http(server):
    """Bytes of all kinds instead of a request."""
    rng = random.Random(7)
    for i in range(200):
        junk = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 400)))
        head = rng.choice([b"", b"GET ", b"GET /ws HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99\r\n\r\n",
                           b"GET / HTTP/9.9\r\n\r\n", b"PUT /record/x HTTP/1.1\r\n\r\n", b"\x16\x03\x01 ",
                           b"GET /" + b"../" * 20 + b"etc/passwd HTTP/1.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])
        with socket.create_connection(("127.0.0.1", server.port), 10) as s:
            s.sendall(head + junk + b"\r\n\r\n")
            s.settimeout(0.02 if i % 10 else 0.2)
            try:
                assert b"root:" not in s.recv(4096)
            except (TimeoutError, ConnectionError):
                pass
    assert server.get("/health")[0] == 200


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    server = Server()
    for test in (stranger, guessed_keys, no_http):
        test(server)
        print(test.__name__)
    a_million_tables()
    print("a million tables")
    plain = Server()
    with open(plain.config, "w", encoding="utf-8") as file:
        file.write("")  # as it comes
    assert plain.stop() == 0
    plain.start()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        loris = pool.submit(slow_loris, server)
        hostile_load(plain)
        loris.result()
    for s in (server, plain):
        assert s.stop() == 0, s.log_text()


main()
