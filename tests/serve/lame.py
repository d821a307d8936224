"""Memory runs out in the process: at its start, and while it serves.

    lame.py LAME CHOOSER

LAME is a server whose allocations fail when it is told so (lame.c). What it can not do it leaves, and it goes on."""
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import client
from client import Client, Closed, Refused, Server, gather, nonce

ROUNDS = 40
MAIL = ["mail-server = smtp://127.0.0.1:1", "mail-from = razzia@club.example", "url = https://club.example",
        "retry-seconds = 3600"]


def make_web(folder):
    for name in ("index.html", "index.html.gz", "part-1.js", "large.wasm"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(name * (100000 if name == "large.wasm" else 1))


def start(folder, number):
    """Whether it has got so far as to listen, when that allocation fails; what it said."""
    web = os.path.join(folder, "web")
    process = subprocess.Popen(
        [client.RAZZIA, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{folder}/s.db", "--web", web],
        stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LAME_AT": str(number),
             "ASAN_OPTIONS": "detect_leaks=0"})  # a process that ends gives nothing back
    said = ""
    while not re.search(r"port \d+", said):
        line = process.stderr.readline()
        if not line:
            break
        said += line
    if process.poll() is None and "port" in said:
        process.send_signal(signal.SIGTERM)
    said += process.stderr.read()
    status = process.wait(20)
    assert status == (0 if "port" in said else 1), (number, status, said)
    assert said, (number, status)
    return "port" in said


def starts(folder):
    """It starts without what failed, or says in a line that it can not."""
    most, begun = 30, 0
    for number in range(1, most):
        begun += start(folder, number)
    assert 0 < begun < most - 1, begun


def try_to(what):
    """It is done, refused, or the connection is closed: it does not hang."""
    try:
        what()
        return True
    except (Closed, Refused, OSError, IndexError, ValueError, socket.timeout):
        return False


def get_part(server, path):
    """Goes before all of it has come."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        s.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        s.recv(100)


def ask_everything(server, table, key):
    """How much of it was done."""
    done = 0
    for path in ("/", "/large.wasm", "/metrics", "/health", f"/record/{table}", "/mail/yes/" + "0" * 32, "/nothing"):
        done += try_to(lambda p=path: server.get(p))
        done += try_to(lambda p=path: get_part(server, p))
    for own in (key, None):
        def talk(k=own):
            c = Client(server, key=k)
            try:
                for do, fields in (("name", {"name": "Anna"}), ("games", {"follow": True}), ("tables", {}),
                                   ("make", {"game": "loot", "seats": 2, "nonce": nonce(), "bots": [None, "novice"]}),
                                   ("watch", {"table": table}), ("chat", {"table": table, "text": "x" * 300})):
                    try:
                        c.ask(do, **fields)
                    except Refused:
                        pass
            finally:
                c.close()
        done += try_to(talk)
    return done


def serves(folder):
    """Much is refused meanwhile; afterwards all is as before, and nothing of it is left."""
    server = Server(MAIL, args=["--web", os.path.join(folder, "web")])
    clients, table, _ = gather(server, "loot", 1, 1)
    clients[0].ask("end", table=table)
    all_done = ask_everything(server, table, clients[0].key)
    server.process.send_signal(signal.SIGUSR2)
    time.sleep(0.05)
    done = 0
    for _ in range(ROUNDS):
        done += ask_everything(server, table, clients[0].key)
    assert 0 < done < ROUNDS * all_done, (done, all_done)
    server.process.send_signal(signal.SIGUSR2)
    time.sleep(0.05)
    assert server.process.poll() is None, server.log_text()
    end = time.time() + 10
    while ask_everything(server, table, clients[0].key) < all_done:
        assert time.time() < end, "it does not recover"
    assert server.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "web"))
        make_web(os.path.join(folder, "web"))
        for test in (serves, starts):
            begin = time.time()
            test(folder)
            print(test.__name__, round(time.time() - begin, 1), "s")


main()
