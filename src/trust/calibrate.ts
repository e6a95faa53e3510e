import { CALIBRATION_VERSION, type Calibration, type Finding, type Settled } from "../config/calibration.js";
import { type AssumptionId, assumptions } from "../facts/assumptions.js";
import type { AnswerName } from "../facts/codes.js";
import { version } from "../package/version.js";
import { TargetFault } from "./fault.js";
import { requireService, requireTrusted } from "./hello.js";
import { LearntCodes } from "./learnt-codes.js";
import type { Listener } from "./listener.js";
import type { Person } from "./person.js";
import type { Probe } from "./probe.js";
import { type CodeProbe, codeProbes, learnCode } from "./probes/codes.js";
import { probes } from "./probes/index.js";
import type { Purse } from "./purse.js";
import { type Pace, Session } from "./session.js";
import type { Target } from "./target.js";
import { Undetermined } from "./undetermined.js";

export interface CalibrateOptions {
  readonly target: Target;
  /** What the file calls the target. */
  readonly url: string;
  readonly merchantId: number;
  readonly userId: string;
  readonly person: Person;
  readonly pace: Pace;
  /** What the references of this run begin with; no other run's do. */
  readonly prefix: string;
  /** Hears what the target notifies; left out where it can reach no address of this machine. */
  readonly listener?: Listener | undefined;
  /** What the run charges is taken out of it; left out: a purse of its own. */
  readonly purse?: Purse | undefined;
  /** What an earlier run found out: it is kept, and not asked again. */
  readonly known?: Calibration | undefined;
  /** Told after each step, with all that is known by then. */
  readonly onStep?: (step: Step) => void;
}

export interface Step {
  readonly about: string;
  readonly text: string;
  readonly calibration: Calibration;
}

/** Why a run ended before its end; what was learnt by then is in `calibration`. */
export interface Calibrated {
  readonly calibration: Calibration;
  /** What the target did, where the run could not go on. */
  readonly stopped?: string;
}

/** What is known while the calls are made. */
interface Notes {
  readonly assumptions: Map<AssumptionId, Settled & { readonly restsOn: readonly string[] }>;
  readonly codeEvidence: Map<AnswerName, Finding["evidence"]>;
  readonly findings: Map<string, Finding>;
  readonly undetermined: Map<string, string>;
}

/** Finds out what the target does where the sandbox guesses. Throws TargetFault where it is no payment service that takes our calls. */
export async function calibrate(options: CalibrateOptions): Promise<Calibrated> {
  const codes = new LearntCodes();
  const session = new Session({ ...options, codes });
  const notes = notesOf(options.known, codes);
  await greet(session, options);
  const told = (about: string) =>
    options.onStep?.({ about, text: textOf(about, notes, codes), calibration: calibrationOf(options, notes, codes) });
  try {
    for (const round of ["first", "again"] as const) {
      for (const probe of codeProbes)
        if (isDue(round, codeKey(probe), codes.codeOf(probe.name) !== undefined, notes)) {
          await runCodeProbe(session, probe, notes);
          told(codeKey(probe));
        }
      for (const probe of probes)
        if (isDue(round, probe.id, notes.assumptions.has(probe.id), notes)) {
          await runProbe(session, probe, notes);
          told(probe.id);
        }
    }
  } catch (fault) {
    if (!(fault instanceof TargetFault)) throw fault;
    return { calibration: calibrationOf(options, notes, codes), stopped: fault.message };
  }
  return { calibration: calibrationOf(options, notes, codes) };
}

const codeKey = ({ name }: CodeProbe): string => `responseCodes.${name}`;

/** The second round looks once more at what the first could not settle: a limit may have been in its way. */
function isDue(round: "first" | "again", key: string, isKnown: boolean, { findings, undetermined }: Notes): boolean {
  if (isKnown || findings.has(key)) return false;
  return round === "first" || undetermined.get(key)?.includes("was to succeed") === true;
}

