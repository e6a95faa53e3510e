import { demoMerchantId } from "../../../package/demo-keys.js";
import type { ControlTarget } from "../../library/control-client.js";
import { callControl } from "./client.js";

/** What to say if `signsAsDemoThere` is false. */
export const OWN_KEY = `merchant ${demoMerchantId} has its own key in this sandbox`;

/** True if the demo merchant's key signs for it in a running sandbox. Also if that sandbox has no key for it. */
export async function signsAsDemoThere(target: ControlTarget): Promise<boolean> {
  const { merchants } = await callControl(target, "GET /merchants", {});
  const keys = merchants.find(({ merchantId }) => merchantId === demoMerchantId)?.publicKeys ?? [];
  if (keys.length === 0) return true;
  const { includesDemoKey } = await import("../../../server/demo-key.js");
  return includesDemoKey(keys);
}
