import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import * as z from "zod";
import { objections, sentence } from "../../../core/scenario/values/issues.js";
import { InvalidInput } from "../../../package/errors.js";
import { type ConformanceReport, conformanceSchema, contentHash, hashSchema, summaryOf } from "./conformance.js";
import { fits, results } from "./evaluate.js";
import { profiles as allProfiles } from "./profiles.js";

/** How many days after its run a claim is valid. */
export const VALID_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

const claimSchema = conformanceSchema.extend({
  versions: conformanceSchema.shape.versions.extend({ shop: z.string().optional() }),
  shopName: z.string().optional(),
  validUntil: z.iso.datetime(),
  packageHash: hashSchema,
  claimHash: hashSchema,
  signature: z.strictObject({ publicKey: z.string(), value: z.string() }).optional(),
});

/** The signed result of a run, for one version of the shop and one of the suite. */
export type Claim = z.infer<typeof claimSchema>;

export interface Signing {
  /** The hash of the package's files. */
  readonly packageHash: string;
  readonly shopName?: string | undefined;
  /** The shop's own version, if given. */
  readonly shopVersion?: string | undefined;
  readonly key?: KeyObject | undefined;
}

export function signedClaim(report: ConformanceReport, { packageHash, shopName, shopVersion, key }: Signing): Claim {
  const unsigned = {
    ...structuredClone(report),
    ...(shopName !== undefined && { shopName }),
    versions: { ...report.versions, ...(shopVersion !== undefined && { shop: shopVersion }) },
    validUntil: new Date(Date.parse(report.startedAt) + VALID_DAYS * DAY_MS).toISOString(),
    packageHash,
  };
  const claimHash = contentHash(unsigned);
  const signed = key === undefined ? {} : { signature: signatureOf(claimHash, key) };
  return claimSchema.parse({ ...unsigned, claimHash, ...signed });
}

function signatureOf(claimHash: string, key: KeyObject): NonNullable<Claim["signature"]> {
  return {
    publicKey: createPublicKey(key).export({ type: "spki", format: "pem" }).toString(),
    value: sign(digestFor(key), Buffer.from(claimHash), key).toString("base64"),
  };
}

/** Reads a private key: RSA, EC or Ed25519. Throws InvalidInput. */
export function readSigningKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    // Tries to sign, because not every key can.
    signatureOf("", key);
    return key;
  } catch (error) {
    throw new InvalidInput(`--sign: expected a private key as PEM: ${(error as Error).message}`);
  }
}

/** Null for Ed25519 and Ed448, which hash by themselves. */
const digestFor = ({ asymmetricKeyType }: KeyObject): string | null =>
  asymmetricKeyType?.startsWith("ed") ? null : "sha256";

/** Reads a claim. Returns a text if its format is broken. Throws InvalidInput if the file was never a claim. */
export function readClaim(text: string, file: string): Claim | string {
  const json = jsonOf(text, file);
  if (typeof json !== "object" || json === null || !Object.hasOwn(json, "claimHash"))
    throw new InvalidInput(`${file}: expected a claim that conformance --claim wrote, found no claimHash`);
  const read = claimSchema.safeParse(json);
  if (!read.success)
    return `The claim was changed after it was written: ${sentence(objections(read.error.issues, json, {})[0]!)}.`;
  if (withoutSpaces(text) === JSON.stringify(json)) return read.data;
  return "The claim was changed after it was written: its text has a member twice, or another tool wrote it.";
}

/**
 * JSON without the white space between its tokens. Duplicate members are refused, because JSON readers treat them
 * differently.
 */
const withoutSpaces = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInput(`${file}: expected a claim as JSON: ${(error as Error).message}`);
  }
}

export interface ExpectedClaim {
  /** The version of this suite. A claim of another version can't be compared with the tests of this one. */
  readonly suite: string;
  readonly now: Date;
  /** The shop that the claim must be for. Undefined: any shop, or none. */
  readonly shopName?: string | undefined;
  /** The version of the shop that the claim must be for. Undefined: any version, or none. */
  readonly shopVersion?: string | undefined;
  /** The key that must have signed the claim. Undefined: any key, or none. */
  readonly signedBy?: KeyObject | undefined;
}

/**
 * Everything that is wrong with a claim, one sentence each. Empty if it is valid. A valid claim can still be
 * invented.
 */
export function claimProblems(
  claim: Claim | string,
  { suite, now, shopName, shopVersion, signedBy }: ExpectedClaim,
): readonly string[] {
  if (typeof claim === "string") return [claim];
  const { claimHash, signature, ...content } = claim;
  return [
    ...(contentHash(content) === claimHash ? [] : ["The claim was changed after it was written: its hash differs."]),
    ...(signature === undefined ? [] : signatureProblems(claimHash, signature)),
    ...(signedBy === undefined ? [] : signerProblems(signature, signedBy)),
    ...(shopName === undefined || shopName === claim.shopName
      ? []
      : [`It is for the shop ${claim.shopName ?? "(none stated)"}, not for ${shopName}.`]),
    ...(shopVersion === undefined || shopVersion === claim.versions.shop
      ? []
      : [`It is for version ${claim.versions.shop ?? "(none stated)"} of the shop, not for ${shopVersion}.`]),
    ...summaryProblems(claim),
    ...(claim.versions.suite === suite ? testProblems(claim) : []),
    ...dateProblems(claim, now),
  ];
}

/**
 * How the results of another run differ from the claim's, one sentence each. A test that is missing in the claim is a
 * difference too.
 */
