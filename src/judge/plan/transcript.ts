import { callsOf, type Fact, type LaneFacts } from "../observe/facts.js";
import type { Beliefs } from "../schema/beliefs-schema.js";

/** Ports and lanes differ in every run. */
const ADDRESS = /\b(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/lane\/[\w.-]+)?/g;

/**
 * Everything that a shop saw and did in a run, and its beliefs. Two mutants with the same transcript count as one.
 */
export const transcriptOf = (lanes: readonly LaneFacts[], beliefs: Beliefs | undefined): string =>
  JSON.stringify([lanes.map(({ facts }) => facts.flatMap(lineOf)), beliefs ?? null]);

function lineOf(fact: Fact): readonly unknown[] {
  switch (fact.kind) {
    case "call":
      return [[fact.operation, plain(fact.request), fact.fault ?? plain(fact.response)]];
    case "notification":
      return [["notice", fact.body, fact.status, plain(fact.answer)]];
    case "redirect":
      return [["redirect", fact.to, fact.status]];
    case "money":
      return [];
  }
}

const plain = (text: string): string => text.replace(ADDRESS, "shop");

/** True if a rule of the mutant had an effect. */
export const wasApplied = (lanes: readonly LaneFacts[]): boolean =>
  lanes.some((lane) => callsOf(lane).some(({ isMutated }) => isMutated));
