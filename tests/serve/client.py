"""A server under test, and clients that speak to it: WebSocket by hand, one thread, no hurry."""
import atexit
import base64
import hashlib
import json
import os
import re
import secrets
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

RAZZIA = CHOOSER = None  # where the programs are
QUICK = ["bot-ms = 0", "messages-per-second = 100000", "messages-burst = 100000", "grace-seconds = 0",
         "tables-per-key = 1000", "sockets-per-key = 1000"]


def WRAP(plain):  # for those who speak TLS
    return plain


class Server:
    def __init__(self, config=(), store=None, args=(), folder=None, prepare=None):
        self.folder = folder or tempfile.mkdtemp(prefix="razzia-serve-")
        atexit.register(shutil.rmtree, self.folder, True)
        self.store = store or "sqlite:" + os.path.join(self.folder, "store.db")
        self.config = os.path.join(self.folder, "razzia.conf")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write("\n".join(QUICK + list(config)) + "\n")
        self.args = list(args)
        self.prepare = prepare  # called in the process before the program
        self.start()

    def start(self, port=0):
        self.log = open(os.path.join(self.folder, "log"), "ab+")
        self.log.seek(0, 2)
        begin = self.log.tell()
        self.process = subprocess.Popen(
            [RAZZIA, "serve", "--listen", f"127.0.0.1:{port}", "--store", self.store,
             "--config", self.config] + self.args, stderr=self.log,
            preexec_fn=self.prepare)
        atexit.register(self.process.kill)
        end = time.time() + 20
        while True:
            self.log.seek(begin)
            found = re.search(rb"port (\d+)", self.log.read())
            if found:
                break
            assert self.process.poll() is None and time.time() < end, open(self.log.name).read()
            time.sleep(0.01)
        self.port = int(found.group(1))
        return self

    def log_text(self):
        with open(self.log.name, encoding="utf-8") as file:
            return file.read()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(20)

    def metric(self, name):
        for line in self.get("/metrics")[2].decode().splitlines():
            if line.startswith(name + " "):
                return int(line.split()[-1])
        raise AssertionError(name)

    def limited(self, kind):
        return self.metric(f'razzia_limited_by{{kind="{kind}"}}')

    def get(self, path, headers=()):
        """Status, headers and body of a plain request."""
        with WRAP(socket.create_connection(("127.0.0.1", self.port), 10)) as s:
            lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Connection: close",
                     *headers, "", ""]
            s.sendall("\r\n".join(lines).encode())
            data = b""
            while chunk := s.recv(65536):
                data += chunk
        head, _, body = data.partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        fields = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in rest)}
        if fields.get("transfer-encoding") == "chunked":
            body = unchunked(body)
        return int(status.split()[1]), fields, body


def unchunked(body):
    """What was sent in chunks, of which the last has no bytes."""
    whole = b""
    while True:
        size, _, body = body.partition(b"\r\n")
        n = int(size, 16)
        assert body[n:n + 2] == b"\r\n", "a chunk is cut off"
        if n == 0:
            return whole
        whole, body = whole + body[:n], body[n + 2:]


class Closed(Exception):
    pass


