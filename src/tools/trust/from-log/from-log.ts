import { Expected, readText, readWhole } from "../../../core/domain/read-field.js";
import type { AssumptionId } from "../../../core/facts/assumptions.js";
import { limits } from "../../../core/facts/limits.js";
import { plural } from "../../../core/scenario/values/plural.js";
import type { Calibration, Evidence, Settled } from "../../../server/options/calibration.js";
import { Notes } from "../calibrate/results/notes.js";
import type { Recorded } from "../recording/exchange.js";
import { isSuccessful, type LogCall, logCallsOf } from "../recording/log-call.js";
import { shortened } from "../recording/mask.js";
import { Replayer } from "../replay/replayer.js";
import { Inference, isSettled } from "./infer.js";

interface FromLog extends Pick<Calibration, "target"> {
  readonly recorded: readonly Recorded[];
  readonly now: number;
}

const EVIDENCE_MAX = 3;

/** What a log says, unless it has only values that the service refuses. */
const given = <T>(read: T | Expected, otherwise: T): T => (read instanceof Expected ? otherwise : read);

/**
 * Derives from recorded calls how the service behaves where the sandbox has only assumptions. Sends nothing. Tells how many
 * payment calls it could read, and how many of the assumptions on which some answer depends it decided.
 */
export async function calibrationFromLog({ recorded, target, now }: FromLog) {
  const calls = logCallsOf(recorded);
  await using replayer = await Replayer.start();
  const found = new Inference(calls, replayer);
  await found.run();
  const touched = [...found.beliefs.values()].filter(({ isTouched }) => isTouched);
  const merchantId = given(readWhole(mostFrequent(calls, "merchantId"), limits.idMax.value), 1);
  const userId = given(readText(mostFrequent(calls, "userId"), limits.userIdMaxChars.value), "user1");
  return {
    calls: calls.length,
    touched: touched.length,
    settled: touched.filter(isSettled).length,
    calibration: notesOf(calls, found).calibration({ now, target, merchantId, userId }),
  };
}

function notesOf(calls: readonly LogCall[], { codes, beliefs, findings }: Inference): Notes {
  const notes = new Notes({}, codes);
  for (const [id, belief] of beliefs)
    if (isSettled(belief)) notes.settle(id as AssumptionId, settledEntry(belief.left[0]!, [...belief.calls]));
    else if (belief.isTouched && !findings.has(id))
      notes.leaveOpen(id, belief.undecided ?? "the calls of the log fit more than one choice");
  for (const [id, { text, calls: of }] of findings)
    notes.findings.set(id, { text: `${text} (${plural(of.size, "call")})`, evidence: evidenceOf([...of]) });
  for (const [name, { refusals }] of codes.seen()) {
    const of = calls.filter(({ outcome }) => outcome.kind === "refused" && refusals.has(outcome));
    notes.codeEvidence.set(name, evidenceOf(of));
  }
  for (const { operation, params, body } of calls.filter(isSuccessful)) notes.shapes.see(operation, params, body);
  return notes;
}

const settledEntry = (choice: string, calls: readonly LogCall[]): Settled => ({
  choice,
  confidence: LIKELY.has(choice) ? "likely" : "sure",
  calls: Math.max(1, calls.length),
  evidence: [...evidenceOf(calls)],
});

/**
 * Only likely, because only the shopper's page shows a part of them, or because they cover more values than a log
 * contains.
 */
const LIKELY: ReadonlySet<string> = new Set([
  ...["own-page", "never-followed", "css", "unlimited", "limited", "one-year"],
  ...["nine-in-all", "nine-before-point", "merchant-not-found"],
]);

const evidenceOf = (calls: readonly LogCall[]): readonly Evidence[] =>
  calls.slice(0, EVIDENCE_MAX).map(({ operation, params, recorded: { at, response } }) => ({
    request: `${at} ${operation} ${shortened(JSON.stringify(params))}`,
    answer: response ? `${response.status} ${shortened(response.body)}` : "no answer",
  }));

function mostFrequent(calls: readonly LogCall[], member: string): unknown {
  const counts = new Map<unknown, number>();
  for (const { params } of calls)
    if (params[member] !== undefined) counts.set(params[member], (counts.get(params[member]) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
