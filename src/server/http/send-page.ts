import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Reply } from "../../lane/journal/reply.js";
import type { Lane } from "../../lane/lane.js";
import { hangUp } from "../../lane/runtime/hang-up.js";
import { respond, untilDue } from "../payment-api/http/response.js";

/** The page that answers an act of the shopper, and what the act's rule says of the answer. */
interface PageReply {
  readonly lane: Lane;
  readonly reply: Reply;
  readonly page: Response;
}

/** What is cut in two if the page has no text, such as a redirect. */
const EMPTY_PAGE = "<!DOCTYPE html><html></html>";

/**
 * Sends the page as the act's rule wants: late, cut or replaced. A call inside this process has no connection to
 * cut.
 */
export async function sendPage(c: Context, { lane, reply, page }: PageReply): Promise<Response> {
  const { fault, delayMs } = reply;
  if (fault === undefined && delayMs === 0) return page;
  const body = (await page.clone().text()) || EMPTY_PAGE;
  await untilDue(lane, reply);
  const leaving = respond(lane, { ...reply, body }, false);
  if (fault === undefined) return page;
  if (leaving.kind === "answer")
    return new Response(leaving.body, { status: leaving.http, headers: { "Content-Type": leaving.contentType } });
  const outgoing: ServerResponse | undefined = c.env?.outgoing;
  if (!outgoing) return page;
  await hangUp(outgoing, leaving.how, body);
  return RESPONSE_ALREADY_SENT;
}
