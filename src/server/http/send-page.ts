import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Reply } from "../../lane/journal/reply.js";
import type { Lane } from "../../lane/lane.js";
import { hangUp } from "../../lane/runtime/hang-up.js";
import { respond, untilDue } from "../payment-api/http/response.js";

/** What is cut in two if the page has no text, such as a redirect. */
const EMPTY_PAGE = "<!DOCTYPE html><html></html>";

/**
 * Sends the page that answers an act of the shopper as the act's rule wants: late, cut or replaced. A call inside this
 * process has no connection to cut.
 */
export async function sendPage(c: Context, lane: Lane, reply: Reply): Promise<void> {
  const { fault, delayMs } = reply;
  if (fault === undefined && delayMs === 0) return;
  const body = (await c.res.clone().text()) || EMPTY_PAGE;
  await untilDue(lane, reply);
  const leaving = respond(lane, { ...reply, body }, false);
  if (fault === undefined) return;
  if (leaving.kind === "answer") {
    const headers = { "Content-Type": leaving.contentType };
    return replaced(c, new Response(leaving.body, { status: leaving.http, headers }));
  }
  const outgoing: ServerResponse | undefined = c.env?.outgoing;
  if (!outgoing) return;
  await hangUp(outgoing, leaving.how, body);
  replaced(c, RESPONSE_ALREADY_SENT);
}

/** Without the page's headers, which Hono would add. */
function replaced(c: Context, by: Response): void {
  c.res = undefined;
  c.res = by;
}
