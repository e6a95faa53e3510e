import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { CannotStart } from "../../../package/errors.js";
import { quoted, typed } from "../../../package/typed.js";
import { makeFolder } from "../../../package/writing.js";
import type { PlannedMutant } from "../mutants/mutant.js";

/** How to replay mutants manually. */
export interface Replays {
  /** The replay as a command line. */
  readonly of: (mutant: PlannedMutant) => string;
  /**
   * Saves the scenario files of these mutants, if the user wants that. Races and kills can't be saved, because only
   * the judge can cause them.
   */
  readonly write: (ids: readonly string[]) => void;
}

export interface ReplayOptions {
  readonly command: readonly string[];
  readonly seed: number;
  /** The folder for saved scenario files. Undefined: none are saved. */
  readonly save: string | undefined;
  /** The user's own scenarios, as named on the command line. */
  readonly scenarios: readonly string[];
  /** True if the user's own scenarios set the clock. */
  readonly hasClock: boolean;
  /** Other options, as typed. */
  readonly flags: readonly string[];
}

/** Throws CannotStart if `save` is not writable. */
export function replaysIn({ command, seed, save, scenarios, hasClock, flags }: ReplayOptions): Replays {
  const clock = hasClock ? undefined : new Date().toISOString();
  if (save !== undefined) makeSaveFolder(save);
  const told = new Map<string, PlannedMutant>();
  return {
    of: (mutant) => {
      told.set(mutant.id, mutant);
      const own = ["--only", mutant.id, ...scenarios.flatMap((name) => ["--scenario", name]), ...flags];
      return `${typed()} ${["judge", ...own, "--seed", String(seed), "--", ...command].map(quoted).join(" ")}`;
    },
    write: (ids) => {
      if (save === undefined) return;
      const kept = ids
        .flatMap((one) => told.get(one) ?? [])
        .filter((one) => [one.variants, one.shopper, one.amounts].every((only) => only === undefined));
      for (const { id, scenario, isSlow } of kept)
        writeFileSync(join(save, fileOf(id)), scenarioText(scenario, isSlow ? undefined : clock));
    },
  };
}

/** After this long without a call, a run is only waiting. */
export const IDLE = "500ms";

const fileOf = (id: string): string => `${id.replaceAll("#", "-").replaceAll("/", ".")}.scenario.yaml`;

function makeSaveFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CannotStart(`--save: cannot write to ${folder}: ${(error as Error).message}`);
  }
}

/** Makes `exec` advance time in the same way as the judge. */
function scenarioText(
  { expect: _, name, description, ...scenario }: PlannedMutant["scenario"],
  clock: string | undefined,
) {
  const time = { ...(clock !== undefined && { clock }), idle: IDLE };
  return stringify({ name, description, ...time, ...scenario }, { lineWidth: 0 });
}
