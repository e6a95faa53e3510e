import { Expected, readText, readWhole } from "../../../core/domain/read-field.js";
import { limits } from "../../../core/facts/limits.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { version } from "../../../package/version.js";
import {
  CALIBRATION_VERSION,
  type Calibration,
  type Evidence,
  type Settled,
} from "../../../server/options/calibration.js";
import { ShapeSets } from "../calibrate/results/answer-shapes.js";
import type { LearntCodes } from "../calibrate/results/learnt-codes.js";
import type { Recorded } from "../recording/exchange.js";
import { shortened } from "../recording/mask.js";
import { Replayer } from "../replay/replayer.js";
import { Inference, type SettledByLog } from "./infer.js";
import { type LogCall, logCallsOf } from "./log-call.js";

export interface FromLogOptions {
  readonly recorded: readonly Recorded[];
  /** The service's name in the file. */
  readonly target: string;
  readonly now: number;
}

/** The entries that a log decided, and their share. */
export interface FromLog {
  readonly calibration: Calibration;
  /** The number of payment calls that could be read. */
  readonly calls: number;
  /** Assumptions on which some answer depends, and how many of them were decided. */
  readonly touched: readonly string[];
  readonly settled: number;
}

const EVIDENCE_MAX = 3;

/** What a log says, unless it has only values that the service refuses. */
const given = <T>(read: T | Expected, otherwise: T): T => (read instanceof Expected ? otherwise : read);

/** Derives from recorded calls how the service behaves where the sandbox has only assumptions. Sends nothing. */
export async function calibrationFromLog({ recorded, target, now }: FromLogOptions): Promise<FromLog> {
  const calls = logCallsOf(recorded);
  await using replayer = await Replayer.start();
  const found = new Inference(calls, replayer);
  await found.run();
  const { settled } = found;
  const touched = [...found.touched].sort();
  const open = touched.filter((id) => !settled.has(id) && !found.findings.has(id));
  return {
    calls: calls.length,
    touched,
    settled: touched.filter((id) => settled.has(id)).length,
    calibration: {
      version: CALIBRATION_VERSION,
      madeBy: version,
      date: new Date(now).toISOString(),
      target,
      merchantId: given(readWhole(mostFrequent(calls, "merchantId"), limits.idMax.value), 1),
      userId: given(readText(mostFrequent(calls, "userId"), limits.userIdMaxChars.value), "user1"),
      assumptions: Object.fromEntries([...settled].map(([id, one]) => [id, settledEntry(one)])),
      responseCodes: codesOf(found.codes, calls),
      answers: answersOf(calls),
      findings: Object.fromEntries(
        [...found.findings].map(([id, { text, calls: of }]) => [
          id,
          { text: `${text} (${plural(of.size, "call")})`, evidence: evidenceOf([...of]) },
        ]),
      ),
      undetermined: Object.fromEntries(
        open.map((id) => [id, found.undecided.get(id) ?? "the calls of the log fit more than one choice"]),
      ),
    },
  };
}

const settledEntry = ({ choice, calls }: SettledByLog): Settled => ({
  choice,
  confidence: LIKELY.has(choice) ? "likely" : "sure",
  calls: Math.max(1, calls.length),
  evidence: [...evidenceOf(calls)],
});

/** The shape of each successful answer in the log. */
function answersOf(calls: readonly LogCall[]): Calibration["answers"] {
  const shapes = new ShapeSets();
  for (const { operation, params, outcome } of calls)
    if (outcome.kind === "success") shapes.see(operation, params, outcome.body);
  return shapes.texts();
}

/**
 * Only likely, because only the shopper's page shows a part of them, or because they cover more values than a log
 * contains.
 */
const LIKELY: ReadonlySet<string> = new Set([
  ...["own-page", "never-followed", "css", "unlimited", "limited", "one-year"],
  ...["nine-in-all", "nine-before-point", "merchant-not-found"],
]);

const codesOf = (codes: LearntCodes, calls: readonly LogCall[]): Calibration["responseCodes"] =>
  Object.fromEntries(
    codes.seen().map(([name, { refusals, ...seen }]) => {
      const of = calls.filter(({ outcome }) => outcome.kind === "refused" && refusals.has(outcome));
      return [name, { ...seen, evidence: evidenceOf(of) }];
    }),
  );

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
