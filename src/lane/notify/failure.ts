import { attemptCure, failures } from "../ports/attempt-failures.js";
import { messageOf } from "../ports/log.js";
import type { Delivery } from "../ports/notifier.js";

/** Why no answer came, and what the user should do next. */
type NetworkFailure = Pick<Delivery, "why" | "advice" | "isNobodyThere">;

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return code;
  // For a name with several addresses, the error contains one error per address.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
};

/** Explains a network error to the shop's developer. */
export function networkFailureOf(error: unknown, url: URL, timeoutMs: number): NetworkFailure {
  const failure = causeOf(error, url, timeoutMs);
  return { advice: attemptCure({ status: null, why: failure.why }), ...failure };
}

function causeOf(error: unknown, url: URL, timeoutMs: number): NetworkFailure {
  const code = codeOf(error);
  switch (code) {
    case "ECONNREFUSED":
      return {
        why: `${failures.nobody} ${url.host}`,
        advice: `is the shop running? From a container, the shop on your own machine is ${url.protocol}//host.docker.internal${url.port && `:${url.port}`}`,
        isNobodyThere: true,
      };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return {
        why: `${failures.unknownName} ${url.hostname}`,
      };
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return {
        why: `${failures.slow} ${timeoutMs / 1000} s`,
      };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return {
        why: `${url.protocol === "https:" ? failures.closedInTls : failures.closed} ${url.host} before it answered`,
      };
    default:
      return notHttp(code, error) ?? tlsFailure(code) ?? { why: `${code ?? "error"}: ${messageOf(error)}` };
  }
}

/** Not each error of the parser has a code. */
const notHttp = (code: string | undefined, error: unknown): NetworkFailure | undefined =>
  code?.startsWith("HPE_") || (error instanceof Error && error.name === "HTTPParserError")
    ? { why: `${failures.notHttp} (${messageOf(error)})` }
    : undefined;

function tlsFailure(code: string | undefined): NetworkFailure | undefined {
  if (code === undefined || !/CERT|SIGNATURE|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return undefined;
  if (/ERR_SSL|EPROTO/.test(code)) return { why: `${failures.noTls} (${code})` };
  return { why: `${failures.untrusted}${code})` };
}
