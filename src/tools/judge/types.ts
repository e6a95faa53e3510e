import type { Belief, JudgedMutant, JudgeReport } from "../library/language.js";
import type { SandboxLane, SandboxOptions } from "../library/types.js";

/** A shop's beliefs, by merchantReference. Shops type a currency as any text; the judge refuses one that it doesn't know. */
export type ShopBeliefs = Record<string, Omit<Belief, "currency"> & { currency?: string | undefined }>;

/**
 * Uses the shop in its own lane, and returns the shop's final beliefs: {} if it sold nothing, null if nobody can know
 * them. With null, only practices and expectations are judged.
 * Example: `async (lane) => ({ "TEA-1": { paid: 50, refunded: 0, shipped: true } })`. `amounts`: four amounts that programs
 * get wrong, in the main unit. Sell for them, and some runs name others.
 */
export type JudgedFunction = (
  lane: SandboxLane,
  asked: { readonly amounts: readonly number[] },
) => Promise<ShopBeliefs | null>;

/** What `judge` returns: the report, and `text`, which prints it. */
export interface JudgedReport extends JudgeReport {
  /** The report in the words of `payment-sandbox judge`. Example: `expect(report.exitCode, report.text).toBe(0)`. */
  readonly text: string;
}

/**
 * How a run is judged. Takes the options of `startSandbox` too, with seed 1 by default. Example:
 * `{ budget: "1m", only: "refund#1/*" }`.
 */
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
  /** Runs only mutants whose ids match one of these. `*` stands for any text, and then second faults run, too, whose whole id fits. */
  only?: string | readonly string[] | undefined;
  /** True to run each mutant, even if another one shows what it would. False by default, and true with `only`. */
  whole?: boolean | undefined;
  /** With 2, survivors of a lost answer get a second fault. 2 by default. */
  depth?: 1 | 2 | undefined;
  /** True to exit with 4 if anything is left unresolved. */
  strict?: boolean | undefined;
  /** How many mutants may be unresolved. */
  maxUnresolved?: number | undefined;
  /**
   * The limit of real time for all mutants, such as `5m`. The most useful mutants run first, and the rest are
   * `notRun`.
   */
  budget?: string | undefined;
  /** How many mutants run at the same time. Defaults to one per core, and more while cores are idle. */
  jobs?: number | undefined;
  /** The limit of real time for one run, by default `60s`. A longer run is `noticed`. */
  timeout?: string | undefined;
  /** After this time without a call, delayed notifications and retries become due. By default `500ms`. */
  idle?: string | undefined;
  /** Delays answers by this much real time. By default, not at all. */
  slow?: string | undefined;
  /** How many event sequences to try per payment, at most. By default 24. */
  interleavings?: number | undefined;
  /** An earlier report, whose findings don't count as new. */
  baseline?: JudgeReport | undefined;
  /** Called for each mutant when it has ended. */
  onMutant?: ((mutant: JudgedMutant) => void) | undefined;
}
