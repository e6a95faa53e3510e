import { type AssumptionId, assumptions } from "../../facts/assumptions.js";
import { LostAnswer, TargetFault } from "../target/fault.js";
import { requireService } from "../target/service-check.js";
import { limitSeen } from "./limits.js";
import type { Notes } from "./notes.js";
import type { Conclusion, Probe } from "./probe.js";
import { type CodeProbe, learnCode } from "./probes/codes.js";
import type { Session } from "./session.js";
import { sentenceShape } from "./shape.js";
import { Disturbed, Undetermined } from "./undetermined.js";

/** How often a disturbed probe starts again with fresh orders. */
const ATTEMPTS = 3;
const WAIT_MS = 1000;

export const codeKey = ({ name }: CodeProbe): string => `responseCodes.${name}`;
export const limitKey = (name: string): string => `limits.${name}`;

export async function runCodeProbe(session: Session, probe: CodeProbe, notes: Notes): Promise<void> {
  const key = codeKey(probe);
  const open = await concluded(session, () => learnCode(session, probe));
  if (open) return notes.leaveOpen(key, open.why, open.isDisturbed);
  notes.close(key);
  notes.codeEvidence.set(probe.name, session.evidence);
}

export async function runProbe(session: Session, probe: Probe, notes: Notes): Promise<void> {
  const { id } = probe;
  const open = await concluded(session, async () => {
    const conclusion = await conclusionOf(session, probe);
    await requireAlive(session);
    const { evidence } = session;
    if ("finding" in conclusion) notes.find(id, { text: conclusion.finding, evidence });
    else if (!choicesOf(id).includes(conclusion.choice))
      notes.find(id, { text: `${conclusion.choice}: the sandbox cannot do so`, evidence });
    else notes.settle(id, { ...conclusion, evidence, restsOn: session.deciding });
  });
  if (open) notes.leaveOpen(id, open.why, open.isDisturbed);
}

export async function runLimit(session: Session, name: string, notes: Notes): Promise<void> {
  const open = await concluded(session, async () => {
    notes.limits.set(name, await limitSeen(session, name));
    notes.close(limitKey(name));
  });
  if (open) notes.leaveOpen(limitKey(name), open.why, open.isDisturbed);
}

async function conclusionOf(session: Session, { run, isRepeated }: Probe): Promise<Conclusion> {
  const conclusion = await run(session);
  if (!isRepeated) return conclusion;
  const again = await run(session);
  if (textOf(again) !== textOf(conclusion))
    throw new Disturbed(`it was ${textOf(conclusion)} once, and ${textOf(again)} when it was tried again`);
  return conclusion;
}

const textOf = (conclusion: Conclusion): string =>
  "finding" in conclusion ? sentenceShape(conclusion.finding) : conclusion.choice;

const choicesOf = (id: AssumptionId): readonly string[] => assumptions.find((row) => row.id === id)!.choices;

/** Why the probe concluded nothing. Undefined if it did. A disturbed probe starts again. */
export async function concluded(
  session: Session,
  work: () => Promise<void>,
): Promise<{ readonly why: string; readonly isDisturbed: boolean } | undefined> {
  for (let attempt = 1; ; attempt++) {
    session.begin();
    try {
      await work();
      return undefined;
    } catch (error) {
      if (!(error instanceof Undetermined || error instanceof TargetFault)) throw error;
      // If the target cut only this call, the run continues. If it also fails the next call, it is down.
      if (error instanceof TargetFault) await requireAlive(session);
      const isDisturbed = error instanceof TargetFault || error instanceof Disturbed;
      if (!isDisturbed || attempt === ATTEMPTS) return { why: error.message, isDisturbed };
      await session.wait(WAIT_MS * attempt);
    }
  }
}

/** Throws if the service no longer answers, because the probe's result is then meaningless. */
async function requireAlive({ target, userId }: Session): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return requireService(await target.call("tokenization/query-token", { userId }), "the target");
    } catch (error) {
      if (!(error instanceof LostAnswer) || attempt === ATTEMPTS) throw error;
    }
}
