import { requestId } from "../../../lane/ports/exchange.js";
import { packageText } from "../../../package/files.js";
import { factsIn } from "../observe/facts.js";
import type { ShopRun } from "../run/shop-runner.js";
import { cureOf } from "../schema/cures.js";
import { type PracticeId, practiceIds, practiceTexts } from "../schema/practice-texts.js";
import type { Practice } from "../schema/report.js";
import { accountOf, type Tried } from "../verdict-of.js";
import { beliefPractices } from "./beliefs.js";
import { callPractices } from "./calls.js";
import { exposurePractices } from "./exposures.js";
import { notificationPractices } from "./notifications.js";
import { type SeenPractice, shopCalls, type Watched } from "./seen.js";
import { shopperPractices } from "./shopper.js";

interface Found {
  readonly evidence: Practice["evidence"];
  readonly runs: Set<unknown>;
  /** The cure that fits the first observation, if it differs from the practice's own. */
  readonly cure: string | undefined;
  readonly output: Practice["output"];
}

const SHOWN = 5;

/** How the shop behaves, as observed in all its runs. Severe practices come first. */
export function practicesOf(
  dry: ShopRun,
  tried: readonly Pick<Tried, "mutant" | "run" | "outcome">[],
): Omit<Practice, "isKnown">[] {
  const dryCalls = shopCalls(factsIn(dry));
  const dryRun = accountOf(dry);
  const found = new Map<PracticeId, Found>();
  const privateKeyPem = packageText("fixtures/keys/demo-merchant.private.pem");
  const runs = [{ mutant: undefined, run: dry, outcome: undefined }, ...tried];
  for (const { mutant, run, outcome } of runs) {
    const facts = factsIn(run).toSorted((a, b) => a.ms - b.ms);
    const watched = { wrong: [], ...outcome, ...run, ...accountOf(run), facts, dryCalls, dryRun, privateKeyPem };
    for (const seen of practicesIn(watched)) {
      const first = { evidence: [], runs: new Set(), cure: seen.cure, output: [...(run.lastLines ?? [])] };
      const practice: Found = found.get(seen.id) ?? first;
      found.set(seen.id, practice);
      practice.runs.add(run);
      if (practice.evidence.length < SHOWN)
        practice.evidence.push({
          mutant: mutant?.id ?? null,
          requests: seen.calls.map(({ id }) => requestId(id)),
          what: seen.what,
        });
    }
  }
  return practiceIds.flatMap((id) => {
    const practice = found.get(id);
    if (practice === undefined) return [];
    const { runs, cure = cureOf(id), ...rest } = practice;
    return [{ id, ...practiceTexts[id], cure, ...rest, seen: runs.size }];
  });
}

const practicesIn = (watched: Watched): readonly SeenPractice[] => [
  ...callPractices(watched),
  ...notificationPractices(watched),
  ...beliefPractices(watched),
  ...exposurePractices(watched),
  ...shopperPractices(watched),
];
