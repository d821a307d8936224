"""What people do at a table: resuming, acting twice, leaving, agreeing, chatting, a rematch."""
import hashlib
import json
import os
import sqlite3
import sys
import time

import client
from client import Chooser, Client, Closed, Refused, Server, gather, nonce, over, play

SERVER = None


def first_to_act(clients, table, seats):
    """The client whose turn it is, its seat and a legal line."""
    for c, seat in zip(clients, seats):
        chooser = Chooser(seat, 7)
        line = chooser.move(c.lines(table))
        chooser.close()
        if line:
            return c, seat, line
    raise AssertionError("nobody can act")


def acting():
    clients, table, seats = gather(SERVER, "loot", 2)
    actor, seat, line = first_to_act(clients, table, seats)
    other = clients[1 - clients.index(actor)]
    number = len(actor.lines(table))
    other.refused("seat", "act", table=table, number=number, line=line)
    other.refused("turn", "act", table=table, number=number, line={"by": 1 - seat, "do": "court"})
    actor.refused("late", "act", table=table, number=number + 5, line=line)
    actor.refused("illegal", "act", table=table, number=number, line={"by": seat, "do": "fly"})
    assert actor.refused("illegal", "act", table=table, number=number,
                         line={"by": seat, "do": "bid", "cheque": 3}).rule
    actor.refused("seat", "act", table=table, number=number,
                  line={"by": seat, "do": "leave", "why": "resign"})
    actor.refused("request", "act", table=table, number="x", line=line)
    actor.refused("request", "act", table=table, number=number)
    stranger = Client(SERVER)
    stranger.refused("seat", "act", table=table, number=number, line=line)

    assert actor.ask("act", table=table, number=number, line=line)["number"] == number
    # The answer may have been lost with the socket: the same again is no second move.
    actor.close()
    actor.connect()
    assert actor.ask("act", table=table, number=number, line=line)["number"] == number
    actor.refused("late", "act", table=table, number=number,
                  line={"by": seat, "do": "bid", "cheque": 3})
    known = len(actor.lines(table))
    actor.watch(table, **{"from": known})
    actor.until(lambda: len(actor.lines(table)) >= number + 1)
    other.until(lambda: len(other.lines(table)) >= len(actor.lines(table)))
    assert other.lines(table) == actor.lines(table)
    play(clients, table, seats)
    actor.refused("over", "leave", table=table)
    assert actor.ask("act", table=table, number=number, line=line)["number"] == number


def several_sockets():
    clients, table, seats = gather(SERVER, "mice", 2, options={"turns": 3})
    twin = Client(SERVER, key=clients[0].key)
    assert twin.who == clients[0].who and twin.name == clients[0].name
    twin.watch(table)
    play([twin, clients[1]], table, seats)
    clients[0].until(lambda: over(clients[0], table))
    assert twin.lines(table) == clients[0].lines(table)


def lines_of_all(clients, table, seats):
    """A legal line of each who is asked, None of others."""
    most = max(len(c.lines(table)) for c in clients)
    lines = []
    for c, seat in zip(clients, seats):
        c.until(lambda c=c: len(c.lines(table)) == most)
        chooser = Chooser(seat, 3)
        lines.append(chooser.move(c.lines(table)))
        chooser.close()
    return lines


def hidden_cards():
    """In bars each sees the own cards alone, and a spectator none."""
    clients, table, seats = gather(SERVER, "bars", 3)
    looker = Client(SERVER)
    looker.watch(table)
    looker.until(lambda: len(looker.lines(table)) >= len(clients[0].lines(table)))
    for c, seat in list(zip(clients, seats)) + [(looker, None)]:
        deals = [line for line in c.lines(table) if line.get("do") == "deal"]
        assert deals and all((line["card"] is not None) == (line["seat"] == seat) for line in deals)
    # The choices of all at once: nobody is late, whoever comes first.
    play(clients, table, seats, until=lambda: all(lines_of_all(clients, table, seats)))
    lines = lines_of_all(clients, table, seats)
    assert all(lines), f"not all are asked at once: {lines}"
    number = len(clients[0].lines(table))
    ids = [(c, c.send("act", table=table, number=number, line=line)) for c, line in zip(clients, lines)]
    assert sorted(c.wait(i)["number"] for c, i in ids) == [number, number + 1, number + 2]
    play(clients, table, seats)


