import type { Calibration } from "../../../server/options/calibration.js";
import { retryingTarget } from "../target/retrying.js";
import { requireService, requireTrusted } from "../target/service-check.js";
import { isSuccess, passing, type Target, TargetFault } from "../target/target.js";
import { answerSteps, equalCharges } from "./probes/answers.js";
import type { AnswerShapes } from "./results/answer-shapes.js";
import { calibratedText } from "./results/drift.js";
import { Notes } from "./results/notes.js";
import { Charges } from "./session/charges.js";
import { Session, type SessionOptions } from "./session/session.js";
import { assumptionSteps, codeSteps, limitSteps, type ProbeStep, runStep } from "./steps.js";

export interface CalibrateOptions extends Omit<SessionOptions, "codes" | "charges"> {
  /** The target's name in the file. */
  readonly url: string;
  readonly merchantId: number;
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
  const { clock, known, onStep } = options;
  const notes = new Notes(known);
  const charges = new Charges(known?.charged);
  const retrying = charges.watched(retryingTarget(options.target, clock));
  const session = new Session({ ...options, charges, target: observed(retrying, notes.shapes), codes: notes.codes });
  await requireCaller(session, options);
  try {
    for (const step of dueSteps(notes)) {
      await runStep(session, notes, step);
      const { about } = step;
      const calibration = interrupted(options, notes, charges);
      onStep?.({ about, text: calibratedText(calibration, about), calibration });
    }
  } catch (fault) {
    if (!(fault instanceof TargetFault)) throw fault;
    return { calibration: interrupted(options, notes, charges), stopped: fault.message };
  }
  const undone = await undoneBy(charges, retrying);
  return { calibration: calibrationOf(options, notes), ...(undone !== undefined && { undone }) };
}

/** What is not known yet when its turn comes. */
function* dueSteps(notes: Notes): Generator<ProbeStep> {
  const probes = [...codeSteps, ...assumptionSteps];
  // Equal charges come first, because if a service refuses them, the probes use up the budget.
  for (const step of [equalCharges, ...probes]) if (!step.isKnown(notes)) yield step;
  // Again what something disturbed.
  for (const step of probes) if (notes.disturbed.has(step.about) && !step.isKnown(notes)) yield step;
  for (const step of [equalCharges, ...answerSteps, ...limitSteps]) if (!step.isKnown(notes)) yield step;
}

async function undoneBy(charges: Charges, target: Target): Promise<string | undefined> {
  try {
    return await charges.undo(target);
  } catch (fault) {
    if (!(fault instanceof TargetFault)) throw fault;
    return `the charges could not be voided: ${fault.message}`;
  }
}

/** Checks the shape of every answer, whichever probe made the call. */
const observed = (target: Target, shapes: AnswerShapes): Target =>
  passing(target, async ({ path, ...sent }, send) => {
    const answer = await send();
    if (isSuccess(answer) && "params" in sent) shapes.see(path, sent.params, answer.body);
    return answer;
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

const calibrationOf = ({ url, merchantId, userId, clock, known }: CalibrateOptions, notes: Notes): Calibration => ({
  ...notes.calibration({ now: clock.now(), target: url, merchantId, userId }),
  ...(known?.accepted && { accepted: known.accepted }),
});
