import type { Json } from "../../../package/json.js";
import { tellsRefusal, tellsSuccess } from "../recording/exchange.js";

/** The parts of an answer that are compared. */
export interface Side {
  readonly http: number;
  readonly body: Json;
}

/** The differences between two answers to the same call, one line each: the service's value, and the sandbox's. */
export const differences = (there: Side, here: Side): readonly string[] => [
  ...answerDifferences(there, here),
  ...spokenDifferences(there, here),
];

/** True if both refuse, or both succeed, with other words. */
export const isOnlySpoken = (there: Side, here: Side): boolean =>
  answerDifferences(there, here).length === 0 && spokenDifferences(there, here).length > 0;

function answerDifferences(there: Side, here: Side): readonly string[] {
  if (there.http !== here.http) return [`HTTP ${there.http} there, ${here.http} here`];
  const [class1, class2] = [classOf(there.body), classOf(here.body)];
  if (class1 !== class2) return [`${spoken(there.body)} there, ${spoken(here.body)} here`];
  if (class1 === "refusal") return [];
  return membersThatDiffer(there.body, here.body).map(
    ({ path, one, other }) => `${path}: ${one ?? "left out"} there, ${other ?? "left out"} here`,
  );
}

function membersThatDiffer(there: Json, here: Json) {
  const [left, right] = [leavesOf(there), leavesOf(here)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((path) => ({ path, one: left.get(path), other: right.get(path) }))
    .filter(({ one, other }) => one !== other);
}

/** Members that assumptions and the order's state determine. A log's replay compares no others. */
const DETERMINED = /^(order\.(status|amount|netAmount|currency|cardType|email)|transaction\.(type|amount))$/;

/** True if two successes are alike in what assumptions and the order's state determine. Numbers may be texts. */
export const isDeterminedAlike = (operation: string, there: Json, here: Json): boolean =>
  membersThatDiffer(there, here).every(({ path, one, other }) => {
    if (!DETERMINED.test(path) || asNumber(one) === asNumber(other)) return true;
    // On a page, the shopper may have typed an email. A recurring payment has no page.
    return path === "order.email" && one !== undefined && one !== '""' && !operation.endsWith("/recurring");
  });

const asNumber = (value: string | undefined): number => Number(value?.replaceAll('"', "") || Number.NaN);

/** Differences in code and message, for answers of the same kind. Ignores details after a colon. */
export function spokenDifferences(there: Side, here: Side): readonly string[] {
  if (there.http !== here.http || classOf(there.body) !== classOf(here.body)) return [];
  const { responseCode: code, message } = there.body;
  if (code !== here.body.responseCode)
    return [`responseCode: ${String(code)} there, ${String(here.body.responseCode)} here`];
  const [theirs, ours] = [message, here.body.message].map((one) =>
    typeof one === "string" ? one.split(":")[0] : undefined,
  );
  // A missing message is reported with the other members.
  if (theirs === undefined || ours === undefined || theirs === ours) return [];
  return [`message: ${JSON.stringify(theirs)} there, ${JSON.stringify(ours)} here`];
}

/** Whether an answer accepts the call or refuses it. */
export const classOf = (body: Json): string =>
  tellsSuccess(body) ? "success" : tellsRefusal(body) ? "refusal" : "no responseCode";

const spoken = (body: Json): string =>
  classOf(body) === "refusal"
    ? `refused (${String(body.responseCode)} ${JSON.stringify(body.message) ?? ""})`
    : classOf(body);

/** Members whose values can be compared directly. For all others, only the type of the value is compared. */
const MEANING =
  /(^|\.)(status|type|amount|netAmount|currency|recurring|email|merchantReference|cardType|cardBrand|cardSubBrand)$/;
const DATE = /^\d{4}-\d\d-\d\dT/;

/** The comparable part of each member, by the member's path. A list's first entry stands for all entries. */
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

/** Compares the offset but not the instant. */
const spelling = (date: string): string => {
  const [, instant = date, offset = ""] = /^(.*?)(Z|[+-]\d\d:?\d\d)?$/.exec(date) ?? [];
  return `${instant.replace(/\d/g, "0")}${offset}`;
};
