import { describe, expect, it } from "vitest";
import { parse } from "./router.svelte";

describe("addresses", () => {
  it.each([
    ["", { at: "menu" }],
    ["#/", { at: "menu" }],
    ["#/new", { at: "new", from: null }],
    ["#/new/connect4/4453", { at: "new", from: "connect4/4453" }],
    ["#/new/dots:3x3/h11v12", { at: "new", from: "dots:3x3/h11v12" }],
    ["#/games", { at: "games" }],
    ["#/settings", { at: "settings" }],
    ["#/game/k3x9", { at: "game", id: "k3x9" }],
    ["#/lab", { at: "lab" }],
    ["#/lab/s3-matrix", { at: "experiment", name: "s3-matrix" }],
    ["#/lab/papers/s3", { at: "paper", name: "s3" }],
    ["#/game", { at: "nowhere" }],
    ["#/else", { at: "nowhere" }],
    ["#connect4/4453", { at: "analysis", game: "connect4", moves: "4453", of: null }],
    ["#connect4%3A7x10", { at: "analysis", game: "connect4:7x10", moves: "", of: null }],
    ["#connect4/?game=k3x9", { at: "analysis", game: "connect4", moves: "", of: "k3x9" }],
    ["#/analysis", { at: "analysis", game: "", moves: "", of: null }],
    ["#/analysis/dots:3x3/h11v12", { at: "analysis", game: "dots:3x3", moves: "h11v12", of: null }],
    ["#/learn", { at: "learn" }],
    ["#/learn/order", { at: "lesson", lesson: "order", step: 0 }],
    ["#/learn/order/3", { at: "lesson", lesson: "order", step: 2 }],
    ["#/learn/order/0", { at: "nowhere" }],
    ["#/review/k3x9", { at: "review", subject: { id: "k3x9" } }],
    ["#/review/connect4/4453", { at: "review", subject: { game: "connect4", moves: "4453" } }],
    ["#/review", { at: "nowhere" }],
    ["#/puzzles", { at: "puzzles", id: null }],
    ["#/puzzles/1f2e3d4c", { at: "puzzles", id: "1f2e3d4c" }],
    ["#%E0%A4%A", { at: "nowhere" }],
  ])("%s", (hash, route) => expect(parse(hash)).toEqual(route));
});
