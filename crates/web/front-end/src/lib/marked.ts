// The texts of experiments: two marks, `code` and *stress*, and names of experiments that lead to them.

export type Piece = { text: string; as: "plain" | "code" | "stress" | "name" };

/** A text in pieces. A mark without its end stays as it is; a name inside a longer word is none. A name that is a word like others,
 * such as `levels`, is one only where it stands as code. */
export function pieces(text: string, names: string[]): Piece[] {
  const unlike = names.filter((name) => name.includes("-")).sort((a, b) => b.length - a.length);
  const known = unlike.join("|");
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
    found.push({ text: inside, as: as === "code" && names.includes(inside) ? "name" : as });
    end = match.index + match[0].length;
  }
  plain(text.length);
  return found;
}
