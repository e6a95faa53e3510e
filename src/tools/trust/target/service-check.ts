import { type HttpAnswer, TargetFault } from "./target.js";

/** The sandbox's own code of `unknown-path`. */
const UNKNOWN_PATH = "1404";

/** Throws a TargetFault with the next step, if no payment service gives such an answer. */
export function requireService(answer: HttpAnswer, where: string): void {
  const line = strangeness(answer);
  if (line !== undefined) throw new TargetFault(`${where} ${line}`);
}

/**
 * Describes what is unusual about an answer, and the next step. Undefined if a payment service may give this answer.
 */
export function strangeness({
  http,
  text,
  contentType,
  code,
}: Pick<HttpAnswer, "http" | "text" | "contentType" | "code">): string | undefined {
  if (http === 401 || http === 403) return `answered HTTP ${http}: an access guard protects it; allow this machine`;
  if (http >= 300 && http < 400) return `answered a redirect (HTTP ${http}): give the address that it redirects to`;
  if (http === 429) return "answered HTTP 429 (too many requests): wait, then run again with a smaller --rate";
  // If a gateway's backend is down, its error page doesn't mean that the address is wrong.
  if (http >= 500 && code === undefined) return `answered HTTP ${http}: it is down; run again later`;
  if (/html/i.test(contentType) || /^\s*</.test(text))
    return `answered a page (HTTP ${http}) instead of JSON: give the base URL of the API, not the address of a page`;
  // A service whose base URL is another one may say so in its own form, as the sandbox does.
  if (code !== undefined && !(http === 404 && code === UNKNOWN_PATH)) return undefined;
  if (http === 404 || http === 405)
    return `answered HTTP ${http}: this is not a payment service with this API; correct the address`;
  return `answered HTTP ${http} without a responseCode: this is not a payment service with this API; correct the address`;
}

/** Throws a TargetFault if the service does not accept our signature. */
export function requireTrusted({ message = "" }: HttpAnswer, merchantId: number | string, where: string): void {
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
