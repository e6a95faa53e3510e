import { requestId } from "../../app/ports/exchange.js";
import type { Manner, MannerId } from "../../library/language.js";
import { mannerIds } from "../manner-ids.js";
import type { PlannedMutant } from "../plan/mutant.js";
import type { ShopRun } from "../run/lab.js";
import { accountOf, type Outcome } from "../verdict-of.js";
import { beliefManners } from "./beliefs.js";
import { callManners } from "./calls.js";
import { noticeManners } from "./notices.js";
import { type SeenManner, shopCalls } from "./seen.js";
import { mannerTexts } from "./texts.js";

interface MannerRun {
  readonly mutant: PlannedMutant;
  readonly run: ShopRun;
  readonly outcome: Outcome;
}

const SHOWN = 5;

/** How the shop behaves, seen in all its runs; grave ones first. */
export function mannersOf(dry: ShopRun, tried: readonly MannerRun[]): Manner[] {
  const dryCalls = shopCalls(dry.lanes.flatMap(({ facts }) => facts));
  const found = new Map<MannerId, { readonly evidence: Manner["evidence"]; readonly runs: Set<unknown> }>();
  const runs = [{ mutant: undefined, run: dry, outcome: undefined }, ...tried];
  for (const { mutant, run, outcome } of runs) {
    const facts = run.lanes.flatMap((lane) => lane.facts).sort((a, b) => a.ms - b.ms);
    // A verdict that did not repeat shows nothing.
    const wrong = outcome?.wrong ?? [];
    for (const seen of mannersIn({ ...accountOf(run), facts, wrong, dryCalls })) {
      const { evidence, runs } = found.get(seen.id) ?? { evidence: [], runs: new Set() };
      found.set(seen.id, { evidence, runs: runs.add(run) });
      if (evidence.length < SHOWN)
        evidence.push({
          mutant: mutant?.id ?? null,
          requests: seen.calls.map(({ id }) => requestId(id)),
          what: seen.what,
        });
    }
  }
  return mannerIds.flatMap((id) => {
    const { evidence, runs } = found.get(id) ?? {};
    return evidence && runs ? [{ id, ...mannerTexts[id], evidence, seen: runs.size }] : [];
  });
}

const mannersIn = (watched: Parameters<typeof callManners>[0]): readonly SeenManner[] => [
  ...callManners(watched),
  ...noticeManners(watched),
  ...beliefManners(watched),
];
