"""Playing with anyone: waiting rooms fill in the order in which people came, seat nobody twice, and
bots come after a while; a rematch that starts by itself."""
import sys
import time

import client
from client import Client, Server, gather, nonce

LIVE = {"move": 30, "bank": 300}


def waits(person, seats=3, game="loot", clock=LIVE, **fields):
    person.nonce = nonce()
    return person.ask("wait", game=game, seats=seats, clock=clock, nonce=person.nonce, **fields)["room"]


def pushed(person, kind, timeout=15):
    """The last push of that kind, which is waited for."""
    person.until(lambda: any(kind in p for p in person.pushes), timeout)
    found = [p for p in person.pushes if kind in p][-1]
    person.pushes = [p for p in person.pushes if kind not in p]
    return found[kind]


def table_of(person):
    return pushed(person, "seated")["table"]


def test_three(server):
    people = [Client(server, f"P{i}") for i in range(4)]
    first = waits(people[0])
    assert first == {"game": "loot", "seats": 3, "clock": LIVE, "waiting": 1, "place": 1, "fill": None}, first
    second = waits(people[1])
    assert (second["waiting"], second["place"]) == (2, 2), second
    listed = people[3].ask("rooms")
    assert listed["rooms"] == [{"game": "loot", "seats": 3, "clock": LIVE, "waiting": 2}], listed
    assert listed["room"] is None
    assert waits(people[0])["place"] == 1  # asking again keeps the place
    people[0].until(lambda: any(p.get("room", {}).get("waiting") == 2 for p in people[0].pushes))
    waits(people[2])
    tables = {table_of(p) for p in people[:3]}
    assert len(tables) == 1, tables
    table = tables.pop()
    for person in people[:3]:
        person.watch(table)
    lobby = people[0].lobby(table)
    assert [s.get("who") for s in lobby["seats"]] == [p.who for p in people[:3]], lobby
    assert lobby["maker"] == people[0].who and not lobby["open"] and lobby["ready"] == []
    assert 0 < lobby["starts"] - time.time() * 1000 <= 9000, lobby["starts"]
    people[3].refused("seat", "ready", table=table, nonce=nonce())
    people[0].refused("request", "ready", table=table, nonce="short")
    fresh = [nonce() for _ in range(3)]
    for person, mine in zip(people, fresh):
        person.ask("ready", table=table, nonce=mine)
    people[0].until(lambda: people[0].lines(table))
    assert people[0].lines(table)[0]["fair"]["nonces"] == fresh
    people[0].refused("started", "ready", table=table, nonce=nonce())
    assert people[0].ask("rooms") == {"re": people[0].id, "ok": True, "rooms": [], "room": None, "seated": table}
    return people[:3], table


def test_not_ready(server):
    """Who says nothing plays all the same, when the time is up."""
    people = [Client(server, f"Q{i}") for i in range(2)]
    for person in people:
        waits(person, seats=2)
    table = table_of(people[0])
    people[0].watch(table)
    people[0].ask("ready", table=table, nonce=nonce())
    assert not people[0].lines(table)
    people[0].until(lambda: people[0].lines(table), 12)
    nonces = people[0].lines(table)[0]["fair"]["nonces"]
    assert nonces[1] == people[1].nonce and nonces[0] != people[0].nonce


def test_one_room(server):
    """Nobody waits at two tables, nobody is seated twice, and rooms differ by game, seats and clock."""
    anna, bert, cid = (Client(server, n) for n in ("Anna", "Bert", "Cid"))
    waits(anna, seats=2)
    waits(anna, seats=2, game="mice")
    waits(bert, seats=2)
    again = Client(server, key=bert.key)  # the same person on another device
    assert waits(again, seats=2)["waiting"] == 1
    bert.until(lambda: any((p.get("room") or {}).get("waiting") == 1 for p in bert.pushes))
    waits(cid, seats=2, clock=None)
    assert len(anna.ask("rooms")["rooms"]) == 3
    for person in (anna, cid):
        person.ask("unwait")
    bert.ask("unwait")
    again.until(lambda: {"room": None} in again.pushes)
    assert anna.ask("rooms")["rooms"] == []


def test_bots(server):
    anna, bert, alone = (Client(server, n) for n in ("Anna", "Bert", "Alone"))
    assert waits(alone, seats=4)["place"] == 1  # with people alone, whatever others want
    room = waits(anna, seats=4, fill=5, level="novice")
    assert room["level"] == "novice" and 0 < room["fill"] - time.time() * 1000 <= 5000, room
    waits(bert, seats=4, fill=3600, level="casual")
    table = table_of(anna)
    assert table == table_of(bert)
    for person in (anna, bert):
        person.watch(table)
        person.ask("ready", table=table, nonce=nonce())
    seats = anna.lobby(table)["seats"]
    assert [s.get("level") for s in seats] == [None, None, "novice", "novice"], seats
    anna.until(lambda: anna.lines(table))
    for person in (anna, bert):
        person.ask("leave", table=table)
    found = alone.ask("rooms")
    assert (found["room"]["waiting"], found["room"]["place"]) == (1, 1) and "seated" not in found, found
    alone.ask("unwait")


