import { objectIn, type Recorded } from "../exchange.js";
import { strangeness } from "../hello.js";
import { causeText } from "../target.js";

/** What no payment service does, as the end of a line that begins with the target; undefined where nothing is odd. */
export function oddityOf({ method, response, fault }: Recorded): string | undefined {
  const cause = causeText(fault);
  if (cause !== undefined) return `: ${cause}`;
  if (response === undefined) return `: ${fault}`;
  // Too many calls, and other methods, are the matter of whoever calls.
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
