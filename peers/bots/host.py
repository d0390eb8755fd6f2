"""The protocol of docs/protocol.md for the adapters beside this file: they only choose moves."""

import sys


def serve(name, version, games, new_game, choose):
    """Answers a host. `new_game(spec, seed)` begins a game; `choose(moves, legal, milliseconds)` returns one of `legal`."""
    moves, legal = [], []
    for line in sys.stdin:
        words = line.split()
        message = words[0] if words else ""
        if message == "poda":
            print(f"id name {name}\nid version {version}\ngames {games}\nok", flush=True)
        elif message == "isready":
            print("ready", flush=True)
        elif message == "newgame":
            new_game(words[1], int(words[3]) if len(words) > 3 else 0)
        elif message == "position":
            lists, key = {"turn": [], "moves": [], "legal": []}, None
            for word in words[1:]:
                if word in lists:
                    key = word
                else:
                    lists[key].append(word)
            moves, legal = lists["moves"], lists["legal"]
        elif message == "go":
            limits = dict(zip(words[1::2], map(int, words[2::2])))
            print(f"bestmove {choose(moves, legal, limits.get('time', 1000))}", flush=True)
        elif message == "quit":
            break
