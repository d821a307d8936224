"""Seeds: 32 bytes, from whatever people give."""
import json
import operator
import os

from razzia import _core


def to_bytes(seed):
    """From None (any), a whole number from 0 to 2**64 - 1, 64 hex digits, or 32 bytes."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, (bytes, str)):
        return seed if isinstance(seed, bytes) else _core.read_seed(seed)
    try:
        return _core.read_seed(str(operator.index(seed)))
    except TypeError:
        raise TypeError(f"a seed is a whole number, 64 hex digits or 32 bytes, not {seed!r}") from None


def option_pairs(options):
    """Options of the rules as the extension wants them."""
    return [(name, json.dumps(value)) for name, value in (options or {}).items()]
