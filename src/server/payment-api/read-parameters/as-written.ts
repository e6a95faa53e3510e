import { dependsOnReading, KEPT_DIGITS } from "../../../core/domain/read-amount.js";
import type { AssumptionId, Policy } from "../../../core/facts/assumptions.js";
import { pathText } from "../../../core/scenario/values/issues.js";
import type { CallWarning } from "../../../lane/ports/explanation.js";
import { type JsonPath, memberNameCount, scanJson } from "../../../package/json-scan.js";
import { type KnownMember, type KnownMembers, knownMembers, memberAt, requestFacts } from "./known-members.js";
import { oneLineName, TOLD_MAX, unknownParameters } from "./unknown-parameters.js";

/** The text of a request, and its parameters as they were just parsed. */
interface ParsedRequest {
  readonly request: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a request's text says besides the parsed values. */
export interface Remarks {
  readonly warnings?: readonly CallWarning[] | undefined;
  /** The guesses on which the reading rests. */
  readonly assumed: readonly AssumptionId[];
}

/**
 * Puts numbers back as they are written, and says what is odd: JSON.parse makes 1234567890123456800 of
 * 1234567890123456788, and drops all but the last of duplicate members. Numbers for declared texts, and amounts of many
 * digits, become texts in `params`. Looks at the text only if one pass over the parsed members shows that something may
 * be lost: looking at all of them would cost each call 10 µs or more.
 */
export function readAsWritten(path: string, { request, params }: ParsedRequest, policy: Policy): Remarks {
  const known = knownMembers.get(path);
  const facts = requestFacts(known, params);
  const unknown = facts.hasUnknown ? unknownParameters(path, params) : undefined;
  const isOdd =
    memberNameCount(request) !== facts.members ||
    facts.hasTextNumber ||
    facts.hasTextFlag ||
    facts.hasOddAmount ||
    LONG_NUMBER.test(request);
  if (!known || !isOdd) return { warnings: unknown, assumed: [] };

  const { written, duplicates } = scanned(request, known);
  const numbers = written.filter(({ path, isNumber }) => isNumber && typeof valueAt(params, path) === "number");
  const texts = numbers.filter(({ member }) => member.isText);
  // ASSUMED(text-numbers): the digits are the text.
  const keepsDigits = texts.length > 0 && policy["text-numbers"] === "digits";
  const flags = written.filter(({ member, text }) => member.isFlag && text !== "");
  const takesFlags = flags.length > 0 && policy["text-flags"] === "accept";
  for (const { path, member, text } of numbers) if (keepsDigits || member.isAmount) put(params, path, text);
  const warnings = [
    ...(unknown ?? []),
    ...told(keepsDigits ? texts.map(({ path }) => path) : [], (name) => `${name}: expected a text, found a number`),
    ...told(takesFlags ? flags.map(({ path }) => path) : [], (name) => `${name}: expected true or false, found a text`),
    ...told(
      written
        .filter(({ member, isNumber, text }) => member.isAmount && !isNumber && /^0\d+$/.test(text))
        .map(({ path }) => path),
      (name) =>
        `${name}: leading zeros and no point; a field of COBOL or ISO 8583 with an implied point would mean a hundredth of it`,
    ),
    ...told(duplicates, (name) => `duplicate member ${name}: only the last one counts`),
  ];
  const dependsOnDoubles = written.some(({ member, text }) => member.isAmount && dependsOnReading(text));
  return {
    warnings: warnings.length > 0 ? warnings : undefined,
    assumed: [
      ...(texts.length > 0 ? (["text-numbers"] as const) : []),
      ...(flags.length > 0 ? (["text-flags"] as const) : []),
      ...(dependsOnDoubles ? (["number-reading"] as const) : []),
    ],
  };
}

/** A member with more digits than a double keeps. */
const LONG_NUMBER = new RegExp(`:\\s*-?[\\d.]{${KEPT_DIGITS + 1}}`);

/** A number for a declared text, a text for a true or false, or an amount. */
interface Written {
  readonly path: JsonPath;
  readonly member: KnownMember;
  readonly isNumber: boolean;
  readonly text: string;
}

function scanned(request: string, known: KnownMembers) {
  /** By path, because only the last of duplicates counts. */
  const written = new Map<string, Written>();
  const duplicates: JsonPath[] = [];
  scanJson(request, {
    duplicate: (path) => duplicates.push([...path]),
    value: (path, start, end) => {
      const member = memberAt(known, path);
      if (!member) return;
      const first = request[start]!;
      const isNumber = /[-\d]/.test(first);
      const isText = first === '"';
      if (!((isText && member.isFlag) || (isNumber && member.isText) || (member.isAmount && (isText || isNumber))))
        return;
      const raw = request.slice(start, end);
      written.set(pathText(path), { path: [...path], member, isNumber, text: isNumber ? raw : JSON.parse(raw) });
    },
  });
  return { written: [...written.values()], duplicates };
}

const valueAt = (object: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], object);

function put(object: object, path: JsonPath, value: string): void {
  const owner = valueAt(object, path.slice(0, -1)) as Record<string | number, unknown>;
  owner[path.at(-1)!] = value;
}

function told(paths: readonly JsonPath[], message: (name: string) => string): readonly CallWarning[] {
  const all = paths.slice(0, TOLD_MAX).map((path) => ({ message: message(oneLineName(pathText(path))) }));
  const more = paths.length - TOLD_MAX;
  return more > 0 ? [...all, { message: `${more} more like the last one` }] : all;
}
