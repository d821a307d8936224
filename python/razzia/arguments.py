"""What callers give: a fault says which argument it is and what is needed."""
import json
import operator

from razzia import _core


def whole(name, value, least, most):
    """A whole number of a range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: a whole number is needed, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: from {least} to {most}, not {brief(number)}")
    return number


def brief(number):
    """A number in a few digits: Python itself does not write those of thousands of digits."""
    return str(number) if abs(number) < 10 ** 30 else f"a number of {number.bit_length()} bits"


def one_of(name, value, known):
    """A word that is known, or None if that is."""
    if not (value is None or isinstance(value, str)) or value not in known:
        raise ValueError(f"{name}: one of {', '.join(map(str, known))}, not {value!r}")
    return value


def bots_of(name, bots, game, count):
    """A bot for each of so many seats, from one for all or a list."""
    each = [bots] * count if isinstance(bots, str) else list(bots) if isinstance(bots, (list, tuple)) else []
    if len(each) != count:
        raise ValueError(f"{name}: one bot, or {count} of them, not {bots!r}")
    for bot in each:
        if not isinstance(bot, str):
            raise TypeError(f"{name}: a bot is named by a text, like 'club', not by {bot!r}")
        _core.check_bot(game, bot)
    return each


def option_pairs(options):
    """Options of the rules as the extension wants them: each with its value in JSON."""
    return [(name, to_json(name, value)) for name, value in options.items()]


def to_json(name, value):
    try:
        return json.dumps(value, default=to_plain)
    except (TypeError, ValueError):
        raise TypeError(f"option {name}: {value!r} can not be told in JSON") from None


def to_plain(value):
    """What numpy has numbers and arrays in, as numbers and lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError
