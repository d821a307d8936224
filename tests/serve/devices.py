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
    assert not Client(server, "Nobody").ask("export")["lines"]
    people[0].ask("mute", table=table, who=people[1].who)
    people[0].ask("report", who=people[1].who, table=table, text="He is loud.")
    people[0].ask("wait", game="mice", seats=5, clock=None, nonce=nonce())
    assert ("report", people[1].who) in [(k, v.get("on")) for line in people[0].ask("export")["lines"] for k, v in line.items()]
    assert [v["room"] for line in people[0].ask("export")["lines"] for k, v in line.items() if k == "waits"]
    people[0].ask("unwait")
    subprocess.run([client.RAZZIA, "admin", "mute", people[1].who, "1", "Too loud.", "--store", server.store], check=True)
    lines = people[1].ask("export")["lines"]
    assert {"noted": {"table": table, "muted": True, "removed": False}} in lines, lines
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


def traces(server, *words):
    """Where any of these is in the store, as text or as bytes."""
    with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
        return [row for row in db.iterdump() for word in words if word.lower() in row.lower()]


def test_nothing_is_left(server):
    """Somebody of whom every table of the store has something is forgotten: no row leads to them."""
    if not server.store.startswith("sqlite:"):
        return
    people, table, seats = gather(server, "loot", 2, clock=None)
    anna, bert = people
    client.play(people, table, seats)
    anna.ask("name", name="Annabella")
    phone = hello(server, join=anna.ask("link")["code"], device="Annas Telefon")
    anna.ask("words", key=key())
    anna.ask("link")
    anna.ask("subscribe", endpoint="https://push.example/annas", auth="BTBZMqHH6r4Tts7J_aSIgg", language="en", p256dh=BROWSER)
    running = bert.ask("make", game="loot", seats=2, nonce=nonce(), clock={"days": 3})["table"]
    anna.ask("sit", table=running, seat=None, nonce=nonce())
    bert.ask("start", table=running)
    for t in (table, running):
        anna.ask("chat", table=t, text="annas words")
    bert.ask("mute", table=running, who=anna.who)
    anna.ask("report", who=bert.who, text="annas report")
    bert.ask("report", who=anna.who, table=table, text="about anna")
    for act in (["owner", anna.who], ["mute", anna.who, "1", "annas act"]):
        subprocess.run([client.RAZZIA, "admin", *act, "--store", server.store], check=True)
    end = time.time() + 10
    while time.time() < end:  # until it is heard that she is an owner
        try:
            anna.ask("admin", act="unmute", who=bert.who)
            break
        except Refused:
            time.sleep(0.1)
    anna.ask("wait", game="mice", seats=4, clock=None, nonce=nonce())
    hashes = [hashlib.sha256(bytes.fromhex(c.key)).hexdigest() for c in (anna, phone)]
    words = [*hashes, anna.who, phone.device, "Annabella", "Annas Telefon", "annas words", "annas report", "about anna",
             "annas act", "push.example/annas"]
    for word in words:
        assert word == phone.device or traces(server, word), f"{word} was never there: nothing is tested"
    anna.ask("forget")
    gone(phone, "forgotten")
    assert not traces(server, *words), traces(server, *words)
    bert.until(lambda: bert.ask("games")["games"][0]["lobby"]["seats"][1]["name"] != "Annabella")
    assert bert.ask("person", who=None)["finished"][0]["table"] == table


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
    for _ in range(100):  # who guesses is shown the door
        c = Client(server, key=key(), hello=False)
        c.refused("code", "hello", protocol=1, key=key(), join="A" * 22)
        c.close()
    assert server.limited("hellos") > 20
    assert server.stop() == 0


def test_processes(url):
    """A device that another process has removed."""
    one, two = Server(store=url), Server(store=url)
    anna = named(one, "Anna")
    phone = hello(two, join=anna.ask("link")["code"])
    anna.ask("unlink", device=phone.device)
    gone(phone, "device")
    third = hello(two, join=anna.ask("link")["code"])
    anna.ask("forget")
    gone(third, "forgotten")
    assert one.stop() == two.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    url = sys.argv[3] if len(sys.argv) > 3 else None
    server = Server(store=url)
    anna, phone, tablet = test_join(server)
    test_bad_joins(server, anna, phone)
    test_expired(server)
    test_unlink(server, anna, phone, tablet)
    test_removed_while_playing(server)
    test_words(server)
    test_export(server)
    test_forget(server)
    test_nothing_is_left(server)
    assert server.stop() == 0
    if url:
        test_processes(url)
    else:
        test_limits()


if __name__ == "__main__":
    main()
