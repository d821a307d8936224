"""What scripts share that measure for long: options, and a folder in which what was found is kept, line by line."""
import argparse
import pathlib
import sys
import tempfile


def read_whole_lines(path):
    """The lines that are there; a last one that was cut off is removed."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        path.write_text("".join(whole))
    return whole


def run(what, counts, measure):
    """Reads the command line, with `what` as its first word and numbers by name and usual size; measures, and ends with 1 if that
    says that something is wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument(what, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("folder")
    for name, usual in counts.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--bot", default="master:1n")
    parser.add_argument("tables", nargs="+", metavar="GAME:SEATS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        options.folder = pathlib.Path(passing if options.folder == "-" else options.folder)
        options.folder.mkdir(parents=True, exist_ok=True)
        sys.exit(not measure(options))
