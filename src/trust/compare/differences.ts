import type { Json } from "../target.js";

/** An answer, as far as it is compared. */
export interface Side {
  readonly http: number;
  readonly body: Json;
}

/** What two answers to the same call do not have in common, one line each: what the service says, and what the sandbox says. */
export function differences(there: Side, here: Side): readonly string[] {
  if (there.http !== here.http) return [`HTTP ${there.http} there, ${here.http} here`];
  const [class1, class2] = [classOf(there.body), classOf(here.body)];
  if (class1 !== class2) return [`${spoken(there.body)} there, ${spoken(here.body)} here`];
  if (class1 === "refusal") return [];
  const [left, right] = [leavesOf(there.body), leavesOf(here.body)];
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].flatMap((path) => {
    const [one, other] = [left.get(path), right.get(path)];
    return one === other ? [] : [`${path}: ${one ?? "left out"} there, ${other ?? "left out"} here`];
  });
}

const classOf = ({ responseCode }: Json): string =>
  responseCode === "0000" ? "success" : typeof responseCode === "string" ? "refusal" : "no responseCode";

const spoken = (body: Json): string =>
  classOf(body) === "refusal"
    ? `refused (${String(body.responseCode)} ${JSON.stringify(body.message) ?? ""})`
    : classOf(body);

/** Members whose values mean the same in every world; of all others the kind of value alone is compared. */
const MEANING =
  /(^|\.)(status|type|amount|netAmount|currency|recurring|email|merchantReference|cardType|cardBrand|cardSubBrand)$/;
const DATE = /^\d{4}-\d\d-\d\dT/;

/** Each member by its path, with what is compared of it. Of a list its first entry stands for all. */
function leavesOf(value: unknown, path = "", leaves = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) {
    leaves.set(path, "a list");
    return value.length === 0 ? leaves : leavesOf(value[0], `${path}[]`, leaves);
  }
  if (typeof value !== "object" || value === null) return leaves.set(path, comparable(path, value));
  for (const [name, member] of Object.entries(value)) leavesOf(member, path === "" ? name : `${path}.${name}`, leaves);
  return leaves;
}

function comparable(path: string, value: unknown): string {
  if (path.startsWith("list[]")) return typeof value;
  if (MEANING.test(path)) return JSON.stringify(value);
  if (typeof value !== "string") return value === null ? "null" : typeof value;
  return DATE.test(value) ? `a date such as ${spelling(value)}` : "a text";
}

/** The offset is part of the spelling; the instant may differ. */
const spelling = (date: string): string => {
  const [, instant = date, offset = ""] = /^(.*?)(Z|[+-]\d\d:?\d\d)?$/.exec(date) ?? [];
  return `${instant.replace(/\d/g, "0")}${offset}`;
};