def kept_names():
    """Of who only says hello nothing is stored; the name is, with the first thing that is."""
    def stored(person):
        hashed = hashlib.sha256(bytes.fromhex(person.key)).digest()
        with sqlite3.connect(SERVER.store.removeprefix("sqlite:")) as db:
            return [row[0] for row in db.execute("SELECT name FROM people WHERE person = ?", (hashed,))]
    maker, guest = Client(SERVER, "Dora"), Client(SERVER, "Emil")
    guest.ask("name", name="Emilio")
    guest.refused("options", "make", game="loot", seats=2, nonce=nonce(), options={"wings": True})
    assert stored(maker) == stored(guest) == []
    assert Client(SERVER, key=guest.key).name.startswith("guest ")
    table = maker.ask("make", game="loot", seats=2, nonce=nonce())["table"]
    guest.ask("sit", table=table, seat=1, nonce=nonce())
    assert (stored(maker), stored(guest)) == (["Dora"], ["Emilio"])
    talker = Client(SERVER, "Fritz")
    talker.ask("chat", table=table, text="hello")
    assert stored(talker) == ["Fritz"]
    assert Client(SERVER, key=guest.key).name == "Emilio"
    assert Client(SERVER, "Emma", key=guest.key).name == "Emma" and stored(guest) == ["Emma"]
    one = Client(SERVER, "Gerd")
    other = Client(SERVER, "Gerd", key=one.key)
    one.ask("chat", table=table, text="hello")
    one.ask("name", name="Gerda")
    other.ask("chat", table=table, text="again")  # does not bring the old name back
    assert stored(one) == ["Gerda"]


def listed(client, table):
    """The row of a table among the open ones; the list is made anew once a second."""
    end = time.time() + 5
    while time.time() < end:
        for page in range(9):
            answer = client.ask("tables", page=page)
            for row in answer["open"]:
                if row["table"] == table:
                    return row["lobby"]
            if not answer["more"]["open"]:
                break
        time.sleep(0.1)
    raise AssertionError("not listed")


def lists_in_pages():
    """Rows are short, whatever is on the board; pages of both lists go on where the one before ends."""
    maker = Client(SERVER, "Anna")
    with open(os.path.join(os.path.dirname(__file__), "../../data/mice-board.json"), encoding="utf-8") as file:
        board = json.load(file)
    board["columns"][0]["cells"][0]["pays"] = 2  # not the one that is built in
    made = [maker.ask("make", game="mice", seats=2, nonce=nonce(), open=True,
                      options={"turns": 3, "board": board})["table"] for _ in range(60)]
    row = listed(maker, made[-1])
    assert row["options"] == {"turns": 3, "board": True} and len(json.dumps(row)) < 1000, row
    for name, most in (("open", 200), ("mine", 1000)):
        found, page, more = [], 0, True
        while more:
            answer = maker.ask("tables", page=page)
            rows, more, page = answer[name], answer["more"][name], page + 1
            assert len(rows) == 50 or not more, (name, page, len(rows))
            found += [row["table"] for row in rows]
        assert len(found) == len(set(found)) <= most and set(made) <= set(found), (name, len(found))
    assert maker.ask("tables", page=999)["mine"] == [] == maker.ask("tables", page=999)["open"]
    for wrong in (-1, 100001, "one", 1.5):
        maker.refused("request", "tables", page=wrong)
    for table in made:
        maker.ask("stand", table=table)


