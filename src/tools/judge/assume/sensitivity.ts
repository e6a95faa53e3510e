import { type Assumption, assumptions, type Policy } from "../../../core/facts/assumptions.js";
import type { Rule } from "../../../core/scenario/rule/rule.js";
import { compileGlob } from "../../../core/scenario/values/pattern.js";
import { runProblems } from "../first-run.js";
import type { PlannedMutant } from "../mutants/mutant.js";
import { queued } from "../queue.js";
import { budgeted } from "../run/budget.js";
import { fixedJobs, IdleJobs } from "../run/jobs.js";
import type { ShopRun, ShopRunner } from "../run/shop-runner.js";
import { isAccusation } from "../schema/verdicts.js";
import { accountOf, runOutcomeOf } from "../verdict-of.js";
import { firstDifference } from "./first-difference.js";
import type { JudgedAssumption, Leaning, TriedChoice } from "./report.js";

export interface SensitivityOptions {
  readonly runner: ShopRunner;
  /** The assumptions on which the runner's runs depended so far. */
  readonly touched: ReadonlySet<string>;
  /** The choices of the unchanged run. */
  readonly policy: Policy;
  /** Assumptions that a calibration has confirmed. They are no guesses, so they aren't varied. */
  readonly observed: ReadonlySet<string>;
  /** How many runs at a time. Undefined: as many as idle cores allow. */
  readonly jobs: number | undefined;
  /** The limit of real time for all alternatives. */
  readonly budgetMs?: number | undefined;
  /** Patterns of ids such as assume/cancel=closed, or of assumptions. Empty: all. */
  readonly only: readonly string[];
  /** True to also try each pair of alternatives that pass on their own. */
  readonly pairs?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Called with the number of alternatives, and after each of them. */
  readonly onPlan?: ((count: number) => void) | undefined;
  readonly onTried?: ((tried: TriedChoice) => void) | undefined;
}

/** The command fails even without a change, so alternatives can't be compared. */
export class UnchangedRunFailed extends Error {
  readonly output: string;

  constructor(why: string, output: string) {
    super(`the command does not pass as it is: ${why}`);
    this.output = output;
  }
}

/** Another choice of an assumption. */
interface Alternative {
  readonly id: keyof Policy;
  readonly choice: string;
}

/** A run in which the service chose otherwise, at one or two points. */
interface AssumeMutant extends PlannedMutant {
  readonly alternatives: readonly Alternative[];
}

/** An assumption with more than one supported choice. */
type Chosen = Assumption & { readonly id: keyof Policy };
const chosen = assumptions.filter((row): row is Chosen => row.choices.length > 1);

export const idOf = ({ id, choice }: { readonly id: string; readonly choice: string }): string =>
  `assume/${id}=${choice}`;

/** The ids of all alternatives, and of their assumptions. */
export const idsToSelect: readonly string[] = chosen.flatMap(({ id, choices }) => [
  id,
  ...choices.map((choice) => idOf({ id, choice })),
]);

const assumeMutant = (alternatives: readonly Alternative[], rules: readonly Rule[] = []): AssumeMutant => {
  const id = alternatives.map(idOf).join("+");
  const assume = Object.fromEntries(alternatives.map(({ id, choice }) => [id, choice]));
  return {
    ...{ id, alternatives, lane: 0, slot: 0, isOfEachLane: true, operation: "*/*", call: 0, isSlow: false },
    ...{ family: "assume", change: id, about: id },
    scenario: { name: id === "" ? "everything-refused" : id, assume, rules: [...rules], expect: [] },
  };
};

const everythingRefused = assumeMutant([], [{ when: { operation: "*/*" }, then: { outcome: "system-error" } }]);

/**
 * Runs the command unchanged, and then with each alternative of each assumption on which this run depended. Throws
 * UnchangedRunFailed, and the errors of a run.
 */
