// What surrounds a study and a lesson in the browser.
import type { Analysis, Review } from "../../api";
import { announcer } from "../announce.svelte";
import { client } from "../client";
import { clock } from "../clock";
import { router } from "../router.svelte";
import { SeenSource, sight } from "../seen";
import { settings } from "../settings.svelte";
import { colours } from "../words";
import type { Key, Questions } from "./answers.svelte";
import type { LessonAround } from "./lesson.svelte";
import { shelf } from "./shelf";
import type { StudyAround } from "./study.svelte";

/** Analyses and reviews, of a game on this server or of any position. */
function questions<Answer>(what: "analysis" | "review", id: string | null, ask: (spec: string, moves: string, id: string | null) => Promise<Answer>): Questions<Answer> {
  return {
    event: what,
    connect: ({ game, position }: Key) => new SeenSource(() => new EventSource(`/api/${client.about(what, game, position, id)}`), sight),
    ask: ({ game, position }) => ask(game, position, id),
    clock,
  };
}

const around = (id: string | null) => ({
  client,
  analysis: questions<Analysis>("analysis", id, client.analysis),
  say: (sentence: string) => announcer.say(sentence),
  names: (players: number) => colours(players, settings.now.pieces),
});

export const studyBrowser = (id: string | null): StudyAround => ({ ...around(id), clock, shelf, address: (hash) => router.show(hash) });
export const lessonBrowser = (id: string | null): LessonAround => ({ ...around(id), review: questions<Review>("review", id, client.review) });
