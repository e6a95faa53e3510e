import { startSandbox } from "../../library/sandbox.js";
import { LearntCodes } from "../learnt-codes.js";
import { realPace } from "../pace.js";
import { nobody } from "../person.js";
import { Session } from "../session.js";
import type { Target } from "../target.js";
import { type WalkDifference, walkBoth } from "./walk.js";
import { worldOfLane, worldOfTarget } from "./worlds.js";

interface AgainstWalk {
  readonly target: Target;
  readonly merchantId: number;
  readonly userId: string;
  readonly prefix: string;
  /** The file that the sandbox is to answer by. */
  readonly calibration: string;
  readonly walks: number;
  readonly seed: number;
}

/** Walks against a service and against a sandbox that answers as its calibration says. */
export async function walkAgainst({
  calibration,
  merchantId,
  ...rest
}: AgainstWalk): Promise<readonly WalkDifference[]> {
  await using sandbox = await startSandbox({ calibration, signature: "off", magic: false });
  const session = new Session({ ...rest, codes: new LearntCodes(), person: nobody, pace: realPace });
  return await walkBoth({
    ...rest,
    prefix: `${rest.prefix}-w`,
    there: await worldOfTarget(session),
    here: (attempt) => worldOfLane(sandbox, `walk-${attempt}`, session, merchantId),
  });
}
