"""Saves in a process that is killed, again and again, and prints what was found; a program for `test_kills`.

`python -m tests.slow.saving FOLDER WAY ROUNDS`: a child saves two documents in turn as fast as it can, by the
way `save` (as the program does) or `write` (its last part, where the file is touched). After a random time
it is killed, and the file is looked at.
"""

import itertools
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from core.examples import load_example
from core.formats import dumps, save, write_atomically

LONGEST = 0.04
"""Seconds that a child lives."""
LARGE = 4_000_000


def ways(path):
    """For each way of saving: the functions called in turn, and the contents they leave."""
    scenarios = [load_example("worked-example"), load_example("induction")]
    contents = [b"1" * LARGE, b"2" * (LARGE // 2)]
    return {
        "save": ([lambda made=made: save(made, path) for made in scenarios], [*map(dumps, scenarios)]),
        "write": ([lambda data=data: write_atomically(path, data) for data in contents], contents),
    }


def killed_while_saving(savers, seconds):
    """Let a child save until it is killed."""
    child = os.fork()
    if child == 0:
        for saving in itertools.cycle(savers):
            saving()
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def look(path, contents):
    """Say what lies there: one of the contents, or what else; and whether the kill came while saving."""
    data = path.read_bytes()
    kind = f"whole {contents.index(data) + 1}" if data in contents else f"broken: {len(data)} bytes"
    beside = [each for each in path.parent.iterdir() if each != path]
    for each in beside:
        if not each.name.startswith(".tsbx-"):
            return f"left over: {each.name}", False
        each.unlink()
    return kind, bool(beside)


def main(folder, way, rounds):
    path = Path(folder) / "lesson.tsbx"
    savers, contents = ways(path)[way]
    savers[0]()
    found = Counter()
    for _ in range(int(rounds)):
        killed_while_saving(savers, random.uniform(0, LONGEST))
        kind, inside = look(path, contents)
        found[kind] += 1
        found["killed while saving"] += inside
        savers[0]()
        found["not saved afterwards"] += path.read_bytes() != contents[0]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
