// What surrounds a study and a lesson in the browser.
import type { Analysis, Review } from "./told";
import { announcer } from "../announce.svelte";
import { client } from "../client";
import { clock } from "../clock";
import { router } from "../router.svelte";
import { settings } from "../settings.svelte";
import { colours } from "../words";
import type { Key, Questions } from "./answers.svelte";
import type { LessonAround } from "./lesson.svelte";
import { shelf } from "./shelf";
import type { StudyAround } from "./study.svelte";

const stream = (what: "analysis" | "review") => ({ game, position }: Key) => new EventSource(`/api/${client.about(what, game, position)}`);

const analysis: Questions<Analysis> = {
  event: "analysis",
  connect: stream("analysis"),
  ask: ({ game, position }) => client.analysis(game, position),
  clock,
};

const review: Questions<Review> = {
  event: "review",
  connect: stream("review"),
  ask: ({ game, position }) => client.review(game, position),
  clock,
};

const shared = {
  client,
  say: (sentence: string) => announcer.say(sentence),
  names: (players: number) => colours(players, settings.now.pieces),
};

export const studyBrowser: StudyAround = { ...shared, analysis, clock, shelf, address: (hash) => router.show(hash) };
export const lessonBrowser: LessonAround = { ...shared, analysis, review };
