"""Links in mails, and what is asked of the server beside its page: no mail server is there to be asked.

    post.py RAZZIA CHOOSER"""
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

import client
from client import Client, Closed, Server, Socket, gather

MAIL = ["mail-server = smtp://127.0.0.1:1", "mail-from = razzia@club.example", "url = https://club.example",
        "retry-seconds = 3600", "mail-tls = no"]


def exchange(server, text):
    """All that comes back, until the server closes or has answered."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        s.sendall(text if isinstance(text, bytes) else text.replace("\n", "\r\n").encode())
        data = b""
        while chunk := s.recv(65536):
            data += chunk
    return int(data.split()[1]) if data else 0, data.decode(errors="replace")


def request(server, method, path, *headers, body=b""):
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Connection: close", *headers, "", ""]
    return exchange(server, "\r\n".join(head).encode() + body)


def status_of(server, *lines):
    """Of an answer, without waiting for the end of the connection."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        s.sendall("\r\n".join([*lines, "", ""]).encode())
        data = b""
        while b"\r\n\r\n" not in data:
            chunk = s.recv(65536)
            assert chunk, data
            data += chunk
    return int(data.split()[1])


def token_of(server, address):
    with sqlite3.connect(server.store.removeprefix("sqlite:"), timeout=10) as db:
        (token, confirmed), = db.execute("SELECT token, confirmed FROM channels WHERE address = ?", (address,))
    return token, bool(confirmed)


def asked(server, person, address):
    person.ask("mail", address=address, language="de", each=True)
    token, confirmed = token_of(server, address)
    assert not confirmed
    return token


def pages(server):
    """Nobody says yes by looking: a button does. The page speaks the language of the mail, or of the browser."""
    anna = Client(server, "Anna")
    token = asked(server, anna, "anna@home.example")
    status, text = request(server, "GET", f"/mail/yes/{token}")
    assert status == 200 and "<form" in text and 'lang="de"' in text, text
    assert "form-action 'self'" in text and not token_of(server, "anna@home.example")[1]
    status, text = request(server, "POST", f"/mail/yes/{token}", "Content-Length: 0")
    assert status == 200 and token_of(server, "anna@home.example")[1], text
    for language, spoken in (("it, de", "it"), ("xx, es;q=0.5", "es"), ("", "en"), ("x", "en")):
        status, text = request(server, "GET", "/mail/yes/nonsense", f"Accept-Language: {language}")
        assert status == 404 and f'lang="{spoken}"' in text, text
    for wrong in ("0" * 32, "0" * 31, "x" * 32):
        assert request(server, "GET", f"/mail/stop/{wrong}")[0] == 404
        assert request(server, "POST", f"/mail/stop/{wrong}", "Content-Length: 0")[0] == 404
    status, text = request(server, "GET", f"/mail/stop/{token}")
    assert status == 200 and token_of(server, "anna@home.example")[1]
    body = b"List-Unsubscribe=One-Click"
    status, text = request(server, "POST", f"/mail/stop/{token}", f"Content-Length: {len(body)}", body=body)
    assert status == 200 and not anna.ask("contacts")["contacts"], text
    anna.close()


