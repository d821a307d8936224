"""My games: what waits for whom, what has happened since, and what is pushed of it."""
import sys
import time

import client
from client import Client, Refused, Server, gather, nonce, over, play


def follow(person):
    """The list as it is, kept up to date by what is pushed."""
    person.games = {}
    answer = person.ask("games", follow=True)
    person.count = answer["count"]
    person.games = {row["table"]: row for row in answer["games"]}
    return answer["games"]


def take_changes(person):
    for push in [p for p in person.pushes if "games" in p]:
        person.pushes.remove(push)
        person.count = push["games"]["count"]
        for table in push["games"]["gone"]:
            del person.games[table]
        for row in push["games"]["rows"]:
            person.games[row["table"]] = row


def told(person, condition, timeout=10):
    def holds():
        take_changes(person)
        return condition()
    person.until(holds, timeout)


def move(person, table, seat, line=None):
    chooser = client.Chooser(seat, 1)
    person.until(lambda: person.lines(table))
    line = chooser.move(person.lines(table))
    chooser.close()
    assert line, "it is not their turn"
    answer = person.ask("act", table=table, number=len(person.lines(table)), line=line)
    person.until(lambda: len(person.lines(table)) > answer["number"])


def whose_turn(people, table):
    known = max(len(p.lines(table)) for p in people)
    for person in people:
        person.until(lambda p=person: len(p.lines(table)) >= known)
    for seat, person in enumerate(people):
        chooser = client.Chooser(seat, 1)
        line = chooser.move(person.lines(table))
        chooser.close()
        if line:
            return seat
    raise AssertionError("nobody's")


def test_turns(server):
    people, table, _ = gather(server, "loot", 2, clock={"days": 2})
    seat = whose_turn(people, table)
    first, other = people[seat], people[1 - seat]
    home = Client(server, key=first.key)
    rows = follow(home)
    assert len(rows) == 1 and home.count == 1, rows
    row = rows[0]
    assert row["waits"] and row["seat"] == seat and row["events"] == 0 and row["messages"] == 0, row
    assert row["lobby"]["game"] == "loot" and row["number"] == len(first.lines(table)), row
    left = row["until"] - time.time() * 1000
    assert 1.9 * 86400000 < left <= 2 * 86400000, left
    away = Client(server, key=other.key)
    follow(away)
    assert away.count == 0 and not away.games[table]["waits"] and away.games[table]["until"] is None
    # Both are at the table: each move tells the lists of their other sockets.
    move(first, table, seat)
    while whose_turn(people, table) == seat:
        move(first, table, seat)
    told(home, lambda: home.count == 0 and not home.games[table]["waits"])
    told(away, lambda: away.count == 1 and away.games[table]["waits"])
    # Who has left finds what has happened since.
    known = len(other.lines(table))
    first.close()
    first = Client(server, key=first.key)
    other.until(lambda: not other.lobby(table)["seats"][seat]["here"])
    move(other, table, 1 - seat)
    other.ask("chat", table=table, text="your turn")
    now = len(other.lines(table))
    told(home, lambda: home.games[table]["messages"] == 1 and home.games[table]["events"] == now - known)
    first.watch(table)
    told(home, lambda: home.games[table]["messages"] == 0 and home.games[table]["events"] == 0)
    people[seat] = first
    first.until(lambda: len(first.lines(table)) == now)
    return people, table, home


def test_pause(people, table, home):
    count = home.count
    for person in people:
        person.ask("pause", table=table)
    told(home, lambda: home.count == 0)
    for person in people:
        person.ask("resume", table=table)
    told(home, lambda: home.count == count)


def test_end(people, table, home):
    other = next(p for p in people if p.key != home.key)
    for person in people:
        if person is not other:
            person.ask("end", table=table)
            person.ask("unwatch", table=table)
    other.until(lambda: any(not s["here"] for s in other.lobby(table)["seats"]))
    other.ask("end", table=table)
    # It was over while they were away: it stays on the list until they have looked.
    told(home, lambda: home.count == 0)
    listed = Client(server_of(home), key=other.key).ask("games")["games"]
    assert not [r for r in listed if r["table"] == table], listed


def server_of(person):
    return person.server


