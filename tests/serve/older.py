"""A store as version 3 of it left it, times in hex and people at a server that is no more: games go
on, and what is written anew has numbers. version3.sql has a game that is over, one that is paused for
the third time, and a table that gathers."""
import json
import os
import sqlite3
import sys
import tempfile

import client
from client import Client, Server, over, play

FINISHED, PAUSED, GATHERING = "B6pOaPDQ2LajuZ8Rh6tigw", "mGwrAigWeE6_zdFrs1drBw", "-gvXAXQaydycNOnFLuNAVQ"
PAUSES = [[1794839301354, 1794839301409], [1794839301464, 1794839301529]]
PAUSED_SINCE = 1794839301592


def restore(folder):
    dump = os.path.join(os.path.dirname(__file__), "version3.sql")
    with open(dump, encoding="utf-8") as file, sqlite3.connect(os.path.join(folder, "store.db")) as db:
        db.executescript(file.read())
    db.close()


def stored(server, table):
    """The lobby of a table as it lies there."""
    with sqlite3.connect(server.store.removeprefix("sqlite:")) as db:
        return json.loads(db.execute("SELECT info FROM tables WHERE id = ?", (table,)).fetchone()[0])


def listed(anna):
    lists = anna.ask("tables")
    assert [row["table"] for row in lists["open"]] == [GATHERING], lists["open"]
    assert {row["table"] for row in lists["mine"]} == {FINISHED, PAUSED, GATHERING}
    seats = lists["open"][0]["lobby"]["seats"]
    assert seats[1:] == [{}, {"level": "novice"}] and seats[0]["name"] == "Anna", seats


def going_on(server, anna, bert):
    for person in (anna, bert):
        person.watch(PAUSED)
        person.until(lambda p=person: len(p.lines(PAUSED)) == 13)
    lobby = anna.lobby(PAUSED)
    assert lobby["paused"] and lobby["muted"] == ["0123456789ab"] and lobby["status"] == "running", lobby
    anna.refused("paused", "act", table=PAUSED, number=13, line={"by": 0, "do": "draw"})
    for person in (anna, bert):
        person.ask("resume", table=PAUSED)
    play([anna, bert], PAUSED, [0, 1])
    assert over(anna, PAUSED)
    banks = anna.lobby(PAUSED)["clocks"]["seats"]
    assert banks == [{"bank": 600000}] * 2, f"pauses were counted: {banks}"
    info = stored(server, PAUSED)
    assert info["pauses"][:2] == PAUSES and info["pauses"][2][0] == PAUSED_SINCE, info["pauses"]
    assert info["paused"] == 0 and [seat["gone"] for seat in info["seats"]] == [0, 0], info


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    folder = tempfile.mkdtemp(prefix="razzia-older-")
    restore(folder)
    server = Server(folder=folder)
    anna, bert = Client(server, key="a" * 32), Client(server, key="b" * 32)
    assert (anna.name, bert.name) == ("Anna", "Bert")
    listed(anna)
    going_on(server, anna, bert)
    status, _, record = server.get("/record/" + FINISHED)
    assert status == 200 and b'"names":["Anna","Bert"]' in record and b'{"fair":{"seed":' in record
    assert server.stop() == 0
    assert "can not be read" not in server.log_text(), server.log_text()


main()
