// Written by `cargo xtask types` from the one table of players. Do not edit.

/** The players' marks as SVG paths, about the centre of a piece with a radius of 42. */
export const marks = [
  "M-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0",
  "M-13 -13 13 13M13 -13 -13 13",
  "M0 -17 16 12H-16Z",
] as const;
