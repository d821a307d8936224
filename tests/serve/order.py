"""Order: reports, what owners do, by request and on the machine; names that imitate others; clubs by
invitation; the rules of a house."""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import client
from client import Client, Closed, Refused, Server, gather, nonce


def admin(server, *words, status=0):
    """razzia admin …: the rows it prints, or what it says."""
    done = subprocess.run([client.RAZZIA, "admin", *words, "--store", server.store], capture_output=True, text=True,
                          timeout=30)
    assert done.returncode == status, (words, done)
    if status:
        assert done.stderr.count("\n") == 1 and not done.stdout, done
        return done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def named(server, name, **fields):
    c = Client(server, name, **fields)
    c.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)
    return c


def gone(person, word, timeout=10):
    try:
        while True:
            person.take(timeout)
    except Closed:
        assert person.bye == word, person.bye


def out(server, code, key, **fields):
    c = Client(server, key=key, hello=False)
    c.refused(code, "hello", protocol=1, key=key, **fields)
    c.close()


def owner_of(server):
    boss = named(server, "Boss")
    boss.refused("owner", "admin", act="reports")
    assert admin(server, "owner", boss.who) == []
    end = time.time() + 10
    while time.time() < end:  # who is connected becomes one, too
        try:
            boss.ask("admin", act="reports")
            return boss
        except Refused as error:
            assert error.code == "owner"
            time.sleep(0.1)
    raise AssertionError("nobody heard of the owner")


def test_reports(server, boss):
    people, table, _ = gather(server, "loot", 2, clock=None)
    anna, bert = people
    number = bert.ask("chat", table=table, text="something bad")["number"]
    anna.ask("report", who=bert.who, table=table, number=number, text="He is rude.")
    anna.ask("report", who=bert.who, text="In general.")
    anna.refused("request", "report", who=anna.who, table=table, number=number, text="It was not me.")
    anna.refused("request", "report", who=bert.who, table=table, number=99, text="There is none.")
    anna.refused("person", "report", who="0" * 12, text="Who?")
    for wrong in ({}, {"who": bert.who}, {"who": bert.who, "text": ""}, {"who": bert.who, "text": "x" * 401},
                  {"who": bert.who, "text": "\u200b"}, {"who": "x", "text": "y"}, {"who": bert.who, "text": "y", "number": 1}):
        anna.refused("request", "report", **wrong)
    bert.refused("owner", "admin", act="reports")
    found = boss.ask("admin", act="reports")["reports"]
    assert [(r["said"], r["text"], r["on"]["who"], r["by"]["name"]) for r in found] == [
        ("", "In general.", bert.who, anna.name), ("something bad", "He is rude.", bert.who, anna.name)], found
    boss.ask("admin", act="done", report=found[0]["report"])
    boss.refused("request", "admin", act="done", report=999)
    assert len(boss.ask("admin", act="reports")["reports"]) == 1
    assert len(boss.ask("admin", act="reports", all=True)["reports"]) == 2
    assert len(admin(server, "reports")) == 1 and len(admin(server, "reports", "all")) == 2
    return anna, bert, table


