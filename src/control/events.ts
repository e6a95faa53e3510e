import type { Context } from "hono";
import { requestSummary } from "../app/explain/explain.js";
import { messageOf } from "../app/explain/message.js";
import type { Lane } from "../app/lane.js";
import type { Attempted } from "../app/notifications/delivery-lane.js";
import type { Elsewhere } from "../app/ports/elsewhere.js";
import type { Changes } from "../app/ports/store.js";
import { changedParts } from "../app/views/changed-parts.js";
import { iso, orderSummary } from "../app/views/order-json.js";
import { beginningOfTime } from "../domain/money.js";
import { statusOf } from "../domain/order.js";
import { rawCall } from "./call.js";
import type { ControlContext } from "./context.js";

/** Proxies and browsers drop what is silent for long. */
const BEAT_MS = 15_000;
/** A reader that is this far behind is let go: it comes back and reads the lists. */
const BEHIND_LIMIT = 1000;

type Tell = (event: "request" | "answered" | "order" | "notification" | "clock" | "lane", body: object) => void;

/** What happens in a lane, as it happens: server-sent events. */
export const eventCalls = [
  rawCall({
    method: "GET",
    path: "/events",
    summary: "What happens in the lane, as it happens",
    type: "text/event-stream",
    answer:
      "hello, then request, order, notification, clock and lane (what else changed), each with JSON; with ?timed=true also answered: how many ms a call took",
    respond: async (c: Context, { stopping, watchCalls }: ControlContext, lane: Lane) => {
      await lane.elsewhere.ready();
      const hello = { lane: lane.name, ...(await clockOf(lane)) };
      const isTimed = c.req.query("timed") === "true";
      const watch: Watch = (tell, gone) => {
        const unwatch = watchLane(lane, tell, gone);
        const untime = isTimed ? watchCalls((call) => call.lane === lane.name && tell("answered", call)) : undefined;
        return () => {
          unwatch();
          untime?.();
        };
      };
      const stream = streamOf(watch, hello, ended(c, stopping), BEAT_MS);
      // Closed, so that a server that stops need not wait for a connection that nobody uses any more.
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store", Connection: "close" };
      return c.body(stream, 200, headers);
    },
  }),
] as const;

const ended = (c: Context, stopping: AbortSignal): AbortSignal => AbortSignal.any([c.req.raw.signal, stopping]);

/** Tells what happens from now on, and when it is over; the returned function ends it. */
type Watch = (tell: Tell, gone: () => void) => () => void;

function streamOf(watch: Watch, hello: object, end: AbortSignal, beatMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (text: string): void => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
          else close();
        };
        let lastId = 0;
        const unwatch = watch(
          (event, body) => send(`id: ${++lastId}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`),
          () => close(),
        );
        const beat = setInterval(() => send(": beat\n\n"), beatMs);
        beat.unref();
        stop = () => {
          clearInterval(beat);
          unwatch();
          end.removeEventListener("abort", close);
          stop = () => {};
        };
        const close = (): void => {
          stop();
          try {
            controller.close();
          } catch {
            // The reader went first.
          }
        };
        end.addEventListener("abort", close);
        if (end.aborted) return close();
        send(`retry: 1000\nevent: hello\ndata: ${JSON.stringify(hello)}\n\n`);
      },
      cancel: () => stop(),
    },
    { highWaterMark: BEHIND_LIMIT },
  );
}

/** Tells what happens from now on; `gone` when the lane was reset, dropped or loaded from a snapshot. */
function watchLane(lane: Lane, tell: Tell, gone: () => void): () => void {
  const watches = [
    lane.waiting.watch((changes) => {
      if (lane.waiting.isClosed) return gone();
      if (changes) tellChanges(lane, changes, tell).catch(gone);
    }),
    lane.deliveries.watch((attempted) => tell("notification", attemptJson(attempted))),
    lane.elsewhere.watch({ tell: (done) => tellElsewhere(lane, done, tell).catch(gone), fail: gone }),
    lane.clock.watch(() => void clockOf(lane).then((clock) => tell("clock", clock), gone)),
  ];
  return () => {
    for (const unwatch of watches) unwatch();
  };
}

async function tellChanges(lane: Lane, changes: Changes, tell: Tell): Promise<void> {
  const { exchange, orders = [] } = changes;
  if (exchange) tell("request", { ...requestSummary(exchange), message: messageOf(exchange.response) });
  const changed = changedParts(changes);
  if (changed.length > 0) tell("lane", { changed });
  if (orders.length === 0) return;
  const now = await lane.clock.now();
  for (const { before, after } of orders)
    tell("order", { ...orderSummary(after, now), statusBefore: before ? statusOf(before, beginningOfTime) : null });
}

/** What another process did is told as if this one had done it. */
async function tellElsewhere(lane: Lane, { commits, attempts }: Elsewhere, tell: Tell): Promise<void> {
  const now = await lane.clock.now();
  for (const { exchange, orders, changed } of commits) {
    if (exchange) tell("request", { ...requestSummary(exchange), message: messageOf(exchange.response) });
    if (changed.length > 0) tell("lane", { changed });
    for (const { order, statusBefore } of orders) tell("order", { ...orderSummary(order, now), statusBefore });
  }
  for (const { id, orderId, attempt, state } of attempts) {
    const { n, at, status, why } = attempt;
    tell("notification", attemptJson({ kind: "notification", at, id, orderId, attempt: n, status, why, state }));
  }
  if (commits.some(({ hasMovedClock }) => hasMovedClock)) tell("clock", await clockOf(lane));
}

async function clockOf({ clock }: Lane) {
  const { now, mode } = await clock.read();
  return { now: iso(now), mode };
}
const attemptJson = ({ at, ...rest }: Attempted) => ({ at: iso(at), ...rest });
