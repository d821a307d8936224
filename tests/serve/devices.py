"""A person with several devices: joining by a code that works once, removing, recovery by words,
everything as a file, and being forgotten."""
import hashlib
import json
import secrets
import sqlite3
import subprocess
import sys
import time

import client
from client import Client, Closed, Refused, Server, gather, nonce


BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


def key():
    return secrets.token_hex(16)


def hello(server, refused=None, **fields):
    """A socket that says hello with these fields."""
    c = Client(server, key=fields.setdefault("key", key()), hello=False)
    c.key = fields["key"]
    if refused:
        c.refused(refused, "hello", protocol=1, **fields)
        c.close()
        return None
    answer = c.ask("hello", protocol=1, **fields)
    c.who, c.name, c.device = answer["who"], answer["name"], answer["device"]
    return c


def named(server, name):
    """Somebody of whom something is stored."""
    c = Client(server, name)
    c.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)
    return c


def gone(person, word):
    try:
        while True:
            person.take()
    except Closed:
        assert person.bye == word, person.bye


def test_join(server):
    anna = named(server, "Anna")
    alone = anna.ask("devices")
    assert len(alone["devices"]) == 1 and alone["devices"][0]["this"] and not alone["words"], alone
    code = anna.ask("link")
    assert len(code["code"]) == 22 and code["until"] > 0
    phone = hello(server, join=code["code"], device="Phone", name="Ignored?")
    assert phone.who == anna.who and phone.device != anna.who
    hello(server, "code", join=code["code"])  # once
    rows = phone.ask("devices")["devices"]
    assert all(time.time() - row["since"] / 1000 < 60 and row["seen"] for row in rows), rows
    assert [(r["name"], r["this"]) for r in rows] == [("", False), ("Phone", True)], rows
    # The same person: the same games, the same name, wherever it is said.
    assert [r["table"] for r in phone.ask("games")["games"]] == [r["table"] for r in anna.ask("games")["games"]]
    phone.ask("name", name="Anne")
    assert Client(server, key=anna.key).name == "Anne"
    again = hello(server, key=phone.key)
    assert again.who == anna.who
    # A new code ends the one before.
    first, second = anna.ask("link")["code"], phone.ask("link")["code"]
    hello(server, "code", join=first)
    tablet = hello(server, join=second)
    assert tablet.who == anna.who
    return anna, phone, tablet


def names_of(person):
    return sorted(r["name"] for r in person.ask("devices")["devices"])


def test_device_names(server):
    """A device may be called otherwise, the first one as the others."""
    anna = named(server, "Calling")
    second = hello(server, join=anna.ask("link")["code"], device="Phone")
    for person, name in ((anna, "Desk"), (second, "Handy"), (anna, "Desk 2")):
        hello(server, key=person.key, device=name).close()
    end = time.time() + 10
    while names_of(anna) != ["Desk 2", "Handy"]:  # it is written after the answer
        assert time.time() < end, names_of(anna)
        time.sleep(0.05)
    assert all(0 < r["since"] <= time.time() * 1000 for r in anna.ask("devices")["devices"])


def test_bad_joins(server, anna, phone):
    for bad in ("x", "A" * 22, "A" * 21 + "+", 7, key()):
        hello(server, "code", join=bad)
    code = anna.ask("link")["code"]
    hello(server, "key", join=code, key=phone.key)  # a device already
    bert = named(server, "Bert")
    hello(server, "key", join=code, key=bert.key)  # somebody already
    hello(server, join=code).close()
    hello(server, "name", device="\u202e")
    hello(server, "name", device="x" * 41)
    bert.refused("device", "unlink", device=phone.device)
    bert.refused("device", "unlink", device=anna.who)
    bert.refused("device", "unlink", device=bert.who)  # the last one
    bert.refused("request", "unlink")
    bert.refused("request", "unlink", device=7)
    bert.refused("key", "words", key="short")
    bert.refused("key", "words", key=anna.key)
    bert.refused("key", "words", key=phone.key)


def test_expired(server):
    if not server.store.startswith("sqlite:"):
        return
    anna = named(server, "Old")
    code = anna.ask("link")["code"]
    with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
        assert db.execute("UPDATE links SET until = 1000 WHERE code = ?",
                          (hashlib.sha256(code.encode()).digest(),)).rowcount == 1
    hello(server, "code", join=code)