def test_acts(server, boss, anna, bert, table):
    boss.ask("admin", act="mute", who=bert.who, days=1, text="Rude.")
    end = time.time() + 5
    while time.time() < end:
        try:
            bert.ask("chat", table=table, text="still here")
            time.sleep(0.05)
        except Refused as error:
            assert error.code == "chat"
            break
    Client(server, key=bert.key).refused("chat", "chat", table=table, text="on another socket")
    boss.ask("admin", act="unmute", who=bert.who)
    boss.ask("admin", act="rename", who=bert.who, name="Robert", text="Asked for it.")
    anna.until(lambda: anna.lobby(table)["seats"][1]["name"] == "Robert")
    lists = Client(server, key=anna.key)
    assert [row["table"] for row in lists.ask("games", follow=True)["games"]] == [table]
    boss.ask("admin", act="end", table=table, text="Stuck.")
    anna.until(lambda: anna.lobby(table)["status"] == "abandoned")
    lists.until(lambda: any(table in p.get("games", {}).get("gone", []) for p in lists.pushes))
    boss.refused("over", "admin", act="end", table=table)
    boss.refused("table", "admin", act="end", table="A" * 22)
    boss.ask("admin", act="ban", who=bert.who, days=2, text="Enough.")
    gone(bert, "banned")
    out(server, "banned", bert.key)
    boss.refused("owner", "admin", act="owner", who=anna.who)
    boss.refused("owner", "admin", act="ban", who=boss.who)
    boss.refused("person", "admin", act="ban", who="0" * 12)
    for wrong in ({}, {"act": "dance"}, {"act": "mute", "who": anna.who, "days": -1}, {"act": 7},
                  {"act": "mute", "who": anna.who, "days": 99999}, {"act": "acts", "page": -1}):
        boss.refused("request", "admin", **wrong)
    boss.refused("name", "admin", act="rename", who=anna.who, name="")
    found = boss.ask("admin", act="find", name="obert")["people"]
    assert [p["name"] for p in found] == ["Robert"] and found[0]["banned"] > time.time() * 1000
    assert boss.ask("admin", act="find", name="%")["people"] == []
    log = boss.ask("admin", act="acts")["acts"]
    assert [(a["act"], a["who"], a["by"]) for a in log[:5]] == [
        ("ban", bert.who, boss.who), ("end", "", boss.who), ("rename", bert.who, boss.who),
        ("unmute", bert.who, boss.who), ("mute", bert.who, boss.who)], log
    assert log[2]["text"] == f"{bert.name} → Robert: Asked for it."
    assert log[-1]["act"] == "owner" and log[-1]["by"] == "" and log[1]["table"] == table
    admin(server, "unban", "Robert")
    assert Client(server, key=bert.key).name == "Robert"


def test_renamed(server, boss):
    """Who was renamed says nothing more by the old name, also on a socket that was open."""
    rude, other = named(server, "Rude Word"), named(server, "Listener")
    second = Client(server, key=rude.key)
    table = rude.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)["table"]
    for person in (other, rude, second):
        person.watch(table)

    def says(person, name):
        before = len(other.tables[table]["chat"])
        person.ask("chat", table=table, text="Hello")
        other.until(lambda: len(other.tables[table]["chat"]) > before)
        return other.tables[table]["chat"][-1]["name"] == name
    assert says(rude, "Rude Word")
    boss.ask("admin", act="rename", who=rude.who, name="Polite")
    other.until(lambda: other.lobby(table)["seats"][0]["name"] == "Polite")
    end = time.time() + 5
    while not says(rude, "Polite") and time.time() < end:
        time.sleep(0.05)
    assert says(rude, "Polite") and says(second, "Polite")
    rude.ask("name", name="Kind")
    assert says(second, "Kind")


