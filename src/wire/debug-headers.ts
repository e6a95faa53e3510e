import type { Lane } from "../app/lane.js";
import type { Reply } from "./pipeline.js";

/** What a developer sees beside the answer: which call it was, what it rests on, and which rule had a say. */
export function debugHeaders(lane: Lane, reply: Reply): Record<string, string> {
  const headers: Record<string, string> = {
    "X-Sandbox-Request-Id": reply.requestId,
    "X-Sandbox-Lane": lane.name,
    "X-Sandbox-Provenance":
      reply.assumed.length === 0 ? "documented" : `assumed: ${[...new Set(reply.assumed)].join(", ")}`,
    "X-Sandbox-Signature": reply.signature,
  };
  if (reply.rule !== undefined)
    headers["X-Sandbox-Rule"] = `${encodeURI(reply.rule)}${reply.isCarried ? "; carried to the first attempt" : ""}`;
  return headers;
}
