"""Told when it is your turn: a push service that decrypts, a mail server, and hostile ones of both kinds.

    letters.py RAZZIA CHOOSER NAMES [URL]

NAMES is a library that lies about the address of one name. With a URL the store is a PostgreSQL that two
processes share."""
import atexit
import base64
import email
import email.policy
import http.server
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import client
from client import Chooser, Client, Server, gather

HOST, OTHER_HOST = "push.razzia.example", "push.other.example"
TITLES = {"loot": "Razzia!", "bars": "Razzia", "mice": "Ratzzia"}


def plain64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# ---- Browsers ------------------------------------------------------------------------------------


class Browser:
    """What a browser has of a subscription: a key, and how it reads a message."""

    def __init__(self, path="ok", host=HOST):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.public = self.key.public_key().public_bytes(serialization.Encoding.X962,
                                                         serialization.PublicFormat.UncompressedPoint)
        self.path = f"/{path}/{plain64(os.urandom(9))}"
        self.fields = {"endpoint": f"https://{host}{self.path}", "p256dh": plain64(self.public),
                       "auth": plain64(self.auth), "language": "de"}

    def read(self, body):
        """RFC 8291, written a second time."""
        salt, size, n = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + n], body[21 + n:]
        assert n == 65 and size >= len(sealed) and len(body) <= 4096
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), public)

        def derive(secret, mixed, info, length):
            return HKDF(hashes.SHA256(), length, mixed, info).derive(secret)
        secret = derive(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        number = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(number, sealed, None).rstrip(b"\0")
        assert text[-1] == 2
        return json.loads(text[:-1])


def check_token(headers, public_key):
    """RFC 8292: who sends it has signed for this service, and not for long."""
    token, key = re.fullmatch(r"vapid t=(\S+), k=(\S+)", headers["Authorization"]).groups()
    assert key == public_key
    signed, _, signature = token.rpartition(".")
    raw = from64(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from64(key))
    point.verify(encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
                 signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(from64(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == f"https://{HOST}" and time.time() < claims["exp"] <= time.time() + 86400
    assert claims["sub"] == "mailto:owner@club.example"


# ---- A push service ------------------------------------------------------------------------------


class PushService:
    """Takes messages over TLS; the first part of a path says how it behaves."""

    def __init__(self, folder):
        self.certificate = os.path.join(folder, "push.pem")
        key = os.path.join(folder, "push.key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-days", "2", "-subj", "/CN=razzia-test", "-addext",
                        f"subjectAltName=DNS:{HOST},DNS:{OTHER_HOST},DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", self.certificate],
                       check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.requests, self.lock, self.busy = [], threading.Lock(), {}
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.take(self, body)

            do_GET = do_POST

            def log_message(self, *_):
                pass

        class TlsServer(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def finish_request(self, request, address):
                try:
                    super().finish_request(service.context.wrap_socket(request, server_side=True), address)
                except OSError:
                    pass

            def handle_error(self, *_):
                pass

        self.server = TlsServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, handler, body):
        how = handler.path.split("/")[1]
        with self.lock:
            self.requests.append((handler.path, dict(handler.headers.items()), body, time.time()))
            self.busy[handler.path] = self.busy.get(handler.path, 0) + 1
            count = self.busy[handler.path]
        status, fields, answer = {"ok": (201, {"Location": "https://x/y"}, b""),
                                  "gone": (410, {}, b"gone"), "lost": (404, {}, b""),
                                  "redirect": (307, {"Location": f"https://{HOST}/ok/redirected"}, b""),
                                  "error": (500, {}, b"no")}.get(how, (201, {}, b""))
        if how == "later" and count < 2:
            status, fields = 429, {"Retry-After": "2"}
        if how == "huge":
            status, answer = 500, b"x" * (8 << 20)
        if how == "headers":
            handler.wfile.write(b"HTTP/1.1 201 Created\r\n")
            for _ in range(100000):
                handler.wfile.write(b"X-More: " + b"y" * 200 + b"\r\n")
            return
        if how == "silent":
            time.sleep(30)
            return
        if how == "cut":
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        handler.send_response(status)
        for name, value in {**fields, "Content-Length": str(len(answer))}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(answer)

    def of(self, browser):
        with self.lock:
            return [r for r in self.requests if r[0] == browser.path]


# ---- A mail server -------------------------------------------------------------------------------


class MailServer:
    """aiosmtpd, and what it got. `mood` is how it answers."""

    def __init__(self, context):
        self.mails, self.mood = [], "kind"
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port(), tls_context=context,
                                     require_starttls=True)
        self.controller.start()
        self.port = self.controller.port

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        if self.mood == "refuses":
            return "550 5.1.1 nobody of that name"
        if self.mood == "busy":
            return "451 4.3.0 later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, session, envelope):
        assert session.ssl, "a mail came without TLS"
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 OK"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class LyingServer:
    """Says what it likes, as long as somebody listens."""

    def __init__(self, say):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.say = say
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            peer, _ = self.listener.accept()
            threading.Thread(target=self.talk, args=(peer,), daemon=True).start()

    def talk(self, peer):
        try:
            self.say(peer)
        except OSError:
            pass


def read_mail(mail):
    sender, to, content = mail
    message = email.message_from_bytes(content, policy=email.policy.default)
    return sender, to, message, message.get_content()


# ---- Steps ---------------------------------------------------------------------------------------


def until(condition, seconds=15, what="nothing came"):
    end = time.time() + seconds
    while not (found := condition()):
        assert time.time() < end, what() if callable(what) else what
        time.sleep(0.02)
    return found


class Club:
    """A server, or two on one store, and all that it writes to."""

    def __init__(self, store=None, processes=1, config=(), prepare=None):
        self.folder = tempfile.mkdtemp(prefix="razzia-letters-")
        atexit.register(shutil.rmtree, self.folder, True)
        self.push = PushService(self.folder)
        self.mail = MailServer(self.push.context)
        settings = ["tell-after-seconds = 0", "retry-seconds = 1", "send-seconds = 2", "url = https://club.example",
                    "push-contact = mailto:owner@club.example", f"push-to = 127.0.0.1:{self.push.port}",
                    f"ca-file = {self.push.certificate}", f"mail-server = smtp://localhost:{self.mail.port}",
                    "mail-from = razzia@club.example", "hosts = club.example", *config]
        self.servers = [Server(settings, store=store, prepare=prepare)
                        for _ in range(processes)]
        self.server = self.servers[0]

    def stop(self):
        self.mail.controller.stop()
        for server in self.servers:
            assert server.stop() == 0, server.log_text()


def asked(clients, table):
    """Who is to move: the number of a seat of `loot`, where it is one at a time."""
    for seat, c in enumerate(clients):
        chooser = Chooser(seat, 1)
        move = chooser.move(c.lines(table))
        chooser.close()
        if move:
            return seat, move
    raise AssertionError("nobody is to move")


def move(clients, table):
    """Who is asked moves; all that watch know it afterwards."""
    for c in clients:
        while c.ws and c.ws.waiting():
            c.take()
    seat, line = asked(clients, table)
    c = clients[seat]
    number = c.ask("act", table=table, number=len(c.lines(table)), line=line)["number"]
    c.until(lambda: len(c.lines(table)) > number)


def go_away(c):
    c.close()


def come_back(c, table):
    c.connect()
    number = c.ask("watch", table=table, **{"from": len(c.lines(table))})["number"]
    c.until(lambda: len(c.lines(table)) >= number)


def sit_down(club, fields=None):
    """Two at a table; the one who is not to move first has contacts to tell, and goes away."""
    clients, table, _ = gather(club.server, "loot", 2, **(fields or {"clock": {"days": 3}}))
    for c in clients:
        c.until(lambda c=c: len(c.lines(table)) > 1)
    return clients, table


def wait_of(clients, table):
    """Plays until the other one is asked who is away; that one's client."""
    here, away = clients
    here.until(lambda: not here.lobby(table)["seats"][1]["here"])
    while not here.lobby(table) or asked_of(here, table) != 1:
        number = len(here.lines(table))
        chooser = Chooser(0, 1)
        line = chooser.move(here.lines(table))
        chooser.close()
        assert line, "neither can move"
        here.ask("act", table=table, number=number, line=line)
        here.until(lambda n=number: len(here.lines(table)) > n)
        while here.ws.waiting():
            here.take()
    return away


def asked_of(c, table):
    """0 if it is this one's turn, else 1: there are two of them."""
    chooser = Chooser(0, 1)
    line = chooser.move(c.lines(table))
    chooser.close()
    return 0 if line else 1


def play_away(c, table):
    """Who was away comes, moves as long as asked, and goes again."""
    come_back(c, table)
    while True:
        chooser = Chooser(1, 1)
        line = chooser.move(c.lines(table))
        chooser.close()
        if not line:
            break
        number = len(c.lines(table))
        c.ask("act", table=table, number=number, line=line)
        c.until(lambda n=number: len(c.lines(table)) > n)
        time.sleep(0.05)
        while c.ws.waiting():
            c.take()
    go_away(c)


def take_all(c):
    time.sleep(0.1)
    while c.ws.waiting():
        c.take()


# ---- Pushes --------------------------------------------------------------------------------------


def one_per_wait(club):
    (here, away), table = sit_down(club)
    browser = Browser()
    contacts = away.ask("subscribe", **browser.fields)
    assert contacts["mail"] is True and len(from64(contacts["push"])) == 65
    row, = contacts["contacts"]
    assert row["kind"] == "push" and row["endpoint"] == browser.fields["endpoint"] and row["language"] == "de"
    go_away(away)
    wait_of((here, away), table)
    path, headers, body, _ = until(lambda: club.push.of(browser), what=club.server.log_text)[0]
    assert browser.read(body) == {"title": "Razzia!", "text": "Du bist am Zug.", "game": "loot", "table": table}
    check_token(headers, contacts["push"])
    assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0 and headers["Host"] == HOST
    assert table not in json.dumps(headers) and table.encode() not in body
    topic = headers["Topic"]
    for server in club.servers:  # nothing is told twice, also not by who was killed
        server.stop(signal.SIGKILL)
        server.start(server.port)
    come_back(here, table)
    come_back(away, table)  # who looks and goes has seen it
    go_away(away)
    time.sleep(3)
    assert len(club.push.of(browser)) == 1, "one wait was told more than once"
    play_away(away, table)
    take_all(here)
    wait_of((here, away), table)
    second = until(lambda: len(club.push.of(browser)) == 2 and club.push.of(browser)[1])
    assert second[1]["Topic"] == topic and len(second[2]) == len(body)
    assert browser.read(second[2])["table"] == table
    return here, away, table, browser


def be_waited_for(club):
    """A browser of somebody who is away, and whose turn it is now."""
    (here, away), table = sit_down(club)
    browser = Browser()
    away.ask("subscribe", **browser.fields)
    go_away(away)
    wait_of((here, away), table)
    return browser


def killed_in_between(club):
    """The wait is in the store before anybody is told of the move."""
    browser = be_waited_for(club)
    for server in club.servers:
        server.stop(signal.SIGKILL)
    for server in club.servers:
        server.start(server.port)
    until(lambda: club.push.of(browser), what="the wait was forgotten")
    time.sleep(2)
    assert len(club.push.of(browser)) == 1


def who_is_there_is_not_told(club):
    clients, table = sit_down(club, {})
    browsers = [Browser(), Browser()]
    for c, browser in zip(clients, browsers):
        c.ask("subscribe", **browser.fields)
    for _ in range(4):
        move(clients, table)
        for c in clients:
            take_all(c)
    time.sleep(2)
    assert not club.push.of(browsers[0]) and not club.push.of(browsers[1])
    seat, _ = asked(clients, table)
    go_away(clients[seat])  # while it is their turn
    until(lambda: club.push.of(browsers[seat]))
    assert not club.push.of(browsers[1 - seat])


def hostile_services(club):
    (here, away), table = sit_down(club)
    browsers = {how: Browser(how) for how in ("gone", "lost", "later", "silent", "huge", "redirect", "headers", "cut",
                                              "ok", "error")}
    for browser in browsers.values():
        contacts = away.ask("subscribe", **browser.fields)["contacts"]
    assert len(contacts) == 10
    go_away(away)
    wait_of((here, away), table)
    for how, browser in browsers.items():
        until(lambda b=browser: club.push.of(b), 20, what=f"{how} was not asked")
    until(lambda: len(club.push.of(browsers["later"])) == 2, what="429 was not tried again")
    first, second = club.push.of(browsers["later"])
    assert second[3] - first[3] >= 1.9, "it came before Retry-After"
    assert browsers["later"].read(second[2])["table"] == table
    until(lambda: len(club.push.of(browsers["silent"])) >= 2, 20, "silence was not tried again")
    for how in ("ok", "headers"):  # 201 is an answer, whatever comes after it
        assert len(club.push.of(browsers[how])) == 1, how
    with club.push.lock:
        assert not any("redirected" in path for path, *_ in club.push.requests), "a redirect was followed"
    away.connect()
    left = {row["endpoint"] for row in away.ask("contacts")["contacts"]}
    gone = {browsers[how].fields["endpoint"] for how in ("gone", "lost")}
    assert not left & gone and len(left) == 8, left
    for browser in (Browser(), Browser(), Browser()):  # ten, and the oldest go
        contacts = away.ask("subscribe", **browser.fields)["contacts"]
    assert len(contacts) == 10 and contacts[-1]["endpoint"] == browser.fields["endpoint"]
    other = Client(club.server, "Other")  # the browser is another one's now
    other.ask("subscribe", **browser.fields)
    assert len(away.ask("contacts")["contacts"]) == 9
    number = away.ask("contacts")["contacts"][0]["contact"]
    other.refused("request", "unsubscribe", contact=number)
    other.refused("request", "prefer", contact=number, language="en")
    assert len(away.ask("unsubscribe", contact=number)["contacts"]) == 8
    told, = [line["told"] for line in other.ask("export")["lines"] if "told" in line]
    assert told["push"] == browser.fields["endpoint"] and told["keys"] == (browser.public + browser.auth).hex()
    other.ask("forget")
    again = Client(club.server, key=other.key)
    assert not again.ask("contacts")["contacts"]


def stalling_service():
    """One service that says nothing, however many are to be told there, keeps nobody else waiting."""
    club = Club(config=["send-seconds = 8"])
    for _ in range(5):
        (here, away), table = sit_down(club)
        for _ in range(10):
            away.ask("subscribe", **Browser("silent").fields)
        go_away(away)
        wait_of((here, away), table)
    until(lambda: any("/silent/" in path for path, *_ in club.push.requests))
    (here, away), table = sit_down(club)
    browser = Browser(host=OTHER_HOST)
    away.ask("subscribe", **browser.fields)
    go_away(away)
    begin = time.time()
    wait_of((here, away), table)
    until(lambda: club.push.of(browser), 6, what="who is at another service waits")
    with club.push.lock:
        silent = sum("/silent/" in path for path, *_ in club.push.requests)
    assert silent <= 8 or time.time() - begin > 6, silent
    club.stop()


def bad_subscriptions(club):
    c = Client(club.server, "Eve")
    good = Browser().fields
    inwards = ["https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "https://10.0.0.1/", "https://2130706433/",
               "https://0x7f.1/", "https://printer.local/", "http://push.example/", "https://push.example:8443/",
               "https://user@push.example/", "https://push.example/\r\nX-Evil: 1", "file:///etc/passwd", "",
               "https://[::ffff:127.0.0.1]/", "https://169.254.169.254/latest", "https://a.internal/",
               f"https://push.example/{'a' * 1100}"]
    for endpoint in inwards:
        c.refused("request", "subscribe", **{**good, "endpoint": endpoint})
    for wrong in ({"p256dh": plain64(b"\4" + bytes(64))}, {"p256dh": "x"}, {"auth": plain64(bytes(15))}, {"auth": None},
                  {"language": "xx"}, {"language": "de\r\n"}, {"p256dh": plain64(os.urandom(65))}):
        c.refused("request", "subscribe", **{**good, **wrong})
    assert not c.ask("contacts")["contacts"]


def hostile_names(names):
    """A name is good, and what it stands for is this machine: nobody is connected to. Another is never found, and those
    who come after it do not wait."""
    server = Server(["tell-after-seconds = 0", "retry-seconds = 1", "send-seconds = 2"],
                    prepare=lambda: os.environ.update({"LD_PRELOAD": names, "ASAN_OPTIONS": "verify_asan_link_order=0"}))
    waits = []
    for host in ("slow.razzia.example", "inwards.razzia.example"):
        (here, away), table, _ = gather(server, "loot", 2, clock={"days": 3})
        here.until(lambda c=here, t=table: len(c.lines(t)) > 1)
        assert away.ask("subscribe", **Browser(host=host).fields)["contacts"]
        waits.append(((here, away), table))
    begin = time.time()
    for clients, table in waits:
        go_away(clients[1])
        wait_of(clients, table)
        time.sleep(3)  # the first has been given up by then
    away = waits[1][0][1]
    away.connect()
    until(lambda: not away.ask("contacts")["contacts"], 10, server.log_text)
    assert time.time() - begin < 10, "a name that nobody answers for holds up all others"
    assert "not public" in server.log_text(), server.log_text()
    begin = time.time()
    assert server.stop() == 0 and time.time() - begin < 5


# ---- Mails ---------------------------------------------------------------------------------------


def post(server, path, body=b"List-Unsubscribe=One-Click", extra=()):
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Connection: close",
                 "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", *extra, "", ""]
        s.sendall("\r\n".join(lines).encode() + body)
        data = b""
        while chunk := s.recv(65536):
            data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), body.decode()


def link_in(text, what):
    return re.search(rf"https://club\.example(/mail/{what}/[0-9a-f]{{32}})\s", text)[1]


def confirm(club, c, address, **fields):
    before = len(club.mail.mails)
    row, = [r for r in c.ask("mail", address=address, **{"language": "hu", **fields})["contacts"] if r["kind"] == "mail"]
    assert row["address"] == address and row["confirmed"] is False
    until(lambda: len(club.mail.mails) > before, what=club.server.log_text)
    sender, to, message, text = read_mail(club.mail.mails[-1])
    assert (sender, to) == ("razzia@club.example", [address]) and [a.addr_spec for a in message["To"].addresses] == [address]
    return message, link_in(text, "yes")


def mails(club):
    (here, away), table = sit_down(club)
    server = club.server
    message, link = confirm(club, away, "anna+razzia@home.example")
    assert message["Subject"] == "Ez a te címed?", message["Subject"]
    go_away(away)
    wait_of((here, away), table)
    time.sleep(2)
    assert len(club.mail.mails) == 1, "something came before the address was confirmed"
    status, headers, body = server.get(link)
    assert status == 200 and "<form" in body.decode() and 'lang="hu"' in body.decode()
    assert "form-action 'self'" in headers["content-security-policy"]
    assert "/app.css" in body.decode() and "style-src 'self'" in headers["content-security-policy"]
    away.connect()
    assert not away.ask("contacts")["contacts"][0]["confirmed"], "looking at the page has confirmed it"
    assert post(server, link, b"")[0] == 200
    assert away.ask("contacts")["contacts"][0]["confirmed"]
    come_back(away, table)
    play_away(away, table)
    take_all(here)
    wait_of((here, away), table)
    until(lambda: len(club.mail.mails) == 2, what=server.log_text)
    sender, to, message, text = read_mail(club.mail.mails[1])
    assert to == ["anna+razzia@home.example"] and message["Subject"] == "Te jössz: Razzia!"
    assert f"https://club.example/t/{table}" in text
    stop = link_in(text, "stop")
    assert message["List-Unsubscribe"] == f"<https://club.example{stop}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Message-ID"] and message["Date"] and message["Auto-Submitted"] == "auto-generated"
    assert server.get(stop)[0] == 200
    away.connect()
    assert away.ask("contacts")["contacts"], "looking at the page has ended it"
    status, _, body = post(server, stop)
    assert status == 200 and "Nem jön több levél." in body
    assert not away.ask("contacts")["contacts"]
    assert post(server, stop)[0] == 404 and server.get(link)[0] == 404
    time.sleep(1.5)
    assert len(club.mail.mails) == 2