def test_unlink(server, anna, phone, tablet):
    other = Client(server, key=phone.key)
    anna.ask("unlink", device=phone.device)
    gone(phone, "device")
    gone(other, "device")
    hello(server, "device", key=phone.key)
    assert phone.device not in [r["device"] for r in anna.ask("devices")["devices"]]
    anna.refused("device", "unlink", device=phone.device)
    # The first device can go, too: the person stays.
    tablet.ask("unlink", device=anna.who)
    gone(anna, "device")
    hello(server, "device", key=anna.key)
    hello(server, "code", join=anna.key)
    assert Client(server, key=tablet.key).name == "Anne"
    for row in tablet.ask("devices")["devices"]:
        if not row["this"]:
            tablet.ask("unlink", device=row["device"])
    tablet.refused("device", "unlink", device=tablet.device)


def test_traces(server):
    """What a device has made for itself goes with it: a code, and words, which are a way in and no device."""
    anna = named(server, "Traced")
    stolen = hello(server, join=anna.ask("link")["code"], device="Stolen")
    code, words = stolen.ask("link")["code"], key()
    stolen.ask("words", key=words)
    stolen.ask("subscribe", endpoint="https://push.example/stolen", p256dh=BROWSER, auth="BTBZMqHH6r4Tts7J_aSIgg",
               language="de")
    anna.ask("unlink", device=stolen.device)
    gone(stolen, "device")
    assert anna.ask("contacts")["contacts"] == []  # a browser that is one still subscribes again
    hello(server, "code", join=code)
    hello(server, "key", key=words)  # it would be in no list
    hello(server, "key", key=words, join=anna.ask("link")["code"])
    anna.ask("words", key=None)
    hello(server, "code", join=words)


def test_many(server):
    """Devices that come and go without end leave no endless list, and the first one stays out."""
    if not server.store.startswith("sqlite:"):
        return
    anna = named(server, "Many")
    last = hello(server, join=anna.ask("link")["code"])
    last.ask("unlink", device=anna.who)
    oldest = last
    for _ in range(110):
        one = hello(server, join=last.ask("link")["code"])
        one.ask("unlink", device=last.device)
        last.close()
        before, last = last, one
    with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
        person = hashlib.sha256(bytes.fromhex(anna.key)).digest()
        rows = db.execute("SELECT count(*) FROM devices WHERE person = ?", (person,)).fetchone()[0]
    assert rows == 102, rows  # a hundred, the first, and the one that is left
    for out in (anna, before):  # of the others those that were removed last
        hello(server, "device", key=out.key)
    assert hello(server, key=oldest.key).who != anna.who
    assert [r["device"] for r in last.ask("devices")["devices"]] == [last.device]


def test_removed_while_playing(server):
    people, table, seats = gather(server, "loot", 2, clock={"days": 1})
    second = hello(server, join=people[0].ask("link")["code"])
    second.watch(table)
    known = len(second.lines(table))
    second.ask("unlink", device=people[0].who)
    gone(people[0], "device")
    client.play([second, people[1]], table, seats, until=lambda: len(second.lines(table)) > known + 4)
    assert second.lobby(table)["seats"][0]["who"] == second.who


def test_words(server):
    anna = named(server, "Wanda")
    words = key()
    anna.ask("words", key=words)
    assert anna.ask("devices")["words"]
    found = hello(server, join=words, device="New")
    assert found.who == anna.who
    found.ask("unlink", device=anna.who)  # the lost one
    gone(anna, "device")
    assert hello(server, join=words).who == found.who  # the words go on to be good
    found.ask("words", key=None)
    assert not found.ask("devices")["words"]
    hello(server, "code", join=words)
    # The key of a device is good as words, too, as it was before.
    assert hello(server, join=found.key).who == found.who
    hello(server, "code", join=key())


