import type { Socket } from "node:net";
import { type FaultyAnswer, faultyAnswer } from "../../../core/scenario/effects/faults.js";
import { untilOpen } from "../../../lane/gates.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { readRequestId } from "../../../lane/ports/exchange.js";
import { amended, type Explanation, readExplanation, wasSent } from "../../../lane/ports/explanation.js";
import { messageOf } from "../../../lane/ports/log.js";
import { LaneGone } from "../../../lane/ports/store-errors.js";
import { debugHeaders } from "./debug-headers.js";
import { answerLost } from "./lost-answers.js";

/** How a reply leaves: as an answer with its headers, or by cutting the connection. */
export type WireResponse =
  | (Extract<FaultyAnswer, { kind: "answer" }> & { readonly headers: Readonly<Record<string, string>> })
  | Extract<FaultyAnswer, { kind: "hang-up" }>;

/** How a reply leaves that nothing holds back any more. */
export function respond(lane: Lane, reply: Reply, hasDebugHeaders: boolean): WireResponse {
  const { http, body, fault } = reply;
  const headers = hasDebugHeaders ? debugHeaders(lane, reply) : {};
  if (!fault) return { kind: "answer", http, body, contentType: "application/json", headers };
  const answer = faultyAnswer(fault, body);
  if (answer.kind === "answer") answerLost(lane, reply);
  return answer.kind === "hang-up" ? answer : { ...answer, headers };
}

/** True if the answer may not be sent at once. */
export const isHeldBack = ({ held, delayMs, isUnsent }: Reply): boolean =>
  held !== undefined || delayMs > 0 || isUnsent === true;

/** Resolves once the answer may be sent: its gate is open and the rule's delay is over. */
export async function untilDue(lane: Lane, { held, delayMs }: Reply): Promise<void> {
  if (held) await untilOpen(lane, held);
  for (let left = delayMs; left > 0; left -= TIMER_MAX_MS)
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, TIMER_MAX_MS)));
}

/** The same. The journal then has the answer as sent, unless the client has left. */
export async function untilSent(lane: Lane, reply: Reply, client: Outgoing | undefined): Promise<void> {
  await untilDue(lane, reply);
  if (reply.isUnsent && !client?.destroyed) await note(lane, reply, {});
}

/** The longest wait that setTimeout accepts, in milliseconds. It wouldn't wait at all for a longer one. */
const TIMER_MAX_MS = 2_147_483_647;

/** The events of Node's response that show when it was sent. */
export interface Outgoing {
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  readonly socket?: Socket | null;
  once(event: "close", listener: () => void): unknown;
}

/**
 * Calls `release` once the answer was sent or cut. If the client is gone, calls it at once, because no event will
 * follow.
 */
export function whenLeft(outgoing: Outgoing, release: () => void): void {
  if (outgoing.destroyed) setImmediate(release);
  else outgoing.once("close", release);
}

/** The same for a caller in this process, who leaves by a signal. An abort after the answer was handed over means nothing. */
export function callerBy(signal: AbortSignal): Outgoing & { readonly handedOver: () => void } {
  let forget = (): void => {};
  return {
    get destroyed() {
      return signal.aborted;
    },
    writableFinished: false,
    once: (_, listener) => {
      signal.addEventListener("abort", listener, { once: true });
      forget = () => signal.removeEventListener("abort", listener);
    },
    handedOver: () => forget(),
  };
}

/** Calls `left` if the client leaves while its answer waits. It may send the call again before the wait is over. */
export function watchWait(outgoing: Outgoing, { delayMs, held }: Reply, left: () => void): void {
  if (delayMs === 0 && !held) return;
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) left();
  });
}

/** Call if the client had left before its answer could be sent. The journal then says so. */
export function clientLeft(lane: Lane, reply: Reply): void {
  answerLost(lane, reply);
  void note(lane, reply, { clientLeft: true });
}

/** Never rejects. */
async function note(lane: Lane, { requestId }: Reply, fate: Pick<Explanation, "clientLeft">): Promise<void> {
  try {
    const exchange = await lane.store.views.exchange(readRequestId(requestId)!);
    const explanation = exchange && readExplanation(exchange);
    if (explanation && wasSent(explanation) && !explanation.clientLeft) await lane.store.amend(amended(exchange, fate));
  } catch (error) {
    // A lane that was dropped or reset has no journal to tell it.
    if (!(error instanceof LaneGone)) lane.log.warn(`${requestId}: what became of its answer: ${messageOf(error)}`);
  }
}
