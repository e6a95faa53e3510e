import { isObject, type Json, objectIn } from "../../../package/json.js";
import type { SandboxLane } from "../../library/types.js";
import type { Side } from "../compare/differences.js";

/** The balance of a merchant in a lane that repeats calls, large enough for any refund. */
export const FLOAT = { HKD: 9_000_000, USD: 9_000_000 };

/** A lane's answer, and the assumptions behind it. */
export interface LaneAnswer extends Side {
  readonly restsOn: readonly string[];
}

/** Makes a service's call in a lane, unsigned. It notifies nobody. */
export async function repeatedIn(lane: SandboxLane, operation: string, params: Json): Promise<LaneAnswer> {
  const response = await lane.fetch(`/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ request: JSON.stringify({ ...params, ...withoutNotify(params) }), signature: "" }),
  });
  const body = objectIn(await response.text()) ?? {};
  return { http: response.status, body, restsOn: idsIn(response.headers.get("X-Sandbox-Provenance") ?? "") };
}

/**
 * Assumptions that the answer's header may leave out. The first two affect every answer with a date or an order's id, the
 * third an answer about an order without a card.
 */
const UNTOLD = ["date-spelling", "order-id-size", "unpaid-card-type"] as const;

/** All assumptions behind an answer, including those that a calibration has confirmed. */
const idsIn = (provenance: string): readonly string[] => [
  ...UNTOLD,
  ...provenance.split("; ").flatMap((part) => part.split(": ")[1]?.split(", ") ?? []),
];

function withoutNotify({ callbackUrl }: Json): Json {
  if (!isObject(callbackUrl) || !("notify" in callbackUrl)) return {};
  const { notify: _, ...others } = callbackUrl;
  return { callbackUrl: others };
}
