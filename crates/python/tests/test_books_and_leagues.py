"""Books and leagues on a Dask cluster: what one machine makes, whoever is killed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import distributed
import pytest
from distributed import Client

import pypoda
from conftest import Poda, kill_a_worker
from pypoda import book, cluster, league

#: Boards and plies of small books, one of each way to find positions in a book.
BOOKS = [("connect4:4x5", 5), ("dots:2x3", 5)]


def built_here(poda: Poda, game: str, ply: int, folder: Path) -> bytes:
    """The book that one machine builds."""
    options = ["--ply", str(ply), "--memory", "8", "--threads", "2", "--progress", str(folder / "scores")]
    poda.text("book", "build", game, *options, "--output", str(folder / "here.bin"))
    return (folder / "here.bin").read_bytes()


@pytest.mark.parametrize(("game", "ply"), BOOKS)
def test_a_book_with_a_worker_that_is_killed(
    poda: Poda, client: Client, game: str, ply: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = kill_a_worker(client, monkeypatch)
    there = tmp_path / "there.bin"
    count, size = book.build(
        game, ply, progress=tmp_path / "there", output=there, client=client, memory=8, chunk=0.01, quiet=True
    )
    assert killed
    assert there.read_bytes() == built_here(poda, game, ply, tmp_path)
    assert there.stat().st_size == size
    # Each position once, and the title.
    lines = (tmp_path / "there").read_text().splitlines()
    assert len(lines) == len(set(lines)) == count + 1


def test_a_book_whose_driver_ends_early(poda: Poda, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ply = BOOKS[0]
    scores, output = tmp_path / "there", tmp_path / "there.bin"
    collect = cluster.Driver.collect

    def collect_and_stop(self: cluster.Driver) -> None:
        collect(self)
        if len(self.kept) > 0:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(cluster.Driver, "collect", collect_and_stop)
        book.build(game, ply, progress=scores, output=output, client=client, chunk=0.01, quiet=True)
    address = client.scheduler.address
    build = pypoda.BookBuild(game, ply)
    with build.open(scores) as kept:
        assert 0 < len(kept) < len(build)
        with pytest.raises(ValueError, match="in use by another build"):
            build.open(scores)
    # The shell's command goes on where it was.
    options = ["--ply", str(ply), "--progress", str(scores), "--output", str(output)]
    said = poda.text("book", "build", game, *options, "--on", f"dask:{address}")
    assert said == f"{output}: {len(build)} positions, {output.stat().st_size} bytes\n"
    assert output.read_bytes() == built_here(poda, game, ply, tmp_path)


def test_scores_are_checked_before_they_are_written(tmp_path: Path) -> None:
    build = pypoda.BookBuild("dots:2x2", 2, memory=1)
    lines = build.play(range(len(build)))
    with build.open(tmp_path / "scores") as kept:
        for wrong in [[*lines, "0 4 12345678"], [*lines, pypoda.BookBuild("dots:2x2", 3).play([0])[0]], ["nonsense"]]:
            with pytest.raises(ValueError, match="is not a score of this book"):
                kept.append(wrong)
        assert len(kept) == 0
        assert kept.append(lines) == len(lines)
        assert kept.append(lines) == 0
        assert kept.missing() == []
    with pytest.raises(ValueError, match="this file is closed"):
        kept.missing()
    with pytest.raises(IndexError, match="there is no position"):
        build.play([len(build)])
    with pytest.raises(ValueError, match="12 moves at most"):
        pypoda.BookBuild("dots:2x2", 12)


#: A bot that plays the first or the last legal move.
BOT = """
while read -r word rest; do
case $word in
poda) echo 'id name script'; echo 'games connect4'; echo ok;;
isready) echo ready;;
position) legal=${rest##*legal }; move=%s;;
go) echo "bestmove $move";;
quit) exit;;
esac
done
"""


@pytest.fixture
def autumn(poda: Poda, tmp_path: Path) -> Path:
    """A league of two agents and two bots, not yet played."""
    folder = tmp_path / "autumn"
    options = ["--game", "connect4:4x5", "--games", "4", "--no-levels", "--move-time", "60"]
    poda.text("league", "init", str(folder), *options)
    for name, move in [("first", "${legal%% *}"), ("last", "${legal##* }")]:
        (tmp_path / f"{name}.sh").write_text(BOT % move)
        poda.text("league", "add", str(folder), name, f"sh {name}.sh,dir={tmp_path}")
    for name, agent in [("glutton", "greedy"), ("beginner", "level:1")]:
        poda.text("league", "add", str(folder), name, agent)
    return folder


def table(poda: Poda, folder: Path) -> Any:
    return json.loads(poda.text("league", "table", str(folder), "--json"))


def test_a_league_with_a_worker_that_is_killed(
    poda: Poda, client: Client, autumn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(autumn, tmp_path / "there")
    poda.text("league", "run", str(autumn), "--jobs", "2")
    killed = kill_a_worker(client, monkeypatch)
    told = league.run(tmp_path / "there", client=client, chunk=0.05, progress=False)
    assert killed
    assert "24 of 24 games" in told
    assert table(poda, tmp_path / "there") == table(poda, autumn)
    for folder in (autumn / "pairings").iterdir():
        lines = (tmp_path / "there/pairings" / folder.name / "games.jsonl").read_text().splitlines()
        assert len(lines) == len({json.loads(line)["game"] for line in lines}) == 4
    # Whoever comes later plays only what is missing, and the shell starts it in the same way.
    poda.text("league", "add", str(tmp_path / "there"), "later", "random")
    again = poda.text("league", "run", str(tmp_path / "there"), "--on", f"dask:{client.scheduler.address}")
    assert "40 of 40 games" in again


def test_no_game_of_a_league_is_handed_out_twice(
    client: Client, autumn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    append = league.Records.append

    def append_and_count(self: league.Records, new: list[str], /) -> int:
        lines.extend(new)
        return append(self, new)

    def wait_for_all(self: cluster.Driver) -> None:
        distributed.wait(list(self.flying))

    # Whenever everything has come back, the records are asked what is missing.
    monkeypatch.setattr(league.Records, "append", append_and_count)
    monkeypatch.setattr(cluster.Driver, "wait", wait_for_all)
    assert "24 of 24 games" in league.run(autumn, client=client, chunk=0.01, progress=False)
    assert len(lines) == 24


def test_a_bot_that_is_another_one_elsewhere(autumn: Path, tmp_path: Path, client: Client) -> None:
    entered = pypoda.League(autumn)
    text, folder = entered.text, entered.folder
    games = league.Games(pypoda.League.abroad(text, folder))
    assert len(games) == 24
    bot = tmp_path / "last.sh"
    bot.write_text(bot.read_text() + "# another version\n")
    with pytest.raises(ValueError, match="the files of last have changed"):
        league.run(autumn, client=client, progress=False)
    # If that is so on another machine only, its workers say so, and nobody loses a game by it.
    for _ in range(2):
        records = league.Records(games)
        with pytest.raises(ValueError, match="last, as it was entered, is not on a machine that should play"):
            cluster.drive(games, cluster.Recipe(league._games, (text, folder)), records, client)
        assert len(records) == 0
        bot.unlink(missing_ok=True)


def test_an_experiment_knows_the_files_of_its_bots(tmp_path: Path) -> None:
    bot = tmp_path / "first.sh"
    bot.write_text(BOT % "${legal%% *}")
    spec = f"""
        title = "Bots"
        game = "connect4:4x5"
        games = 2
        [[pairing]]
        agents = ["cmd:sh first.sh,dir={tmp_path}", "random"]
    """
    recipe = cluster.Recipe(pypoda.Experiment, (spec,))
    before = pypoda.Experiment(spec).fingerprint
    bot.write_text(BOT % "${legal##* }")
    with pytest.raises(cluster.VersionError, match="would do something else than the driver"):
        cluster.play_chunk(recipe, before, [0])
