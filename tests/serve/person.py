"""The page of a person: results, finished games, and who may see them."""
import sys
import time

import client
from client import Client, Server, gather, over, play


def finish(server, **fields):
    people, table, seats = gather(server, "loot", 2, clock=None, **fields)
    play(people, table, seats)
    assert over(people[0], table)
    return people, table


def test_page(server):
    people, table = finish(server, open=True)
    anna, bert = people
    page = anna.ask("person", who=None)
    assert page["who"] == anna.who and page["name"] == anna.name and page["shows"] == "tables", page
    assert page["running"] == 0 and page["since"] % 86400000 == 0 and page["since"] <= time.time() * 1000
    assert len(page["results"]) == 1 and len(page["finished"]) == 1 and not page["more"]
    tally, row = page["results"][0], page["finished"][0]
    assert (tally["game"], tally["seats"], tally["games"]) == ("loot", 2, 1), tally
    assert row["table"] == table and row["game"] == "loot" and row["seat"] == 0, row
    assert [s["who"] for s in row["seats"]] == [anna.who, bert.who]
    best = max(s["score"] for s in row["seats"])
    assert [s["won"] for s in row["seats"]] == [s["score"] == best for s in row["seats"]], row
    assert tally["wins"] == int(row["seats"][0]["won"])
    got = server.get("/record/" + table)
    assert got[0] == 200, (table, got)
    return people, table


def test_choice(server, people, table):
    anna, bert = people
    eve = Client(server, "Eve")
    assert bert.ask("person", who=anna.who)["finished"][0]["table"] == table
    hidden = eve.refused("person", "person", who=anna.who)
    nobody = eve.refused("person", "person", who="0" * 12)
    assert str(hidden) == str(nobody)  # and nothing else tells them apart
    anna.ask("show", to="all")
    assert eve.ask("person", who=anna.who)["finished"][0]["table"] == table
    anna.ask("show", to="nobody")
    for other in (eve, bert):
        other.refused("person", "person", who=anna.who)
    assert anna.ask("person", who=None)["shows"] == "nobody"
    anna.ask("show", to="tables")


def test_private(server, people):
    """A table by link is shown to those who sat there, and to nobody else."""
    anna, bert = people
    private = anna.ask("make", game="loot", seats=2, nonce=anna.nonce, clock=None)["table"]
    bert.ask("sit", table=private, seat=None, nonce=bert.nonce)
    for person in people:
        person.watch(private)
    anna.ask("start", table=private)
    for person in people:
        person.until(lambda p=person: p.lines(private))
    assert anna.ask("person", who=None)["running"] == 1
    play(people, private, [0, 1])
    anna.ask("show", to="all")
    eve = Client(server, "Eve")
    assert private not in str(eve.ask("person", who=anna.who))
    assert eve.ask("person", who=anna.who)["results"][0]["games"] == 2
    assert private in str(bert.ask("person", who=anna.who)) and private in str(anna.ask("person", who=None))


def test_bad(server, people):
    anna = people[0]
    for wrong in ({"who": "x"}, {"who": 7}, {"who": anna.who + "0"}, {"who": anna.who, "page": -1}):
        anna.refused("request", "person", **wrong)
    for wrong in ({}, {"to": "everybody and all of them"}, {"to": None}, {"to": "ALL"}):
        anna.refused("request", "show", **wrong)
    stranger = Client(server, "New")
    page = stranger.ask("person", who=None)
    assert page["name"] == "New" and page["results"] == [] and page["finished"] == []


def test_forgotten(server, people):
    anna, bert = people
    bert.ask("forget")
    row = anna.ask("person", who=None)["finished"][0]
    assert row["seats"][1]["name"] == "–" and row["seats"][1]["who"] != bert.who, row
    anna.refused("person", "person", who=bert.who)


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    server = Server(store=sys.argv[3] if len(sys.argv) > 3 else None)
    people, table = test_page(server)
    test_choice(server, people, table)
    test_private(server, people)
    test_bad(server, people)
    test_forgotten(server, people)
    assert server.stop() == 0


if __name__ == "__main__":
    main()
