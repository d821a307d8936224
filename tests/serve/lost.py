"""Nothing is lost: servers die at random moments while people play, and start again. What was
acknowledged, and what anybody has seen, is there, in its place, once; clients go on where they were.

lost.py RAZZIA CHOOSER ROUNDS                    one process, SQLite
lost.py RAZZIA CHOOSER ROUNDS URL                one of three processes on PostgreSQL
lost.py RAZZIA CHOOSER ROUNDS URL database       PostgreSQL itself
"""
import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import client
from client import Chooser, Client, Closed, Refused, Server, gather, over

GAMES = [("loot", 3, {}), ("bars", 3, {}), ("mice", 2, {"turns": 12}), ("loot", 2, {})]
RESUME_SECONDS = 5  # 1 s where nothing else runs; the figure is printed


class Table:
    """One game, its people, and what they were promised."""
    promises = 0  # at all tables

    def __init__(self, servers, game, people, options):
        self.servers, self.setup = servers, (game, people, options)
        self.begin()

    def begin(self):
        game, people, options = self.setup
        self.clients, self.id, seats = gather(random.choice(self.servers), game, people,
                                              options=options, open=False)
        self.choosers = [Chooser(seat, random.getrandbits(30)) for seat in seats]
        self.pending = [None] * people  # what a client waits for: (id, number, line)
        self.promised = []              # (client, number, line)

    def answered(self, i):
        c, (number, _, line) = self.clients[i], self.pending[i]
        if number not in c.answers:
            return
        self.pending[i] = None
        try:
            self.promised.append((i, c.wait(number)["number"], line))
            Table.promises += 1
        except Refused as error:
            assert error.code in ("late", "turn", "store", "over"), error

    def act(self, i):
        """A move of one client, if it may make one; no waiting."""
        c = self.clients[i]
        while select.select([c.ws.socket], [], [], 0)[0] or len(c.ws.data) > 1:
            c.take()
        if self.pending[i]:
            self.answered(i)
            return
        line = self.choosers[i].move(c.lines(self.id))
        if line:
            self.send(i, len(c.lines(self.id)), line)

    def send(self, i, place, line):
        number = self.clients[i].send("act", table=self.id, number=place, line=line)
        self.pending[i] = (number, place, line)

    def come_back(self, i):
        """A new socket for one client, which asks for what it has missed, and says again what was
        not answered."""
        c = self.clients[i]
        c.close()
        if c.server.process.poll() is not None:
            c.server = random.choice([s for s in self.servers if s.process.poll() is None])
        c.connect()
        c.watch(self.id, **{"from": len(c.lines(self.id))})
        if self.pending[i]:
            self.send(i, *self.pending[i][1:])
            number = self.pending[i][0]
            while number not in c.answers:
                c.take()
            self.answered(i)

    def check(self):
        """Everything is as a newcomer with the same key sees it."""
        for i, c in enumerate(self.clients):
            fresh = Client(c.server, key=c.key)
            fresh.watch(self.id)
            known = c.lines(self.id)
            # What was promised to who came back may still be on its way there.
            least = max([len(known)] + [number + 1 for who, number, _ in self.promised if who == i])
            fresh.until(lambda n=least, f=fresh: len(f.lines(self.id)) >= n)
            assert fresh.lines(self.id)[:len(known)] == known, (self.id, i)
            for who, number, line in self.promised:
                if who == i:
                    assert fresh.lines(self.id)[number] == line, (number, line)
            fresh.close()
        if over(self.clients[0], self.id):
            for c, chooser in zip(self.clients, self.choosers):
                c.close()
                chooser.close()
            self.begin()


def play_until_it_dies(tables, dead):
    """Moves everywhere until the server of somebody is gone, and a little longer."""
    lost = set()
    while not dead.is_set() or not lost:
        for t in tables:
            for i in range(len(t.clients)):
                try:
                    if (t, i) not in lost:
                        t.act(i)
                except (Closed, ConnectionError, BrokenPipeError):
                    lost.add((t, i))
        if dead.is_set():
            break
    return lost


def kill_later(victim, dead):
    def kill():
        victim.stop(signal.SIGKILL)
        dead.set()
    threading.Timer(random.uniform(0.02, 0.5), kill).start()


def resume(tables):
    """Who is left without a socket comes back; how long that took at most."""
    begin = time.time()
    for t in tables:
        for i in range(len(t.clients)):
            if t.clients[i].server.process.poll() is not None or broken(t.clients[i]):
                t.come_back(i)
    return time.time() - begin


def broken(c):
    try:
        while select.select([c.ws.socket], [], [], 0)[0] or len(c.ws.data) > 1:
            c.take()
        c.ask("ping")
        return False
    except (Closed, ConnectionError, BrokenPipeError):
        return True


def check_file(server):
    """The store itself: whole, and every record without a gap."""
    db = sqlite3.connect(server.store.removeprefix("sqlite:"))
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert not db.execute("SELECT key FROM lines GROUP BY key HAVING count(*) <> max(number) + 1 "
                          "OR count(DISTINCT number) <> count(*)").fetchall()
    db.close()


def dying(servers, tables, rounds, between):
    slowest = 0
    for _ in range(rounds):
        victim, dead = random.choice(servers), threading.Event()
        kill_later(victim, dead)
        play_until_it_dies(tables, dead)
        between(victim)
        slowest = max(slowest, resume(tables))
        assert slowest < RESUME_SECONDS * len(tables), slowest
        for t in tables:
            t.check()
    return slowest


def wait_for(server, end):
    """Until it has found its database again; before that it says so."""
    while True:
        try:
            Client(server, "Somebody").close()
            return
        except Refused as error:
            assert error.code == "store" and time.time() < end, error
            time.sleep(0.1)


def outages(tables, rounds):
    """The database goes and comes; the servers stay, and so do the sockets."""
    control = os.environ["POSTGRES_CONTROL"]
    for i in range(rounds):
        done = threading.Event()

        def outage(how="kill" if i % 2 else "stop", done=done):
            time.sleep(random.uniform(0.05, 0.3))
            subprocess.run([control, how], check=True)
            time.sleep(0.3)
            subprocess.run([control, "start"], check=True)
            done.set()
        threading.Thread(target=outage).start()
        while not done.is_set():
            for t in tables:
                for k in range(len(t.clients)):
                    t.act(k)
        end = time.time() + 20
        for server in tables[0].servers:
            wait_for(server, end)
        for t in tables:
            n = len(t.promised)
            while len(t.promised) == n and not over(t.clients[0], t.id):
                assert time.time() < end, "nobody can move after the outage"
                for k in range(len(t.clients)):
                    t.act(k)
            t.check()


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    rounds, url, more = int(sys.argv[3]), (sys.argv[4:5] or [None])[0], sys.argv[5:]
    servers = [Server(store=url) for _ in range(3 if url else 1)]
    tables = [Table(servers, *game) for game in GAMES]
    begin = time.time()
    if more == ["database"]:
        outages(tables, rounds)
        slowest = 0
    else:
        slowest = dying(servers, tables, rounds, lambda victim: victim.start(victim.port))
    print(f"{rounds} rounds in {time.time() - begin:.1f} s, {Table.promises} promises kept; "
          f"all clients were back after {slowest:.2f} s at most")
    assert Table.promises > rounds
    for server in servers:
        assert server.stop() == 0
    if not url:
        check_file(servers[0])


main()