export function rerunDifferences({ tests }: Claim, { tests: again }: ConformanceReport): readonly string[] {
  const observed = new Map(again.map(({ id, result }) => [id, result]));
  const claimed = new Set(tests.map(({ id }) => id));
  return [
    ...tests
      .filter(({ id, result }) => observed.get(id) !== result)
      .map(({ id, result }) => `${id}: the claim says ${result}, and the run says ${observed.get(id) ?? "nothing"}.`),
    ...again
      .filter(({ id }) => !claimed.has(id))
      .map(({ id, result }) => `${id}: the claim leaves it out, and the run says ${result}.`),
  ];
}

/** What else differs from the claimed run, one sentence each. The results may be the same nevertheless. */
export function rerunNotes({ command, planHash }: Claim, again: ConformanceReport): readonly string[] {
  const isSame = JSON.stringify(command) === JSON.stringify(again.command);
  return [
    ...(isSame ? [] : [`The claim's command was: ${command.join(" ")}. This run's: ${again.command.join(" ")}.`]),
    ...(planHash === again.planHash
      ? []
      : [
          "The plan differs: the shop's first run made other calls than the one of the claim, or the tests are others.",
        ]),
  ];
}

/** Reads a public key as PEM. Throws InvalidInput. */
export function readVerifyingKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (error) {
    throw new InvalidInput(`--signed-by: expected a public key as PEM: ${(error as Error).message}`);
  }
}

function signerProblems(signature: Claim["signature"], expected: KeyObject): readonly string[] {
  if (signature === undefined) return ["The claim is not signed, and --signed-by asks for a signature."];
  return publicPem(signature.publicKey) === publicPem(expected)
    ? []
    : ["The claim is signed by another key than that of --signed-by."];
}

/** A key in this program's format, whatever text surrounds it. Undefined if it isn't a key. */
export function publicPem(key: string | KeyObject): string | undefined {
  try {
    const read = typeof key === "string" ? createPublicKey(key) : key;
    return read.export({ type: "spki", format: "pem" }).toString();
  } catch {
    return undefined;
  }
}

function signatureProblems(
  claimHash: string,
  { publicKey, value }: NonNullable<Claim["signature"]>,
): readonly string[] {
  try {
    const key = createPublicKey(publicKey);
    if (verify(digestFor(key), Buffer.from(claimHash), key, Buffer.from(value, "base64"))) return [];
    return ["The signature does not fit the claim."];
  } catch (error) {
    return [`The signature's public key cannot be read: ${(error as Error).message}.`];
  }
}

function summaryProblems({ tests, summary }: Claim): readonly string[] {
  const counted = summaryOf(tests);
  return results
    .filter((result) => counted[result] !== summary[result])
    .map((result) => `The summary says ${summary[result] ?? 0} ${result}, and the tests say ${counted[result]}.`);
}

function testProblems({ tests, profiles, mutants }: Claim): readonly string[] {
  const expected = allProfiles.filter(({ id }) => profiles.includes(id)).flatMap(({ requirements }) => requirements);
  const problems = tests.flatMap(({ id, requirement, result, evidence }) => {
    const known = expected.find((one) => one.id === id);
    if (!known) return [`${id} is no test of the claimed profiles.`];
    if (known.requirement !== requirement) return [`${id} has another requirement in this version of the suite.`];
    const needsEvidence = result === "FAIL" || result === "WARN" || result === "PASS";
    if (needsEvidence && evidence.length === 0) return [`${id} is ${result}, and shows no evidence.`];
    const foreign = result === "PASS" ? evidence.filter((one) => !fits(one, known.mutants)) : [];
    return foreign.length > 0 ? [`${id} is PASS by ${foreign[0]}, which is no mutant of this test.`] : [];
  });
  const missing = expected.filter(({ id }) => !tests.some((test) => test.id === id));
  const twice = tests.filter(({ id }, i) => tests.findIndex((test) => test.id === id) !== i);
  return [
    ...problems,
    ...missing.map(({ id }) => `${id} is missing.`),
    ...twice.map(({ id }) => `${id} is listed twice.`),
    ...(mutants.run > mutants.planned ? ["More mutants were run than planned."] : []),
    ...evidenceProblems(tests, mutants.planned),
    ...profiles
      .filter((id, i) => profiles.indexOf(id) !== i || !allProfiles.some((one) => one.id === id))
      .map((id) => `Profile ${id} is unknown, or listed twice.`),
  ];
}

/** Practices of the dry run are evidence too, and no mutant. */
function evidenceProblems(tests: Claim["tests"], planned: number): readonly string[] {
  const named = new Set(tests.flatMap(({ evidence }) => evidence).filter((id) => id.includes("/")));
  return named.size > planned ? [`${named.size} mutants are evidence, and ${planned} were planned.`] : [];
}

function dateProblems({ startedAt, validUntil }: Claim, now: Date): readonly string[] {
  const days = (Date.parse(validUntil) - Date.parse(startedAt)) / DAY_MS;
  if (days !== VALID_DAYS) return [`It says to be valid for ${days} days, and a claim is for ${VALID_DAYS}.`];
  if (Date.parse(startedAt) > now.getTime() + DAY_MS) return [`It says that it was made on ${startedAt.slice(0, 10)}.`];
  return Date.parse(validUntil) < now.getTime()
    ? [`It has expired: it was valid until ${validUntil.slice(0, 10)}.`]
    : [];
}
