import type { Beliefs } from "../../library/language.js";
import { callsOf, type Fact, type LaneFacts } from "../observe/facts.js";

/** Ports and lanes are drawn anew in each run. */
const ADDRESS = /\b(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/lane\/[\w.-]+)?/g;

/** All that a shop saw and did in a run, and what it believes: two mutants of one transcript are one. */
export const transcriptOf = (lanes: readonly LaneFacts[], beliefs: Beliefs | undefined): string =>
  JSON.stringify([lanes.map(({ facts }) => facts.flatMap(lineOf)), beliefs ?? null]);

function lineOf(fact: Fact): readonly unknown[] {
  switch (fact.kind) {
    case "call":
      return [[fact.operation, plain(fact.request), fact.fault ?? plain(fact.response)]];
    case "notice":
      return [["notice", fact.body, fact.status, plain(fact.answer)]];
    case "redirect":
      return [["redirect", fact.to, fact.status]];
    case "money":
      return [];
  }
}

const plain = (text: string): string => text.replace(ADDRESS, "shop");

/** Whether a rule of the mutant did anything. */
export const wasApplied = (lanes: readonly LaneFacts[]): boolean =>
  lanes.some((lane) => callsOf(lane).some(({ isMutated }) => isMutated));
