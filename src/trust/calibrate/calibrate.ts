import { CALIBRATION_VERSION, type Calibration } from "../../config/calibration.js";
import { version } from "../../package/version.js";
import { TargetFault } from "../target/fault.js";
import type { Listener } from "../target/listener.js";
import type { RateClock } from "../target/rate-limit.js";
import { retryingTarget } from "../target/retrying.js";
import { requireService, requireTrusted } from "../target/service-check.js";
import type { Target } from "../target/target.js";
import type { AnswerShapes } from "./answer-shapes.js";
import { Budget } from "./budget.js";
import { Charges, undoneText } from "./charges.js";
import { limitNames } from "./limits.js";
import { Notes } from "./notes.js";
import type { Person } from "./person.js";
import { codeProbes } from "./probes/codes.js";
import { probes } from "./probes/index.js";
import { equalCharges, namedViews, refusalViews, type View } from "./probes/refusals.js";
import { codeKey, concluded, limitKey, runCodeProbe, runLimit, runProbe } from "./run-probe.js";
import { Session } from "./session.js";

export interface CalibrateOptions {
  readonly target: Target;
  /** The target's name in the file. */
  readonly url: string;
  readonly merchantId: number;
  readonly userId: string;
  readonly person: Person;
  readonly clock: RateClock;
  /** The prefix of this run's references, which no other run uses. */
  readonly prefix: string;
  /** Receives the target's notifications. Absent if the target cannot reach this machine. */
  readonly listener?: Listener | undefined;
  /** The budget for the run's charges. By default, its own. */
  readonly budget?: Budget | undefined;
  /** An earlier run's results. Decided entries are kept and not checked again, while findings are checked again. */
  readonly known?: Calibration | undefined;
  /** Called after each step, with everything that is known so far. */
  readonly onStep?: (step: CalibrationStep) => void;
}

export interface CalibrationStep {
  readonly about: string;
  readonly text: string;
  readonly calibration: Calibration;
}

export interface Calibrated {
  /** The results, even if the run could not finish. */
  readonly calibration: Calibration;
  /** Why the run ended early. */
  readonly stopped?: string;
  /** How its charges were undone. Absent if there were none. */
  readonly undone?: string;
}

/**
 * Finds out how the target behaves where the sandbox has only assumptions. Throws TargetFault if the target is not a
 * payment service that accepts our calls.
 */
export async function calibrate(options: CalibrateOptions): Promise<Calibrated> {
  const { budget = new Budget(), clock } = options;
  const notes = new Notes(options.known);
  const charges = new Charges(budget, options.known?.charged);
  const retrying = charges.watched(retryingTarget(options.target, clock));
  const session = new Session({ ...options, budget, target: observed(retrying, notes.shapes), codes: notes.codes });
  await requireCaller(session, options);
  try {
    await runAll(session, notes, charges, options);
  } catch (fault) {
    if (!(fault instanceof TargetFault)) throw fault;
    return { calibration: interrupted(options, notes, charges), stopped: fault.message };
  }
  const undone = await undoneBy(charges, retrying);
  return { calibration: calibrationOf(options, notes), ...(undone !== undefined && { undone }) };
}

async function runAll(session: Session, notes: Notes, charges: Charges, options: CalibrateOptions): Promise<void> {
  const told = (about: string) =>
    options.onStep?.({
      about,
      text: notes.textOf(about),
      calibration: interrupted(options, notes, charges),
    });
  const see = async (view: View) => {
    if (notes.shapes.has(view.key) || view.key in (options.known?.answers ?? {})) return;
    await concluded(session, () => view.see(session, notes.shapes));
    told(view.key);
  };
  // First, because if a service refuses equal charges, the probes use up the budget.
  await see(equalCharges);
  for (const round of ["first", "again"] as const) {
    // The second round repeats probes that something disturbed in the first.
    const isDue = (key: string, isKnown: boolean) => !isKnown && (round === "first" || notes.disturbed.has(key));
    for (const probe of codeProbes)
      if (isDue(codeKey(probe), notes.codes.codeOf(probe.name) !== undefined)) {
        await runCodeProbe(session, probe, notes);
        told(codeKey(probe));
      }
    for (const probe of probes)
      if (isDue(probe.id, notes.assumptions.has(probe.id))) {
        await runProbe(session, probe, notes);
        told(probe.id);
      }
  }
  for (const view of [equalCharges, ...refusalViews, ...namedViews]) await see(view);
  for (const name of limitNames.filter((one) => !notes.limits.has(one))) {
    await runLimit(session, name, notes);
    told(limitKey(name));
  }
}

async function undoneBy(charges: Charges, target: Target): Promise<string | undefined> {
  try {
    return undoneText(await charges.undo(target));
  } catch (fault) {
    if (!(fault instanceof TargetFault)) throw fault;
    return `the charges could not be voided: ${fault.message}`;
  }
}

/** Checks the shape of every answer, whichever probe made the call. */
const observed = (target: Target, shapes: AnswerShapes): Target => ({
  ...target,
  call: async (path, params) => {
    const answer = await target.call(path, params);
    shapes.see(path, params, answer);
    return answer;
  },
});

async function requireCaller(session: Session, { url, merchantId, userId }: CalibrateOptions): Promise<void> {
  const path = "tokenization/query-token";
  const answer = await session.target.call(path, { userId });
  const where = `${url}/${path}`;
  requireService(answer, where);
  requireTrusted(answer, merchantId, where);
}

/** The results so far, with which the next run continues. */
const interrupted = (options: CalibrateOptions, notes: Notes, { open }: Charges): Calibration => ({
  ...calibrationOf(options, notes),
  partial: true,
  ...(open.length > 0 && { charged: open }),
});

function calibrationOf({ url, merchantId, userId, clock, known }: CalibrateOptions, notes: Notes): Calibration {
  const { undetermined, ...settled } = notes.results();
  return {
    version: CALIBRATION_VERSION,
    madeBy: version,
    date: new Date(clock.now()).toISOString(),
    target: url,
    merchantId,
    userId,
    ...settled,
    answers: { ...notes.shapes.seen(notes.codes), ...known?.answers },
    undetermined,
    ...(known?.accepted && { accepted: known.accepted }),
  };
}
