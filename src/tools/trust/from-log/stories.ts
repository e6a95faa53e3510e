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
  const orders = new Set([call.ofOrder, call.ofParent].filter((one) => one !== undefined));
  if (orders.size === 0) return undefined;
  const found = new Set([call]);
  // Parents that are added on the way have their turn, too.
  for (const order of orders)
    for (const one of order) {
      if (one.index >= call.index) break;
      found.add(one);
      if (one.ofParent) orders.add(one.ofParent);
      if (found.size > STORY_MAX) return undefined;
    }
  const story = [...found].sort((a, b) => a.index - b.index);
  return [...orders].every((order) => isKnown(story, order, call)) ? story : undefined;
}

/** True if the log contains the order's creation. For a query of an unused reference, that isn't needed. */
function isKnown(story: readonly LogCall[], order: readonly LogCall[], call: LogCall): boolean {
  const first = story.find((one) => one.ofOrder === order);
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
