"""Several processes on one PostgreSQL: any serves any table, and none is missed when it dies."""
import os
import signal
import subprocess
import sys
import time

import client
from client import Client, Server, gather, nonce, over, play




def spread(servers, clients):
    """Each client goes to a server of its own."""
    for i, c in enumerate(clients):
        c.close()
        c.server = servers[i % len(servers)]
        c.connect()


def playing_across(servers, game):
    clients, table, seats = gather(servers[0], game, 3, options={"turns": 5} if game == "mice" else {})
    spread(servers, clients)
    for c in clients:
        c.watch(table, **{"from": len(c.lines(table))})
    clients[1].ask("chat", table=table, text="from there")
    clients[0].until(lambda: clients[0].tables[table]["chat"])
    assert clients[0].tables[table]["chat"][0]["text"] == "from there"
    play(clients, table, seats)
    assert len({len(c.lines(table)) for c in clients}) == 1
    clients[2].ask("rematch", table=table, nonce=nonce())
    clients[0].until(lambda: clients[0].lobby(table)["next"])
    return clients, table


def races(servers):
    """Everybody sits and stands at once; a lost race is tried again."""
    maker = Client(servers[0], "Maker")
    table = maker.ask("make", game="bars", seats=8, nonce=nonce())["table"]
    people = [Client(servers[i % len(servers)], f"R{i}") for i in range(7)]
    for c in people:
        c.watch(table)
    ids = [(c, c.send("sit", table=table, seat=None, nonce=nonce())) for c in people]
    assert sorted(c.wait(i)["seat"] for c, i in ids) == list(range(1, 8))
    maker.watch(table)
    maker.ask("start", table=table)
    everybody = [maker] + people
    for c in everybody:
        c.until(lambda c=c: len(c.lines(table)) > 1)
    seats = [next(i for i, s in enumerate(c.lobby(table)["seats"]) if s["who"] == c.who)
             for c in everybody]
    play(everybody, table, seats, until=lambda: len(maker.lines(table)) > 400)
    verbs = [line.get("do") for line in maker.lines(table)]
    assert verbs.count("start") == 0


def dying(servers):
    """One process dies in the middle: the others go on with its bots and its clocks, once each."""
    clients, table, seats = gather(servers[1], "loot", 1, 2, clock={"move": 1, "bank": 0})
    c = clients[0]
    servers[1].stop(signal.SIGKILL)
    c.server = servers[0]
    c.connect()
    c.watch(table, **{"from": len(c.lines(table))})
    c.until(lambda: over(c, table), 60)
    lines = c.lines(table)
    leaves = [line for line in lines if line.get("do") == "leave"]
    assert len(leaves) == 1, leaves
    servers[1].start(servers[1].port)


def apart(servers):
    """Two people at one table and at two processes; the last says which of them are there."""
    clients, table, seats = gather(servers[0], "loot", 2)
    spread(servers, clients)
    for c in clients:
        c.watch(table, **{"from": len(c.lines(table))})
    here = lambda: [seat["here"] for seat in clients[0].lobby(table)["seats"]]
    clients[0].until(lambda: here() == [True, True])
    return clients, table, seats, here


def left_behind(servers):
    """The people of a process that died are gone, and after a while a bot plays for them."""
    clients, table, seats, here = apart(servers)
    servers[1].stop(signal.SIGKILL)
    clients[0].until(lambda: here() == [True, False], 60)
    left = lambda: [line["by"] for line in clients[0].lines(table) if line.get("do") == "leave"]
    play(clients[:1], table, seats[:1], until=left)
    assert left() == [1], left()
    servers[1].start(servers[1].port)
    clients[1].connect()
    clients[1].watch(table, **{"from": len(clients[1].lines(table))})
    clients[0].until(lambda: here() == [True, True])


def taken_for_dead(servers):
    """A process that was only slow says again who is there."""
    clients, _, _, here = apart(servers)
    os.kill(servers[1].process.pid, signal.SIGSTOP)
    clients[0].until(lambda: here() == [True, False], 60)
    os.kill(servers[1].process.pid, signal.SIGCONT)
    clients[0].until(lambda: here() == [True, True])