def no_text(server):
    """What is no text gets to no database, which would refuse it with all else that is written with it."""
    c = Client(server, "Writer")
    table = c.ask("make", game="loot", seats=2, nonce=client.nonce(), clock=None)["table"]
    for _ in range(25):
        number = c.send("chat", table=table, text="written at the same time")
        assert post(server, "/mail/stop/" + "%ff" * 32)[0] in (400, 404)
        c.wait(number)
    assert server.get("/mail/yes/" + "%ff" * 32)[0] in (400, 404) and server.get("/record/" + "%ff" * 22)[0] in (400, 404)
    assert server.get("/health")[0] == 200 and "does not work" not in server.log_text()


def pages(server):
    assert post(server, "/")[0] == 405 and post(server, "/ws")[0] == 405
    assert post(server, "/mail/yes/" + "0" * 32)[0] == 404
    assert post(server, "/mail/yes/short")[0] == 404
    assert post(server, "/mail/stop/" + "0" * 32, b"x" * 5000)[0] == 413
    no_text(server)
    read = server.metric("razzia_read_jobs")
    for _ in range(50):  # who looks at pages keeps nobody from writing
        assert server.get("/mail/stop/" + "0" * 32)[0] == 404
    assert server.metric("razzia_read_jobs") >= read + 50
    assert server.get("/mail/stop/<script>")[0] in (400, 404)
    for path in ("/mail/stop/" + "0" * 32, "/mail/yes/short"):
        for wanted, spoken in [("hu-HU,hu;q=0.9,en;q=0.8", "hu"), ("fr, de;q=0.5", "de"), ("fr", "en"), ("", "en"), (",,é" * 400, "en")]:
            status, _, body = server.get(path, [f"Accept-Language: {wanted}"])
            assert status == 404 and f'<html lang="{spoken}">' in body.decode(), (wanted, body)


