"""One scripted online game: every byte that every seat and a spectator got, in order. The server's
random bytes come from chance.c, the keys and nonces of people from here; only times are blanked.

    online.py RAZZIA CHOOSER GAME PEOPLE BOTS

CHOOSER picks the moves; give the same one to all programs that are compared."""
import hashlib
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "serve"))
import client  # noqa: E402
from client import Chooser, Client, Closed, Refused, Server, over  # noqa: E402

TIMES = re.compile(rb'"(now|at|since|bank)":-?\d+')


def fixed(name, size):
    """Bytes of a name, as hex."""
    return hashlib.sha256(name.encode()).hexdigest()[:2 * size]


class Witness(Client):
    """A client that keeps the bytes of every message."""

    def __init__(self, server, name):
        self.bytes = []
        super().__init__(server, name, key=fixed("key of " + name, 16))

    def connect(self, hello=True, headers=()):
        self.ws = client.Socket(self.server.port, headers=headers)
        receive = self.ws.receive

        def kept(timeout=10):
            payload = receive(timeout)
            self.bytes.append(TIMES.sub(rb'"\1":0', payload))
            return payload
        self.ws.receive = kept
        self.who = self.ask("hello", protocol=1, key=self.key, name=self.name)["who"]


def settle(everyone, times=3):
    """Waits until nothing has come from the server for a while."""
    quiet = 0
    while quiet < times:
        before = [len(c.bytes) for c in everyone]
        time.sleep(0.02)
        for c in everyone:
            while c.ws.waiting():
                c.take()
        quiet = quiet + 1 if before == [len(c.bytes) for c in everyone] else 0


def try_to(person, do, **fields):
    """A request that may be refused: the answer is among the bytes either way."""
    try:
        return person.ask(do, **fields)
    except Refused:
        return None


def gather(server, game, people, bots):
    """A table, made and filled step by step, so that each push has its moment."""
    maker = Witness(server, "Anna")
    options = {"turns": 12} if game == "mice" else {}
    table = maker.ask("make", game=game, seats=people + bots, options=options, clock=None, open=True,
                      nonce=fixed("nonce 0", 32))["table"]
    everyone = [maker]
    maker.watch(table)
    for i in range(1, people):
        person = Witness(server, f"Person {i}")
        settle(everyone)
        person.ask("sit", table=table, seat=None, nonce=fixed(f"nonce {i}", 32))
        settle(everyone)
        person.watch(table)
        everyone.append(person)
        settle(everyone)
    for seat in range(people, people + bots):
        maker.ask("bot", table=table, seat=seat, level="greedy")
        settle(everyone)
    spectator = Witness(server, "Looker")
    spectator.ask("tables")
    spectator.watch(table)
    everyone.append(spectator)
    settle(everyone)
    return everyone, table


def talk(everyone, table):
    """What can be done at a running table beside moves, and what is refused."""
    maker, spectator = everyone[0], everyone[-1]
    steps = [(maker, "chat", {"text": "Good luck! Viel Glück \u2660"}), (spectator, "chat", {"text": "Hi"}),
             (maker, "mute", {"who": spectator.who}), (spectator, "chat", {"text": "Nobody reads this"}),
             (maker, "unmute", {"who": spectator.who}), (spectator, "act", {"number": 1, "line": {}}),
             (maker, "act", {"number": 99999, "line": {"by": 0, "do": "dance"}}),
             (maker, "sit", {"seat": 0, "nonce": fixed("x", 32)}), (maker, "start", {}),
             (maker, "nonsense", {}), (spectator, "pause", {})]
    steps += [(p, do, {}) for do in ("pause", "resume") for p in everyone[:-1]]
    for person, do, fields in steps:
        try_to(person, do, table=table, **fields)
        settle(everyone)


def illegal(person, table, seat):
    """A line of the right form that no rule allows, and one that is none."""
    for line in ({"by": seat, "do": "nothing"}, {"by": seat}, 7):
        try_to(person, "act", table=table, number=len(person.lines(table)), line=line)


def play(everyone, table, people, bots):
    """The lowest seat that may act does, after all bots, until the game is over."""
    choosers = [Chooser(seat, 100 + seat) for seat in range(people)]
    moves = 0
    end = time.time() + 120
    while not over(everyone[0], table):
        assert time.time() < end, "nobody can move, and nothing comes from the server"
        if bots:
            settle(everyone, 6)
        for seat, person in enumerate(everyone[:people]):
            for c in everyone:
                c.until(lambda c=c: len(c.lines(table)) >= max(len(o.lines(table)) for o in everyone))
            line = choosers[seat].move(person.lines(table))
            if not line:
                continue
            if moves < 3:
                illegal(person, table, seat)
            try:
                answer = person.ask("act", table=table, number=len(person.lines(table)), line=line)
            except Refused:
                continue
            moves += 1
            for c in everyone:
                c.until(lambda c=c, a=answer: len(c.lines(table)) > a["number"])
            break
        else:
            time.sleep(0.002)
        for c in everyone:
            while c.ws.waiting():
                c.take()
    for chooser in choosers:
        chooser.close()
    settle(everyone)
    return moves


def forget(person, others, table):
    """The person goes for good. The others are told in one push or in two: the last one counts."""
    marks = [len(c.bytes) for c in others]
    person.send("forget")
    try:
        while True:
            person.take()
    except Closed:
        pass
    for c, mark in zip(others, marks):
        c.until(lambda c=c: c.lobby(table)["seats"][0]["name"] != person.name)
        settle([c], 6)
        del c.bytes[mark:-1]


def streams(person, bots):
    """All messages as they came, but the lobby's by themselves: they come when they come. Where bots
    move meanwhile, how lines are grouped is chance, so the lines are joined."""
    lobbies = [m for m in person.bytes if re.match(rb'{"table":"[^"]*","lobby"', m)]
    rest = [m for m in person.bytes if m not in lobbies]
    if bots:
        lines = [m for m in rest if b'"lines":[' in m]
        rest = [m for m in rest if m not in lines]
        rest.append(b",".join(re.search(rb'"lines":\[(.*)\]', m).group(1) for m in lines))
    return rest + lobbies


def main():
    client.RAZZIA, client.CHOOSER, game, people, bots = sys.argv[1:6]
    people, bots = int(people), int(bots)
    os.environ["LD_PRELOAD"] = os.environ.pop("CHANCE")
    server = Server()
    del os.environ["LD_PRELOAD"]
    everyone, table = gather(server, game, people, bots)
    everyone[0].ask("start", table=table)
    settle(everyone)
    if not bots:
        talk(everyone, table)
    moves = play(everyone, table, people, bots)
    late = Witness(server, "Late")
    settle(everyone)
    late.watch(table)
    everyone.append(late)
    settle(everyone)
    for i, person in enumerate(everyone[:people]):
        person.ask("rematch", table=table, nonce=fixed(f"again {i}", 32))
        settle(everyone)
    status, _, record = server.get(f"/record/{table}")
    assert status == 200
    everyone[0].ask("tables")
    forget(everyone[0], everyone[1:], table)
    assert server.stop() == 0
    print(f"{game}, {people} people, {bots} bots: {moves} moves, record",
          hashlib.sha256(record).hexdigest())
    for person in everyone:
        messages = streams(person, bots)
        print(person.name, len(messages), "messages",
              hashlib.sha256(b"\n".join(messages)).hexdigest())
    folder = os.environ.get("KEEP")
    for person in everyone if folder else ():
        path = pathlib.Path(folder, f"{game}-{people}-{bots}-{person.name.replace(' ', '')}")
        path.write_bytes(b"\n".join(streams(person, bots)) + b"\n")


main()
