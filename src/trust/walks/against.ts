import { startSandbox } from "../../library/sandbox.js";
import { LearntCodes } from "../learnt-codes.js";
import { realPace } from "../pace.js";
import { nobody } from "../person.js";
import type { Purse } from "../purse.js";
import { Session } from "../session.js";
import type { Target } from "../target.js";
import { type WalkOptions, type WalksFound, walkBoth } from "./walks.js";
import { worldOfLane, worldOfTarget } from "./worlds.js";

interface AgainstWalk extends Pick<WalkOptions, "walks" | "seed" | "userId" | "prefix" | "onDifference" | "onWalk"> {
  readonly target: Target;
  readonly merchantId: number;
  /** The file that the sandbox is to answer by. */
  readonly calibration: string;
  /** What the walks charge is taken out of it. */
  readonly purse: Purse;
}

/** Walks against a service and against a sandbox that answers as its calibration says. */
export async function walkAgainst({
  calibration,
  merchantId,
  target,
  purse,
  ...rest
}: AgainstWalk): Promise<WalksFound> {
  await using sandbox = await startSandbox({ calibration, signature: "off", magic: false });
  const { userId, prefix } = rest;
  const codes = new LearntCodes();
  const session = new Session({ target, userId, prefix, purse, codes, person: nobody, pace: realPace });
  return await walkBoth({
    ...rest,
    prefix: `${prefix}-w`,
    there: await worldOfTarget(session),
    here: (attempt, chosen) => worldOfLane(sandbox, `walk-${attempt}`, { session, merchantId, chosen }),
  });
}
