import { TargetFault } from "./fault.js";
import type { Answer } from "./target.js";

/** Throws a TargetFault that says what was seen and what to do, where an answer is none of a payment service. */
export function requireService(answer: Answer, where: string): void {
  const line = strangeness(answer);
  if (line !== undefined) throw new TargetFault(`${where} ${line}`);
}

/** What is strange about an answer, and what to do; undefined where a payment service may answer so. */
export function strangeness({
  http,
  text,
  contentType,
  code,
}: Pick<Answer, "http" | "text" | "contentType" | "code">): string | undefined {
  if (http === 401 || http === 403)
    return `answered HTTP ${http}: an access guard stands before it; let this machine in`;
  if (http >= 300 && http < 400) return `answered a redirect (HTTP ${http}): give the address that it leads to`;
  if (http === 429) return "answered HTTP 429 (too many requests): wait, then run again with a smaller --rate";
  // A page of a gateway that reaches nobody is no wrong address.
  if (http >= 500 && code === undefined) return `answered HTTP ${http}: it is not up; run again later`;
  if (/html/i.test(contentType) || /^\s*</.test(text))
    return `answered a page (HTTP ${http}) instead of JSON: give the base URL of the API, without a path of a page`;
  if (code !== undefined) return undefined;
  if (http === 404 || http === 405)
    return `answered HTTP ${http}: no payment service of this shape is there; correct the address`;
  return `answered HTTP ${http} without a responseCode: no payment service of this shape is there; correct the address`;
}

/** Throws a TargetFault where the service does not take our signature. */
export function requireTrusted({ message = "" }: Answer, merchantId: number | string, where: string): void {
  const said = message.trim().toLowerCase();
  if (said.startsWith("invalid signature"))
    throw new TargetFault(
      `${where} answered "${message}": the private key does not belong to a public key that is registered for merchant ${merchantId}`,
    );
  if (said.startsWith("no public key"))
    throw new TargetFault(
      `${where} answered "${message}": register a public key for merchant ${merchantId} there first`,
    );
}