export async function sensitivity(options: SensitivityOptions): Promise<{
  readonly assumptions: readonly JudgedAssumption[];
  /** True if nothing fails, not even if every call is refused: then the tests assert nothing. */
  readonly assertsNothing: boolean;
}> {
  const { runner, jobs, budgetMs, signal, onPlan, onTried, pairs } = options;
  const idle = new IdleJobs();
  const dry = await idle.measure(() => runner.run(undefined, signal));
  const problems = runProblems(dry);
  if (problems.length > 0)
    throw new UnchangedRunFailed(
      problems.join("; "),
      (dry.lastLines ?? []).map((line) => line && `${line}\n`).join(""),
    );
  const account = dry.beliefs === undefined ? undefined : accountOf(dry);
  const wrongIn = (run: ShopRun): readonly string[] | undefined => {
    const { verdict, wrong } = runOutcomeOf(run, account, new Set());
    if (verdict !== "noticed" && verdict !== "unreadable" && !isAccusation(verdict)) return undefined;
    return [...run.unmet, ...run.unreadable, ...wrong.map(({ why }) => why)];
  };
  using budget = budgeted(signal, budgetMs);
  const { untilEnd } = budget;
  const tried: { readonly mutant: AssumeMutant; readonly result: TriedChoice }[] = [];
  const tryAll = async (plan: readonly AssumeMutant[]): Promise<void> => {
    const queue = queued(plan, new Set(), dry, { depth: 1, isWanted: () => true });
    const several = jobs === undefined ? idle : fixedJobs(jobs);
    const limit = runner.isOneAtATime?.() ? fixedJobs(1) : several;
    await queue.run({ jobs: limit, signal: untilEnd }, async ([planned]) => {
      const mutant = planned as AssumeMutant;
      let run = await runner.run(mutant, untilEnd);
      // A flaky test usually fails only once, while tests that depend on the choice fail again.
      if (wrongIn(run) && !untilEnd.aborted) run = await runner.run(mutant, untilEnd);
      // A run that was aborted proves nothing.
      if (untilEnd.aborted) return;
      const result = triedOf(mutant, run, dry, wrongIn(run));
      tried.push({ mutant, result });
      onTried?.(result);
    });
  };
  const plan = planOf(options);
  onPlan?.(plan.length);
  await tryAll(plan);
  if (pairs) {
    const leaning = new Set(tried.flatMap(({ mutant, result }) => (result.passes ? [] : mutant.alternatives[0]!.id)));
    const both = pairsOf(plan.flatMap(({ alternatives: [one] }) => (leaning.has(one!.id) ? [] : [one!])));
    onPlan?.(plan.length + both.length);
    await tryAll(both);
  }
  const isBlind = tried.every(({ result }) => result.passes) && !signal.aborted;
  return {
    assumptions: chosen.map((row) => assumptionOf(row, options, plan, tried)),
    assertsNothing: isBlind && wrongIn(await runner.run(everythingRefused, signal)) === undefined,
  };
}

/** All pairs of alternatives for different assumptions. */
const pairsOf = (all: readonly Alternative[]): readonly AssumeMutant[] =>
  all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .filter(({ id }) => id !== one.id)
      .map((other) => assumeMutant([one, other])),
  );

function planOf({ policy, observed, only, touched }: SensitivityOptions): readonly AssumeMutant[] {
  const fits = only.map(compileGlob);
  const isMeant = (one: Alternative): boolean =>
    fits.length === 0 || fits.some((isFit) => isFit(one.id) || isFit(idOf(one)));
  return chosen
    .filter(({ id }) => touched.has(id) && !observed.has(id))
    .flatMap(({ id, choices }) => choices.filter((choice) => choice !== policy[id]).map((choice) => ({ id, choice })))
    .filter(isMeant)
    .map((one) => assumeMutant([one]));
}

function triedOf(
  { id, alternatives }: AssumeMutant,
  run: ShopRun,
  dry: ShopRun,
  wrong: readonly string[] | undefined,
): TriedChoice {
  const [one, other] = alternatives;
  const { exitCode, hasTimedOut, why, ms, lastLines = [why ?? ""] } = run;
  return {
    id,
    choice: other ? `${one!.choice} with ${other.id}: ${other.choice}` : one!.choice,
    passes: wrong === undefined,
    ...{ exitCode, hasTimedOut, why, unmet: wrong ?? [], durationMs: ms },
    firstDifference: firstDifference(dry, run),
    ...(wrong && { output: lastLines.join("\n") }),
  };
}

function assumptionOf(
  { id, claim, findOut, choices }: Chosen,
  { policy, observed }: SensitivityOptions,
  plan: readonly AssumeMutant[],
  all: readonly { readonly mutant: AssumeMutant; readonly result: TriedChoice }[],
): JudgedAssumption {
  const isOfThis = ({ alternatives: [first] }: AssumeMutant): boolean => first!.id === id;
  const planned = plan.filter(isOfThis).map(({ alternatives: [first] }) => first!.choice);
  const tried = all.flatMap(({ mutant, result }) => (isOfThis(mutant) ? [result] : []));
  const placeOf = ({ choice }: TriedChoice): number =>
    (choices.indexOf(choice) + choices.length + 1) % (choices.length + 1);
  const left = planned.filter((choice) => !tried.some((one) => one.choice === choice));
  const verdictOf = (): Leaning => {
    if (observed.has(id)) return "observed";
    if (tried.some(({ passes }) => !passes)) return "leaning";
    if (planned.length === 0) return "not-touched";
    return left.length > 0 ? "left" : "safe";
  };
  const inOrder = tried.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { id, claim, findOut, chosen: policy[id], verdict: verdictOf(), tried: inOrder, left };
}
