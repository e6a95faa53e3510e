import type { Calibration, CalibrationFinding, FoundLimit, Settled } from "../../config/calibration.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import type { AnswerName } from "../../facts/codes.js";
import { AnswerShapes } from "./answer-shapes.js";
import { LearntCodes } from "./learnt-codes.js";
import { limitText } from "./limits.js";

/** Notes made during the calls. */
export class Notes {
  readonly codes = new LearntCodes();
  readonly shapes = new AnswerShapes();
  readonly assumptions = new Map<AssumptionId, Settled & { readonly restsOn: readonly string[] }>();
  readonly codeEvidence = new Map<AnswerName, CalibrationFinding["evidence"]>();
  readonly findings = new Map<string, CalibrationFinding>();
  readonly undetermined = new Map<string, string>();
  /** Entries that are undetermined because a limit, a decline or a lost answer disturbed their probe. */
  readonly disturbed = new Set<string>();
  readonly limits = new Map<string, FoundLimit>();

  /** `known`: an earlier run's results. */
  constructor(known: Calibration | undefined) {
    const seen = Object.entries(known?.responseCodes ?? {});
    for (const [name, code] of seen) {
      this.codes.restore(name as AnswerName, { ...code, message: code.message, isSure: code.confidence === "sure" });
      this.codeEvidence.set(name as AnswerName, code.evidence);
    }
    for (const [id, one] of Object.entries(known?.assumptions ?? {}) as [AssumptionId, Settled][])
      this.assumptions.set(id, { ...one, restsOn: [] });
    for (const [id, one] of Object.entries(known?.findings ?? {})) this.findings.set(id, one);
    for (const [name, one] of Object.entries(known?.limits ?? {})) this.limits.set(name, one);
  }

  /** Leaves an entry open. A finding of an earlier run stays too. */
  leaveOpen(about: string, why: string, isDisturbed: boolean): void {
    this.undetermined.set(about, why);
    if (isDisturbed) this.disturbed.add(about);
    else this.disturbed.delete(about);
  }

  settle(id: AssumptionId, settled: Settled & { readonly restsOn: readonly string[] }): void {
    this.close(id);
    this.findings.delete(id);
    this.assumptions.set(id, settled);
  }

  find(id: string, found: CalibrationFinding): void {
    this.close(id);
    this.findings.set(id, found);
  }

  close(about: string): void {
    this.undetermined.delete(about);
    this.disturbed.delete(about);
  }

  /** The notes about a subject, as text. */
  textOf(about: string): string {
    const settled = this.assumptions.get(about as AssumptionId);
    if (settled) return `${settled.choice}${settled.confidence === "likely" ? " (likely)" : ""}`;
    const why = this.undetermined.get(about);
    if (why !== undefined) return `undetermined: ${why}`;
    const found = this.findings.get(about);
    if (found) return `finding: ${found.text}`;
    const limit = this.limits.get(about.replace("limits.", ""));
    if (limit) return limitText(about, limit);
    const code = this.codes.codeOf(about.replace("responseCodes.", "") as AnswerName);
    return code ?? this.shapes.seen(this.codes)[about] ?? "";
  }

  /** All results, except those based on a code that later turned out to mean something else. */
  results(): Pick<Calibration, "assumptions" | "responseCodes" | "findings" | "limits" | "undetermined"> {
    const { codes } = this;
    const all = [...this.assumptions].map(([id, { restsOn, ...settled }]) => ({
      id,
      settled,
      doubt: restsOn.map((code) => codes.doubt(code)).find(Boolean),
    }));
    const seen = [...codes.seen()].map(([name, { code, message, isSure }]) => [
      name,
      {
        code,
        ...(message !== undefined && { message }),
        confidence: isSure ? "sure" : "likely",
        evidence: this.codeEvidence.get(name) ?? [],
      },
    ]);
    const doubted = all.flatMap(({ id, doubt }) => (doubt === undefined ? [] : [[id, doubt] as const]));
    return {
      assumptions: Object.fromEntries(
        all.filter(({ doubt }) => doubt === undefined).map(({ id, settled }) => [id, settled]),
      ),
      responseCodes: Object.fromEntries(seen),
      findings: Object.fromEntries(this.findings),
      limits: Object.fromEntries(this.limits),
      undetermined: Object.fromEntries([...this.undetermined, ...doubted]),
    };
  }
}
