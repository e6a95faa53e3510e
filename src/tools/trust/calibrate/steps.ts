import type { AnswerName } from "../../../core/facts/codes.js";
import { requireService } from "../target/service-check.js";
import { LostAnswer, TargetFault } from "../target/target.js";
import { codeProbes, learnCode } from "./probes/codes.js";
import { probes } from "./probes/index.js";
import type { Conclusion, Probe } from "./probes/probe.js";
import type { Notes } from "./results/notes.js";
import { sentenceShape } from "./results/shape.js";
import { limitNames, limitSeen } from "./session/limits.js";
import { Disturbed, type Session, Undetermined } from "./session/session.js";

/** One thing to find out. */
export interface ProbeStep {
  /** An assumption, `responseCodes.<name>`, `limits.<name>`, or a name in `answers`. */
  readonly about: string;
  readonly isKnown: (notes: Notes) => boolean;
  /** Makes the calls and notes the result. Throws Undetermined if they show nothing. */
  readonly find: (session: Session, notes: Notes) => Promise<void>;
  /** True if the file doesn't say why nothing was found. */
  readonly isSilent?: true;
}

export const codeSteps: readonly ProbeStep[] = Object.entries(codeProbes).map(([key, provoke]) => {
  const name = key as AnswerName;
  return {
    about: `responseCodes.${name}`,
    isKnown: ({ codes }) => codes.codeOf(name) !== undefined,
    find: async (session, notes) => {
      await learnCode(session, name, provoke);
      notes.codeEvidence.set(name, session.evidence);
    },
  };
});

export const assumptionSteps: readonly ProbeStep[] = probes.map((probe) => ({
  about: probe.id,
  isKnown: (notes) => notes.assumptions.has(probe.id),
  find: async (session, notes) => {
    const conclusion = await conclusionOf(session, probe);
    await requireAlive(session);
    const { evidence } = session;
    if ("finding" in conclusion) notes.findings.set(probe.id, { text: conclusion.finding, evidence });
    else notes.settle(probe.id, { ...conclusion, evidence }, session.deciding);
  },
}));

export const limitSteps: readonly ProbeStep[] = limitNames.map((name) => ({
  about: `limits.${name}`,
  isKnown: ({ limits }) => limits.has(name),
  find: async (session, { limits }) => void limits.set(name, await limitSeen(session, name)),
}));

async function conclusionOf(session: Session, { id, run, isRepeated }: Probe): Promise<Conclusion> {
  const conclusion = await run(session, id);
  if (!isRepeated) return conclusion;
  const again = await run(session, id);
  if (conclusionText(again) !== conclusionText(conclusion))
    throw new Disturbed(
      `it was ${conclusionText(conclusion)} once, and ${conclusionText(again)} when it was tried again`,
    );
  return conclusion;
}

const conclusionText = (conclusion: Conclusion): string =>
  "finding" in conclusion ? sentenceShape(conclusion.finding) : conclusion.choice;

/** How often a disturbed step starts again with fresh orders. */
const ATTEMPTS = 3;
const WAIT_MS = 1000;

/** Notes what the step finds, or why it finds nothing. A disturbed step starts again. */
export async function runStep(session: Session, notes: Notes, { about, find, isSilent }: ProbeStep): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    session.begin();
    try {
      await find(session, notes);
      return notes.close(about);
    } catch (error) {
      if (!(error instanceof Undetermined || error instanceof TargetFault)) throw error;
      // If the target cut only this call, the run continues. If it also fails the next call, it is down.
      if (error instanceof TargetFault) await requireAlive(session);
      const isDisturbed = error instanceof TargetFault || error instanceof Disturbed;
      if (isDisturbed && attempt < ATTEMPTS) await session.wait(WAIT_MS * attempt);
      else return isSilent ? undefined : notes.leaveOpen(about, error.message, isDisturbed);
    }
  }
}

/** Throws if the service no longer answers, because the step's result is then meaningless. */
async function requireAlive({ target, userId }: Session): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return requireService(await target.call("tokenization/query-token", { userId }), "the target");
    } catch (error) {
      if (!(error instanceof LostAnswer) || attempt === ATTEMPTS) throw error;
    }
}
