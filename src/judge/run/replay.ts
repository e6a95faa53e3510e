import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import type { PlannedMutant } from "../plan/mutant.js";

/** How a mutant is played again by hand, as a command line. */
export type ReplayOf = (mutant: PlannedMutant) => string;

export interface ReplayOptions {
  readonly command: readonly string[];
  readonly seed: number;
  /** Where the scenario files are kept; left out: in a folder of their own below the machine's temporary one. */
  readonly save: string | undefined;
  /** The user's own scenarios, as they were named. */
  readonly scenarios: readonly string[];
}

/** Writes the scenario file of each mutant that is asked for, once. */
export function replaysIn({ command, seed, save, scenarios }: ReplayOptions): ReplayOf {
  const folder = save ?? join(tmpdir(), `payment-sandbox-judge-${process.pid}`);
  const written = new Map<string, string>();
  return ({ id, scenario }) => {
    let file = written.get(id);
    if (file === undefined) {
      file = join(folder, `${id.replaceAll("#", "-").replaceAll("/", ".")}.scenario.yaml`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, textOf(scenario));
      written.set(id, file);
    }
    const own = scenarios.flatMap((name) => ["--scenario", name]);
    return ["payment-sandbox", "exec", "--scenario", file, ...own, "--seed", String(seed), "--", ...command]
      .map(quoted)
      .join(" ");
  };
}

const textOf = ({ expect: _, ...scenario }: PlannedMutant["scenario"]): string => stringify(scenario, { lineWidth: 0 });

/** As a shell takes it for one word. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