function notesOf(known: Calibration | undefined, codes: LearntCodes): Notes {
  const settled = Object.entries(known?.assumptions ?? {}) as [AssumptionId, Settled][];
  const seen = Object.entries(known?.responseCodes ?? {});
  for (const [name, code] of seen)
    codes.restore(name as AnswerName, { ...code, message: code.message, isSure: code.confidence === "sure" });
  return {
    assumptions: new Map(settled.map(([id, one]) => [id, { ...one, restsOn: [] }])),
    codeEvidence: new Map(seen.map(([name, { evidence }]) => [name as AnswerName, evidence])),
    findings: new Map(Object.entries(known?.findings ?? {})),
    undetermined: new Map(),
  };
}

async function greet(session: Session, { url, merchantId, userId }: CalibrateOptions): Promise<void> {
  const path = "tokenization/query-token";
  const answer = await session.target.call(path, { userId });
  const where = `${url}/${path}`;
  requireService(answer, where);
  requireTrusted(answer, merchantId, where);
}

async function runCodeProbe(session: Session, probe: CodeProbe, notes: Notes): Promise<void> {
  const key = codeKey(probe);
  session.begin();
  const why = await undeterminedBy(session, () => learnCode(session, probe));
  if (why !== undefined) notes.undetermined.set(key, why);
  else {
    notes.undetermined.delete(key);
    notes.codeEvidence.set(probe.name, session.evidence);
  }
}

async function runProbe(session: Session, { id, run }: Probe, notes: Notes): Promise<void> {
  session.begin();
  const why = await undeterminedBy(session, async () => {
    const conclusion = await run(session);
    // The service still answers: what was concluded was not its end.
    await session.created();
    const { evidence } = session;
    if ("finding" in conclusion) notes.findings.set(id, { text: conclusion.finding, evidence });
    else if (!choicesOf(id).includes(conclusion.choice))
      notes.findings.set(id, { text: `${conclusion.choice}: the sandbox cannot do so`, evidence });
    else notes.assumptions.set(id, { ...conclusion, evidence, restsOn: session.deciding });
    notes.undetermined.delete(id);
  });
  if (why !== undefined) notes.undetermined.set(id, why);
}

const choicesOf = (id: AssumptionId): readonly string[] => assumptions.find((row) => row.id === id)!.choices;

/** Why nothing was concluded. A target that cut one call may go on; one that cuts the control too has gone. */
async function undeterminedBy(session: Session, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Undetermined) return error.message;
    if (!(error instanceof TargetFault)) throw error;
    requireService(await session.target.call("hosted-checkout/create", session.creation()), "the target");
    return error.message;
  }
}

/** All that is known; what rests on a code that turned out to mean something else is taken back. */
function calibrationOf(
  { url, merchantId, userId, pace }: CalibrateOptions,
  notes: Notes,
  codes: LearntCodes,
): Calibration {
  const doubts = new Map(
    [...notes.assumptions].map(
      ([id, { restsOn }]) => [id, restsOn.map((code) => codes.doubt(code)).find(Boolean)] as const,
    ),
  );
  const sound = [...notes.assumptions].filter(([id]) => doubts.get(id) === undefined);
  const doubted = [...doubts].flatMap(([id, why]) => (why === undefined ? [] : [[id, why] as const]));
  const seen = [...codes.seen()].map(([name, { code, message, isSure }]) => [
    name,
    {
      code,
      ...(message !== undefined && { message }),
      confidence: isSure ? "sure" : "likely",
      evidence: notes.codeEvidence.get(name) ?? [],
    },
  ]);
  return {
    version: CALIBRATION_VERSION,
    madeBy: version,
    date: new Date(pace.now()).toISOString(),
    target: url,
    merchantId,
    userId,
    assumptions: Object.fromEntries(sound.map(([id, { restsOn: _, ...settled }]) => [id, settled])),
    responseCodes: Object.fromEntries(seen),
    findings: Object.fromEntries(notes.findings),
    undetermined: Object.fromEntries([...notes.undetermined, ...doubted]),
  };
}

function textOf(about: string, notes: Notes, codes: LearntCodes): string {
  const settled = notes.assumptions.get(about as AssumptionId);
  if (settled) return `${settled.choice}${settled.confidence === "likely" ? " (likely)" : ""}`;
  const found = notes.findings.get(about);
  if (found) return `finding: ${found.text}`;
  const why = notes.undetermined.get(about);
  if (why !== undefined) return `undetermined: ${why}`;
  return codes.codeOf(about.replace("responseCodes.", "") as AnswerName) ?? "";
}
