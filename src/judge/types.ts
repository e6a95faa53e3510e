import type { Beliefs, JudgedMutant, JudgeReport } from "../library/language.js";
import type { SandboxLane, SandboxOptions } from "../library/types.js";

/** Uses the shop in a lane of its own, and tells what the shop believes in the end; nothing where it cannot say. */
export type JudgedFunction = (lane: SandboxLane) => Promise<Beliefs | undefined> | Promise<void>;

/** How a run is judged. What a sandbox is started with is given as to `startSandbox`, the seed 1 when left out. */
export interface JudgeOptions
  extends Pick<
    SandboxOptions,
    | "scenario"
    | "seed"
    | "signature"
    | "magic"
    | "merchants"
    | "assumptions"
    | "responseCodes"
    | "notificationKey"
    | "notifyTimeout"
    | "log"
  > {
  /** Only the mutants whose id fits: text with `*`. */
  only?: string | undefined;
  /** Real time for all mutants, such as `5m`; the gravest are run first, the rest is `notRun`. */
  budget?: string | undefined;
  /** How many run at a time; the number of cores when left out. */
  jobs?: number | undefined;
  /** Real time for one run; `60s` when left out. A run that takes longer is `noticed`. */
  timeout?: string | undefined;
  /** How long a run may make no call before late notices and retries fall due; `500ms` when left out. */
  idle?: string | undefined;
  /** Answers as late as this, in real time; none when left out. */
  slow?: string | undefined;
  /** An earlier report: what it found already is no new finding. */
  baseline?: JudgeReport | undefined;
  /** Told of each mutant when it has ended. */
  onMutant?: ((mutant: JudgedMutant) => void) | undefined;
}
