"""Limits that belong to addresses: whose they are, who is believed about them, and who never meets one."""
import sys
import time

import client
from client import Chooser, Client, Closed, Refused, Server, nonce

USUAL = ["messages-per-second = 20", "messages-burst = 100", "sockets-per-key = 20", "tables-per-key = 50"]


def forwarded(text):
    return [f"X-Forwarded-For: {text}"]


def is_refused(server, **kwargs):
    try:
        Client(server, **kwargs).close()
        return False
    except Closed:
        return True


def same_address(server, first, second, **kwargs):
    """Whether two headers count as one address, where one socket is allowed for each."""
    c = Client(server, headers=forwarded(first), **kwargs)
    same = is_refused(server, headers=forwarded(second), **kwargs)
    c.close()
    time.sleep(0.02)
    return same


def proxies():
    """The last address that is no proxy counts, and only a proxy is believed."""
    server = Server(["sockets-per-address = 1", "handshakes-per-second = 1000",
                     "proxies = loopback, 192.0.2.80, 2001:db8::80"])
    for first, second, same in [
            ("192.0.2.1", "192.0.2.1", True), ("192.0.2.1", "192.0.2.2", False),
            ("192.0.2.7, 192.0.2.1", "192.0.2.1", True), ("192.0.2.1, 192.0.2.7", "192.0.2.1", False),
            ("192.0.2.1, 192.0.2.80", "192.0.2.1", True), ("192.0.2.1,2001:db8::80 , 127.0.0.1", "192.0.2.1", True),
            ("192.0.2.1:4711", "192.0.2.1", True), ("[2001:db8:1::1]:80", "2001:db8:1::2", True),
            ("::ffff:192.0.2.1", "192.0.2.1", True), ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::1", True), ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
            ("unknown", "_hidden", True), ("192.0.2.80", "192.0.2.1", False)]:
        assert same_address(server, first, second) == same, (first, second)
    assert server.stop() == 0
    server = Server(["sockets-per-address = 1", "proxies = none"])
    assert same_address(server, "192.0.2.1", "192.0.2.2"), "nobody is to be believed"
    assert server.get("/metrics", forwarded("192.0.2.1"))[0] == 403
    for before in ("X: a", "X-F: a", "x-forwarded: a", "A: a"):  # the library takes what follows for a part of these
        assert server.get("/metrics", [before, *forwarded("192.0.2.1")])[0] == 403, before
    assert server.stop() == 0


def loopback():
    """Addresses of this machine can be limited, each by itself."""
    server = Server(["sockets-per-address = 2", "limit-loopback = 1"])
    first = [Client(server, source="127.0.0.2") for _ in range(2)]
    assert is_refused(server, source="127.0.0.2")
    Client(server, source="127.0.0.3").close()
    assert server.limited("sockets") == 1 and server.metric("razzia_limited") == 1
    assert "limited: sockets, 1 times" in server.log_text() and "127.0.0.2" not in server.log_text()
    first[0].close()
    assert server.stop() == 0


def is_limited(person, do, **fields):
    try:
        person.ask(do, **fields)
        return False
    except Refused as error:
        return error.code == "limit"  # or "hello", as that was refused


def messages():
    """Who connects again, or often, has no more than before."""
    server = Server(["messages-per-address = 2", "messages-per-second = 100", "messages-burst = 100",
                     "limit-loopback = 1"])
    refused, begin = 0, time.time()
    for _ in range(3):
        people = [Client(server, source="127.0.0.2", hello=False) for _ in range(3)]
        refused += sum(is_limited(p, "hello", protocol=1, key=p.key) for p in people)
        for p in people:
            refused += sum(is_limited(p, "ping") for _ in range(5))
            p.close()
    heard = 54 - refused  # after a refusal a socket rests for a second, in which two more may be said
    assert 20 <= heard <= 20 + 2 * (time.time() - begin) + 2, (refused, time.time() - begin)
    assert refused > 5, refused
    assert server.limited("address-messages") == refused
    Client(server, source="127.0.0.3").ask("ping")
    assert server.stop() == 0


