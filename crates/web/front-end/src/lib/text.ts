// All words of the page: its own from texts/, those of each game from beside it.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

type Direction = "ltr" | "rtl";

/** A language is one line here, and files with its name in texts/ and beside each game. */
const locales: Record<string, Direction> = { en: "ltr" };

const files = import.meta.glob<string>(["../texts/*.ftl", "../games/*/*.ftl"], { query: "?raw", import: "default", eager: true });

/** Puts catalogues into a bundle; those of other languages are left out. */
function put(bundle: FluentBundle, name: string, catalogues: Record<string, string>): void {
  for (const [path, catalogue] of Object.entries(catalogues)) {
    if (!path.endsWith(`/${name}.ftl`)) continue;
    for (const error of bundle.addResource(new FluentResource(catalogue), { allowOverrides: true })) console.error(error);
  }
}

function load(name: string): { bundle: FluentBundle; name: string; dir: Direction } {
  const dir = locales[name] ?? "ltr";
  const bundle = new FluentBundle(name, { useIsolating: dir === "rtl" });
  put(bundle, name, files);
  return { bundle, name, dir };
}

function wanted(): string {
  return navigator.languages.map((tag) => tag.split("-")[0]!).find((tag) => tag in locales) ?? "en";
}

const current = load(wanted());

/** Texts that come with a screen that is loaded later. */
export function addTexts(catalogues: Record<string, string>): void {
  put(current.bundle, current.name, catalogues);
}

/** The text with this name. A name that is missing shows itself, so that nobody overlooks it. */
export function t(name: string, values?: Record<string, FluentVariable>): string {
  const message = current.bundle.getMessage(name);
  return message?.value ? current.bundle.formatPattern(message.value, values ?? null) : `{${name}}`;
}

/** Tells the page its language and direction. `?dir=rtl` turns it round, to try a layout before there is a translation. */
export function applyLocale(): void {
  const asked = new URLSearchParams(location.search).get("dir");
  document.documentElement.lang = current.name;
  document.documentElement.dir = asked === "rtl" || asked === "ltr" ? asked : current.dir;
}

/** A number as this language writes it. */
export function number(value: number): string {
  return new Intl.NumberFormat(current.name).format(value);
}

/** A number that always has its sign; nothing is neither more nor less. */
export function signed(value: number): string {
  return new Intl.NumberFormat(current.name, { signDisplay: "exceptZero" }).format(value);
}

/** Several things in one phrase: "this, that and the other". */
export function list(things: string[]): string {
  return new Intl.ListFormat(current.name).format(things);
}

/** A large number in few letters: 1.2M. */
export function roughly(value: number): string {
  return new Intl.NumberFormat(current.name, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** A moment as people say it: today's by the hour, older ones by the day. */
export function moment(milliseconds: number): string {
  const then = new Date(milliseconds);
  const today = then.toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = today ? { timeStyle: "short" } : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(current.name, style).format(then);
}
