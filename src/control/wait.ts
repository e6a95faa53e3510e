import { Hono } from "hono";
import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import type { ControlContext } from "./context.js";
import { readJson } from "./errors.js";
import {
  type Look,
  lookForNotifications,
  lookForOrders,
  lookForRequests,
  notificationMatch,
  orderMatch,
  requestMatch,
} from "./wait-matches.js";

const LONGEST_MS = 600_000;
const how = {
  count: z.int().min(1).default(1),
  timeoutMs: z.int().min(0).max(LONGEST_MS).default(5000).describe("real time"),
};

/** What to wait for, as the control API and the library write it. */
export const waitBody = z.discriminatedUnion(
  "for",
  [
    z.strictObject({ for: z.literal("notification"), match: notificationMatch.default({}), ...how }),
    z.strictObject({ for: z.literal("request"), match: requestMatch.default({}), ...how }),
    z.strictObject({ for: z.literal("order"), match: orderMatch.default({}), ...how }),
  ],
  { error: "for: notification, request or order" },
);
type Wanted = z.output<typeof waitBody>;

/** Answers as soon as it is so; nobody polls. */
export function waitCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.post("/wait", async (c) => {
    await loadRegexesFor(await c.req.text());
    const body = await readJson(c, waitBody);
    if ("response" in body) return body.response;
    const lane = laneOf(c);
    const wanted = body.value;
    const look = lookFor(lane, wanted);
    const enough = async () => {
      const matched = await look.matched();
      return matched.length >= wanted.count ? matched : undefined;
    };
    const matched = await lane.waiting.until(enough, wanted.timeoutMs, c.req.raw.signal);
    return matched ? c.json({ matched }) : c.json(await tooLate(lane, wanted, look), 408);
  });
  return app;
}

function lookFor(lane: Lane, wanted: Wanted): Look {
  switch (wanted.for) {
    case "notification":
      return lookForNotifications(lane, wanted.match);
    case "request":
      return lookForRequests(lane, wanted.match);
    case "order":
      return lookForOrders(lane, wanted.match);
  }
}

async function tooLate({ waiting }: Lane, { for: what, match, count, timeoutMs }: Wanted, look: Look) {
  if (waiting.isClosed)
    return { code: "lane-gone", message: "the lane was reset while this waited", fix: "wait again", nearest: [] };
  const found = (await look.matched()).length;
  return {
    code: "timeout",
    message: `${found} of ${count} ${what}s matched ${JSON.stringify(match)} within ${timeoutMs} ms`,
    fix: "look at nearest; mind the lane, and whether its clock is frozen",
    nearest: await look.nearest(),
  };
}
