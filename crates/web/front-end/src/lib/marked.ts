// The texts of experiments: two marks, `code` and *stress*, and names of experiments that lead to them.

export type Piece = { text: string; as: "plain" | "code" | "stress" | "name" };

/** A text in pieces. A mark without its end stays as it is; a name inside a longer word is none. */
export function pieces(text: string, names: string[]): Piece[] {
  const known = [...names].sort((a, b) => b.length - a.length).join("|");
  const named = known ? `|(?<![\\w-])(?<name>${known})(?![\\w-])` : "";
  const pattern = new RegExp(`\`(?<code>[^\`]+)\`|\\*(?<stress>[^*]+)\\*${named}`, "g");
  const found: Piece[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) found.push({ text: text.slice(end, to), as: "plain" });
  };
  for (const match of text.matchAll(pattern)) {
    const [as, inside] = Object.entries(match.groups!).find(([, inside]) => inside !== undefined) as [Piece["as"], string];
    plain(match.index);
    found.push({ text: inside, as });
    end = match.index + match[0].length;
  }
  plain(text.length);
  return found;
}
