import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { CannotStart } from "../../../package/errors.js";
import { quoted, typed } from "../../../package/typed.js";
import { makeFolder, pathFault } from "../../../package/writing.js";
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

/** How the judge was started. */
export interface JudgeLine {
  readonly command: readonly string[];
  readonly seed: number;
  /** The user's own scenarios, as named on the command line. */
  readonly scenarios: readonly string[];
  /** Other options, as typed. */
  readonly flags: readonly string[];
}

export interface ReplayOptions extends JudgeLine {
  /** The folder for saved scenario files. Undefined: none are saved. */
  readonly save: string | undefined;
  /** True if the user's own scenarios set the clock. */
  readonly hasClock: boolean;
}

/** The judge as a command line, for one mutant or for all. */
export function judgeLine({ command, seed, scenarios, flags }: JudgeLine, only?: string): string {
  const own = [...(only === undefined ? [] : ["--only", only]), ...scenarios.flatMap((name) => ["--scenario", name])];
  const words = ["judge", ...own, ...flags, "--seed", String(seed), "--", ...command];
  return `${typed()} ${words.map(quoted).join(" ")}`;
}

/** Throws CannotStart if `save` is not writable. */
export function replaysIn({ save, hasClock, ...line }: ReplayOptions): Replays {
  const clock = hasClock ? undefined : new Date().toISOString();
  if (save !== undefined) makeSaveFolder(save);
  const told = new Map<string, PlannedMutant>();
  return {
    of: (mutant) => {
      told.set(mutant.id, mutant);
      return judgeLine(line, mutant.id);
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
    throw new CannotStart(`--save: cannot write to ${folder}: ${pathFault(error)}`);
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
