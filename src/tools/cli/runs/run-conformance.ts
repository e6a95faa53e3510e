import { InvalidInput } from "../../../package/errors.js";
import { packageHash } from "../../../package/package-hash.js";
import { printableLine } from "../../../package/printable.js";
import { textOfNamed } from "../../../package/regular-file.js";
import { version } from "../../../package/version.js";
import {
  type Claim,
  claimProblems,
  publicPem,
  readClaim,
  readSigningKey,
  readVerifyingKey,
  rerunDifferences,
  rerunNotes,
  signedClaim,
} from "../../judge/conformance/claim.js";
import { bounded, conformanceOf, exitCodeOf, observedBy, resultsBefore } from "../../judge/conformance/conformance.js";
import { profilesText, reportOfConformance, summaryText } from "../../judge/conformance/conformance-report.js";
import { neededBy, profilesNamed } from "../../judge/conformance/profiles.js";
import type { Profile } from "../../judge/conformance/requirement.js";
import type { JudgeReport } from "../../judge/schema/report.js";
import { reportNotEnded } from "../../reports/not-run.js";
import { terminalLines } from "../../reports/terminal.js";
import { prepareReports, prettyJson, type ReportTarget, writeReport, writeReports } from "../../reports/write.js";
import { judgedOnTerminal } from "./judge.js";
import type { JudgeRequest } from "./judge-options.js";
import { stoppable } from "./many-runs.js";

/** The flags of `conformance`, besides those of the judge. */
export interface ConformanceFlags {
  /** Names separated by commas, or `all`. */
  readonly profile: string;
  /** How many tests may have the result "not verified". */
  readonly maxUnverified: number;
  /** The file for the claim. */
  readonly claim?: string;
  /** The PEM file of the key that signs the claim. */
  readonly sign?: string;
  readonly shopName?: string;
  readonly shopVersion?: string;
  /** An earlier JSON report: known failures don't fail the run. */
  readonly baseline?: string | undefined;
  readonly report?: readonly ReportTarget[];
}

/** Judges a command by tests, prints the table, and writes reports. Resolves with the exit code. Throws InvalidInput. */
export async function runConformance(request: JudgeRequest, flags: ConformanceFlags): Promise<number> {
  const { report: reports = [], claim, sign, shopName, shopVersion, maxUnverified, baseline: earlier } = flags;
  const key = sign === undefined ? undefined : readSigningKey(readGivenFile(sign));
  const before = earlier === undefined ? undefined : resultsBefore(readGivenFile(earlier), earlier);
  prepareReports([...reports, ...(claim === undefined ? [] : [{ format: "json", file: claim } as const])]);
  await reportNotEnded(reports, { name: "conformance", command: request.command });
  return stoppable(async (stopping) => {
    const profiles = profilesNamed(flags.profile);
    // A claim rests on no representatives.
    const asked = claim === undefined ? request : { ...request, whole: true };
    const judged = await judgedFor(asked, profiles, stopping.signal);
    const results = conformanceOf(profiles, observedBy(request, judged));
    const hasFailed = judged.dryRun.problems.length > 0;
    const stoppedWith = stopping.exitCode();
    const bounds = { maxUnverified, before };
    const exitCode = stoppedWith ?? (hasFailed ? 1 : exitCodeOf(results, bounds));
    const observed = bounded(results, exitCode, bounds);
    const report = reportOfConformance(observed, judged, { ...bounds, exitCode, stoppedWith });
    for (const line of hasFailed ? judged.dryRun.problems : terminalLines(report)) say(line);
    await writeReports(reports, observed, report);
    if (claim !== undefined && !hasFailed)
      writeReport(claim, prettyJson(signedClaim(results, { packageHash: packageHash(), shopName, shopVersion, key })));
    return exitCode;
  });
}

