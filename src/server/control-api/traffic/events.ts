import type { Context } from "hono";
import { beginningOfTime } from "../../../core/domain/money.js";
import { statusOf } from "../../../core/domain/order.js";
import { callEvent } from "../../../lane/explain/request-summary.js";
import type { Lane } from "../../../lane/lane.js";
import type { Attempted } from "../../../lane/notifications/delivery-lane.js";
import type { OtherChanges, OtherCommit } from "../../../lane/ports/change-feed.js";
import type { Changes } from "../../../lane/ports/store.js";
import { changedParts } from "../../../lane/views/changed-parts.js";
import { forkPointsOf } from "../../../lane/views/history/fork-points.js";
import { iso, orderSummary } from "../../../lane/views/order-json.js";
import { stillOpen } from "../access/token-guard.js";
import { rawCall } from "../call.js";
import type { ControlContext } from "../context.js";

/** Proxies and browsers close connections that are silent for too long. */
const BEAT_MS = 15_000;
/** A reader this far behind is disconnected. It should reconnect and read the lists. */
const BEHIND_LIMIT = 1000;

type Tell = (event: "request" | "answered" | "order" | "notification" | "clock" | "lane", body: object) => void;

/** A lane's events as they happen, by server-sent events. */
export const eventCalls = [
  rawCall("GET /events", "The lane's events as they happen", {
    type: "text/event-stream",
    answer:
      "Events named hello (first), request, order, notification, clock and lane (other changes), each with JSON. With ?timed=true there are also events named answered, with the milliseconds of a call. The stream of a lane that nobody has used yet ends after hello. With ?forks=true the lane is copied between calls, for POST /_sandbox/requests/{id}/fork",
    respond: async (c: Context, { stopping, store, watchCalls }: ControlContext, lane: Lane) => {
      await lane.changeFeed.ready();
      const hello = { lane: lane.name, ...(await clockOf(lane)) };
      const keepsForks = c.req.query("forks") === "true" && store.kind !== "postgres";
      const isTimed = c.req.query("timed") === "true";
      const watch: Watch = (tell, gone) => {
        const unwatch = watchLane(lane, tell, gone);
        const untime = isTimed ? watchCalls((call) => call.lane === lane.name && tell("answered", call)) : undefined;
        const stopForks = keepsForks ? forkPointsOf(lane).follow() : undefined;
        return () => {
          stopForks?.();
          unwatch();
          untime?.();
        };
      };
      const end = AbortSignal.any([c.req.raw.signal, stopping]);
      const stream = streamOf(watch, hello, end, () => stillOpen(c));
      // Each stream has its own connection, so that a stopping server needn't wait for idle ones.
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store", Connection: "close" };
      return c.body(stream, 200, headers);
    },
  }),
];

/** Reports events from now on, and the end. The returned function stops that. */
type Watch = (tell: Tell, gone: () => void) => () => void;

function streamOf(watch: Watch, hello: object, end: AbortSignal, isAllowed: () => boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (text: string): void => {
          if ((controller.desiredSize ?? 0) > 0 && isAllowed()) controller.enqueue(encoder.encode(text));
          else close();
        };
        let lastId = 0;
        const unwatch = watch(
          (event, body) => send(`id: ${++lastId}\nevent: ${event}\ndata: ${JSON.stringify(body)}\n\n`),
          () => close(),
        );
        const beat = setInterval(() => send(": beat\n\n"), BEAT_MS);
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
            // The reader disconnected first.
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

/** Reports a lane's events from now on. Calls `gone` once the lane is reset, dropped or loaded from a snapshot. */
function watchLane(lane: Lane, tell: Tell, gone: () => void): () => void {
  const watches = [
    lane.waiting.watch((changes) => {
      if (lane.waiting.isClosed) return gone();
      if (changes) tellChanges(lane, changes, tell).catch(gone);
    }),
    lane.deliveries.watch((attempted) => tell("notification", attemptJson(attempted))),
    lane.changeFeed.watch({ tell: (done) => tellOthers(lane, done, tell).catch(gone), fail: gone }),
    lane.clock.watch(() => void clockOf(lane).then((clock) => tell("clock", clock), gone)),
  ];
  return () => {
    for (const unwatch of watches) unwatch();
  };
}

async function tellChanges(lane: Lane, changes: Changes, tell: Tell): Promise<void> {
  const orders = (changes.orders ?? []).map(({ before, after }) => ({
    order: after,
    statusBefore: before ? statusOf(before, beginningOfTime) : null,
  }));
  await tellCommit(lane, { exchange: changes.exchange, orders, changed: changedParts(changes) }, tell);
}

async function tellCommit(
  lane: Lane,
  { exchange, orders, changed }: Omit<OtherCommit, "hasMovedClock">,
  tell: Tell,
): Promise<void> {
  const changedOrders = orders.map(({ order }) => order);
  if (exchange) tell("request", callEvent(exchange, changedOrders));
  if (changed.length > 0) tell("lane", { changed });
  if (orders.length === 0) return;
  const now = await lane.clock.now();
  for (const { order, statusBefore } of orders) tell("order", { ...orderSummary(order, now), statusBefore });
}

/** Reports other processes' changes like those of this process. */
async function tellOthers(lane: Lane, { commits, attempts }: OtherChanges, tell: Tell): Promise<void> {
  for (const commit of commits) await tellCommit(lane, commit, tell);
  for (const { id, orderId, merchantReference, attempt, state } of attempts) {
    const { n, at, status, why } = attempt;
    const about = { id, orderId, merchantReference };
    tell("notification", attemptJson({ kind: "notification", at, ...about, attempt: n, status, why, state }));
  }
  if (commits.some(({ hasMovedClock }) => hasMovedClock)) tell("clock", await clockOf(lane));
}

async function clockOf({ clock }: Lane) {
  const { now, mode } = await clock.read();
  return { now: iso(now), mode };
}

const attemptJson = ({ at, ...rest }: Attempted) => ({ at: iso(at), ...rest });
