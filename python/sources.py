#!/usr/bin/env python3
"""The sources that the extension is made of, one a line: rules, bots, batches, words and judges.

    sources.py"""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["core", "games", "games/*", "ai", "ai/*", "analysis", "batch", "library", "modules", "words"]

for folder in FOLDERS:
    for source in sorted(ROOT.glob(f"src/{folder}/*.c")):
        print(source)
