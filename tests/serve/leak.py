"""Nothing is leaked: two worlds that a viewer can not tell apart give that viewer the same bytes.

A game is played for a while. Its store is copied, and in the copy is changed what nobody, or nobody
but others, may know: the seed from which all cards and rolls to come are made, and in `bars` the
cards that others hold. Then each viewer speaks to a server of either world, word for word the same,
and what comes back is compared, byte by byte: sync, resume, errors, chat, lists, and what is pushed when
others act, each with the cards of their own world. Only the time of day is taken out.
"""
import json
import os
import random
import re
import secrets
import sqlite3
import sys

import client
from client import Chooser, Client, Refused, Server, gather, play

TIMES = re.compile(rb'"(now|at)":\d+')
TIMES_OF_PEOPLE = re.compile(rb'"(since|seen|changed)":\d+')


class Ear(Client):
    """A client that keeps every byte it hears."""

    def __init__(self, *args, **kwargs):
        self.heard = []
        super().__init__(*args, **kwargs)

    def take(self, timeout=10):
        receive = self.ws.receive

        def listen(patience):
            payload = receive(patience)
            heard = TIMES.sub(rb'"\1":0', payload)
            self.heard.append(TIMES_OF_PEOPLE.sub(rb'"\1":0', heard) if b'"re":' in heard else heard)
            return payload
        self.ws.receive = listen
        try:
            return super().take(timeout)
        finally:
            self.ws.receive = receive

    def bytes(self):
        """All but the lobby, which comes when it comes; of that, what it was in the end."""
        lobbies = [h for h in self.heard if b'"lobby":{' in h and b'"re":' not in h]
        return [h for h in self.heard if h not in lobbies], lobbies[-1:]

    def try_it(self, do, **fields):
        try:
            self.ask(do, **fields)
        except Refused:
            pass


