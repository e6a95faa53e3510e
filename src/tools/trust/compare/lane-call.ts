import { isObject, type Json, objectOf } from "../../../package/json.js";
import { postCall } from "../../library/call.js";
import type { SandboxLane } from "../../library/types.js";
import type { Side } from "./differences.js";

/** The balance of a merchant in a lane that repeats calls, large enough for any refund. */
export const FLOAT = { HKD: 9_000_000, USD: 9_000_000 };

/** Makes a service's call in a lane, unsigned. It notifies nobody. */
export async function repeatedIn(lane: SandboxLane, operation: string, params: Json): Promise<Side> {
  const request = JSON.stringify({ ...params, ...withoutNotify(params) });
  const { http, body } = await postCall(lane.fetch, `/${operation}`, { request, signature: "" });
  return { http, body: objectOf(body) ?? {} };
}

function withoutNotify({ callbackUrl }: Json): Json {
  if (!isObject(callbackUrl) || !("notify" in callbackUrl)) return {};
  const { notify: _, ...others } = callbackUrl;
  return { callbackUrl: others };
}
