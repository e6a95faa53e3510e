import { type Assumption, assumptions, type Policy } from "../../facts/assumptions.js";
import { pooled } from "../../judge/run/pool.js";
import { compileGlob } from "../../scenario/pattern.js";
import type { JudgedAssumption, Leaning, TriedChoice } from "./report.js";
import { passes, type RunOnce, type RunUnder } from "./run-under.js";
import { firstDifference } from "./transcript.js";

export interface SensitivityOptions {
  readonly run: RunOnce;
  /** The choices of the run as it is. */
  readonly policy: Policy;
  /** What a calibration settled: it is no guess, and not tried. */
  readonly observed: ReadonlySet<string>;
  readonly jobs: number;
  /** Real time after which no more alternatives are begun. */
  readonly budgetMs?: number | undefined;
  /** Ids of assumptions; text with *. */
  readonly only?: string | undefined;
  readonly signal: AbortSignal;
  /** Called with the number of alternatives, and after each of them. */
  readonly onPlan?: ((count: number) => void) | undefined;
  readonly onTried?: ((id: string, tried: TriedChoice) => void) | undefined;
}

/** What is tried does not pass as it is: there is nothing to hold alternatives against. */
export class DryRunFailed extends Error {
  readonly output: string;

  constructor(why: string, output: string) {
    super(`the command does not pass as it is: ${why}`);
    this.output = output;
  }
}

/** An alternative that is to be tried. */
interface Alternative {
  readonly id: keyof Policy;
  readonly choice: string;
}

/** An assumption of which more than one choice is built. */
type Chosen = Assumption & { readonly id: keyof Policy };
const chosen = assumptions.filter((row): row is Chosen => row.choices.length > 1);

/** Runs it as it is, then once per alternative of each assumption that this run depended on. Throws DryRunFailed, and what a run throws. */
export async function sensitivity(options: SensitivityOptions): Promise<readonly JudgedAssumption[]> {
  const { run, jobs, budgetMs, signal, onPlan, onTried } = options;
  const until = budgetMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + budgetMs;
  const touched = new Set<string>();
  const asItIs = await run({}, (id) => touched.add(id));
  if (!passes(asItIs)) throw new DryRunFailed(whyNot(asItIs), asItIs.output);
  const plan = alternativesOf(options, touched);
  onPlan?.(plan.length);
  const tried = new Map<string, TriedChoice[]>();
  await pooled(plan, { jobs, signal }, async ({ id, choice }) => {
    if (Date.now() > until) return;
    const done = await run({ [id]: choice });
    // What was ended with us says nothing.
    if (signal.aborted) return;
    const one = triedOf(choice, done, asItIs);
    tried.set(id, [...(tried.get(id) ?? []), one]);
    onTried?.(id, one);
  });
  return chosen.map((row) => assumptionOf(row, options, plan, tried.get(row.id) ?? []));
}

const whyNot = ({ exitCode, unmet }: RunUnder): string =>
  exitCode === null ? "it took too long" : exitCode === 0 ? unmet.join("; ") : `it ended with ${exitCode}`;

function alternativesOf(
  { policy, observed, only }: SensitivityOptions,
  touched: ReadonlySet<string>,
): readonly Alternative[] {
  const isMeant = only === undefined ? () => true : compileGlob(only);
  return chosen
    .filter(({ id }) => touched.has(id) && !observed.has(id) && isMeant(id))
    .flatMap(({ id, choices }) => choices.filter((choice) => choice !== policy[id]).map((choice) => ({ id, choice })));
}

const triedOf = (choice: string, run: RunUnder, asItIs: RunUnder): TriedChoice => ({
  choice,
  passes: passes(run),
  exitCode: run.exitCode,
  unmet: run.unmet,
  firstDifference: firstDifference(asItIs.calls, run.calls),
  ...(!passes(run) && { output: run.output.slice(-OUTPUT_CHARS) }),
  durationMs: run.durationMs,
});

const OUTPUT_CHARS = 2000;

function assumptionOf(
  { id, claim, findOut, choices }: Chosen,
  { policy, observed }: SensitivityOptions,
  plan: readonly Alternative[],
  tried: readonly TriedChoice[],
): JudgedAssumption {
  const planned = plan.filter((one) => one.id === id).map(({ choice }) => choice);
  const left = planned.filter((choice) => !tried.some((one) => one.choice === choice));
  const inOrder = choices.flatMap((choice) => tried.filter((one) => one.choice === choice));
  const verdict = observed.has(id) ? "observed" : verdictOf(planned, left, inOrder);
  return { id, claim, findOut, chosen: policy[id], verdict, tried: inOrder, left };
}

function verdictOf(planned: readonly string[], left: readonly string[], tried: readonly TriedChoice[]): Leaning {
  if (tried.some((one) => !one.passes)) return "leaning";
  if (planned.length === 0) return "not-touched";
  return left.length > 0 ? "left" : "safe";
}
