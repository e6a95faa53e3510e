import type { Lane } from "../app/lane.js";
import type { Soon } from "../app/ports/store.js";
import { debugHeaders } from "./debug-headers.js";
import { type FaultyAnswer, faults, type HangUp, type HangUpHow } from "./faults.js";
import type { CallWatcher, Reply } from "./pipeline.js";

/** The media type of a body that is read; a charset may follow. */
export const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** How a reply leaves: as an answer with its headers, or by cutting the connection. */
export type WireResponse =
  | (Extract<FaultyAnswer, { kind: "answer" }> & { readonly headers: Readonly<Record<string, string>> })
  | Extract<FaultyAnswer, { kind: "hang-up" }>;

/** Resolves when it is time to leave: after the delay that a rule asked for, else at once. */
export function respond(lane: Lane, reply: Reply, hasDebugHeaders: boolean): Soon<WireResponse> {
  if (reply.delayMs === 0) return leaving(lane, reply, hasDebugHeaders);
  return passed(reply.delayMs).then(() => leaving(lane, reply, hasDebugHeaders));
}

/** What of Node's own answer tells that it has left. */
export interface Outgoing {
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
}

/** Calls `release` when the answer has left or was cut; a client that is gone already was told nothing, and tells nothing more. */
export function whenLeft(outgoing: Outgoing, release: () => void): void {
  if (outgoing.destroyed) setImmediate(release);
  else outgoing.once("close", release);
}

/** Cuts the connection of a call; resolves when its client knows that no answer comes, or has given up. */
export async function cut(
  { hangUp, watcher }: { readonly hangUp: HangUp; readonly watcher?: CallWatcher | undefined },
  { lane, reply, connection, how }: { lane: Lane; reply: Reply; connection: unknown; how: HangUpHow },
): Promise<void> {
  await hangUp(connection, how, reply.body);
  watcher?.wasCut?.(lane, reply.requestId);
}

function leaving(lane: Lane, reply: Reply, hasDebugHeaders: boolean): WireResponse {
  const answer: FaultyAnswer = reply.fault
    ? faults[reply.fault](reply.body)
    : { kind: "answer", http: reply.http, body: reply.body, contentType: "application/json" };
  if (answer.kind === "hang-up") return answer;
  return { ...answer, headers: hasDebugHeaders ? debugHeaders(lane, reply) : {} };
}

/** The longest wait that setTimeout takes, in milliseconds: a longer one would be none. */
const TIMER_MAX_MS = 2_147_483_647;

async function passed(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= TIMER_MAX_MS)
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, TIMER_MAX_MS)));
}
