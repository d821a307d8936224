"""razzia games URL: a terminal joins as a device, and then tells what waits."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "serve"))
import client  # noqa: E402
from client import Client, Server, gather  # noqa: E402

HOME = tempfile.mkdtemp(prefix="razzia-games-")


def games(server, *words, status=0, given="", url=None):
    done = subprocess.run([client.RAZZIA, "games", url if url is not None else f"http://127.0.0.1:{server.port}", *words], input=given,
                          capture_output=True, text=True, timeout=30, env={**os.environ, "XDG_DATA_HOME": HOME, "LC_ALL": "C.UTF-8"})
    assert done.returncode == status, done
    return done


def main():
    client.RAZZIA, client.CHOOSER = sys.argv[1:3]
    server = Server()
    people, table, _ = gather(server, "loot", 2, clock={"days": 2})
    first = people[0].lines(table)
    refused = games(server, status=1, given="nonsense\n").stderr
    assert "Add a device there" in refused and "22 characters" in refused, refused
    assert "was used, is too old" in games(server, status=1, given="A" * 22).stderr
    assert not os.listdir(os.path.join(HOME, "razzia")), "a key was kept that is nobody's"
    code = people[0].ask("link")["code"]
    said = games(server, given=f"http://127.0.0.1:{server.port}/join#{code}\n").stdout
    assert table in said and "loot" in said and said.count("\n") == 1, said
    key = os.path.join(HOME, "razzia", os.listdir(os.path.join(HOME, "razzia"))[0])
    assert os.stat(key).st_mode & 0o077 == 0
    both = []
    for person in people:
        both.append(person.ask("games")["count"])
    row = json.loads(games(server, "--json").stdout)
    assert row["table"] == table and row["waits"] == (both[0] == 1) and row["number"] == len(first), row
    text = games(server).stdout
    assert ("waits for you, 1 d 23 h left" in text) == row["waits"] and ("▶" in text) == row["waits"], text
    device = next(d for d in people[0].ask("devices")["devices"] if d["name"] == "razzia games")
    people[0].ask("unlink", device=device["device"])
    assert "was removed" in games(server, status=1).stderr
    for bad in ("nonsense://x", "", "ftp://127.0.0.1"):
        assert "no address of a server" in games(server, status=2, url=bad).stderr
    port = server.port
    assert server.stop() == 0
    assert "can not be reached" in games(server, status=1, url=f"http://127.0.0.1:{port}").stderr


main()