def lobby_verbs():
    maker, guest, third = (Client(SERVER, n) for n in ("Anna", "Ben", "Cleo"))
    table = maker.ask("make", game="loot", seats=3, nonce=nonce(), open=True,
                      options={"theme": "ra"}, clock={"days": 3})["table"]
    assert listed(guest, table)["seats"][0]["name"] == "Anna"
    assert table in [t["table"] for t in maker.ask("tables")["mine"]]
    maker.refused("seat", "start", table=table)
    guest.refused("maker", "bot", table=table, seat=1, level="casual")
    guest.refused("maker", "start", table=table)
    maker.refused("level", "bot", table=table, seat=1, level="mcts:100000")
    maker.refused("level", "bot", table=table, seat=1, level="nobody")
    maker.refused("seat", "bot", table=table, seat=0, level="casual")
    maker.refused("seat", "bot", table=table, seat=3, level="casual")
    guest.refused("request", "sit", table=table, seat=1)
    assert guest.ask("sit", table=table, seat=2, nonce=nonce())["seat"] == 2
    assert guest.ask("sit", table=table, seat=1, nonce=nonce())["seat"] == 2
    third.refused("seat", "sit", table=table, seat=2, nonce=nonce())
    maker.watch(table)
    assert maker.lobby(table)["options"] == {"theme": "ra"}
    assert [s.get("name") for s in maker.lobby(table)["seats"]] == ["Anna", None, "Ben"]
    maker.ask("remove", table=table, who=guest.who)
    guest.refused("removed", "sit", table=table, seat=2, nonce=nonce())
    maker.ask("bot", table=table, seat=2, level="random")
    maker.ask("bot", table=table, seat=2, level=None)
    maker.ask("bot", table=table, seat=2, level="casual")
    assert third.ask("sit", table=table, seat=None, nonce=nonce())["seat"] == 1
    maker.ask("stand", table=table)
    maker.refused("maker", "start", table=table)
    assert maker.ask("sit", table=table, seat=0, nonce=nonce())["seat"] == 0
    third.refused("request", "start", table=table, nonce="zz")
    own = nonce()
    third.ask("start", table=table, nonce=own)  # it counts instead of the one the server knew before
    third.refused("started", "start", table=table)
    maker.refused("started", "stand", table=table)
    maker.refused("table", "watch", table="A" * 22)
    maker.refused("table", "watch", table="../../etc/passwd")
    third.ask("name", name="Cleopatra")
    third.watch(table)
    third.until(lambda: third.lines(table))
    assert third.lines(table)[0]["fair"]["nonces"][1] == own
    maker.until(lambda: maker.lobby(table)["seats"][1]["name"] == "Cleopatra")


def bots_give_way():
    """A seat of a bot is free for people until the game begins, and bots take what is left."""
    maker, guest, third, late = (Client(SERVER, n) for n in ("Anna", "Ben", "Cleo", "Dora"))
    table = maker.ask("make", game="bars", seats=5, nonce=nonce(),
                      bots=[None, "greedy", "greedy", None, None])["table"]
    maker.watch(table)
    assert guest.ask("sit", table=table, seat=2, nonce=nonce())["seat"] == 2
    assert third.ask("sit", table=table, seat=None, nonce=nonce())["seat"] == 3  # a free one first
    maker.ask("bot", table=table, seat=4, level="casual")
    assert late.ask("sit", table=table, seat=None, nonce=nonce())["seat"] == 1
    late.ask("stand", table=table)
    maker.refused("seat", "start", table=table)
    maker.refused("level", "start", table=table, level="nobody")
    maker.ask("start", table=table, level="random")
    maker.until(lambda: [s.get("level") for s in maker.lobby(table)["seats"]] ==
                [None, "random", None, None, "casual"])
    late.refused("started", "sit", table=table, seat=1, nonce=nonce())
    for client in (guest, third):
        client.watch(table)
    play([maker, guest, third], table, [0, 2, 3])


