import { objectIn } from "../../../package/json.js";
import { answerDifferences, type Side, spokenDifferences } from "../compare/differences.js";
import type { Both } from "../compare/shadow.js";
import { orderIn, paramsIn, type Recorded } from "../recording/exchange.js";

/** A call of a recording and both answers to it. */
export interface Replayed extends Both {
  readonly recorded: Recorded;
  /** Its place in the recording. */
  readonly index: number;
  readonly lines: readonly string[];
}

/** True if an answer is nearer to the service's: the same kind of answer, or fewer differences of members. */
export function isNearer(now: Replayed, before: Replayed): boolean {
  if (now.lines.length === 0) return true;
  if (isOneKind(before)) return isOneKind(now) && now.lines.length < before.lines.length && isPartOf(now, before);
  return isOneKind(now);
}

/** Differences without ids, which change with the calls before. */
export const kindOf = (lines: readonly string[]): string => lines.join("\n").replace(/\d+/g, "0");

const isPartOf = (now: Replayed, before: Replayed): boolean => now.lines.every((line) => before.lines.includes(line));

/** True if both succeed, or both refuse, by the same HTTP status. */
const isOneKind = ({ there, here }: Both): boolean =>
  there.http === here.http &&
  (there.body.responseCode === "0000") === (here.body.responseCode === "0000") &&
  typeof there.body.responseCode === typeof here.body.responseCode;

/** True if both refuse, with other words. */
export const isOnlySpoken = (there: Side, here: Side): boolean =>
  answerDifferences(there, here).length === 0 && spokenDifferences(there, here).length > 0;

/** The last of some calls, and the earlier ones about its orders and cards. */
export function relatedTo(recorded: readonly Recorded[], calls: readonly number[]): readonly number[] {
  const named = new Set(namesIn(recorded[calls.at(-1)!]!));
  return calls
    .toReversed()
    .filter((index) => {
      const names = namesIn(recorded[index]!);
      const isRelated = index === calls.at(-1) || names.some((name) => named.has(name));
      if (isRelated) for (const name of names) named.add(name);
      return isRelated;
    })
    .toReversed();
}

function namesIn({ request, response }: Recorded): readonly string[] {
  const { orderId, parentOrderId, merchantReference, userId, tokenId } = paramsIn(request) ?? {};
  const order = orderIn(objectIn(response?.body ?? "") ?? {});
  return [
    ...[orderId, parentOrderId, order.id].filter((id) => id !== undefined).map((id) => `id ${id}`),
    ...[merchantReference, order.merchantReference].filter((one) => one !== undefined).map((one) => `reference ${one}`),
    ...(tokenId === undefined ? [] : [`token ${userId} ${tokenId}`]),
  ];
}