def export_is_whole(server, anna, bert):
    """What others and owners have noted of her, what she has told them, and what outlives its table."""
    table = bert.ask("make", game="loot", seats=3, nonce=nonce(), clock=None)["table"]
    anna.ask("sit", table=table, seat=None, nonce=nonce())
    bert.ask("remove", table=table, who=anna.who)
    anna.ask("report", who=bert.who, table=table, text="He threw me out.")
    anna.ask("wait", game="mice", seats=4, clock=None, nonce=nonce())
    done = subprocess.run([client.RAZZIA, "admin", "mute", anna.who, "1", "Too loud", "--store", server.store],
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done
    if server.store.startswith("sqlite:"):
        with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
            db.execute("INSERT INTO results (person, id, at, game, players, won, scores) VALUES (?, ?, 7, 'loot', 2, 1,"
                       " '[[3,1],[2,0]]')", (hashlib.sha256(bytes.fromhex(anna.key)).digest(), "D" * 22))
    lines = anna.ask("export")["lines"]
    found = {kind: line[kind] for line in lines for kind in line}
    assert found["report"]["on"] == bert.who and found["report"]["text"] == "He threw me out.", lines
    assert found["marked"] == {"table": table, "muted": False, "removed": True} and found["act"]["text"] == "Too loud", lines
    assert found["waits"] == {"game": "mice", "seats": 4, "clock": None}, lines
    if server.store.startswith("sqlite:"):
        assert found["played"]["table"] == "D" * 22 and found["played"]["scores"] == [[3, 1], [2, 0]], lines


def test_export(server):
    people, table, _ = gather(server, "loot", 2, clock=None)
    people[0].ask("chat", table=table, text="hello there")
    second = hello(server, join=people[0].ask("link")["code"], device="Second")
    answer = second.ask("export")
    kinds = [next(iter(line)) for line in answer["lines"]]
    assert kinds == ["me", "device", "device", "table", "said"], kinds
    text = json.dumps(answer)
    assert "hello there" in text and "Second" in text and table in text
    assert people[1].key not in text and hashlib.sha256(bytes.fromhex(people[1].key)).hexdigest() not in text
    for secret in (people[0].nonce, people[1].nonce, "seed", second.key):
        assert secret not in text, secret
    export_is_whole(server, *people)
    assert not Client(server, "Nobody").ask("export")["lines"]
    people[0].ask("mute", table=table, who=people[1].who)
    people[0].ask("report", who=people[1].who, table=table, text="He is loud.")
    people[0].ask("wait", game="mice", seats=5, clock=None, nonce=nonce())
    assert ("report", people[1].who) in [(k, v.get("on")) for line in people[0].ask("export")["lines"] for k, v in line.items()]
    assert [v["seats"] for line in people[0].ask("export")["lines"] for k, v in line.items() if k == "waits"] == [5]
    people[0].ask("unwait")
    subprocess.run([client.RAZZIA, "admin", "mute", people[1].who, "1", "Too loud.", "--store", server.store], check=True)
    lines = people[1].ask("export")["lines"]
    assert {"marked": {"table": table, "muted": True, "removed": False}} in lines, lines
    assert [v["text"] for line in lines for k, v in line.items() if k == "act"] == ["Too loud."], lines
    assert "He is loud" not in json.dumps(lines), "who was reported learns of it"
    people[0].refused("request", "export", page=-1)


def test_forget(server):
    anna = named(server, "Forgotten")
    second = hello(server, join=anna.ask("link")["code"], device="Mine")
    words = key()
    anna.ask("words", key=words)
    code = anna.ask("link")["code"]
    second.ask("forget")
    gone(anna, "forgotten")
    gone(second, "forgotten")
    assert Client(server, key=anna.key).name.startswith("guest")
    assert hello(server, key=second.key).who == second.device  # nobody's any more, so their own
    hello(server, "code", join=words)
    hello(server, "code", join=code)
    if server.store.startswith("sqlite:"):
        with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
            for row in db.iterdump():
                assert "Forgotten" not in row and "'Mine'" not in row, row


def traces(server, secrets_of):
    """Where in the store something of this is: (what, table, column)."""
    found = set()
    with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            for row in db.execute(f"SELECT * FROM {table}"):
                for column, value in zip(columns, row):
                    data = value if isinstance(value, bytes) else str(value).encode()
                    found |= {(name, table, column) for name, secret in secrets_of.items()
                              if secret in data or secret.hex().encode() in data}
    return found


def test_no_trace(server):
    """Somebody who has done all that there is, and is forgotten."""
    if not server.store.startswith("sqlite:"):
        return
    anna, bert = named(server, "Anneliese"), named(server, "Bertolt")
    subprocess.run([client.RAZZIA, "admin", "owner", bert.who, "--store", server.store], check=True, timeout=30)
    bert = Client(server, key=bert.key)
    phone = hello(server, join=anna.ask("link")["code"], device="Telephone")
    anna.ask("words", key=key())
    anna.ask("link")
    anna.nonce, bert.nonce = nonce(), nonce()
    table = anna.ask("make", game="loot", seats=2, nonce=anna.nonce, clock=None)["table"]
    bert.ask("sit", table=table, seat=None, nonce=bert.nonce)
    for person in (anna, bert):
        person.watch(table)
    anna.ask("start", table=table)
    for person in (anna, bert):
        person.until(lambda p=person: p.lines(table))
    number = anna.ask("chat", table=table, text="What nobody shall read")["number"]
    client.play([anna, bert], table, [0, 1])
    running = anna.ask("make", game="loot", seats=2, nonce=nonce(), bots=[None, "novice"], clock={"days": 1})["table"]
    anna.ask("start", table=running)
    other = bert.ask("make", game="loot", seats=3, nonce=nonce(), clock=None)["table"]
    anna.ask("sit", table=other, seat=None, nonce=nonce())
    bert.ask("mute", table=other, who=anna.who)
    bert.ask("remove", table=other, who=anna.who)
    bert.ask("report", who=anna.who, table=table, number=number, text="Reported by another")
    anna.ask("report", who=bert.who, text="Reported by herself")
    bert.ask("admin", act="rename", who=anna.who, name="Anneliese B.", text="A reason")
    anna.ask("wait", game="mice", seats=4, clock=None, nonce=nonce())
    anna.ask("subscribe", endpoint="https://push.example/anneliese-endpoint", p256dh=BROWSER,
             auth="BTBZMqHH6r4Tts7J_aSIgg", language="de")
    secrets_of = {"hash": hashlib.sha256(bytes.fromhex(anna.key)).digest(),
                  "phone": hashlib.sha256(bytes.fromhex(phone.key)).digest(),
                  "mark": anna.who.encode(), "phone's mark": phone.device.encode(), "name": b"Anneliese",
                  "device": b"Telephone", "said": b"What nobody shall read", "report": b"Reported by", "push": b"anneliese-endpoint", "why": b"A reason"}
    assert {name for name, _, _ in traces(server, secrets_of)} >= set(secrets_of) - {"phone's mark"}
    phone.ask("forget")
    assert not traces(server, secrets_of), traces(server, secrets_of)
    again = Client(server, key=anna.key)
    assert again.name.startswith("guest") and again.ask("games")["games"] == []
    again.watch(running)
    assert again.lobby(running)["seats"][0]["name"] == "–" and again.lobby(running)["status"] == "running"


def test_limits():
    server = Server(["limit-loopback = 1"])
    anna = named(server, "Greedy")
    refusals = 0
    for _ in range(60):
        try:
            anna.ask("link")
        except Refused as error:
            assert error.code == "limit", error
            refusals += 1
    assert refusals > 20, refusals
    for i in range(150):  # each name is written, so who says hello with another one each time is not heard for ever
        c = Client(server, key=anna.key, hello=False, source="127.0.0.2")
        c.ask("hello", protocol=1, key=anna.key, device=f"Device {i}")
        c.close()
    time.sleep(0.2)
    name = anna.ask("devices")["devices"][0]["name"]
    assert name.startswith("Device ") and 20 < int(name.split()[1]) < 100, name
    for _ in range(100):  # who guesses is shown the door
        c = Client(server, key=key(), hello=False)
        c.refused("code", "hello", protocol=1, key=key(), join="A" * 22)
        c.close()
    assert server.limited("hellos") > 20
    assert server.stop() == 0


def crossing(one, two):
    """One person writes the same rows at two processes, in one order here and in the other there: neither batch waits for
    the other, with everybody's moves in it, until the database finds that they never will have done."""
    here = named(one, "Crossing")
    there = hello(two, join=here.ask("link")["code"])
    show, link = {"do": "show", "to": "all"}, {"do": "link"}
    here.ask("link")
    for _ in range(150):
        numbers = [(person, person.send_at_once(*pair)) for person, pair in ((here, (show, link)), (there, (link, show)))]
        for person, number in numbers:
            person.wait(number - 1)
            person.wait(number)
    for server in (one, two):
        assert "does not work" not in server.log_text(), server.log_text()


def test_processes(url):
    """A device that another process has removed."""
    one, two = Server(store=url), Server(store=url)
    anna = named(one, "Anna")
    phone = hello(two, join=anna.ask("link")["code"])
    anna.ask("unlink", device=phone.device)
    gone(phone, "device")
    third = hello(two, join=anna.ask("link")["code"])
    crossing(one, two)
    anna.ask("forget")
    gone(third, "forgotten")
    assert one.stop() == two.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    url = sys.argv[3] if len(sys.argv) > 3 else None
    server = Server(store=url)
    anna, phone, tablet = test_join(server)
    test_device_names(server)
    test_bad_joins(server, anna, phone)
    test_expired(server)
    test_unlink(server, anna, phone, tablet)
    test_traces(server)
    test_many(server)
    test_removed_while_playing(server)
    test_words(server)
    test_export(server)
    test_forget(server)
    test_no_trace(server)
    assert server.stop() == 0
    if url:
        test_processes(url)
    else:
        test_limits()


if __name__ == "__main__":
    main()
