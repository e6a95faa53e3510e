import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { type CallWarning, lostFieldsText, resendText, warningText } from "../../../lane/ports/explanation.js";

/** Headers for developers: the request id, the assumptions behind the answer, and the rule that fired. */
export function debugHeaders(lane: Lane, reply: Reply): Record<string, string> {
  const headers: Record<string, string> = {
    "X-Sandbox-Request-Id": reply.requestId,
    "X-Sandbox-Lane": lane.name,
    "X-Sandbox-Provenance": provenance(reply),
    "X-Sandbox-Signature":
      reply.signatureFault === undefined
        ? reply.signature
        : `${reply.signature}; ${encodedInHeader(reply.signatureFault)}`,
  };
  if (reply.rule !== undefined)
    headers["X-Sandbox-Rule"] = `${nameInHeader(reply.rule)}${reply.isCarried ? "; carried to the first attempt" : ""}`;
  const warnings = [...(reply.warnings ?? []).map(warningText), ...reply.notes];
  const { resend, lostFields, userAgent } = reply.arrival ?? {};
  if (resend) warnings.push(resendText({ resend, userAgent }));
  // First, because it is the cause of the fields that are missing.
  if (lostFields) warnings.unshift(lostFieldsText(lostFields));
  if (warnings.length > 0) headers["X-Sandbox-Warnings"] = encodedInHeader(warnings.join("; "));
  return headers;
}

/** The headers of a refusal that no lane records. */
export const unrecordedHeaders = (lane: string, warning: CallWarning): Record<string, string> => ({
  "X-Sandbox-Lane": lane,
  "X-Sandbox-Warnings": encodedInHeader(warningText(warning)),
});

/** `documented`, or the basis of the answer: `assumed: a, b; observed: c`. */
function provenance({ assumed, observed = [] }: Reply): string {
  const guessed = assumed.filter((id, n) => assumed.indexOf(id) === n && !observed.includes(id));
  const parts: string[] = [];
  if (guessed.length > 0) parts.push(`assumed: ${guessed.join(", ")}`);
  if (observed.length > 0) parts.push(`observed: ${[...new Set(observed)].join(", ")}`);
  return parts.length === 0 ? "documented" : parts.join("; ");
}

/** Clients accept about 16 kB of headers, so longer names are cut to this many characters. */
const NAME_MAX = 100;

/** Percent-encoded, because headers can hold only ASCII. */
function nameInHeader(name: string): string {
  const characters = [...name.slice(0, 2 * NAME_MAX + 1).toWellFormed()];
  return encodeURI(characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX).join("")}…` : characters.join(""));
}

/** Percent-encodes only characters that a header can't hold, so that sentences stay readable. */
const encodedInHeader = (text: string): string =>
  text.toWellFormed().replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
