import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import type { PlannedMutant } from "../plan/mutant.js";

/** How a mutant is played again by hand, as a command line. */
export type ReplayOf = (mutant: PlannedMutant) => string;

export interface ReplayOptions {
  readonly command: readonly string[];
  readonly seed: number;
  /** Where the scenario files are kept; left out: in a new folder below the machine's temporary one, which stays. */
  readonly save: string | undefined;
  /** The user's own scenarios, as they were named. */
  readonly scenarios: readonly string[];
  /** Other options of the sandbox, as they were typed. */
  readonly flags: readonly string[];
}

/** Writes the scenario file of each mutant that is asked for, once. */
export function replaysIn({ command, seed, save, scenarios, flags }: ReplayOptions): ReplayOf {
  let folder = save;
  const written = new Map<string, string>();
  return ({ id, scenario }) => {
    let file = written.get(id);
    if (file === undefined) {
      folder ??= mkdtempSync(join(tmpdir(), "payment-sandbox-mutants-"));
      file = join(folder, `${id.replaceAll("#", "-").replaceAll("/", ".")}.scenario.yaml`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, textOf(scenario));
      written.set(id, file);
    }
    const own = scenarios.flatMap((name) => ["--scenario", name]);
    return ["payment-sandbox", "exec", "--scenario", file, ...own, ...flags, "--seed", String(seed), "--", ...command]
      .map(quoted)
      .join(" ");
  };
}

const textOf = ({ expect: _, ...scenario }: PlannedMutant["scenario"]): string => stringify(scenario, { lineWidth: 0 });

/** As a shell takes it for one word. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
