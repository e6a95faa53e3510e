import { withoutAddresses } from "../mutants/call-hashes.js";
import type { Beliefs } from "../schema/beliefs-schema.js";
import type { Fact, LaneFacts } from "./facts.js";

/**
 * Everything that a shop saw and did in a run, and its beliefs. Two mutants with the same transcript count as one.
 */
export const transcriptOf = (lanes: readonly LaneFacts[], beliefs: Beliefs | undefined): string =>
  JSON.stringify([lanes.map(({ facts }) => facts.flatMap(factLine)), beliefs ?? null]);

function factLine(fact: Fact): readonly unknown[] {
  switch (fact.kind) {
    case "call":
      return [[fact.operation, withoutAddresses(fact.request), fact.fault ?? withoutAddresses(fact.response)]];
    case "notification":
      return [["notice", fact.body, fact.status, withoutAddresses(fact.answer)]];
    case "redirect":
      return [["redirect", fact.to, fact.status]];
    case "money":
      return [];
  }
}
