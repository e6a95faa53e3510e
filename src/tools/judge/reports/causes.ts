import { shortName } from "../mutants/mutant.js";
import { families } from "../schema/families.js";
import type { Finding, JudgeReport } from "../schema/report.js";
import { rankOf } from "../schema/verdicts.js";

/** Findings with the same verdict, operation and cause, which usually are one mistake. */
export interface Cause {
  readonly verdict: Finding["verdict"];
  readonly operation: string;
  /** The change of its mutants, such as after-commit. */
  readonly cause: string;
  readonly findings: readonly [Finding, ...Finding[]];
  /** Findings of the same runs about the same money, which it counts already. */
  readonly covered: readonly Finding[];
}

/** What a cart was charged or refunded too often is the same money as the orders of it that the shop does not know. */
const sameMoney: Readonly<Partial<Record<Finding["verdict"], Finding["verdict"]>>> = {
  "paid-unknown": "charged-twice",
  "refunded-still-paid": "refunded-twice",
};

/** The findings about money that a graver one of the same run counts already. */
function coveredBy(graver: Finding, findings: readonly Finding[]): readonly Finding[] {
  const covered = findings.filter(
    (one) =>
      sameMoney[one.verdict] === graver.verdict &&
      one.mutant === graver.mutant &&
      isAccepted(one) === isAccepted(graver) &&
      one.references.every((reference) => graver.references.includes(reference)),
  );
  const cents = covered.reduce((sum, { harm }) => sum + Math.round(harm.amount * 100), 0);
  return cents <= Math.round(graver.harm.amount * 100) ? covered : [];
}

/** The findings without those about money that a graver one of the same run counts already. */
export function countedOnce(findings: readonly Finding[]): readonly Finding[] {
  const covered = new Set(findings.flatMap((graver) => coveredBy(graver, findings)));
  return findings.filter((one) => !covered.has(one));
}

/** The shop survives the first of two faults alone, so the second one is the cause. */
function ofSecondFault(mutant: string): Pick<Cause, "operation" | "cause"> | undefined {
  const [, operation, change = ""] = /\+(?:lane\d+\.)?([^#]+)#\d+\/([^/]+)/.exec(mutant) ?? [];
  // A query commits nothing, so its losses have no family.
  const isFamily = families.some((one) => one === change);
  return operation === undefined ? undefined : { operation, cause: isFamily ? change : "after-commit" };
}

/** The causes, new ones first, then the most severe. */
export function causesOf({ findings, mutants }: Pick<JudgeReport, "findings" | "mutants">): readonly Cause[] {
  const family = new Map(mutants.map((mutant) => [mutant.id, mutant.family]));
  const placeOf = ({ mutant, operation }: Finding) =>
    ofSecondFault(mutant) ?? { operation, cause: family.get(mutant) ?? mutant.split("/")[1] ?? "" };
  const groups = Map.groupBy(countedOnce(findings), (one) => {
    const { operation, cause } = placeOf(one);
    return [one.verdict, shortName(operation), cause].join(" ");
  });
  return [...groups.values()]
    .map((group): Cause => {
      const [first, ...others] = group as [Finding, ...Finding[]];
      const { verdict } = first;
      const covered = group.flatMap((graver) => coveredBy(graver, findings));
      return { verdict, ...placeOf(first), findings: [first, ...others], covered };
    })
    .sort(
      (a, b) =>
        Number(isAccepted(a.findings[0])) - Number(isAccepted(b.findings[0])) || rankOf(a.verdict) - rankOf(b.verdict),
    );
}

/** True if it is in the baseline, was not tried there, or is accepted by a waiver: reported, but doesn't fail the build. */
export const isAccepted = ({
  isKnown,
  isUntried,
  waiver,
}: Pick<Finding, "isKnown" | "isUntried" | "waiver">): boolean => isKnown || isUntried === true || waiver !== null;

/** How often a finding occurred, if it did not occur in each run. */
export const seenText = ({ seen }: Pick<Finding, "seen">): string =>
  seen.times === seen.of ? "" : ` (in ${seen.times} of ${seen.of} runs)`;