def test_finished_away(server):
    people, table, seats = gather(server, "loot", 2, clock=None)
    home = Client(server, key=people[0].key)
    follow(home)
    play(people, table, seats, until=lambda: len(people[1].lines(table)) > 10)
    people[0].ask("leave", table=table)
    people[0].close()
    people[1].ask("leave", table=table)  # bots play it to its end
    people[1].until(lambda: over(people[1], table), timeout=60)
    told(home, lambda: table in home.games and home.games[table]["lobby"]["status"] == "finished", 20)
    assert home.games[table]["events"] > 0 and not home.games[table]["waits"]
    assert not [r for r in people[1].ask("games")["games"] if r["table"] == table]
    again = Client(server, key=home.key)
    again.watch(table)
    told(home, lambda: table not in home.games)
    assert not again.ask("games")["games"]


def test_gathering(server):
    anna, bert = Client(server, "Anna"), Client(server, "Bert")
    follow(anna)
    follow(bert)
    table = anna.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)["table"]
    told(anna, lambda: table in anna.games)
    assert not anna.games[table]["waits"]
    bert.ask("sit", table=table, seat=None, nonce=nonce())
    told(bert, lambda: table in bert.games)
    told(anna, lambda: anna.count == 1 and anna.games[table]["waits"])
    bert.ask("stand", table=table)
    told(bert, lambda: table not in bert.games)
    told(anna, lambda: anna.count == 0)
    anna.ask("games", follow=False)
    bert.ask("sit", table=table, seat=None, nonce=nonce())
    told(bert, lambda: table in bert.games)
    anna.ask("ping")
    take_changes(anna)
    assert anna.count == 0


def test_bad(server):
    anna = Client(server, "Anna")
    anna.refused("request", "games", page=-1)
    anna.refused("request", "games", page="x")
    anna.refused("request", "games", follow=3)
    assert anna.ask("games", page=1000) == {"re": anna.id, "ok": True, "count": 0, "games": [], "more": False}


def test_restart(server):
    """Killed in the middle of a game at which all were present: nobody had it written down."""
    people, table, _ = gather(server, "loot", 2, clock={"days": 1})
    for _ in range(5):
        seat = whose_turn(people, table)
        move(people[seat], table, seat)
        people[1 - seat].until(lambda: len(people[0].lines(table)) == len(people[1].lines(table)))
    seat = whose_turn(people, table)
    server.process.kill()
    server.process.wait()
    server.start()
    found = [Client(server, key=p.key).ask("games") for p in people]
    assert [f["count"] for f in found] == [int(i == seat) for i in range(2)], found
    assert found[seat]["games"][0]["waits"] and found[seat]["games"][0]["number"] == len(people[seat].lines(table))


def test_processes(url):
    """A list at one process follows what happens at another."""
    one, two = Server(store=url), Server(store=url)
    anna, bert = Client(one, "Anna"), Client(two, "Bert")
    lists = [Client(two, key=anna.key), Client(one, key=bert.key)]
    for home in lists:
        follow(home)
    table = anna.ask("make", game="loot", seats=2, nonce=nonce(), clock=None)["table"]
    told(lists[0], lambda: table in lists[0].games)
    bert.ask("sit", table=table, seat=None, nonce=nonce())
    told(lists[1], lambda: table in lists[1].games)
    told(lists[0], lambda: lists[0].count == 1)
    bert.ask("stand", table=table)
    told(lists[1], lambda: table not in lists[1].games)
    assert one.stop() == two.stop() == 0


def test_leak(server):
    """A list has nothing of what the server alone knows. (That it is the same in two worlds: leak.py.)"""
    people, table, _ = gather(server, "bars", 3, clock=None)
    for seat, person in enumerate(people):
        text = str(Client(server, key=person.key).ask("games"))
        for word in ("hash", "nonce", "home", "seed"):
            assert word not in text, text
        assert people[(seat + 1) % 3].nonce not in text
    stranger = Client(server, "Eve")
    assert stranger.ask("games")["games"] == []


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    server = Server(store=sys.argv[3] if len(sys.argv) > 3 else None)
    people, table, home = test_turns(server)
    test_pause(people, table, home)
    test_end(people, table, home)
    test_gathering(server)
    test_bad(server)
    test_leak(server)
    test_restart(server)
    test_finished_away(server)
    assert server.stop() == 0
    if len(sys.argv) > 3:
        test_processes(sys.argv[3])


if __name__ == "__main__":
    main()