def help_as_set():
    """Whether the master may be asked is a table's setting: yes if nothing is said, told to everybody, kept in a rematch."""
    maker, guest = Client(SERVER, "Anna"), Client(SERVER, "Ben")
    for said, kept in (({}, True), ({"help": None}, True), ({"help": True}, True), ({"help": False}, False)):
        table = maker.ask("make", game="mice", seats=2, nonce=nonce(), open=True,
                          options={"turns": 3}, **said)["table"]
        guest.watch(table)
        assert guest.lobby(table)["help"] is listed(guest, table)["help"] is kept, said
    maker.watch(table)
    guest.ask("sit", table=table, seat=1, nonce=nonce())
    maker.ask("start", table=table)
    play([maker, guest], table, [0, 1])
    second = guest.ask("rematch", table=table, nonce=nonce())["table"]
    guest.watch(second)
    assert guest.lobby(second)["help"] is False


def refusals_of_make():
    c = Client(SERVER)
    good = dict(game="loot", seats=3, nonce=nonce())
    for code, change in [("options", {"game": "chess"}), ("options", {"seats": 9}),
                         ("options", {"options": {"wings": True}}), ("clock", {"clock": 5}),
                         ("clock", {"clock": {"move": -1}}), ("clock", {"clock": {"days": 99}}),
                         ("clock", {"clock": {"move": 5, "days": 1}}), ("request", {"nonce": "zz"}),
                         ("level", {"bots": ["greedy"]}), ("level", {"bots": [None, "x"]}),
                         ("level", {"bots": [None] * 9}), ("request", {"help": "no"}),
                         ("request", {"help": 0})]:
        c.refused(code, "make", **{**good, **change})
    c.refused("request", "fly")
    c.refused("name", "name", name="")
    c.refused("name", "name", name="x" * 41)


def hello():
    c = Client(SERVER, hello=False)
    c.refused("hello", "tables")
    c.refused("protocol", "hello", protocol=2, key="0" * 32)
    c.refused("key", "hello", protocol=1, key="short")
    c.refused("name", "hello", protocol=1, key="0" * 32, name="\n")
    answer = c.ask("hello", protocol=1, key="00" * 16)
    assert answer["name"].startswith("guest ") and len(answer["who"]) == 12, answer
    assert "casual" in answer["levels"]["loot"]
    c.refused("request", "hello", protocol=1, key="0" * 32)
    assert abs(c.ask("ping")["now"] / 1000 - time.time()) < 60


def chatting():
    clients, table, seats = gather(SERVER, "loot", 2)
    maker, guest = clients
    looker = Client(SERVER, "Looker")
    looker.watch(table)
    said = ["hello", "two\nlines", "Ünïcödé 🎲", "\"quoted\" \\ " * 20]
    numbers = [guest.ask("chat", table=table, text=text)["number"] for text in said]
    assert numbers == [1, 2, 3, 4], numbers
    looker.ask("chat", table=table, text="may I?")
    for c in (maker, guest, looker):
        c.until(lambda c=c: len(c.tables[table]["chat"]) == 5)
        assert [m["text"] for m in c.tables[table]["chat"]] == said + ["may I?"]
        assert c.tables[table]["chat"][0]["who"] == guest.who
    late = Client(SERVER)
    late.watch(table, chat=3)
    late.until(lambda: len(late.tables[table]["chat"]) == 2)
    guest.refused("chat", "chat", table=table, text="")
    guest.refused("chat", "chat", table=table, text="x" * 401)
    guest.refused("chat", "chat", table=table, text="bell\u0007")
    guest.refused("maker", "mute", table=table, who=maker.who)
    maker.ask("mute", table=table, who=guest.who)
    guest.refused("chat", "chat", table=table, text="but")
    maker.ask("unmute", table=table, who=guest.who)
    guest.ask("chat", table=table, text="thanks")