def test_leaving(server):
    """Whoever closes the socket keeps the place for a while, and gets no table meanwhile."""
    anna, bert, cid = (Client(server, n) for n in ("Anna", "Bert", "Cid"))
    waits(anna, seats=2, game="mice")
    anna.close()
    end = time.time() + 10
    while bert.ask("rooms")["rooms"] and time.time() < end:
        time.sleep(0.05)
    waits(bert, seats=2, game="mice")
    anna = Client(server, key=anna.key)
    assert anna.ask("rooms")["room"]["game"] == "mice"
    room = waits(anna, seats=2, game="mice")
    table = table_of(anna)
    assert room["place"] == 1 and table == table_of(bert)
    anna.watch(table)
    assert anna.lobby(table)["seats"][0]["who"] == anna.who  # who came first has the first seat
    cid.ask("unwait")


def test_restart(server):
    """A place outlives the server, if one comes back."""
    anna, bert = Client(server, "Anna"), Client(server, "Bert")
    waits(anna, seats=3, game="bars")
    waits(bert, seats=3, game="bars")
    server.process.kill()
    server.process.wait()
    server.start()
    bert = Client(server, key=bert.key)
    assert waits(bert, seats=3, game="bars")["place"] <= 2
    anna = Client(server, key=anna.key)
    assert waits(anna, seats=3, game="bars")["place"] == 1
    cid = Client(server, "Cid")
    waits(cid, seats=3, game="bars")
    table = table_of(cid)
    anna.watch(table)
    assert [s["who"] for s in anna.lobby(table)["seats"]] == [anna.who, bert.who, cid.who]
    # Killed between the table and its beginning: it starts without anybody's word.
    server.process.kill()
    server.process.wait()
    server.start()
    anna = Client(server, key=anna.key)
    anna.watch(table)
    anna.until(lambda: anna.lines(table), 15)


def test_bad(server):
    anna = Client(server, "Anna")
    good = {"game": "loot", "seats": 3, "clock": LIVE, "nonce": nonce()}
    for code, wrong in [("options", {"game": "chess"}), ("options", {"seats": 99}), ("options", {"game": None}),
                        ("clock", {"clock": {"days": 99}}), ("clock", {"clock": 7}), ("request", {"nonce": "x"}),
                        ("level", {"fill": 60}), ("level", {"fill": 60, "level": "godlike"}), ("level", {"fill": 1}),
                        ("level", {"fill": 10 ** 9, "level": "novice"}), ("level", {"fill": "x", "level": "novice"})]:
        anna.refused(code, "wait", **{**good, **wrong})
    anna.refused("clock", "wait", **{**good, "clock": {"move": 17, "bank": 3}})  # of a table, but nobody's room
    assert anna.ask("rooms")["room"] is None
    anna.ask("unwait")


def test_rematch(server):
    people, table, _ = gather(server, "loot", 2, clock=None)
    for person in people:
        person.ask("end", table=table)
    people[0].until(lambda: people[0].lobby(table)["status"] == "abandoned")
    people[0].refused("request", "rematch", table=table, nonce=nonce(), quick=7)
    new = people[0].ask("rematch", table=table, nonce=nonce(), quick=True)["table"]
    people[0].watch(new)
    assert people[0].lobby(new)["starts"] is None and people[0].lobby(new)["ready"] == []
    people[0].ask("ready", table=new, nonce=nonce())
    assert not people[0].lines(new)
    people[1].ask("sit", table=new, seat=None, nonce=nonce())
    people[0].until(lambda: people[0].lines(new))


def test_many(servers, many):
    """First come, first served, within a second of being enough; through all processes at once."""
    people = []
    for i in range(many):
        person = Client(servers[i % len(servers)], f"M{i}")
        people.append(person)
    begin = time.time()
    numbers = [(p, p.send("wait", game="loot", seats=4, clock=LIVE, nonce=nonce())) for p in people]
    for person, number in numbers:
        person.wait(number)
    sent = time.time()
    tables = {}
    for person in people:
        tables.setdefault(table_of(person), []).append(person)
    took = time.time() - sent
    assert all(len(seated) == 4 for seated in tables.values()), [len(s) for s in tables.values()]
    assert len(tables) == many // 4
    if len(servers) == 1:
        order = [p for seated in tables.values() for p in seated]
        assert order == people
    print(f"{many} people: {sent - begin:.2f} s until the last was heard, and {took:.2f} s more until all sat")
    return took


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    url = sys.argv[3] if len(sys.argv) > 3 else None
    many = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    server = Server(store=url)
    test_bad(server)
    test_three(server)
    test_one_room(server)
    test_bots(server)
    test_leaving(server)
    test_rematch(server)
    test_not_ready(server)
    test_restart(server)
    servers = [server] + ([Server(store=url)] if url else [])
    assert test_many(servers, many) < (3 if url else 2)
    for s in servers:
        assert s.stop() == 0


if __name__ == "__main__":
    main()