def injected(club):
    c = Client(club.server, "Eve")
    before = len(club.mail.mails)
    for address in ("a@b.example\r\nBcc: c@d.example", "a@b.example\nX: y", "<a@b.example>", "a@b.example, c@d.example",
                    "a b@c.example", '"a\\"@b.example', "a@b", "@", "", "a@b.example SIZE=1", "ä@b.example", "a@[10.0.0.1]",
                    "a" * 250 + "@b.example"):
        c.refused("request", "mail", address=address, language="en")
    c.refused("request", "mail", address="a@b.example", language="en\r\n")
    c.refused("request", "mail", address="a@b.example", language="en", each="yes")
    time.sleep(1.2)
    assert len(club.mail.mails) == before


def digests(club):
    """Several games in one mail; between two of them there are hours."""
    away = Client(club.server, "Away")
    _, link = confirm(club, away, "digest@home.example", each=False, language="es")
    assert post(club.server, link)[0] == 200
    before = len(club.mail.mails)
    tables = []
    for i in range(3):  # nobody looks at them, and the maker is waited for
        other = Client(club.server, f"O{i}")
        tables.append(away.ask("make", game="mice", seats=2, options={"first": 0}, nonce=client.nonce(),
                               clock={"days": 2})["table"])
        other.ask("sit", table=tables[-1], seat=1, nonce=client.nonce())
    for table in tables:
        away.ask("start", table=table)
    until(lambda: len(club.mail.mails) > before, what=club.server.log_text)
    time.sleep(3)
    came = [read_mail(m) for m in club.mail.mails[before:]]
    told = re.findall(r"https://club\.example/t/(\S+)", "".join(m[3] for m in came))
    assert told and len(told) == len(set(told)) and set(told) <= set(tables), (told, tables)
    assert len(came) == 1, [m[2]["Subject"] for m in came]
    subject = came[0][2]["Subject"]
    assert subject in ("Te toca en 3 partidas", "Te toca en 2 partidas", "Te toca: Ratzzia"), subject