class Socket:
    """A WebSocket, with what is needed to misuse it."""

    def __init__(self, port, path="/ws", protocol="razzia.1", headers=(), source="127.0.0.1"):
        plain = socket.create_connection(("127.0.0.1", port), 10, source_address=(source, 0))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = WRAP(plain)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        self.socket.sendall("\r\n".join([*lines, *headers, "", ""]).encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.more()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.socket.close()
            raise Closed(head.decode())
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert base64.b64encode(accept) in head
        self.status = None

    def more(self, timeout=10):
        self.socket.settimeout(timeout)
        try:
            chunk = self.socket.recv(262144)
        except ConnectionError:
            chunk = b""
        if not chunk:
            raise Closed("closed")
        self.data += chunk

    def waiting(self):
        pending = getattr(self.socket, "pending", lambda: 0)
        return len(self.data) > 1 or pending() or select.select([self.socket], [], [], 0)[0]

    @staticmethod
    def framed(payload, opcode=1, final=True):
        mask = secrets.token_bytes(4)
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        return head + mask + masked

    def frame(self, payload, opcode=1, final=True):
        self.socket.sendall(self.framed(payload, opcode, final))

    def receive(self, timeout=10):
        """The next message; Closed when the server has closed, with `status` set."""
        while True:
            while len(self.data) < 2:
                self.more(timeout)
            opcode, size, at = self.data[0] & 15, self.data[1] & 127, 2
            if size >= 126:
                at = 4 if size == 126 else 10
                while len(self.data) < at:
                    self.more(timeout)
                size = int.from_bytes(self.data[2:at], "big")
            while len(self.data) < at + size:
                self.more(timeout)
            payload, self.data = self.data[at:at + size], self.data[at + size:]
            if opcode == 8:
                self.status = int.from_bytes(payload[:2], "big")
                raise Closed(f"closed {self.status}")
            if opcode == 9:
                self.frame(payload, 10)
                continue
            if opcode == 10:
                continue
            return payload

    def close(self):
        self.socket.close()


class Refused(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['text']}")
        self.code = error["code"]
        self.rule = error.get("rule")


class Client:
    """A person: a key, a socket, and what was pushed."""

    def __init__(self, server, name=None, key=None, hello=True, headers=(), source="127.0.0.1"):
        self.server, self.name, self.key = server, name, key or secrets.token_hex(16)
        self.tables = {}  # id: {"lines": [...], "lobby": {...}, "chat": [...]}
        self.answers, self.pushes = {}, []
        self.acts = []  # answers to what was played
        self.bye = None
        self.id = 0
        self.connect(hello, headers, source)

    def connect(self, hello=True, headers=(), source="127.0.0.1"):
        self.ws = Socket(self.server.port, headers=headers, source=source)
        if hello:
            fields = {"name": self.name} if self.name else {}
            answer = self.ask("hello", protocol=1, key=self.key, **fields)
            self.who, self.name = answer["who"], answer["name"]

    def request(self, do, **fields):
        self.id += 1
        return json.dumps({"id": self.id, "do": do, **fields}).encode()

    def send(self, do, **fields):
        self.ws.frame(self.request(do, **fields))
        return self.id

    def send_at_once(self, *requests):
        """Requests that the server gets in one piece."""
        self.ws.socket.sendall(b"".join(Socket.framed(self.request(**fields)) for fields in requests))
        return self.id

    def take(self, timeout=10):
        """One message from the server, noted."""
        message = json.loads(self.ws.receive(timeout))
        if "re" in message:
            self.answers[message["re"]] = message
        elif "bye" in message:
            self.bye = message["bye"]
        else:
            self.pushes.append(message)
            if "table" not in message:
                return message
            table = self.tables.setdefault(message["table"], {"lines": [], "lobby": None, "chat": []})
            if "lines" in message:
                assert message["from"] == len(table["lines"]), (message["from"], len(table["lines"]))
                table["lines"] += message["lines"]
            if "lobby" in message:
                table["lobby"] = message["lobby"]
            table["chat"] += message.get("chat", [])
        return message

    def wait(self, number):
        while number not in self.answers:
            self.take()
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def ask(self, do, **fields):
        return self.wait(self.send(do, **fields))

    def refused(self, code, do, **fields):
        try:
            self.ask(do, **fields)
        except Refused as error:
            assert error.code == code, f"{do}: {error} instead of {code}"
            return error
        raise AssertionError(f"{do} was not refused with {code}")

    def until(self, condition, timeout=10):
        end = time.time() + timeout
        while not condition():
            self.take(max(end - time.time(), 0.01))

    def lines(self, table):
        return self.tables[table]["lines"] if table in self.tables else []

    def lobby(self, table):
        return self.tables[table]["lobby"]

    def watch(self, table, **fields):
        self.ask("watch", table=table, **fields)
        self.until(lambda: self.tables.get(table, {}).get("lobby"))

    def close(self):
        self.ws.close()


class Chooser:
    """The rules for one seat."""

    def __init__(self, seat, seed):
        self.process = subprocess.Popen([CHOOSER, str(seat), str(seed)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.known = 0

    def move(self, lines):
        for line in lines[self.known:]:
            self.process.stdin.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
        self.known = len(lines)
        self.process.stdin.write("move\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        assert answer, "the chooser has ended"
        return None if answer == "none" else json.loads(answer)

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(10) == 0
        self.process.stdout.close()


def nonce():
    return secrets.token_hex(32)


def over(client, table):
    lobby = client.tables.get(table, {}).get("lobby")
    return lobby and client.lines(table) and lobby["status"] == "finished" and "fair" in client.lines(table)[-1]


def play(players, table, seats, seed=1, until=None):
    """People play random legal moves until the game is over; `players` watch already."""
    choosers = {seat: Chooser(seat, seed + seat) for seat in seats}
    while not over(players[0], table) and not (until and until()):
        moved = False
        for player, seat in zip(players, seats):
            while player.ws.waiting():
                player.take()
            line = choosers[seat].move(player.lines(table))
            if line:
                try:
                    answer = player.ask("act", table=table, number=len(player.lines(table)), line=line)
                    player.acts.append(answer)
                    player.until(lambda p=player, a=answer: len(p.lines(table)) > a["number"])
                    moved = True
                except Refused as error:  # somebody else's line came first
                    assert error.code in ("late", "turn"), error
        if not moved and not over(players[0], table):
            ready = select.select([p.ws.socket for p in players], [], [], 10)[0]
            assert ready, "nobody can move, and nothing comes from the server"
    for player in players:
        if not until:
            player.until(lambda p=player: over(p, table))
    for chooser in choosers.values():
        chooser.close()


def gather(server, game, people, bots=0, level="greedy", **fields):
    """People, and the id of a table at which they and some bots sit, started and watched."""
    clients = [Client(server, f"P{i}") for i in range(people)]
    levels = [None] * people + [level] * bots
    for client in clients:
        client.nonce = nonce()
    table = clients[0].ask("make", game=game, seats=people + bots, nonce=clients[0].nonce, bots=levels,
                           **fields)["table"]
    seats = [0] + [c.ask("sit", table=table, seat=None, nonce=c.nonce)["seat"] for c in clients[1:]]
    for client in clients:
        client.watch(table)
    clients[0].ask("start", table=table)
    for client in clients:
        client.until(lambda c=client: c.lines(table))
    return clients, table, seats