def removed_unheard(servers):
    """Who was removed gets no line of the old view from a process that could not hear of it."""
    clients, table, seats = gather(servers[0], "bars", 2, 1, options={"first": 2})
    maker, guest = clients
    spread(servers, clients)
    for c in clients:
        c.watch(table, **{"from": len(c.lines(table))})
    play(clients, table, seats, until=lambda: len(maker.lines(table)) > 40)
    os.kill(servers[1].process.pid, signal.SIGSTOP)
    maker.ask("remove", table=table, who=guest.who)
    left = lambda: [i for i, line in enumerate(maker.lines(table)) if line.get("do") == "leave"]
    maker.until(left)
    first = left()[-1]
    play([maker], table, seats[:1], until=lambda: len(dealt(maker, table, first)) > 3)
    number = len(maker.lines(table))
    guest.send("leave", table=table)  # waits in the socket: the process would write what it knows
    os.kill(servers[1].process.pid, signal.SIGCONT)
    guest.until(lambda: len(guest.lines(table)) >= number)
    spectator = Client(servers[0], "Spectator")
    spectator.watch(table)
    spectator.until(lambda: len(spectator.lines(table)) >= number)
    assert guest.lines(table)[first:number] == spectator.lines(table)[first:number]
    assert all(line["card"] is None for line in dealt(guest, table, first)), guest.lines(table)[first:]
    guest.refused("removed", "return", table=table)
    for c in (*clients, spectator):
        c.close()


def dealt(c, table, first):
    """The cards that the seat of the guest was dealt since then."""
    return [line for line in c.lines(table)[first:] if line.get("do") == "deal" and line["seat"] == 1]


def outage(servers):
    """The database goes away and comes back: errors are said, and nothing is lost or done twice."""
    control = os.environ["POSTGRES_CONTROL"]
    clients, table, seats = gather(servers[0], "loot", 2, 1)
    play(clients, table, seats, until=lambda: len(clients[0].lines(table)) > 30)
    subprocess.run([control, "kill"], check=True)
    clients[0].refused("store", "chat", table=table, text="hello?")
    clients[0].refused("store", "make", game="loot", seats=2, nonce=nonce())
    assert servers[0].get("/health")[0] == 503
    subprocess.run([control, "start"], check=True)
    end = time.time() + 20
    while servers[0].get("/health")[0] != 200:
        assert time.time() < end
        time.sleep(0.1)
    play(clients, table, seats)
    for c in clients:
        c.close()


def processes_of_database():
    """The PostgreSQL of this test: its first process, and those that it has begun."""
    with open(os.path.join(os.environ["POSTGRES_FOLDER"], "data", "postmaster.pid"), encoding="ascii") as file:
        first = int(file.readline())
    with open(f"/proc/{first}/task/{first}/children", encoding="ascii") as file:
        return [first, *map(int, file.read().split())]


def ends_anyway(server):
    """Told to end, a server ends, also where a thread of it waits for what never comes."""
    person = Client(server, "Patient")
    stuck = processes_of_database()
    for pid in stuck:
        os.kill(pid, signal.SIGSTOP)
    try:
        person.send("make", game="loot", seats=2, nonce=nonce())
        time.sleep(0.3)
        begin = time.time()
        assert server.stop() == 1 and time.time() - begin < 15, time.time() - begin
    finally:
        for pid in stuck:
            os.kill(pid, signal.SIGCONT)
    assert "did not stop in time" in server.log_text()


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    store = sys.argv[3]
    servers = [Server(["bot-ms = 20", "takeover-ms = 300", "gone-seconds = 3"], store=store) for _ in range(3)]
    for game in ("loot", "bars", "mice"):
        playing_across(servers, game)
        print(game)
    races(servers)
    print("races")
    dying(servers)
    print("dying")
    left_behind(servers)
    taken_for_dead(servers)
    print("left behind")
    for _ in range(3):
        removed_unheard(servers)
    print("removed unheard")
    outage(servers)
    print("outage")
    for server in servers[1:]:
        assert server.stop() == 0
    ends_anyway(servers[0])
    print("stuck")


main()
