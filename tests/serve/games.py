"""Whole games over real sockets: every game, people and bots, and the proof of their dice."""
import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import client
from client import Client, Server, gather, over, play

# Heads and receipts are made by a checker that shares no line with the program.
spec = importlib.util.spec_from_file_location("fair", Path(__file__).resolve().parents[2] / "tools" / "fair.py")
fair = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fair)


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
        assert done.returncode == 1 and "not the seed of the commitment" in done.stderr, done


def check_heads(table, viewers):
    """Everybody was told the heads of what they saw, and they are the same for all; those heads."""
    heads = list(fair.heads_of(viewers[0].lines(table)))
    for viewer in viewers:
        assert list(fair.heads_of(viewer.lines(table))) == heads
        pushes = [push for push in viewer.pushes if push["table"] == table and push.get("lines")]
        assert pushes
        for push in pushes:
            last = push["from"] + len(push["lines"]) - 1
            assert push["head"] == heads[last], (last, push["head"], heads[last])
        for answer in viewer.acts:
            assert heads.index(answer["head"]) >= answer["number"], answer
    return heads


def receipt_of(person, table, seat, public, heads):
    """What a client has kept: its own lines where they are not those of a spectator."""
    lobbies = [push["lobby"] for push in person.pushes if push["table"] == table and "lobby" in push]
    early = next(lobby for lobby in lobbies if lobby["status"] == "gathering")
    own = person.lines(table)
    return {"receipt": 1, "table": table, "game": own[0]["game"], "seat": seat, "commit": early["commit"],
            "nonce": person.nonce,
            "players": [{key: s[key] for key in ("who", "name", "level") if s.get(key)} for s in lobbies[-1]["seats"]],
            "secrets": {str(i): fair.canonical(line) for i, line in enumerate(own) if line != public[i]},
            "heads": heads}


def check_receipts(server, table, clients, seats, spectator):
    heads = check_heads(table, [*clients, spectator])
    assert all(person.acts for person in clients)
    _, _, body = server.get(f"/record/{table}")
    for person, seat in zip(clients, seats):
        receipt = receipt_of(person, table, seat, spectator.lines(table), heads)
        with tempfile.TemporaryDirectory() as folder:
            record, kept = Path(folder) / "game.jsonl", Path(folder) / "receipt.json"
            record.write_bytes(body)
            for commit, status in [(receipt["commit"], 0), (client.nonce(), 1)]:
                kept.write_text(json.dumps(receipt | {"commit": commit}), encoding="utf-8")
                done = subprocess.run([client.RAZZIA, "verify", record, "--receipt", kept], capture_output=True,
                                      text=True, check=False)
                assert (done.returncode, done.stderr.count("\n")) == (status, status), done
                assert ("The receipt fits" in done.stdout) == (status == 0), done


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
        check_receipts(server, table, clients, seats, spectator)
        check_heads(table, [late])
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
