import { plural } from "../../../core/scenario/values/plural.js";
import { version } from "../../../package/version.js";
import { type Item, type Report, stoppedItems, toneSigns } from "../../reports/report.js";
import { type FixProof, isTimed, LOOKS, PRACTICE, proofExitCode } from "./prove-fix.js";

/** Begins the only line that may have line breaks, because people paste its command. */
export const ANEW = "run judge anew";

/** A line for each finding and practice, and one paragraph that fits a pull request. */
export const proofLines = (proof: FixProof, base: string | undefined): readonly string[] => [
  ...itemsOf(proof, base).map(
    ({ tone, label, name, why }) =>
      `${toneSigns[tone]} ${label.padEnd(13)}${name}${why === undefined ? "" : `: ${why}`}`,
  ),
  ...anewLines(proof),
  "",
  paragraphOf(proof, base),
];

const anewLines = ({ anew }: FixProof): readonly string[] =>
  anew === undefined ? [] : [`${ANEW}, which finds the mistakes of the changed shop: ${anew}`];

function itemsOf({ fixed, still, notReached, absentOnBase, undecided, reasons }: FixProof, base?: string): Item[] {
  const area = "payment-sandbox judge --prove-fix";
  const why = (one: string): string =>
    absentOnBase.includes(one) ? `it does not occur on ${base}` : (reasons[one.slice(one.indexOf(" ") + 1)] ?? "");
  return [
    ...fixed.map((name): Item => ({ tone: "good", label: "fixed", name, area })),
    ...still.map((name): Item => ({ tone: "bad", label: "still there", name, area, fails: "still-there" })),
    ...notReached.map((name): Item => {
      const label = undecided.includes(name) ? "undecided" : "not reached";
      return { tone: "unsure", label, name, area, why: why(name), fails: label.replace(" ", "-") };
    }),
  ];
}

export interface ProofRun extends Pick<Report, "command" | "seed" | "startedAt" | "durationMs"> {
  readonly base: string | undefined;
  readonly stoppedWith: number | undefined;
}

/** What became of each finding and practice, as a report. Each that is not fixed is a failed case. */
export function reportOfProof(proof: FixProof, { base, stoppedWith, ...run }: ProofRun): Report {
  const { fixed, still, notReached } = proof;
  const text = `${fixed.length} of ${fixed.length + still.length + notReached.length} fixed`;
  return {
    ...{ title: "payment-sandbox judge --prove-fix", version, ...run },
    exitCode: stoppedWith ?? proofExitCode(proof),
    verdict: paragraphOf(proof, base),
    badge: { text, tone: still.length > 0 ? "bad" : notReached.length > 0 ? "unsure" : "good" },
    facts: anewLines(proof),
    groups: [
      {
        ...{ kind: "items", title: "Findings and practices", page: "list", terminal: "each" },
        items: [...itemsOf(proof, base), ...stoppedItems(stoppedWith)],
      },
    ],
    totals: [],
    properties: { fixed: fixed.length, still: still.length, notReached: notReached.length },
  };
}

function paragraphOf({ fixed, still, notReached, undecided }: FixProof, base: string | undefined): string {
  const away = notReached.filter((one) => !undecided.includes(one));
  const all = [...fixed, ...still, ...notReached];
  const practices = all.filter((one) => one.startsWith(PRACTICE)).length;
  const isOneKind = practices === 0 || practices === all.length;
  const what = isOneKind
    ? plural(all.length, practices === 0 ? "finding" : "practice")
    : `${all.length} findings and practices`;
  const where = base === undefined ? "" : ` Each of them occurs on ${base} and doesn't occur here.`;
  const how = `${where}${fixed.some(isTimed) ? ` In crashes and races milliseconds decide: those did not occur here in ${LOOKS} runs.` : ""}`;
  const open = [
    [still, "still there"],
    [away, "not reached"],
    [undecided, "undecided"],
  ] as const;
  const told = open.flatMap(([names, what]) => (names.length > 0 ? [`${names.length} ${what}${someOf(names)}`] : []));
  const unproven =
    still.length === 0 && told.length > 0 ? " Nothing shows that these are fixed: exit code 4, not 0." : "";
  return `payment-sandbox judge --prove-fix: ${fixed.length} of ${what} fixed${someOf(fixed)}.${fixed.length > 0 ? how : ""}${told.length > 0 ? ` ${told.join("; ")}.${unproven}` : ""}`;
}

/** The list above has them all. */
const SHOWN = 3;
const someOf = (names: readonly string[]): string =>
  names.length === 0 || names.length > SHOWN ? "" : ` (${names.join(", ")})`;