def agreeing():
    clients, table, seats = gather(SERVER, "loot", 2, clock={"move": 60, "bank": 60})
    actor, seat, line = first_to_act(clients, table, seats)
    for c in clients:
        c.ask("pause", table=table)
    actor.until(lambda: actor.lobby(table)["paused"])
    actor.refused("paused", "act", table=table, number=len(actor.lines(table)), line=line)
    clients[0].ask("resume", table=table)
    clients[0].until(lambda: clients[0].lobby(table)["asked"]["resume"] == [0])
    clients[1].ask("resume", table=table)
    actor.until(lambda: not actor.lobby(table)["paused"])
    actor.ask("act", table=table, number=len(actor.lines(table)), line=line)
    for c in clients:
        c.ask("end", table=table)
    actor.until(lambda: actor.lobby(table)["status"] == "abandoned")
    actor.refused("over", "pause", table=table)
    assert SERVER.get(f"/record/{table}")[0] == 404
    # Who waits for somebody's consent need not wait when they have left.
    clients, table, seats = gather(SERVER, "loot", 2)
    clients[0].ask("end", table=table)
    clients[0].ask("end", table=table)
    clients[1].ask("leave", table=table)
    assert clients[0].lobby(table)["status"] == "running"
    clients[0].ask("end", table=table)
    clients[0].until(lambda: clients[0].lobby(table)["status"] == "abandoned")


def leaving():
    clients, table, seats = gather(SERVER, "loot", 3)
    clients[2].ask("leave", table=table)
    clients[0].until(lambda: clients[0].lobby(table)["seats"][2]["away"])
    clients[0].ask("remove", table=table, who=clients[1].who)
    clients[0].until(lambda: clients[0].lobby(table)["seats"][1]["away"])
    clients[1].refused("removed", "return", table=table)
    clients[1].refused("removed", "end", table=table)
    code = "late"
    while code == "late":  # a bot was quicker
        try:
            clients[1].ask("act", table=table, number=len(clients[1].lines(table)),
                           line={"by": 1, "do": "court"})
        except Refused as error:
            code = error.code
    assert code == "removed", code
    clients[2].ask("return", table=table)
    clients[2].ask("return", table=table)
    clients[0].until(lambda: not clients[0].lobby(table)["seats"][2]["away"])
    verbs = [(line["by"], line["do"]) for line in clients[0].lines(table)
             if line.get("do") in ("leave", "return")]
    assert verbs == [(2, "leave"), (1, "leave"), (2, "return")], verbs
    play([clients[0], clients[2]], table, [0, 2])
    clients[0].ask("chat", table=table, text="again?")
    second = clients[2].ask("rematch", table=table, nonce=nonce())["table"]
    clients[0].until(lambda: clients[0].lobby(table)["next"] == second)
    assert clients[0].ask("rematch", table=table, nonce=nonce())["table"] == second
    assert clients[0].ask("sit", table=second, seat=0, nonce=nonce())["seat"] == 0
    clients[2].watch(second)
    seats_now = clients[2].lobby(second)["seats"]
    assert [s.get("name") for s in seats_now] == ["P0", None, "P2"], seats_now
    clients[2].ask("bot", table=second, seat=1, level="casual")
    clients[2].ask("start", table=second)


def forgetting():
    clients, table, seats = gather(SERVER, "loot", 2)
    clients[1].ask("chat", table=table, text="remember me not")
    clients[1].wait(clients[1].send_at_once({"do": "chat", "table": table, "text": "nor this"}, {"do": "forget"}))
    try:
        while True:
            clients[1].take()
    except Closed:
        pass
    assert clients[1].bye == "forgotten"
    clients[0].until(lambda: clients[0].lobby(table)["seats"][1]["name"] == "–")
    late = Client(SERVER)
    late.watch(table)
    assert late.lobby(table)["seats"][1]["name"] == "–" and not late.tables[table]["chat"]
    again = Client(SERVER, key=clients[1].key)
    assert again.name.startswith("guest ") and again.ask("tables")["mine"] == []
    # A message that is gone is not looked for again and again.
    before = store_jobs()
    time.sleep(0.5)
    assert store_jobs() - before < 50


