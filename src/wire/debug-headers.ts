import type { Lane } from "../app/lane.js";
import type { Reply } from "./pipeline.js";

/** What a developer sees beside the answer: which call it was, what it rests on, and which rule had a say. */
export function debugHeaders(lane: Lane, reply: Reply): Record<string, string> {
  const headers: Record<string, string> = {
    "X-Sandbox-Request-Id": reply.requestId,
    "X-Sandbox-Lane": lane.name,
    "X-Sandbox-Provenance": provenance(reply),
    "X-Sandbox-Signature":
      reply.signatureFault === undefined ? reply.signature : `${reply.signature}; ${reply.signatureFault}`,
  };
  if (reply.rule !== undefined)
    headers["X-Sandbox-Rule"] = `${nameInHeader(reply.rule)}${reply.isCarried ? "; carried to the first attempt" : ""}`;
  return headers;
}

/** `documented`, or what it rests on: `assumed: a, b; observed: c`. */
function provenance({ assumed, observed = [] }: Reply): string {
  const guessed = [...new Set(assumed)].filter((id) => !observed.includes(id));
  const parts = [
    ...(guessed.length > 0 ? [`assumed: ${guessed.join(", ")}`] : []),
    ...(observed.length > 0 ? [`observed: ${[...new Set(observed)].join(", ")}`] : []),
  ];
  return parts.length === 0 ? "documented" : parts.join("; ");
}

/** Clients take some 16 kB of headers: a name longer than this many characters is cut. */
const NAME_MAX = 100;

/** Percent-encoded, since a header holds no other text than ASCII. */
function nameInHeader(name: string): string {
  const characters = [...name.slice(0, 2 * NAME_MAX + 1).toWellFormed()];
  return encodeURI(characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX).join("")}…` : characters.join(""));
}