def floods(club):
    """However many people ask, few mails come to one address."""
    before = len(club.mail.mails)
    asked_for = 0
    for i in range(12):
        c = Client(club.server, f"F{i}")
        try:
            c.ask("mail", address="Victim@home.example" if i % 2 else "victim@home.example", language="en")
            asked_for += 1
        except client.Refused as error:
            assert error.code == "limit", error
        c.close()
    assert asked_for == 3, asked_for
    c = Client(club.server, "One")
    many = 0
    for i in range(20):
        try:
            c.ask("mail", address=f"v{i}@home.example", language="en")
            many += 1
        except client.Refused as error:
            assert error.code == "limit", error
    assert many == 5, many
    assert club.server.limited("mails") > 0
    time.sleep(3)
    assert len(club.mail.mails) - before <= 3 + 5


def hostile_mail_servers(club):
    c = Client(club.server, "Moody")
    club.mail.mood = "busy"
    before = len(club.mail.mails)
    c.ask("mail", address="moody@home.example", language="en")
    until(lambda: any("a mail was not sent" in server.log_text() for server in club.servers), 10, club.server.log_text)
    club.mail.mood = "kind"
    until(lambda: len(club.mail.mails) > before, 20, "451 was not tried again")


def endless(peer):
    while True:
        peer.sendall(b"220-" + b"x" * 500 + b"\r\n")


