import { describe, expect, it } from "vitest";
import type { CellView } from "../api";
import { plateFrame, plateRatio, strikes } from "./plate";
import { rulesOf } from "../testing/games";

const cell = (text: string): CellView => ({ row: Number(text[0]), column: Number(text[1]) });
const strike = (winning: string[], last: string) =>
  strikes({ winning: winning.map(cell), last: cell(last) }).map((ends) => ends.map(({ row, column }) => `${row}${column}`).join("-"));

describe("the row that won", () => {
  it("is struck through from end to end, wherever its last piece was", () => {
    for (const last of ["03", "04", "05", "06"]) expect(strike(["03", "04", "05", "06"], last)).toEqual(["03-06"]);
    expect(strike(["02", "12", "22", "32"], "32")).toEqual(["02-32"]);
    expect(strike(["00", "11", "22", "33"], "11")).toEqual(["00-33"]);
    expect(strike(["03", "12", "21", "30"], "30")).toEqual(["03-30"]);
  });

  it("is struck through once each where one piece closed two", () => {
    // Neighbours of two rows that cross are no row of their own.
    expect(strike(["00", "01", "02", "03", "12", "21", "30"], "03")).toEqual(["00-03", "03-30"]);
  });

  it("is none where nobody won", () => {
    expect(strike([], "03")).toEqual([]);
    expect(strikes({ winning: [], last: null })).toEqual([]);
  });
});

it("the place of a board is as high as its picture, with labels and without", () => {
  for (const labelled of [true, false]) {
    const { width, height } = plateFrame({ rows: 6, columns: 7, gravity: true }, false, labelled);
    expect(plateRatio(rulesOf("connect4"), true, labelled)).toBeCloseTo(width / height);
  }
});
