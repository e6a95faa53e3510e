import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { type Calibration, readCalibration } from "../../../server/options/calibration.js";
import { startSandbox } from "../../library/sandbox.js";
import { LearntCodes } from "../calibrate/results/learnt-codes.js";
import { type Budget, Charges } from "../calibrate/session/charges.js";
import { noPerson } from "../calibrate/session/person.js";
import { Session } from "../calibrate/session/session.js";
import { answerDifferences, spokenDifferences } from "../compare/differences.js";
import { realClock } from "../target/rate-limit.js";
import { retryingTarget } from "../target/retrying.js";
import type { Target } from "../target/target.js";
import type { Compare } from "./walk.js";
import { type WalkOptions, type WalksFound, walkBoth } from "./walks.js";
import { worldOfLane, worldOfTarget } from "./worlds.js";

interface AgainstWalk extends Pick<WalkOptions, "walks" | "seed" | "userId" | "prefix" | "onDifference" | "onWalk"> {
  readonly target: Target;
  readonly merchantId: number;
  /** The calibration file that the sandbox should follow. */
  readonly calibration: string;
  /** The budget for the walks' charges. */
  readonly budget: Budget;
}

/** Walks against a service, and against a sandbox that follows the service's calibration. */
export async function walkAgainst({
  calibration,
  merchantId,
  target: bare,
  budget,
  ...rest
}: AgainstWalk): Promise<WalksFound & { readonly undone?: string | undefined }> {
  await using sandbox = await startSandbox({ calibration, signature: "off", magic: false });
  const { userId, prefix } = rest;
  const codes = new LearntCodes();
  const charges = new Charges(budget);
  const target = charges.watched(retryingTarget(bare, realClock));
  const session = new Session({ target, userId, prefix, budget, codes, person: noPerson, clock: realClock });
  const found = await walkBoth({
    ...rest,
    compare: comparedBy(readCalibration(calibration)),
    prefix: `${prefix}-w`,
    there: await worldOfTarget(session),
    here: (attempt, chosen) => worldOfLane(sandbox, `walk-${attempt}`, { session, merchantId, chosen }),
  });
  return { ...found, undone: await charges.undo(target) };
}

/**
 * Compares codes and messages only if the calibration has them. For all others the sandbox uses its own, and says so.
 */
function comparedBy({ responseCodes, answers = {} }: Calibration): Compare {
  const seen = new Map(Object.values(responseCodes).map(({ code, message }) => [code, message]));
  return (operation, there, here) => {
    const [theirs, ours] = [there.body.responseCode, here.body.responseCode].map(String);
    const isSeen =
      theirs === SUCCESS_CODE
        ? !answers[operation]?.includes(JSON.stringify(there.body.message))
        : seen.has(theirs!) || seen.has(ours!);
    const isWorded = theirs === SUCCESS_CODE || theirs !== ours || seen.get(ours!) !== undefined;
    return [...answerDifferences(there, here), ...(isSeen && isWorded ? spokenDifferences(there, here) : [])];
  };
}
