"""Whole games over real sockets: every game, people and bots, and the proof of their dice."""
import json
import subprocess
import sys
import tempfile

import client
from client import Client, Server, gather, over, play


def check_record(server, table, clients):
    """The record that is downloaded is the game that was seen, and its dice were fair."""
    status, headers, body = server.get(f"/record/{table}")
    assert status == 200 and "attachment" in headers["content-disposition"], status
    lines = [json.loads(line) for line in body.decode().splitlines()]
    names = lines[0].pop("names")
    assert names[0] == clients[0].name, names
    if lines[0]["game"] != "bars":
        assert lines == clients[0].lines(table)
    assert len(lines) == len(clients[0].lines(table))
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(body)
        file.flush()
        for command in (["verify"], ["replay", "--to", "1"]):
            done = subprocess.run([client.RAZZIA, command[0], file.name, *command[1:]],
                                  capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
        file.write(b"")
    changed = body.replace(b'"commit":"' + lines[0]["fair"]["commit"][:1].encode(), b'"commit":"' +
                           (b"0" if lines[0]["fair"]["commit"][0] != "0" else b"1"), 1)
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(changed)
        file.flush()
        done = subprocess.run([client.RAZZIA, "verify", file.name], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 1 and "no;" in done.stderr, done


def play_games(server):
    for game, people, bots in [("loot", 2, 0), ("loot", 1, 2), ("bars", 3, 0), ("bars", 2, 2),
                               ("mice", 2, 0), ("mice", 1, 1), ("loot", 4, 0)]:
        options = {"turns": 12} if game == "mice" else {}
        clients, table, seats = gather(server, game, people, bots, options=options, open=False,
                                       clock=None)
        spectator = Client(server, "Looker")
        spectator.watch(table)
        play(clients, table, seats, seed=people * 10 + bots)
        spectator.until(lambda: over(spectator, table))
        late = Client(server, "Late")
        late.watch(table)
        late.until(lambda: over(late, table))
        assert late.lines(table) == spectator.lines(table)
        check_record(server, table, clients)
        print(game, people, bots, len(clients[0].lines(table)))
        for c in clients + [spectator, late]:
            c.close()


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    server = Server()
    play_games(server)
    assert server.stop() == 0
    assert "does not" not in server.log_text(), server.log_text()


main()
