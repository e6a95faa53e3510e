import type { Json } from "../target/target.js";

/** Removes the notification address from a replayed call's callbackUrl, because a replay must not notify anybody. */
export function withoutNotify({ callbackUrl }: Json): Json {
  if (typeof callbackUrl !== "object" || callbackUrl === null || !("notify" in callbackUrl)) return {};
  const { notify: _, ...others } = callbackUrl;
  return { callbackUrl: others };
}