def script(c, table, lines, seat):
    """What a viewer may think of asking, allowed or not."""
    c.watch(table)
    c.until(lambda: len(c.lines(table)) >= lines and c.tables[table]["chat"])
    for start in (lines // 2, lines - 1, lines, lines + 5):
        c.ask("unwatch", table=table)
        c.tables[table] = {"lines": [None] * start if start <= lines else [], "lobby": None, "chat": []}
        c.watch(table, **{"from": start})
        c.until(lambda: len(c.lines(table)) >= lines and c.tables[table]["chat"])
    lists(c, table)
    for number in (1, lines, lines + 7):
        for by in range(3):
            for line in ({"by": by, "do": "play", "card": "havana.r3"}, {"by": by, "do": "raid"},
                         {"by": by, "do": "answer", "say": "yes"}, {"by": by, "do": "leave"}):
                if by != seat or number > lines:  # what might be legal would change the game
                    c.try_it("act", table=table, number=number, line=line)
    for do in ("start", "sit", "stand", "end", "pause", "resume", "rematch", "chat", "mute"):
        if seat is None:  # who sits would change the table
            c.try_it(do, table=table, text="hm", who="0" * 12, nonce="0" * 64, seat=0)
    c.try_it("watch", table="A" * 22)


def lists(c, table):
    """What tells of tables and people without looking at them."""
    for do in ("tables", "games", "rooms", "devices", "contacts", "export"):
        c.try_it(do)
    for seat in [{"who": None}, *c.lobby(table)["seats"]]:
        c.try_it("person", who=seat["who"])


# ---- Two worlds ---------------------------------------------------------------------------------

def copy_store(server, folder):
    os.makedirs(folder)
    source = sqlite3.connect(server.store.removeprefix("sqlite:"))
    target = sqlite3.connect(os.path.join(folder, "store.db"))
    source.backup(target)
    source.close()
    return target


def swap_cards(lines, viewer):
    """Two cards that two others hold, unseen, change places; the numbers of the lines changed."""
    held = {}  # seat: [index of the deal]
    for i, line in enumerate(lines):
        if line.get("do") == "deal":
            held.setdefault(line["seat"], []).append(i)
        for seat, card in shown(line):
            held[seat].remove(next(k for k in held[seat] if lines[k]["card"] == card))
    others = [s for s in held if s != viewer]
    pairs = [(a, b) for s in others for t in others if s < t for a in held[s] for b in held[t]
             if lines[a]["card"] != lines[b]["card"]]
    if not pairs:
        return []
    a, b = random.choice(pairs)
    seats = {lines[a]["seat"]: lines[b]["card"], lines[b]["seat"]: lines[a]["card"]}
    old = {lines[a]["seat"]: lines[a]["card"], lines[b]["seat"]: lines[b]["card"]}
    lines[a]["card"], lines[b]["card"] = lines[b]["card"], lines[a]["card"]
    changed = [a, b]
    last_show = max([i for i, line in enumerate(lines) if shown(line)], default=0)
    for i in range(last_show + 1, len(lines)):  # chosen, and not shown yet
        line = lines[i]
        if line.get("do") == "play" and line["by"] in old and line["card"] == old[line["by"]]:
            line["card"] = seats[line["by"]]
            changed.append(i)
    return changed


def shown(line):
    """Whose cards a line turns over."""
    if line.get("do") != "show":
        return []
    return list(enumerate(line["cards"]))


def make_twin(db, table, viewer):
    """The other world; False if nothing but the seed can differ where more should."""
    key = db.execute("SELECT key FROM tables WHERE id = ?", (table,)).fetchone()[0]
    db.execute("UPDATE seeds SET seed = ? WHERE key = ?", (secrets.token_bytes(32), key))
    lines = [json.loads(row[0]) for row in
             db.execute("SELECT text FROM lines WHERE key = ? ORDER BY number", (key,))]
    changed = swap_cards(lines, viewer) if lines[0]["game"] == "bars" else [0]
    for i in changed:
        if i:
            db.execute("UPDATE lines SET text = ? WHERE key = ? AND number = ?",
                       (json.dumps(lines[i], separators=(",", ":")), key, i))
    db.commit()
    db.close()
    return changed


# ---- Comparing ----------------------------------------------------------------------------------

def others_play(server, ear, table, people, viewer, seed):
    """Where several choose in secret, one of the others does; what is chosen is not the same in both
    worlds."""
    moves = {}
    for seat, key in enumerate(people):
        c = Client(server, key=key)
        c.watch(table)
        c.until(lambda c=c: len(c.lines(table)) >= len(ear.lines(table)))
        chooser = Chooser(seat, seed)
        moves[seat] = chooser.move(c.lines(table))
        chooser.close()
        c.close()
    movers = [s for s in moves if moves[s] and moves[s]["do"] in ("play", "answer")]
    if len(movers) < 2:
        return 0
    seat = next(s for s in movers if s != viewer)
    lines = len(ear.lines(table))
    c = Client(server, key=people[seat])
    c.ask("act", table=table, number=lines, line=moves[seat])
    c.close()
    ear.until(lambda: len(ear.lines(table)) > lines)
    return 1


def settled(lobby, viewer):
    """Nobody but the viewer is there, and the lobby says so."""
    here = [seat for seat, s in enumerate(lobby["seats"]) if s["here"]]
    return here == ([] if viewer is None else [viewer]) and lobby["spectators"] == (viewer is None)


def listen(folder, table, lines, viewer, key, people, seed, secret):
    server = Server(folder=folder)
    ear = Ear(server, key=key)
    script(ear, table, lines, viewer)
    moves = 0
    if secret:
        moves = others_play(server, ear, table, people, viewer, seed)
    page = server.get(f"/record/{table}")
    ear.ask("ping")
    ear.until(lambda: settled(ear.lobby(table), viewer))
    lists(ear, table)
    heard = b"".join(ear.heard)
    assert (b'"games":[{"table":"%s"' % table.encode() in heard) == (viewer is not None)
    assert (b'{"said":{' in heard) == (viewer in (0, None))
    ear.close()
    assert server.stop() == 0, server.log_text()
    assert "can not be read" not in server.log_text(), server.log_text()
    return ear.bytes(), page, moves


def compare(source, base, table, lines, viewer, people, secret):
    """The viewer is a seat, or None: somebody who looks on, and comes late."""
    key = people[viewer] if viewer is not None else "ab" * 16
    copy_store(source, base + "a").close()
    if not make_twin(copy_store(source, base + "b"), table, viewer):
        return False
    one = listen(base + "a", table, lines, viewer, key, people, 1, secret)
    two = listen(base + "b", table, lines, viewer, key, people, 2, secret)
    assert len(one[0][0]) > 20
    for a, b in zip(one[0][0], two[0][0]):
        assert a == b, (table, viewer, a, b)
    assert len(one[0][0]) == len(two[0][0]), (one[0][0][-2:], two[0][0][-2:])
    assert one[:2] == two[:2], (one[0][1], two[0][1])
    compare.moves += one[2]
    compare.frames += len(one[0][0])
    return True


def far_enough(lines, end):
    """So many lines, and in `bars` two at least who have still to choose a card."""
    if len(lines) < end or lines[0]["game"] != "bars":
        return len(lines) >= end
    verbs = [line["do"] for line in lines[1:]]
    laid = len(verbs) - 1 - verbs[::-1].index("lay") if "lay" in verbs else len(verbs)
    return laid < len(verbs) and set(verbs[laid + 1:]) <= {"play"} and len(verbs) - laid <= 2


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    compare.moves = compare.frames = 0
    pairs = 0
    for game, seats, ends in (("bars", 3, (20, 45, 90)), ("loot", 3, (12, 40)), ("mice", 2, (15,))):
        for end in ends:
            server = Server()
            clients, table, places = gather(server, game, seats)
            play(clients, table, places, seed=end, until=lambda: far_enough(max((c.lines(table) for c in clients), key=len), end))
            clients[0].ask("chat", table=table, text="well")
            people = [c.key for c in clients]
            lines = max(len(c.lines(table)) for c in clients)
            for c in clients:
                c.until(lambda c=c: len(c.lines(table)) >= lines)
                c.close()
            assert server.stop() == 0
            for viewer in [*range(seats), None]:
                pairs += compare(server, f"{server.folder}/{viewer}", table, lines, viewer, people,
                                 game == "bars")
    print(f"{pairs} pairs of worlds, {compare.frames} messages, {compare.moves} choices in secret: "
          "the same bytes")
    assert pairs >= 15 and compare.moves >= 12


main()
