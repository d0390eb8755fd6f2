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
    ["#/game", { at: "nowhere" }],
    ["#/else", { at: "nowhere" }],
    ["#connect4/4453", { at: "position", game: "connect4", moves: "4453" }],
    ["#connect4%3A7x10", { at: "position", game: "connect4:7x10", moves: "" }],
    ["#%E0%A4%A", { at: "nowhere" }],
  ])("%s", (hash, route) => expect(parse(hash)).toEqual(route));
});
