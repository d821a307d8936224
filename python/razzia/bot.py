"""A bot of one's own that plays in `razzia play`, `arena` and `simulate` as exec:COMMAND (docs/bots.md).

    import razzia.bot

    class Mine(razzia.bot.Bot):
        def choose(self, game, legal):
            return min(legal, key=lambda event: event["do"] != "bid")

    Mine().run()

The rules are those of the program that asks: this reads and writes lines, and needs nothing but Python itself."""
import json
import random
import sys


class Bot:
    """Override `choose`; the rest may stay as it is."""

    name = "python"

    def choose(self, game, legal):
        """One of `legal`, which are events of the record, as dicts ({"by": 2, "do": "bid", "cheque": 7}). `game` is a
        `Told`."""
        return game.random.choice(legal)

    def begin(self, game):
        """A new game begins; the one before is over or was given up."""

    def run(self, lines=sys.stdin, out=sys.stdout):
        """Answers until nobody asks any more."""
        game = None
        for text in lines:
            message = json.loads(text)
            if "hello" in message:
                say(out, {"hello": 1, "name": self.name})
            elif "line" in message:
                if message["line"] == 0:
                    game = Told(message["seat"], message["is"])
                    self.begin(game)
                game.lines.append(message["is"])
            elif "ask" in message:
                game.random.seed(message["random"])
                choice = message["legal"].index(self.choose(game, message["legal"]))
                say(out, {"answer": message["ask"], "choice": choice})


class Told:
    """What a bot has been told of a game: the own seat, the setup, and the record as that seat sees it. `random` is
    seeded anew for each question, so that the same game has the same choices."""

    def __init__(self, seat, setup):
        self.seat, self.setup, self.lines, self.random = seat, setup, [], random.Random()


def say(out, message):
    out.write(json.dumps(message) + "\n")
    out.flush()