const judgedFor = (request: JudgeRequest, profiles: readonly Profile[], signal: AbortSignal): Promise<JudgeReport> =>
  judgedOnTerminal({ ...request, needed: neededBy(profiles) }, signal);

/** The flags of `conformance verify`, besides those of the judge. */
export interface VerifyFlags {
  readonly rerun?: true;
  /** The shop that the claim must name. */
  readonly shopName?: string;
  /** The shop's version that the claim must name. */
  readonly shopVersion?: string;
  /** The PEM file of the public key that must have signed the claim. */
  readonly signedBy?: string;
}

/** Checks a claim, and with `rerun` repeats its run. Resolves with 0, or with 1 if the claim is wrong. */
export async function verifyClaim(
  file: string,
  { shopName, shopVersion, signedBy: keyFile }: VerifyFlags,
  rerun: JudgeRequest | undefined,
): Promise<number> {
  const signedBy = keyFile === undefined ? undefined : readVerifyingKey(readGivenFile(keyFile));
  const claim = readClaim(claimText(file), file);
  const problems = claimProblems(claim, { suite: version, now: new Date(), shopName, shopVersion, signedBy });
  for (const line of problems) say(line);
  if (typeof claim === "string" || problems.length > 0) return 1;
  for (const line of notesOn(claim)) say(line);
  if (!rerun) {
    say(
      "The claim is intact. A hash reveals later changes, but the whole claim could still be invented: use --rerun to run it again.",
    );
    return 0;
  }
  return stoppable(async (stopping) => {
    const seed = claim.seeds[0] ?? rerun.settings.seed;
    const request = { ...rerun, whole: true, settings: { ...rerun.settings, seed } };
    const profiles = profilesNamed(claim.profiles.join(","));
    const judged = await judgedFor(request, profiles, stopping.signal);
    for (const problem of judged.dryRun.problems) say(problem);
    if (judged.dryRun.problems.length > 0) return stopping.exitCode() ?? 1;
    const observed = conformanceOf(profiles, observedBy(request, judged));
    const differences = rerunDifferences(claim, observed);
    for (const line of [...differences, ...rerunNotes(claim, observed)]) say(line);
    if (differences.length === 0) say(`All ${claim.tests.length} results are the same again.`);
    return stopping.exitCode() ?? (differences.length === 0 ? 0 : 1);
  });
}

/** Facts that the reader should know, although they don't make a claim wrong. */
function notesOn(claim: Claim): readonly string[] {
  const { validUntil, versions, packageHash: claimed, signature, shopName, summary, command } = claim;
  return [
    `It says ${summaryText(summary)} for ${profilesText(claim)}, by: ${command.join(" ")}`,
    `It is for version ${versions.shop ?? "(not given)"} of the shop${shopName === undefined ? "" : ` ${shopName}`}, and valid until ${validUntil.slice(0, 10)}.`,
    ...(versions.suite === version
      ? []
      : [
          `It was made with payment-sandbox ${versions.suite}, and this is ${version}: its tests were not checked. Use npx payment-sandbox@${versions.suite}.`,
        ]),
    ...(versions.suite === version && claimed !== packageHash()
      ? ["The package that made it differs from this one, although both have the same version."]
      : []),
    ...(signature
      ? ["It is signed by this key:", ...(publicPem(signature.publicKey)?.trim().split("\n") ?? [])]
      : ["It is not signed."]),
  ];
}

/** Claims are smaller than a megabyte, so larger files are refused. */
const CLAIM_BYTES = 16 * 1024 * 1024;

const claimText = (file: string): string => readGivenFile(file, CLAIM_BYTES);

/** Control characters are escaped in all text from a claim or a shop. */
const say = (line: string): void => void process.stdout.write(`${printableLine(line)}\n`);

function readGivenFile(file: string, maxBytes?: number): string {
  try {
    return textOfNamed(file, { maxBytes });
  } catch (error) {
    throw new InvalidInput(`${file} can't be read: ${(error as Error).message}`);
  }
}
