"""How far a run is, for people."""

from __future__ import annotations

import sys
import time

#: How many seconds pass between two lines where there is no terminal.
PAUSE = 10.0


class Meter:
    """Says on standard error how many games, or whatever they are, are done and how long the rest will take."""

    def __init__(self, total: int, known: int, *, what: str = "games", quiet: bool = False) -> None:
        self.what = what
        self.total = total
        self.known = known
        self.quiet = quiet
        self.start = time.monotonic()
        self.told = float("-inf")
        self.tty = sys.stderr.isatty()

    def show(self, done: int, note: str = "") -> None:
        """So many are done."""
        now = time.monotonic()
        if self.quiet or now - self.told < (0.5 if self.tty else PAUSE):
            return
        self.told = now
        text = f"{done} of {self.total} {self.what}"
        if done > self.known:
            left = (self.total - done) * (now - self.start) / (done - self.known)
            text += f", {duration(left)} left"
        self._write(text + note)

    def say(self, text: str) -> None:
        """A sentence that stays."""
        if not self.quiet:
            sys.stderr.write(("\r\033[K" if self.tty else "") + text + "\n")
            sys.stderr.flush()

    def end(self) -> None:
        """Nothing more will come."""
        if self.tty and not self.quiet:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r\033[K{text}" if self.tty else f"{text}\n")
        sys.stderr.flush()


def duration(seconds: float) -> str:
    """A time in words: `8 s`, `3 min`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
