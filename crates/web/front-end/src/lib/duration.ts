import { t } from "./text";

/** A time that people can plan by: never more exact than it can be. */
export function roughTime(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return t("lab-seconds", { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return t("lab-minutes", { n: Math.round(seconds / 60) });
  return t("lab-hours", { n: Math.round(seconds / 3600) });
}
