import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { LaneGone } from "../../../lane/ports/store-errors.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { answer, type Incoming } from "../ladder/pipeline.js";
import type { SignatureMode } from "../ladder/signatures.js";
import type { CallCounts } from "./call-counts.js";
import { afterLoss } from "./lost-answers.js";

/** An answered call, for watchers. */
export interface WatchedCall {
  readonly operation: string;
  readonly reply: Reply;
  /** The time until the answer leaves, including a rule's delay. */
  readonly ms: number;
}

export type CallWatcher = (lane: Lane, call: WatchedCall) => void;

/** Who watches the calls of the payment API. */
export interface CallWatch {
  /** Called for each answered call. */
  readonly watchers: Iterable<CallWatcher>;
  /** Called for a cut connection, once its client has noticed or has given up, and for an answer whose client has left. */
  readonly wasCut?: ((lane: Lane, requestId: string) => void) | undefined;
  /** Called before an answer is sent, which waits for the promise, if there is one. */
  readonly hold?: ((lane: Lane, call: Omit<WatchedCall, "ms">) => Promise<void> | undefined) | undefined;
}

export interface AnswerOptions {
  readonly signature: SignatureMode;
  /** Resolves with the lane that has replaced this one, or undefined if none has. */
  readonly successor: (lane: Lane) => Promise<Lane | undefined>;
  readonly counts: CallCounts;
  /** Notified of each answered call before the answer is sent. */
  readonly watch?: CallWatch | undefined;
}

/** A reply, and the lane that answered. */
export interface LaneReply {
  readonly lane: Lane;
  readonly reply: Reply;
}

/** Answers a call, counts it, and notifies subscribers. */
export async function answerCall(
  lane: Lane,
  { signature, successor, counts, watch }: AnswerOptions,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<LaneReply> {
  const { path: operation } = endpoint;
  const since = performance.now();
  const arrival = afterLoss(lane, operation, incoming);
  const call = arrival === incoming.arrival ? incoming : { ...incoming, arrival };
  let where = lane;
  let reply: Reply | undefined;
  while (!reply)
    try {
      reply = await answer(where, signature, endpoint, call);
    } catch (error) {
      // The lane was reset, and nothing of the call has happened. Each reset makes a new lane.
      const next = error instanceof LaneGone ? await successor(where) : undefined;
      if (!next) {
        counts.failed(operation);
        throw error;
      }
      counts.startedAgain();
      where = next;
    }
  const tookMs = performance.now() - since;
  counts.answered(operation, reply, tookMs);
  const held = watch && tellWatchers(watch, where, { operation, reply, ms: tookMs + reply.delayMs });
  if (held) await held;
  return { lane: where, reply };
}

/** A promise if the answer has to wait for it. */
function tellWatchers({ watchers, hold }: CallWatch, lane: Lane, call: WatchedCall): Promise<void> | undefined {
  for (const watcher of watchers) watcher(lane, call);
  return hold?.(lane, call);
}
