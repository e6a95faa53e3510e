import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { CannotStart } from "../../package/errors.js";
import type { PlannedMutant } from "../plan/mutant.js";

/** How mutants are played again by hand. */
export interface Replays {
  /** As a command line. */
  readonly of: (mutant: PlannedMutant) => string;
  /** Writes the scenario files of these mutants, whose command lines are told. */
  readonly write: (ids: readonly string[]) => void;
}

export interface ReplayOptions {
  readonly command: readonly string[];
  readonly seed: number;
  /** Where the scenario files are kept; left out: in a new folder below the machine's temporary one, for a week. */
  readonly save: string | undefined;
  /** The user's own scenarios, as they were named. */
  readonly scenarios: readonly string[];
  /** Other options of the sandbox, as they were typed. */
  readonly flags: readonly string[];
}

const PREFIX = "payment-sandbox-mutants-";
const WEEK_MS = 7 * 24 * 3_600_000;

/** Throws CannotStart where nothing can be written to `save`. */
export function replaysIn({ command, seed, save, scenarios, flags }: ReplayOptions): Replays {
  if (save !== undefined) makeFolder(save);
  const folder = save ?? join(tmpdir(), `${PREFIX}${randomUUID()}`);
  const fileOf = (id: string) => join(folder, `${id.replaceAll("#", "-").replaceAll("/", ".")}.scenario.yaml`);
  const told = new Map<string, PlannedMutant>();
  return {
    of: (mutant) => {
      told.set(mutant.id, mutant);
      const own = ["--scenario", fileOf(mutant.id), ...scenarios.flatMap((name) => ["--scenario", name])];
      return ["payment-sandbox", "exec", ...own, ...flags, "--seed", String(seed), "--", ...command]
        .map(quoted)
        .join(" ");
    },
    write: (ids) => {
      const mutants = ids.flatMap((id) => told.get(id) ?? []);
      if (save === undefined) {
        removeOld();
        if (mutants.length > 0) mkdirSync(folder, { mode: 0o700 });
      }
      for (const { id, scenario } of mutants) writeFileSync(fileOf(id), textOf(scenario));
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CannotStart(`--save: cannot write to ${folder}: ${(error as Error).message}`);
  }
}

/** Nobody plays again what was found long ago: what earlier judges left is removed. */
function removeOld(): void {
  const before = Date.now() - WEEK_MS;
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      if (statSync(folder).mtimeMs < before) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another judge was quicker, or it is another user's.
    }
  }
}

const textOf = ({ expect: _, ...scenario }: PlannedMutant["scenario"]): string => stringify(scenario, { lineWidth: 0 });

/** As a shell takes it for one word. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
