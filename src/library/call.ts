import { jsonIn } from "../package/json.js";
import type { SignedEnvelope } from "../signing/envelope.js";
import type { Fetch } from "./in-process.js";
import type { Called } from "./types.js";

/** Posts a signed envelope. Rejects if a fault cuts the connection. */
export async function postCall(fetchHere: Fetch, url: string, envelope: SignedEnvelope): Promise<Called> {
  const response = await fetchHere(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(envelope),
  });
  const text = await response.text();
  const body = jsonIn(text);
  const warnings = response.headers.get("X-Sandbox-Warnings");
  return {
    http: response.status,
    body: body === undefined ? text : body,
    requestId: response.headers.get("X-Sandbox-Request-Id") ?? undefined,
    warnings: warnings ? warnings.split("; ") : [],
  };
}
