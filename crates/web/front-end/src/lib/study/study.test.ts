import { describe, expect, it } from "vitest";
import { connect4 } from "../../testing/games";
import { settled } from "../../testing/source";
import { analysis, HandServer, spec, worth } from "../../testing/study";
import { glance } from "./answers.svelte";
import { lineTempo, Study } from "./study.svelte";
import { lines } from "./variations";

const legal = (move: string) => ({ move, cell: null });
const tree = (study: Study) => lines(study.tree).map((path) => path.join(""));

async function open(text: string, { server = new HandServer(), of = null as string | null, game = connect4("") } = {}) {
  const study = new Study(spec, of, server.around(game));
  await study.open(text);
  server.clock.turn(glance);
  return { server, study };
}

describe("a study", () => {
  it("opens a position, asks what it is worth, and shows that at its moves", async () => {
    const { server, study } = await open("44");
    expect(server.opened.analysis.map(({ key }) => key)).toEqual([{ game: spec, position: "44" }]);
    server.tell("analysis", analysis("44", { moves: [worth("1", { is: "wins", moves: 5 }), worth("2", { is: "opinion", percent: -20 }, { exact: false, depth: 9 }), worth("3", null)], best: ["1"], to_move: 0, done: false }));
    expect(study.worths.get("1")).toEqual({ short: "W5", words: "Orange wins in 5 moves. Exact.", exact: true, depth: "", best: true });
    expect(study.worths.get("2")).toEqual({ short: "-20", words: "Orange looks a little worse. Seen 9 moves ahead.", exact: false, depth: "d9", best: false });
    expect(study.worths.has("3")).toBe(false);
  });

  it("never shows what belongs to another position, not even for a moment", async () => {
    const { server, study } = await open("44");
    server.tell("analysis", analysis("44", { moves: [worth("1", { is: "draw" })] }));
    expect(study.worths.size).toBe(1);
    server.held = [];
    const played = study.play(legal("5"));
    // While the server has not answered, the old position stands there with what is known of it.
    expect([study.path.join(""), study.worths.size]).toEqual(["44", 1]);
    server.held.forEach((release) => release());
    await played;
    expect([study.path.join(""), study.worths.size, study.found]).toEqual(["445", 0, null]);
    server.clock.turn(glance);
    server.tell("analysis", analysis("445", { moves: [worth("1", { is: "draw" })] }));
    expect(study.worths.size).toBe(1);
    // Whatever else comes onto the board.
    study.position = connect4("7").position;
    expect([study.worths.size, study.found]).toEqual([0, null]);
  });

  it("keeps what is tried as variations, and its address is the position", async () => {
    const { server, study } = await open("44");
    await study.play(legal("5"));
    await study.back();
    await study.play(legal("3"));
    expect(tree(study)).toEqual(["445", "443"]);
    expect(server.addresses).toEqual(["#connect4/44", "#connect4/445", "#connect4/44", "#connect4/443"]);
    study.promote(study.path);
    expect(tree(study)).toEqual(["443", "445"]);
    await study.remove(study.path);
    expect([tree(study), study.path.join("")]).toEqual([["445"], "44"]);
    expect(server.kept.get(spec)).toEqual(["445"]);
  });

  it("steps along the line that was gone, not always along the main one", async () => {
    const { study } = await open("4453");
    await study.go(["4", "4"]);
    await study.play(legal("1"));
    await study.back();
    await study.on();
    expect(study.path.join("")).toBe("441");
    await study.start();
    expect(study.path).toEqual([]);
    await study.last();
    expect(study.path.join("")).toBe("441");
  });

  it("shows the last step of whoever steps quickly, in whatever order the answers come", async () => {
    const { server, study } = await open("44");
    server.held = [];
    const slow = study.go(["4", "4", "5"]);
    const quick = study.go(["4"]);
    const [first, second] = server.held;
    second!();
    first!();
    await Promise.all([slow, quick]);
    expect(study.path.join("")).toBe("4");
  });

  it("says what cannot be played, and stays", async () => {
    const { server, study } = await open("44");
    await study.play(legal("9"));
    expect([study.problem, study.path.join(""), study.pending]).toEqual(["there is no column 9", "44", null]);
    expect(server.said.at(-1)).toBe("there is no column 9");
  });

  it("takes up what was kept of the same place, without what can no longer be played", async () => {
    const server = new HandServer();
    server.kept.set(spec, ["445", "449", "441"]);
    const { study } = await open("44", { server });
    expect(tree(study)).toEqual(["445", "441"]);
    const { study: elsewhere } = await open("77", { server });
    expect(tree(elsewhere)).toEqual(["77"]);
  });

  it("has the game beside the variations, and the address leads back to it", async () => {
    const { server, study } = await open("4", { of: "g1", game: connect4("4453") });
    expect([tree(study), study.played.join(""), study.path.join("")]).toEqual([["4453"], "4453", "4"]);
    expect(server.addresses).toEqual(["#connect4/4?game=g1"]);
  });

  it("plays the best line on the board, without making a variation of it before it is asked to", async () => {
    const { server, study } = await open("44");
    server.tell("analysis", analysis("44", { line: ["5", "3", "6"] }));
    await study.playLine();
    expect([study.preview?.at, study.path.join("")]).toEqual([1, "445"]);
    expect(study.worths.size).toBe(0);
    server.clock.turn(lineTempo);
    await settled();
    server.clock.turn(lineTempo);
    await settled();
    expect([study.preview?.at, study.preview?.playing, study.path.join("")]).toEqual([3, false, "44536"]);
    expect(tree(study)).toEqual(["44"]);
    await study.back();
    expect(study.path.join("")).toBe("4453");
    study.keepLine();
    expect([study.preview, tree(study), server.addresses.at(-1)]).toEqual([null, ["4453"], "#connect4/4453"]);
  });

  it("leaves the line for where it began", async () => {
    const { server, study } = await open("44");
    server.tell("analysis", analysis("44", { line: ["5", "3"] }));
    await study.step(2);
    await study.leaveLine();
    expect([study.preview, study.path.join(""), study.found?.line.length]).toEqual([null, "44", 2]);
  });

  it("ends its stream and its line when the screen is left", async () => {
    const { server, study } = await open("44");
    study.close();
    expect(server.opened.analysis[0]!.source.readyState).toBe(2);
    expect(server.clock.waiting).toBe(0);
  });
});
