import { objectIn } from "../../package/json.js";
import { strangeness } from "../target/service-check.js";
import { causeText } from "../target/target.js";
import type { Recorded } from "./exchange.js";

/**
 * Describes behaviour that no payment service has, as the end of a sentence that starts with the target. Undefined if
 * nothing is unusual.
 */
export function oddityOf({ method, response, fault }: Recorded): string | undefined {
  const cause = causeText(fault);
  if (cause !== undefined) return `: ${cause}`;
  if (response === undefined) return `: ${fault}`;
  // Too many calls and other methods are the caller's own business.
  if (method !== "POST" || response.status === 429) return undefined;
  const code = objectIn(response.body)?.responseCode;
  const line = strangeness({
    http: response.status,
    text: response.body,
    contentType: response.contentType,
    code: typeof code === "string" ? code : undefined,
  });
  return line && ` ${line}`;
}