def forgetting_marks():
    """Who was muted or removed can be forgotten, too."""
    clients, table, seats = gather(SERVER, "loot", 2)
    loud = Client(SERVER, "Loud")
    maker = clients[0]
    maker.ask("mute", table=table, who=loud.who)
    maker.ask("mute", table=table, who=clients[1].who)
    maker.ask("remove", table=table, who=clients[1].who)
    maker.until(lambda: maker.lobby(table)["muted"] == [loud.who, clients[1].who])
    clients[1].ask("forget")
    maker.until(lambda: maker.lobby(table)["muted"] == [loud.who])
    loud.ask("forget")
    maker.until(lambda: maker.lobby(table)["muted"] == [])
    with sqlite3.connect(SERVER.store.removeprefix("sqlite:")) as db:
        for name in ("tables", "marks", "people", "chat"):
            rows = "".join(map(str, db.execute(f"SELECT * FROM {name}")))
            assert loud.who not in rows and clients[1].who not in rows, name
    maker.ask("mute", table=table, who=Client(SERVER).who)
    maker.until(lambda: len(maker.lobby(table)["muted"]) == 1)


def store_jobs():
    figures = SERVER.get("/metrics")[2].decode()
    return int(figures.split("\nrazzia_store_jobs ")[1].split()[0])


def holding_up():
    """Whoever is forgotten holds nobody up."""
    maker, guest = Client(SERVER, "Anna"), Client(SERVER, "Ben")
    table = maker.ask("make", game="loot", seats=3, nonce=nonce(), clock={"days": 3},
                      bots=[None, None, "casual"])["table"]
    guest.ask("sit", table=table, seat=1, nonce=nonce())
    guest.watch(table)
    maker.ask("forget")
    guest.until(lambda: guest.lobby(table)["maker"] == guest.who)
    assert guest.lobby(table)["seats"][0] == {}
    third = Client(SERVER, "Cleo")
    third.ask("sit", table=table, seat=0, nonce=nonce())
    guest.ask("start", table=table)
    guest.ask("pause", table=table)
    third.ask("pause", table=table)
    guest.until(lambda: guest.lobby(table)["paused"])
    third.ask("forget")
    guest.until(lambda: guest.lobby(table)["seats"][0]["name"] == "–")
    guest.ask("resume", table=table)
    guest.until(lambda: not guest.lobby(table)["paused"])
    play([guest], table, [1])
    # A table that nobody is left at is given up.
    alone, looker = Client(SERVER), Client(SERVER)
    table = alone.ask("make", game="loot", seats=2, nonce=nonce(), open=True)["table"]
    alone.ask("forget")
    looker.watch(table)
    looker.until(lambda: looker.lobby(table)["status"] == "abandoned")
    looker.refused("maker", "mute", table=table, who="0" * 12)


def asking_twice():
    """The last that was asked counts, also while the one before is still read."""
    clients, table, seats = gather(SERVER, "loot", 2)
    looker = Client(SERVER)
    looker.send("watch", table=table, **{"from": 2})
    looker.send("watch", table=table, **{"from": 0})
    while json.loads(looker.ws.receive()).get("from") != 0:
        pass


def main():
    global SERVER
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    SERVER = Server()
    for test in (hello, refusals_of_make, kept_names, lists_in_pages, lobby_verbs, bots_give_way, help_as_set, acting, several_sockets,
                 hidden_cards, chatting, agreeing, leaving, forgetting, forgetting_marks, holding_up,
                 asking_twice):
        test()
        print(test.__name__)
    assert SERVER.stop() == 0
    assert "does not" not in SERVER.log_text(), SERVER.log_text()


main()
