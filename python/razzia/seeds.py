"""Seeds: 32 bytes, from whatever people give."""
import operator
import os
import typing

from razzia import _core
from razzia.arguments import brief

WANTED = "a seed is a whole number from 0 to 2**64 - 1, 64 hex digits or 32 bytes"


def to_bytes(seed: typing.Any) -> bytes:
    """From None (any), a whole number from 0 to 2**64 - 1, 64 hex digits, or 32 bytes."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, (bytes, str)):
        try:
            return _core.read_seed(seed if isinstance(seed, str) else "")
        except ValueError:
            raise ValueError(f"{WANTED}, not {seed!r}") from None
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError(f"{WANTED}, not {seed!r}") from None
    if not 0 <= number < 2 ** 64:
        raise ValueError(f"{WANTED}, not {brief(number)}")
    return _core.read_seed(str(number))
