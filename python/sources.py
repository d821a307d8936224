#!/usr/bin/env python3
"""The sources that the extension is made of, one a line: rules, bots, batches, words and judges; or those of some folders.

    sources.py [FOLDER...]"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["core", "games", "games/*", "ai", "ai/*", "analysis", "batch", "gpu", "library", "modules", "words"]

for folder in sys.argv[1:] or FOLDERS:
    for source in sorted(ROOT.glob(f"src/{folder}/*.c")):
        print(source)