def bodies(server):
    """What is posted is read, a little of it, and nothing can be posted elsewhere."""
    assert request(server, "POST", "/", "Content-Length: 0")[0] == 405
    assert request(server, "POST", "/mail/yes/" + "0" * 300, "Content-Length: 0")[0] == 405
    host = f"Host: 127.0.0.1:{server.port}"
    assert status_of(server, "POST /mail/yes/x HTTP/1.1", host, "Content-Length: 99999") == 413
    assert status_of(server, "POST /mail/yes/x HTTP/1.1", host) == 404  # no body at all
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:  # in two parts, and then no more
        s.sendall((f"POST /mail/yes/{'0' * 32} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                   "Content-Length: 20\r\n\r\nhalf").encode())
        time.sleep(0.05)
    assert request(server, "GET", "/health")[0] == 200


def several_on_one(server):
    """One connection, one request after the other, some of them with a page in the answer."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as s:
        for path in ("/health", "/mail/yes/x", "/nothing", "/metrics", "/record/x", "/health"):
            s.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            data = b""
            while b"\r\n\r\n" not in data:
                data += s.recv(65536)
            head, _, rest = data.partition(b"\r\n\r\n")
            size = int(head.lower().split(b"content-length:")[1].split()[0])
            while len(rest) < size:
                rest += s.recv(65536)
            assert len(rest) == size, path


def other_words(server):
    """Sockets of other kinds, and without any."""
    for protocol in ("chat.1", None):
        try:
            Socket(server.port, protocol=protocol)
            raise AssertionError("a socket of another protocol")
        except Closed:
            pass
    try:
        Socket(server.port, path="/mail/yes/x", protocol="moon")
        raise AssertionError("a socket elsewhere")
    except Closed:
        pass


def codings():
    """A file is sent in the coding that the browser likes best and the server has."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("index.html", "page"), ("index.html.gz", "gzip"), ("index.html.br", "brotli"),
                           ("plain.txt", "plain")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        os.mkdir(os.path.join(folder, "gone.html.br"))
        os.symlink(folder + "/nowhere", os.path.join(folder, "lost.html"))
        inner = folder
        for _ in range(10):  # too deep
            inner = os.path.join(inner, "deep")
            os.mkdir(inner)
        with open(os.path.join(inner, "x.html"), "w", encoding="utf-8") as file:
            file.write("deep")
        server = Server(args=["--web", folder])
        for accepts, body, coding in (("gzip, br", b"brotli", "br"), ("gzip", b"gzip", "gzip"), ("", b"page", None)):
            status, fields, got = server.get("/", [f"Accept-Encoding: {accepts}"])
            assert (status, got, fields.get("content-encoding")) == (200, body, coding), (fields, got)
        assert server.get("/plain.txt", ["Accept-Encoding: br"])[2] == b"plain"
        for path in ("/join", "/invite", "/t/x"):  # the page itself knows what to show
            assert server.get(path)[2] == b"page", path
        for path in ("/lost.html", "/gone.html", "/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/x.html"):
            assert server.get(path)[0] == 404, path
        assert server.stop() == 0


def starts():
    """What can not be meant is said in one line before anything is opened, with the status for that."""
    with tempfile.TemporaryDirectory() as folder:
        word = os.path.join(folder, "word")
        for lines, status, part in (
                (MAIL + ["mail-user = anna", f"mail-password-file = {word}"], 1, "mail-password-file"),
                (["url = club"], 2, "url is the address"),
                (["moon = full"], 2, "nothing called"),
                (["proxies = moon"], 2, "proxies are"),
                (["away-level = moon"], 2, "away-level")):
            config = os.path.join(folder, "razzia.conf")
            with open(config, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            done = subprocess.run([client.RAZZIA, "serve", "--listen", "127.0.0.1:0", "--config", config, "--store",
                                   f"sqlite:{folder}/s.db"], capture_output=True, text=True, timeout=20, check=False)
            assert done.returncode == status and part in done.stderr, (lines, done)


def everywhere():
    """On all addresses, of both kinds where the machine has them."""
    server = Server(args=["--listen", "*:0"])
    assert server.get("/health")[0] == 200
    try:
        s = socket.create_connection(("::1", server.port), 10)
    except OSError:
        s = None
    if s:
        s.sendall(f"GET /health HTTP/1.1\r\nHost: [::1]:{server.port}\r\nConnection: close\r\n\r\n".encode())
        assert b" 200 " in s.recv(65536).split(b"\r\n")[0]
        s.close()
    assert server.stop() == 0


def nobody_is_told():
    """Where nothing is sent, nobody is asked where to."""
    server = Server(["push = 0"])
    anna = Client(server, "Anna")
    assert anna.ask("contacts")["push"] is None
    anna.refused("request", "mail", address="anna@home.example", language="de")
    assert server.stop() == 0


def who_may_come():
    """From the pages of one origin, by upgrades to what there is, and with a host."""
    server = Server(["origin = https://club.example", "metrics-from = all"])
    Client(server, "Anna", headers=["Origin: https://club.example"]).close()
    try:
        Socket(server.port, headers=["Origin: https://other.example"])
        raise AssertionError("a page of another origin")
    except Closed:
        pass
    host = f"Host: 127.0.0.1:{server.port}"
    assert status_of(server, "GET /ws HTTP/1.1", host, "Connection: Upgrade", "Upgrade: moon") in (400, 403, 404)
    assert status_of(server, "GET /metrics HTTP/1.1", host, "X-Forwarded-For: 9.9.9.9") == 200
    assert server.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as word:
        word.write("secret\n")
        word.flush()
        server = Server(MAIL + ["mail-user = anna", f"mail-password-file = {word.name}", "bot-threads = 1"])
        for test in (pages, bodies, several_on_one, other_words):
            test(server)
        clients, table, _ = gather(server, "loot", 1, 1)
        assert server.get(f"/record/{table}")[0] == 404  # it is not over
        clients[0].close()
        assert server.stop() == 0
    codings()
    starts()
    everywhere()
    nobody_is_told()
    who_may_come()


main()
