import { isObject, type Json, objectIn } from "../../../package/json.js";
import type { SandboxLane } from "../../library/types.js";
import type { Side } from "../compare/differences.js";

/** The balance of a merchant in a lane that repeats calls, large enough for any refund. */
export const FLOAT = { HKD: 9_000_000, USD: 9_000_000 };

/** Makes a service's call in a lane, unsigned. It notifies nobody. */
export async function repeatedIn(lane: SandboxLane, operation: string, params: Json): Promise<Side> {
  const response = await lane.fetch(`/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ request: JSON.stringify({ ...params, ...withoutNotify(params) }), signature: "" }),
  });
  return { http: response.status, body: objectIn(await response.text()) ?? {} };
}

function withoutNotify({ callbackUrl }: Json): Json {
  if (!isObject(callbackUrl) || !("notify" in callbackUrl)) return {};
  const { notify: _, ...others } = callbackUrl;
  return { callbackUrl: others };
}
