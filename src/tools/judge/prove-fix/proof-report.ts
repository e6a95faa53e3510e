import { plural } from "../../../core/scenario/values/plural.js";
import { printable, printableLine } from "../../../package/printable.js";
import { version } from "../../../package/version.js";
import { type Item, type Report, stoppedItems } from "../../reports/report.js";
import { fullLines, placeDetails } from "../../reports/terminal.js";
import { causesOf } from "../reports/causes.js";
import { fullItem, practiceItem, seenAmong } from "../reports/judge-report.js";
import type { Finding } from "../schema/report.js";
import { type FixProof, isTimed, LOOKS, PRACTICE, proofExitCode } from "./proof.js";

/** A line for each finding and practice, what shows that it is still there, and one paragraph that fits a pull request. */
export function proofLines(proof: FixProof, base: string | undefined): readonly string[] {
  const named = proof.still.flatMap((name) => findingOf(name, proof) ?? []);
  // As in the judge's own report, one finding of each cause has its details.
  const firsts = new Set(causesOf({ findings: named, mutants: [] }).map(({ findings: [first] }) => first));
  const { still, others, fixed } = itemsOf(proof, base, (finding) => firsts.has(finding));
  const items = [...fixed, ...still, ...others].map((item) => ({ ...item, label: item.label.padEnd(LABEL_CHARS) }));
  // People paste the command of `anew`, so it may have line breaks.
  return [
    ...fullLines(items),
    ...anewLines(proof).map(printable),
    "",
    printableLine(`${area}: ${paragraphOf(proof, base)}`),
  ];
}

const LABEL_CHARS = "still there".length;

const anewLines = ({ anew }: FixProof): readonly string[] =>
  anew === undefined ? [] : [`run judge anew, which finds the mistakes of the changed shop: ${anew}`];

const area = "payment-sandbox judge --prove-fix";

function itemsOf(proof: FixProof, base: string | undefined, isFull: (finding: Finding) => boolean = () => true) {
  const { absentOnBase, undecided, reasons } = proof;
  const why = (one: string): string => {
    const reason = reasons[one.slice(one.indexOf(" ") + 1)];
    const told = absentOnBase.includes(one) ? [`it does not occur on ${base}`, reason] : [reason];
    return told.filter(Boolean).join(": ");
  };
  return {
    fixed: proof.fixed.map((name): Item => {
      const open = why(name);
      return { tone: "good", label: "fixed", name, area, ...(open !== "" && { why: open }) };
    }),
    still: proof.still.map((name) => stillItem(name, proof, isFull)),
    others: proof.notReached.map((name): Item => {
      const label = undecided.includes(name) ? "undecided" : "not reached";
      return { tone: "unsure", label, name, area, why: why(name), fails: label.replace(" ", "-") };
    }),
  };
}

/** With what the judge's own report says of it now. */
function stillItem(name: string, proof: FixProof, isFull: (finding: Finding) => boolean): Item {
  const still = { tone: "bad", label: "still there", name, area, fails: "still-there" } as const;
  const practice = proof.found.practices.find(({ id }) => name === `${PRACTICE}${id}`);
  if (practice) {
    const { seen, runs: _, ...item } = practiceItem(practice, practice.replay, seenAmong([]));
    return { ...item, ...still, details: placeDetails(seen) };
  }
  const finding = findingOf(name, proof);
  if (finding === undefined) return still;
  const isSame = name.startsWith(`${finding.verdict} `);
  const item = fullItem(finding);
  const why = isSame ? item.why : `${finding.verdict} now: ${item.why}`;
  return isFull(finding) ? { ...item, ...still, why } : { ...still, why };
}

/** What a mutant shows now: the same mistake if it can, else another. */
function findingOf(name: string, { found: { findings } }: FixProof): Finding | undefined {
  const ofMutant = findings.filter(({ mutant }) => name.endsWith(` ${mutant}`));
  return ofMutant.find(({ verdict }) => name.startsWith(`${verdict} `)) ?? ofMutant[0];
}

export interface ProofRun extends Pick<Report, "command" | "seed" | "startedAt" | "durationMs"> {
  readonly base: string | undefined;
  readonly stoppedWith: number | undefined;
}

/** What became of each finding and practice, as a report. Each that is not fixed is a failed case. */
export function reportOfProof(proof: FixProof, { base, stoppedWith, ...run }: ProofRun): Report {
  const { fixed, still, notReached } = proof;
  const items = itemsOf(proof, base);
  const text = `${fixed.length} of ${fixed.length + still.length + notReached.length} fixed`;
  return {
    ...{ title: area, version, ...run },
    exitCode: stoppedWith ?? proofExitCode(proof),
    verdict: paragraphOf(proof, base),
    badge: { text, tone: still.length > 0 ? "bad" : notReached.length > 0 ? "unsure" : "good" },
    facts: anewLines(proof),
    groups: [
      {
        ...{ kind: "items", title: "Not shown to be fixed", page: "cards", terminal: "found" },
        items: [...items.still, ...items.others, ...stoppedItems(stoppedWith)],
      },
      { ...{ kind: "items", title: "Fixed", page: "list", terminal: "each" }, items: items.fixed },
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
  return `${fixed.length} of ${what} fixed${someOf(fixed)}.${fixed.length > 0 ? how : ""}${told.length > 0 ? ` ${told.join("; ")}.${unproven}` : ""}`;
}

/** The list above has them all. */
const SHOWN = 3;
const someOf = (names: readonly string[]): string =>
  names.length === 0 || names.length > SHOWN ? "" : ` (${names.join(", ")})`;
