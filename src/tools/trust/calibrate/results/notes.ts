import type { AssumptionId } from "../../../../core/facts/assumptions.js";
import type { AnswerName } from "../../../../core/facts/codes.js";
import { version } from "../../../../package/version.js";
import {
  CALIBRATION_VERSION,
  type Calibration,
  type CalibrationFinding,
  type CodeSeen,
  type FoundLimit,
  type Settled,
} from "../../../../server/options/calibration.js";
import { AnswerShapes } from "./answer-shapes.js";
import { LearntCodes } from "./learnt-codes.js";

/** A decided assumption, and the codes on whose meaning it depends. */
type SettledNote = Settled & { readonly restsOn: readonly string[] };

/** Notes made during the calls, or from a log. */
export class Notes {
  readonly codes: LearntCodes;
  readonly shapes: AnswerShapes;
  readonly assumptions = new Map<AssumptionId, SettledNote>();
  readonly codeEvidence = new Map<AnswerName, CalibrationFinding["evidence"]>();
  readonly findings: Map<string, CalibrationFinding>;
  readonly undetermined = new Map<string, string>();
  /** Entries that are undetermined because a limit, a decline or a lost answer disturbed their probe. */
  readonly disturbed = new Set<string>();
  readonly limits: Map<string, FoundLimit>;

  /** `known`: an earlier run's results. */
  constructor(known: Partial<Calibration> = {}, codes = new LearntCodes()) {
    this.codes = codes;
    this.shapes = new AnswerShapes(known.answers);
    this.findings = new Map(Object.entries(known.findings ?? {}));
    this.limits = new Map(Object.entries(known.limits ?? {}));
    for (const [id, one] of Object.entries(known.assumptions ?? {}) as [AssumptionId, Settled][])
      this.assumptions.set(id, { ...one, restsOn: [] });
    for (const [name, code] of Object.entries(known.responseCodes ?? {}) as [AnswerName, CodeSeen][]) {
      this.codes.restore(name, code);
      this.codeEvidence.set(name, code.evidence);
    }
  }

  /** Leaves an entry open. A finding of an earlier run stays too. */
  leaveOpen(about: string, why: string, isDisturbed = false): void {
    this.undetermined.set(about, why);
    if (isDisturbed) this.disturbed.add(about);
    else this.disturbed.delete(about);
  }

  /** `restsOn`: codes on whose meaning the choice depends. */
  settle(id: AssumptionId, settled: Settled, restsOn: readonly string[] = []): void {
    this.findings.delete(id);
    this.assumptions.set(id, { ...settled, restsOn });
  }

  /** Something was noted about an entry, so it isn't open any more. */
  close(about: string): void {
    this.undetermined.delete(about);
    this.disturbed.delete(about);
  }

  /** All results, except those based on a code that later turned out to mean something else. */
  calibration(of: Pick<Calibration, "target" | "merchantId" | "userId"> & { readonly now: number }): Calibration {
    const { codes } = this;
    const doubtOf = ({ restsOn }: SettledNote) => restsOn.map((code) => codes.doubt(code)).find(Boolean);
    const all = [...this.assumptions].map(([id, note]) => [id, note, doubtOf(note)] as const);
    const { now, ...whose } = of;
    return {
      version: CALIBRATION_VERSION,
      madeBy: version,
      date: new Date(now).toISOString(),
      ...whose,
      assumptions: Object.fromEntries(
        all.flatMap(([id, { restsOn: _, ...settled }, doubt]) => (doubt === undefined ? [[id, settled]] : [])),
      ),
      responseCodes: Object.fromEntries(
        codes
          .seen()
          .map(([name, { refusals: _, ...seen }]) => [name, { ...seen, evidence: this.codeEvidence.get(name) ?? [] }]),
      ),
      findings: Object.fromEntries(this.findings),
      limits: Object.fromEntries(this.limits),
      answers: this.shapes.seen(codes),
      undetermined: Object.fromEntries([
        ...this.undetermined,
        ...all.flatMap(([id, , doubt]) => (doubt === undefined ? [] : [[id, doubt] as const])),
      ]),
    };
  }
}
