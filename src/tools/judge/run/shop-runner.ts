import type { DriverAct, ListedAct } from "../mutants/driver-act.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import type { LaneFacts } from "../observe/facts.js";
import type { Wrong } from "../oracle/wrong.js";
import type { SaidBeliefs } from "../schema/beliefs.js";
import type { Conducted } from "./timing/scene.js";

/** The result of one run of the shop. */
export interface ShopRun extends SaidBeliefs {
  readonly lanes: readonly LaneFacts[];
  /**
   * When the shop reported its beliefs, in milliseconds of real time since the start of the run. Undefined: at the
   * end.
   */
  readonly saidMs?: number | undefined;
  /** Expectations of the user's scenarios that were not met, one sentence each. */
  readonly unmet: readonly string[];
  /** The cells of operation × order state × outcome that were reached. */
  readonly cells: ReadonlySet<string>;
  /** The command's exit code. Null if a function ran, or the command was stopped. */
  readonly exitCode: number | null;
  /** Why the run failed. Null if it succeeded. */
  readonly why: string | null;
  readonly hasTimedOut: boolean;
  /** When its time was up, or when it ended. In milliseconds of real time since its start. */
  readonly endedMs?: number | undefined;
  /** True if the shop that the judge started was never ready. */
  readonly isShopDown?: true | undefined;
  /** The last lines that the command wrote, then those of a shop that the judge started. */
  readonly lastLines?: readonly string[];
  /** The command's output: the beginning of stdout and the end of both streams. Undefined for a function. */
  readonly output?: string | undefined;
  /** How many milliseconds of real time it took. */
  readonly ms: number;
  /** What the driver reported to have done. */
  readonly shopperDid?: DriverAct | undefined;
  /** What the driver can do, as it listed in the first run. */
  readonly shopperCan?: readonly ListedAct[] | undefined;
  /** How the judge controlled the events of one order. */
  readonly conducted?: Conducted | undefined;
  /** In how many of its runs it went wrong. Undefined if the result is always the same. */
  readonly seen?: TimesSeen | undefined;
}

/** True if the shop is wrong, or does not know yet: its background work may still find out. */
export type MayChange = (run: ShopRun) => boolean;

export interface TimesSeen {
  readonly of: number;
  readonly times: number;
}

/** Runs the shop, each time in new lanes. */
export interface ShopRunner {
  /** Without a mutant, this is the dry run. `signal` ends it. */
  run(mutant: PlannedMutant | undefined, signal: AbortSignal, mayChange?: MayChange): Promise<ShopRun>;
  /** True if simultaneous runs can't be told apart. Known after the dry run. */
  isOneAtATime?(): boolean;
  /** True if the shop handles no notification while its own call waits. Known after the dry run. */
  doesOneThingAtATime?(): boolean;
  /** How to replay a mutant manually. */
  replayOf(mutant: PlannedMutant): string;
  /** Called with the result of each run, if lanes of failed runs stay open for inspection. */
  settled?(mutant: PlannedMutant | undefined, run: ShopRun, wrong: readonly Wrong[]): Promise<void>;
  close(): Promise<void>;
}
