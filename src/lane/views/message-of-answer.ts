import { objectIn } from "../../package/json.js";

/** The message of an answer. Undefined if it has none, or if a fault cut it. */
export function answerMessageOf(response: string): string | undefined {
  const message = objectIn(response)?.message;
  return typeof message === "string" ? message : undefined;
}
