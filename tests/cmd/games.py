"""razzia games URL: a terminal joins as a device, and then tells what waits."""
import concurrent.futures
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "serve"))
import client  # noqa: E402
from client import Client, Server, gather, nonce  # noqa: E402

HOME = tempfile.mkdtemp(prefix="razzia-games-")


def games(server, *words, status=0, given="", url=None):
    done = subprocess.run([client.RAZZIA, "games", url if url is not None else f"http://127.0.0.1:{server.port}", *words], input=given,
                          capture_output=True, text=True, timeout=30, env={**os.environ, "XDG_DATA_HOME": HOME, "LC_ALL": "C.UTF-8"})
    assert done.returncode == status, done
    return done


# ---- Those who are no server of Razzia -----------------------------------------------------------


SHAKEN = b"HTTP/1.1 101 Switching\r\n\r\n"


def frame(text, opcode=1):
    head = bytes([0x80 | opcode])
    return head + (bytes([len(text)]) if len(text) < 126 else bytes([126]) + struct.pack(">H", len(text))) + text


def flood(peer, what):
    while True:
        peer.sendall(what)


LIES = {  # what it says; what is said of it
    "closes": (lambda peer: peer.shutdown(socket.SHUT_RDWR), "does not answer"),
    "a page": (lambda peer: peer.sendall(b"HTTP/1.1 200 OK\r\n\r\n<html>"), "no server of Razzia: HTTP/1.1 200 OK"),
    "a terminal": (lambda peer: peer.sendall(b"HTTP/1.1 404 \x1b[2J\x1b]0;x\x07\r\n\r\n"), "404 ?[2J?]0;x?"),
    "headers": (lambda peer: flood(peer, b"X-More: " + b"y" * 60000), "too much"),
    "bytes": (lambda peer: flood(peer, os.urandom(60000)), ""),
    "a giant": (lambda peer: peer.sendall(SHAKEN + b"\x81\x7f" + b"\x7f" * 8), "too much"),
    "no json": (lambda peer: peer.sendall(SHAKEN + frame(b"nonsense") * 3), None),
    "no games": (lambda peer: peer.sendall(SHAKEN + frame(b'{"re":1,"ok":true}') + frame(b'{"re":2,"games":7}')), None),
    "escapes": (lambda peer: peer.sendall(SHAKEN + frame(b'{"re":1}') + frame(
        b'{"games":[{"table":"\\u001b[31m","waits":true,"lobby":{"game":"\\u001b]0;x\\u0007","status":"\\u001b"}}]}')), None),
    "refuses": (lambda peer: peer.sendall(SHAKEN + frame(b'{"error":{"code":"x","text":"\\u001b[2J"}}')), "refuses: ?[2J"),
    "pings": (lambda peer: (peer.sendall(SHAKEN), flood(peer, frame(b"x", 9) * 1000)), "Timeout"),
    "silent": (lambda peer: time.sleep(60), "Timeout"),
}


class Liar:
    def __init__(self, say):
        self.say, self.listener = say, socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            peer, _ = self.listener.accept()
            try:
                if peer.recv(1000):  # the first connection of a new terminal ends without a word
                    self.say(peer)
            except OSError:
                pass


def lie(name):
    """One line, no escape to the terminal, an end; and of a key that was of no use nothing is left."""
    say, said = LIES[name]
    liar, home = Liar(say), tempfile.mkdtemp(prefix="razzia-liar-")
    done = subprocess.run([client.RAZZIA, "games", f"http://127.0.0.1:{liar.port}"], input="A" * 22 + "\n", capture_output=True,
                          text=True, timeout=60, errors="replace", env={**os.environ, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8"})
    text = done.stdout + done.stderr
    assert "\x1b" not in text and "\x07" not in text, (name, done)
    assert done.returncode == (0 if said is None else 1), (name, done)
    assert said is None or (said in done.stderr and done.stderr.count("\n") == 2), (name, done)


def liars():
    with concurrent.futures.ThreadPoolExecutor(len(LIES)) as pool:
        list(pool.map(lie, LIES))


def patience():
    """Who looks for the code takes a while: longer than a server waits for a greeting."""
    server = Server()
    anna = Client(server, "Anna")
    tables = [anna.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)["table"] for _ in range(3)]
    home = tempfile.mkdtemp(prefix="razzia-slow-")
    slow = subprocess.Popen([client.RAZZIA, "games", f"http://127.0.0.1:{server.port}"], stdin=subprocess.PIPE, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "XDG_DATA_HOME": home})
    time.sleep(17)
    said, refused = slow.communicate(anna.ask("link")["code"] + "\n", timeout=30)
    assert slow.returncode == 0 and all(t in said for t in tables), refused
    assert server.stop() == 0


def many():
    """All of them, page by page."""
    server = Server(["tables-per-key = 100"])
    anna = Client(server, "Anna")
    tables = {anna.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)["table"] for _ in range(61)}
    said = games(server, given=anna.ask("link")["code"] + "\n").stdout
    assert said.count("\n") == 61 and all(t in said for t in tables), said
    assert len({json.loads(row)["table"] for row in games(server, "--json").stdout.splitlines()}) == 61
    assert server.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    server = Server()
    people, table, _ = gather(server, "loot", 2, clock={"days": 2})
    first = people[0].lines(table)
    refused = games(server, status=1, given="nonsense\n").stderr
    assert "Add a device there" in refused and "22 characters" in refused, refused
    assert "was used, is too old" in games(server, status=1, given="A" * 22).stderr
    assert not os.listdir(os.path.join(HOME, "razzia")), "a key was kept that is nobody's"
    code = people[0].ask("link")["code"]
    said = games(server, given=f"http://127.0.0.1:{server.port}/join#{code}\n").stdout
    assert table in said and "loot" in said and said.count("\n") == 1, said
    key = os.path.join(HOME, "razzia", os.listdir(os.path.join(HOME, "razzia"))[0])
    assert os.stat(key).st_mode & 0o077 == 0
    both = []
    for person in people:
        both.append(person.ask("games")["count"])
    row = json.loads(games(server, "--json").stdout)
    assert row["table"] == table and row["waits"] == (both[0] == 1) and row["number"] == len(first), row
    text = games(server).stdout
    assert ("waits for you, 1 d 23 h left" in text) == row["waits"] and ("▶" in text) == row["waits"], text
    device = next(d for d in people[0].ask("devices")["devices"] if d["name"] == "razzia games")
    people[0].ask("unlink", device=device["device"])
    assert "was removed" in games(server, status=1).stderr
    asked = games(server, status=1, given="A" * 22).stderr  # the key is dropped, and a new one made
    assert "Add a device there" in asked and "was used, is too old" in asked, asked
    for bad in ("nonsense://x", "", "ftp://127.0.0.1"):
        assert "no address of a server" in games(server, status=2, url=bad).stderr
    port = server.port
    assert server.stop() == 0
    assert "can not be reached" in games(server, status=1, url=f"http://127.0.0.1:{port}").stderr
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for test in [pool.submit(f) for f in (patience, many, liars)]:
            test.result()


main()
