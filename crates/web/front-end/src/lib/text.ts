// All words of the page come from the catalogue in texts/.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import english from "../texts/en.ftl?raw";

type Locale = { dir: "ltr" | "rtl"; catalogue: string };

/** A language is one line here and one file in texts/. */
const locales: Record<string, Locale> = {
  en: { dir: "ltr", catalogue: english },
};

function load(name: string): { bundle: FluentBundle; name: string; dir: "ltr" | "rtl" } {
  const locale = locales[name] ?? locales["en"]!;
  const bundle = new FluentBundle(name, { useIsolating: locale.dir === "rtl" });
  for (const error of bundle.addResource(new FluentResource(locale.catalogue))) console.error(error);
  return { bundle, name, dir: locale.dir };
}

function wanted(): string {
  return navigator.languages.map((tag) => tag.split("-")[0]!).find((tag) => tag in locales) ?? "en";
}

const current = load(wanted());

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
