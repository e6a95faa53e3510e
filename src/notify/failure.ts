import type { Delivery } from "../app/ports/notifier.js";

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
  const code = codeOf(error);
  switch (code) {
    case "ECONNREFUSED":
      return {
        why: `connection refused: nothing listens at ${url.host}`,
        advice: `is the shop running? From a container, the shop on your own machine is ${url.protocol}//host.docker.internal${url.port && `:${url.port}`}`,
        isNobodyThere: true,
      };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return {
        why: `no address known for ${url.hostname}`,
        advice: "is the name spelt right, and on the same network?",
      };
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return {
        why: `no answer within ${timeoutMs / 1000} s`,
        advice: "answer first and work later, or raise --notify-timeout",
      };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return { why: `connection closed by ${url.host} before it answered` };
    default:
      return (
        tlsFailure(code) ?? { why: `${code ?? "error"}: ${error instanceof Error ? error.message : String(error)}` }
      );
  }
}

function tlsFailure(code: string | undefined): NetworkFailure | undefined {
  if (code === undefined || !/CERT|SIGNATURE|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return undefined;
  if (/ERR_SSL|EPROTO/.test(code))
    return { why: `no TLS spoken there (${code})`, advice: "is it http rather than https?" };
  return { why: `certificate not trusted (${code})`, advice: "give its CA with --notify-ca <pem>" };
}