def nonsense(peer):
    peer.sendall(b"\0\xff\r\n" * 100)
    time.sleep(1)


def stalls(peer):
    time.sleep(20)


def lies(peer):
    peer.sendall(b"220 hello\r\n")
    while peer.recv(1000):
        peer.sendall(b"250 OK\r\n")  # also to STARTTLS, DATA, and what is no TLS


def lying_mail_servers():
    """None of them gets a mail out of us without TLS, and the server goes on."""
    for say in (endless, nonsense, stalls, lies):
        liar = LyingServer(say)
        server = Server(["retry-seconds = 60", "send-seconds = 1", "url = https://club.example",
                         f"mail-server = smtp://127.0.0.1:{liar.port}", "mail-from = razzia@club.example"])
        c = Client(server, "Any")
        c.ask("mail", address="any@home.example", language="en")
        until(lambda s=server: "a mail was not sent" in s.log_text(), 15, f"{say.__name__}: {server.log_text()}")
        assert c.ask("ping")["now"]
        begin = time.time()
        assert server.stop() == 0 and time.time() - begin < 5


def settings():
    for lines, word in ((["mail-server = smtp://x"], "mail-from"), (["mail-server = x"], "smtp://HOST"),
                        (["mail-server = smtp://x", "mail-from = a@b.example"], "url"), (["url = x"], "url is"),
                        (["mail-tls = maybe"], "mail-tls"), (["push-contact = me"], "push-contact"),
                        (["mail-user = me"], "belong together"), (["push = 2"], "push is")):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            done = subprocess.run([client.RAZZIA, "serve", "--config", file.name, "--listen", "127.0.0.1:0"],
                                  capture_output=True, text=True, timeout=20)
        assert done.returncode == 2 and word in done.stderr and done.stderr.count("\n") <= 2, (lines, done)


def main():
    client.RAZZIA, client.CHOOSER, names = sys.argv[1:4]
    store = sys.argv[4] if len(sys.argv) > 4 else None
    club = Club(store, 2 if store else 1)
    steps = [one_per_wait, killed_in_between, who_is_there_is_not_told, hostile_services, mails, digests,
             hostile_mail_servers]
    if not store:
        steps += [bad_subscriptions, injected, floods]
    only = os.environ.get("ONLY")
    for step in steps:
        if not only or only == step.__name__:
            step(club)
            print(step.__name__, flush=True)
    pages(club.server)
    club.stop()
    if not store and not only:
        stalling_service()
        hostile_names(names)
        lying_mail_servers()
        settings()


if __name__ == "__main__":
    main()
