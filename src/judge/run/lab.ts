import type { Beliefs } from "../../library/language.js";
import type { LaneFacts } from "../observe/facts.js";
import type { Wrong } from "../oracle/money.js";
import type { PlannedMutant } from "../plan/mutant.js";

/** What one run of the shop came to. */
export interface ShopRun {
  readonly lanes: readonly LaneFacts[];
  /** Undefined where the shop said nothing that can be read. */
  readonly beliefs: Beliefs | undefined;
  /** When the shop said it, in real milliseconds since the run began; undefined: in the end. */
  readonly saidMs?: number | undefined;
  /** Why what the shop said cannot be read, a line each. */
  readonly unreadable: readonly string[];
  /** Expectations of the user's scenarios that were not met, a sentence each. */
  readonly unmet: readonly string[];
  /** What was reached of operation × order state × outcome. */
  readonly cells: ReadonlySet<string>;
  /** The command's; null where a function ran, or the command was ended. */
  readonly exitCode: number | null;
  /** Why it ended badly; null where it ended well. */
  readonly why: string | null;
  readonly hasTimedOut: boolean;
  /** How long it ran, in real milliseconds. */
  readonly ms: number;
}

/** Runs the shop, each time in a world of its own. */
export interface Lab {
  /** Without a mutant: the dry run. `signal` ends it. */
  run(mutant: PlannedMutant | undefined, signal: AbortSignal): Promise<ShopRun>;
  /** Whether runs at the same time could not be told apart; known after the dry run. */
  isOneAtATime?(): boolean;
  /** How a mutant is played again by hand. */
  replayOf(mutant: PlannedMutant): string;
  /** To be told what came of each run, where lanes of runs that went wrong stay open to be looked at. */
  settled?(mutant: PlannedMutant | undefined, run: ShopRun, wrong: readonly Wrong[]): Promise<void>;
  close(): Promise<void>;
}
