import { type Assumption, assumptions, type Policy } from "../../../core/facts/assumptions.js";
import { readScenario } from "../../../core/scenario/document/document.js";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import type { JudgedAssumption, Leaning, TriedChoice } from "./report.js";
import { passes, type RunOnce, type RunUnder } from "./run-under.js";
import { firstDifference } from "./transcript.js";

export interface SensitivityOptions {
  readonly run: RunOnce;
  /** The choices of the unchanged run. */
  readonly policy: Policy;
  /** Assumptions that a calibration has confirmed. They are no guesses, so they aren't varied. */
  readonly observed: ReadonlySet<string>;
  readonly jobs: number;
  /** After this much real time, no more alternatives are started. */
  readonly budgetMs?: number | undefined;
  /** Ids of assumptions, with `*` as a wildcard. */
  readonly only?: string | undefined;
  /** True to also try each pair of alternatives that pass on their own. */
  readonly pairs?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Called with the number of alternatives, and after each of them. */
  readonly onPlan?: ((count: number) => void) | undefined;
  readonly onTried?: ((id: string, tried: TriedChoice) => void) | undefined;
}

/** The command fails even without a change, so alternatives can't be compared. */
export class UnchangedRunFailed extends Error {
  readonly output: string;

  constructor(why: string, output: string) {
    super(`the command does not pass as it is: ${why}`);
    this.output = output;
  }
}

/** An alternative to try, possibly together with another one. */
interface Alternative {
  readonly id: keyof Policy;
  readonly choice: string;
  readonly with?: Pick<Alternative, "id" | "choice">;
}

/** An assumption with more than one supported choice. */
type Chosen = Assumption & { readonly id: keyof Policy };
const chosen = assumptions.filter((row): row is Chosen => row.choices.length > 1);

/**
 * Runs the command unchanged, and then with each alternative of each assumption on which this run depended. Throws
 * UnchangedRunFailed, and the errors of a run.
 */
export async function sensitivity(options: SensitivityOptions): Promise<readonly JudgedAssumption[]> {
  const { run, jobs, budgetMs, signal, onPlan, onTried } = options;
  const until = budgetMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + budgetMs;
  const touched = new Set<string>();
  const asItIs = await run({}, (id) => touched.add(id));
  if (!passes(asItIs)) throw new UnchangedRunFailed(whyNot(asItIs), asItIs.output);
  const plan = alternativesOf(options, touched);
  onPlan?.(plan.length);
  const tried = new Map<string, TriedChoice[]>();
  const tryAll = (alternatives: readonly Alternative[]) =>
    pooled(alternatives, { jobs, signal }, async ({ id, choice, with: other }) => {
      if (Date.now() > until) return;
      const under = { [id]: choice, ...(other && { [other.id]: other.choice }) };
      const first = await run(under);
      // Runs a failed alternative again. A flaky test usually fails only once, while tests that depend on the choice
      // fail again.
      const done = passes(first) || signal.aborted ? first : await run(under);
      // A run that was aborted proves nothing.
      if (signal.aborted) return;
      const one = triedOf(other ? `${choice} with ${other.id}: ${other.choice}` : choice, done, asItIs);
      tried.set(id, [...(tried.get(id) ?? []), one]);
      onTried?.(id, one);
    });
  await tryAll(plan);
  if (options.pairs) {
    const leaning = new Set([...tried].filter(([, all]) => all.some((one) => !one.passes)).map(([id]) => id));
    const pairs = pairsOf(plan.filter(({ id }) => !leaning.has(id)));
    onPlan?.(plan.length + pairs.length);
    await tryAll(pairs);
  }
  return chosen.map((row) => assumptionOf(row, options, plan, tried.get(row.id) ?? []));
}

/** All pairs of alternatives for different assumptions. */
const pairsOf = (all: readonly Alternative[]): readonly Alternative[] =>
  all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .filter(({ id }) => id !== one.id)
      .map((other) => ({ ...one, with: other })),
  );

const EVERYTHING_REFUSED = JSON.stringify({
  name: "everything-refused",
  rules: [{ when: { operation: "*/*" }, then: { outcome: "system-error" } }],
});

/**
 * True if the command passes even if every call is refused. Its tests then assert nothing, and no alternative can
 * make them fail.
 */
export async function assertsNothing(run: RunOnce): Promise<boolean> {
  const read = readScenario(EVERYTHING_REFUSED, "everything-refused");
  if ("problems" in read) throw new Error(`expected a scenario, found ${read.problems.length} problems`);
  return passes(await run({}, undefined, [{ scenario: read.scenario }]));
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
  const alone = choices.flatMap((choice) => tried.filter((one) => one.choice === choice));
  const inOrder = [...alone, ...tried.filter((one) => !alone.includes(one))];
  const verdictOf = (): Leaning => {
    if (observed.has(id)) return "observed";
    if (tried.some((one) => !one.passes)) return "leaning";
    if (planned.length === 0) return "not-touched";
    return left.length > 0 ? "left" : "safe";
  };
  return { id, claim, findOut, chosen: policy[id], verdict: verdictOf(), tried: inOrder, left };
}

/**
 * Runs `work` for each item in order, several at a time. Resolves once all started work has ended. The first failure
 * stops it. Once `signal` is aborted, no new work starts.
 */
async function pooled<T>(
  items: readonly T[],
  { jobs, signal }: Pick<SensitivityOptions, "jobs" | "signal">,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const failing = new AbortController();
  const stop = AbortSignal.any([signal, failing.signal]);
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (stop.aborted) return;
      await work(item).catch((error: unknown) => failing.abort(error));
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  failing.signal.throwIfAborted();
}