def test_reset(server, boss, anna):
    anna.ask("subscribe", endpoint="https://push.example/lost", auth="BTBZMqHH6r4Tts7J_aSIgg", language="de",
             p256dh="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    answer = boss.ask("admin", act="reset", who=anna.who)
    gone(anna, "device")
    out(server, "device", anna.key)
    again = Client(server, hello=False)
    assert again.ask("hello", protocol=1, key=again.key, join=answer["code"])["who"] == anna.who
    assert again.ask("contacts")["contacts"] == []
    chief = named(server, "Chief")
    admin(server, "owner", chief.who)
    boss.refused("owner", "admin", act="reset", who=chief.who)  # or one owner could be another
    assert len(admin(server, "reset", chief.who)[0]["code"]) == 22
    gone(chief, "device")
    admin(server, "no-owner", chief.who)


def test_renamed_on_the_machine(server):
    """Who sits with somebody sees the new name at once, and so does a socket that was there before."""
    people, table, _ = gather(server, "loot", 2, clock=None)
    admin(server, "rename", people[1].who, "Umbenannt")
    people[0].until(lambda: people[0].lobby(table)["seats"][1]["name"] == "Umbenannt")
    new = people[1].ask("make", game="loot", seats=2, nonce=nonce(), clock=None)["table"]
    people[1].watch(new)
    assert people[1].lobby(new)["seats"][0]["name"] == "Umbenannt"


def test_many_acts(server):
    """More than a server looks at in one go: nothing of it is missed."""
    victim, other = named(server, "First of many"), named(server, "All the others")
    server.process.send_signal(signal.SIGSTOP)
    admin(server, "ban", victim.who)
    for _ in range(40):
        admin(server, "mute", other.who)
    server.process.send_signal(signal.SIGCONT)
    gone(victim, "banned")
    log = admin(server, "acts")  # all of it, however long it is
    assert len(log) > 50 and log[-1]["act"] == "owner" and len({json.dumps(a) for a in log}) == len(log), len(log)


def test_no_store(server):
    """A store that is not there is not made by asking for it."""
    path = os.path.join(server.folder, "typo.db")
    done = subprocess.run([client.RAZZIA, "admin", "acts", "--store", "sqlite:" + path], capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and path in done.stderr and done.stderr.count("\n") == 1, done
    assert not os.path.exists(path)


def test_machine(server):
    assert "there is no act" in admin(server, "dance", status=2)
    for words in (["mute"], ["mute", "Robert", "x"], ["done", "x"], ["invite", "0"], ["acts", "more"]):
        assert "it is: razzia admin" in admin(server, *words, status=2), words
    assert "nobody here is called" in admin(server, "ban", "Nobody at all", status=1)
    named(server, "Twin"), named(server, "Twin")
    assert "several are called" in admin(server, "ban", "Twin", status=1)
    victim = named(server, "Victim")
    admin(server, "ban", "Victim", "1", "on the machine")
    gone(victim, "banned")
    assert admin(server, "acts")[0]["text"] == "on the machine"


def test_a_crowd_is_banned(server):
    """A list of people who are shut out at once is heard of to the last."""
    if not server.store.startswith("sqlite:"):
        return
    crowd = [named(server, f"Crowd {i}") for i in range(70)]
    with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:  # as 70 calls in two seconds would
        for one in crowd:
            db.execute("UPDATE people SET banned = 4000000000000 WHERE mark = ?", (one.who,))
            db.execute("INSERT INTO acts (at, owner, what, mark, id, text) VALUES (0, '', 'ban', ?, '', '')", (one.who,))
    for one in crowd:
        gone(one, "banned")


def test_names(server):
    named(server, "Paypal")
    eve = named(server, "Eve")
    for name in ("Pаypal", "PaypaI", "Βοss", "ɑnna\u0430", "Boss"):  # Cyrillic, capital i, Greek, mixed, the owner's
        eve.refused("name", "name", name=name)
    for name in ("Paypal", "Jürgen", "Иван", "Ελένη", "田中さん", "عمر", "Zoë 🎲", "O’Hara-Smith 2", "גילה"):
        eve.ask("name", name=name)
    two = named(server, "Two Words")
    for name in ("Two  Words", "Two\u3000Words", "Two \u2003 Words", "Two\u00a0Words"):  # a page shows them alike
        eve.refused("name", "name", name=name)
    for name in ("Two\U00013430Words", "\U00016fe4x", "Two Words\U0001343f"):  # nothing is seen of these
        eve.refused("name", "name", name=name)
    two.ask("name", name="Two  Words")
    again = Client(server, key=eve.key, hello=False)
    answer = again.ask("hello", protocol=1, key=eve.key, name="Boss")
    assert answer["name"] == "גילה" and answer["named"] is False
    new = Client(server, hello=False)
    answer = new.ask("hello", protocol=1, key=new.key, name="Boss")
    assert answer["name"].startswith("guest") and answer["named"] is False


def test_owner_vanishes(server, boss):
    """What they did stays in the log, without them; somebody else is made an owner."""
    done = len([a for a in admin(server, "acts") if a["by"] == boss.who])
    assert done > 3
    boss.ask("forget")
    log = admin(server, "acts")
    assert boss.who not in json.dumps(log) and len([a for a in log if a["by"] == "–"]) == done, log
    again = Client(server, key=boss.key)
    again.refused("owner", "admin", act="reports")
    heir = named(server, "Heir")
    admin(server, "owner", heir.who)
    assert Client(server, key=heir.key).ask("admin", act="acts")["acts"][0]["who"] == heir.who


def test_limits():
    server = Server(["limit-loopback = 1"])
    anna, bert = named(server, "Anna"), named(server, "Bert")
    refused = 0
    for _ in range(14):
        try:
            anna.ask("report", who=bert.who, text="again")
        except Refused as error:
            assert error.code == "limit"
            refused += 1
    assert refused >= 4 and server.limited("reports") >= 1, refused
    assert server.stop() == 0


def test_invitation(url):
    server = Server(store=url)
    known = named(server, "Known")
    boss = owner_of(server)
    assert server.stop() == 0
    server = Server(["club = invitation"], store=url or server.store, folder=server.folder)
    key = "1" * 32
    out(server, "club", key)
    out(server, "code", key, invite="A" * 22)
    out(server, "code", key, invite="short")
    assert Client(server, key=known.key).name == "Known"
    boss = Client(server, key=boss.key)
    code = boss.ask("admin", act="invite", uses=2, days=1)["code"]
    for key in ("1" * 32, "2" * 32):
        c = Client(server, hello=False)
        answer = c.ask("hello", protocol=1, key=key, invite=code, name="New")
        assert answer["name"] == "New", answer
    out(server, "code", "3" * 32, invite=code)
    assert Client(server, key="1" * 32).name == "New"
    second = boss.ask("link")["code"]  # a device of somebody who is in comes in by its own code
    c = Client(server, hello=False)
    assert c.ask("hello", protocol=1, key="4" * 32, join=second)["who"] == boss.who
    assert server.stop() == 0
    server = Server(["club = closed"], store=url or server.store, folder=server.folder)
    out(server, "club", "5" * 32, invite=admin(server, "invite")[0]["code"])
    assert Client(server, key="1" * 32).name == "New"
    assert server.stop() == 0


def test_house(url):
    server = Server(["games = loot, mice", "clocks = none, 45+600, 2d", "any-clock = 0", "any-options = 0",
                     "help = no", "make = owners"], store=url)
    anna = Client(server, hello=False)
    house = anna.ask("hello", protocol=1, key=anna.key)["house"]
    assert house == {"club": "open", "games": ["loot", "mice"],
                     "clocks": [None, {"move": 45, "bank": 600}, {"days": 2}], "any_clock": False, "options": False,
                     "help": "no", "make": "owners", "records": 0}, house
    good = {"game": "loot", "seats": 2, "nonce": nonce(), "clock": None, "help": True}
    anna.refused("club", "make", **good)
    anna.ask("wait", game="loot", seats=2, nonce=nonce(), clock=None)
    anna.refused("options", "wait", game="bars", seats=3, nonce=nonce(), clock=None)
    anna.refused("clock", "wait", game="loot", seats=2, nonce=nonce(), clock={"days": 3})
    admin(server, "owner", anna.ask("person", who=None)["who"])
    anna = Client(server, key=anna.key)
    table = anna.ask("make", **good)["table"]
    anna.watch(table)
    assert anna.lobby(table)["help"] is False
    anna.refused("options", "make", **{**good, "game": "bars", "seats": 3})
    anna.refused("options", "make", **{**good, "options": {"piles": 1}})
    anna.refused("clock", "make", **{**good, "clock": {"days": 3}})
    anna.ask("make", **{**good, "clock": {"days": 2}, "options": {}})
    assert server.stop() == 0


def test_settings():
    for line, word in (("club = half", "club is"), ("games = loot, chess", "no game “chess”"), ("clocks = 1h", "no clock"),
                       ("help = perhaps", "help is"), ("make = me", "make is"), ("record-days = -1", "record-days")):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write(line + "\n")
            file.flush()
            done = subprocess.run([client.RAZZIA, "serve", "--config", file.name], capture_output=True, text=True,
                                  timeout=10)
        assert done.returncode == 2 and word in done.stderr and done.stderr.count("\n") == 1, done


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    url = sys.argv[3] if len(sys.argv) > 3 else None
    server = Server(store=url)
    boss = owner_of(server)
    anna, bert, table = test_reports(server, boss)
    test_acts(server, boss, anna, bert, table)
    test_reset(server, boss, anna)
    test_machine(server)
    test_renamed(server, boss)
    test_renamed_on_the_machine(server)
    test_many_acts(server)
    test_a_crowd_is_banned(server)
    if not url:
        test_no_store(server)
    test_names(server)
    test_owner_vanishes(server, boss)
    assert server.stop() == 0
    if not url:
        test_limits()
        test_invitation(url)
        test_settings()
        test_house(url)


if __name__ == "__main__":
    main()
