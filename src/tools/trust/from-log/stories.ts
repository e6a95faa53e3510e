import { makesOrder, queriesOrder } from "../recording/exchange.js";
import type { LogCall } from "../recording/log-call.js";

/** Longer stories are not replayed. */
const STORY_MAX = 14;

/**
 * Everything in the log about a call's orders: the calls, oldest first, ending with this one. Undefined if an order
 * is older than the log, so that its state is unknown.
 */
export function logStoryOf(calls: readonly LogCall[], call: LogCall): readonly LogCall[] | undefined {
  if (call.operation === "tokenization/delete-token") return tokenStory(calls, call);
  // Whether a user may be named so. The cards that a list has are not compared.
  if (call.operation === "tokenization/query-token") return [call];
  const open = [call.reference, call.parent].filter((one) => one !== undefined);
  if (open.length === 0) return undefined;
  const [all, wanted] = [byReference(calls), new Set<string>()];
  const found = new Set([call]);
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (wanted.has(reference)) continue;
    wanted.add(reference);
    for (const one of all.get(reference) ?? []) {
      if (one.index >= call.index) break;
      found.add(one);
      if (one.parent !== undefined) open.push(one.parent);
      if (found.size > STORY_MAX) return undefined;
    }
  }
  const story = [...found].sort((a, b) => a.index - b.index);
  return [...wanted].every((reference) => isKnown(story, reference, call)) ? story : undefined;
}

const indexes = new WeakMap<readonly LogCall[], ReadonlyMap<string, readonly LogCall[]>>();

/** The calls about each order, oldest first. Computed once for each log. */
function byReference(calls: readonly LogCall[]): ReadonlyMap<string, readonly LogCall[]> {
  const known = indexes.get(calls);
  if (known) return known;
  const made = Map.groupBy(
    calls.filter(({ reference }) => reference !== undefined),
    ({ reference }) => reference!,
  );
  indexes.set(calls, made);
  return made;
}

/** True if the log contains the order's creation. For a query of an unused reference, that isn't needed. */
function isKnown(story: readonly LogCall[], reference: string, call: LogCall): boolean {
  const first = story.find((one) => one.reference === reference);
  if (first === undefined) return false;
  if (makesOrder(first.operation)) return true;
  return first === call && queriesOrder(call.operation) && call.outcome.kind === "refused";
}

/** A token's earlier deletions and this one. Undefined without earlier ones, or if the log may have added the token. */
function tokenStory(calls: readonly LogCall[], call: LogCall): readonly LogCall[] | undefined {
  const key = userAndToken(call);
  const since = calls.slice(0, call.index);
  const isAdded = since.some((one) => one.operation === "tokenization/add-token" && userOf(one) === userOf(call));
  if (isAdded) return undefined;
  const story = since.filter((one) => one.operation === call.operation && userAndToken(one) === key);
  return story.length === 0 ? undefined : [...story.slice(-3), call];
}

const userOf = ({ params }: LogCall): string => String(params.userId).toLowerCase();
const userAndToken = (call: LogCall): string => `${userOf(call)} ${call.params.tokenId}`;