def changes():
    """Nobody sits down and stands up, or leaves and comes back, all the time."""
    server = Server([*USUAL, "messages-per-second = 1000", "messages-burst = 1000"])
    maker = Client(server, headers=forwarded("192.0.2.3"))
    table = maker.ask("make", game="loot", seats=2, nonce=nonce(), bots=[None, "casual"])["table"]
    maker.ask("start", table=table)
    asked = 0
    while not is_limited(maker, "leave" if asked % 2 == 0 else "return", table=table):
        asked += 1
    assert 20 <= asked <= 60, asked
    again = Client(server, key=maker.key, headers=forwarded("192.0.2.4"))
    assert is_limited(again, "leave", table=table), "another socket, another bucket"
    other = Client(server, headers=forwarded("192.0.2.3"))
    assert not is_limited(other, "sit", table=other.ask("make", game="loot", seats=2, nonce=nonce())["table"],
                          nonce=nonce()), "one person's limit is not another's"
    assert server.metric('razzia_limited_by{kind="changes"}') >= 2
    assert server.stop() == 0


def handshakes():
    """Sockets that come and go are limited as those that stay."""
    server = Server(["sockets-per-address = 20", "handshakes-per-second = 1", "limit-loopback = 1"])
    refused = sum(is_refused(server, source="127.0.0.2", hello=False) for _ in range(40))
    assert 15 <= refused <= 20 and server.limited("handshakes") == refused, refused
    assert not is_refused(server, source="127.0.0.3")
    assert server.stop() == 0


def hellos():
    """Who says hello in a hundred wrong ways is shown the door."""
    server = Server(["limit-loopback = 1"])
    c = Client(server, source="127.0.0.2", hello=False)
    try:
        for _ in range(100):
            c.refused("key", "hello", protocol=1, key="no key")
        raise AssertionError("a hundred keys")
    except (Closed, ConnectionError):
        assert c.bye == "flood" and server.limited("hellos") == 1
    assert server.stop() == 0


class Person:
    """Somebody at a table for two, who moves when it is their turn, and does now and then what people do."""

    def __init__(self, server, number):
        self.server, self.number = server, number
        self.headers = forwarded("198.51.100.1")
        self.load_page()
        self.client = Client(server, f"P{number}", headers=self.headers)
        self.chooser = None

    def load_page(self):
        for _ in range(3):
            assert self.server.get("/", self.headers)[0] == 200

    def sit(self, table):
        self.table = table
        self.client.watch(table)

    def step(self, round_number):
        """A second: a move if one is asked, seldom a message, the list of tables or the page again."""
        c = self.client
        while c.ws.waiting():
            c.take()
        lines = c.lines(self.table)
        line = self.chooser.move(lines)
        if line:
            try:
                c.ask("act", table=self.table, number=len(lines), line=line)
            except Refused as error:
                assert error.code in ("late", "turn", "over"), error
        c.ask("ping")
        if (self.number + round_number) % 15 == 0:
            c.ask("chat", table=self.table, text="Well played!")
            c.ask("tables")
        if (self.number + round_number) % 30 == 0:
            self.load_page()


def club():
    """Sixty people behind one address, who all come at once and play: nobody is refused anything."""
    server = Server(USUAL)
    people = [Person(server, i) for i in range(60)]
    for one, other in zip(people[::2], people[1::2]):
        table = one.client.ask("make", game="loot", seats=2, nonce=nonce(), bots=[None, None])["table"]
        other.client.ask("sit", table=table, seat=None, nonce=nonce())
        for seat, person in enumerate((one, other)):
            person.sit(table)
            person.chooser = Chooser(seat, person.number)
        one.client.ask("start", table=table)
    for round_number in range(3):
        begin = time.time()
        for person in people:
            person.step(round_number)
        time.sleep(max(begin + 1 - time.time(), 0))
    for person in people:  # the server is started anew, and everybody comes back at once
        person.client.close()
        person.client.connect(headers=person.headers)
        person.client.ask("watch", table=person.table, **{"from": len(person.client.lines(person.table))})
        person.chooser.process.kill()
    assert server.metric("razzia_limited") == 0, server.log_text()
    assert server.stop() == 0


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    for test in (proxies, loopback, messages, changes, handshakes, hellos, club):
        begin = time.time()
        test()
        print(test.__name__, round(time.time() - begin, 1), "s")


main()
