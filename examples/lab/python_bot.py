#!/usr/bin/env python3
"""A bot for `razzia arena loot --bots 'exec:python3 examples/lab/python_bot.py,random'`: it takes what is cheap."""
import razzia.bot


class Thrifty(razzia.bot.Bot):
    name = "thrifty"

    def choose(self, game, legal):
        return min(legal, key=lambda event: (event["do"] == "pass", event.get("cheque", 0), event["do"] != "draw"))


Thrifty().run()
