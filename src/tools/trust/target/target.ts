import type { KeyObject } from "node:crypto";
import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import type { SignedEnvelope } from "../../../core/signing/envelope.js";
import { signedEnvelope } from "../../../core/signing/signature.js";
import { boundedBody } from "../../../package/bounded-body.js";
import { type Json, objectIn } from "../../../package/json.js";

/** An HTTP answer, valid or not. */
export interface HttpAnswer {
  readonly http: number;
  /** Exactly as received. */
  readonly text: string;
  readonly contentType: string;
  /** The JSON object in the body. Empty if there is none. */
  readonly body: Json;
  /** `responseCode`, if it is a text. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** How long the service asks the caller to wait. */
  readonly retryAfterMs?: number | undefined;
}

export const isSuccess = ({ http, code }: HttpAnswer): boolean => http === 200 && code === SUCCESS_CODE;

/** The target doesn't behave like a payment service. The message is one line with the reason and the next step. */
export class TargetFault extends Error {}

/** There was no complete answer, or a gateway answered. It is unknown whether the call was carried out. */
export class LostAnswer extends TargetFault {}

/** A service that is called from outside, as a merchant would. */
export interface Target {
  /** Posts a signed call. Throws LostAnswer if there is no complete answer, and TargetFault if there can't be one. */
  call(path: string, params: Json): Promise<HttpAnswer>;
  /** Posts any body. */
  post(path: string, body: string): Promise<HttpAnswer>;
  /** The envelope that `call` would post. */
  envelope(params: Json): SignedEnvelope;
}

/** What goes to a target: a signed call with parameters, or any body. */
type Sent = { readonly path: string } & ({ readonly params: Json } | { readonly body: string });

/** The same target. `pass` sees each call, and sends it. */
export const passing = (
  target: Target,
  pass: (sent: Sent, send: () => Promise<HttpAnswer>) => Promise<HttpAnswer>,
): Target => ({
  ...target,
  call: (path, params) => pass({ path, params }, () => target.call(path, params)),
  post: (path, body) => pass({ path, body }, () => target.post(path, body)),
});

export interface TargetOptions {
  readonly url: string;
  readonly merchantId: number | string;
  readonly key: KeyObject;
  /** How many milliseconds of real time one answer may take. */
  readonly timeoutMs: number;
  /** Sends a request; the fetch of this process by default. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Called before each call. Resolves once the call may be sent. */
  readonly turn: () => Promise<void>;
}

/** No answer of the service is longer than this. */
const ANSWER_MAX_BYTES = 4 * 1_048_576;

export function httpTarget({ url, merchantId, key, timeoutMs, fetch: send = fetch, turn }: TargetOptions): Target {
  const post = async (path: string, body: string): Promise<HttpAnswer> => {
    await turn();
    try {
      const request = new Request(`${url}/${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { "Content-Type": "application/json" },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await answerOf(await send(request), url);
    } catch (error) {
      throw error instanceof TargetFault ? error : transportFault(error, url, timeoutMs);
    }
  };
  const envelope = (params: Json) => signedEnvelope(JSON.stringify({ merchantId, ...params }), key);
  return { post, envelope, call: (path, params) => post(path, JSON.stringify(envelope(params))) };
}

async function answerOf(response: Response, url: string): Promise<HttpAnswer> {
  const pieces = await boundedBody(response.body, ANSWER_MAX_BYTES);
  if (!pieces) throw new TargetFault(`${url} answered more than 4 MB: is it the payment service's base URL?`);
  const text = Buffer.concat(pieces).toString("utf8");
  const body = objectIn(text) ?? {};
  const { responseCode, message } = body;
  return {
    http: response.status,
    text,
    contentType: response.headers.get("content-type") ?? "",
    body,
    code: typeof responseCode === "string" ? responseCode : undefined,
    message: typeof message === "string" ? message : undefined,
    retryAfterMs: secondsIn(response.headers.get("retry-after")),
  };
}

/** The seconds as milliseconds. Undefined for a date or an absent value. */
const secondsIn = (text: string | null): number | undefined =>
  /^\d{1,5}$/.test(text ?? "") ? Number(text) * 1000 : undefined;

const CLOSED = "closed the connection before its answer was complete";
const CUT = `${CLOSED}: check the service's own log, then run again`;
const UNTRUSTED = "its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file of the CA that signed it";

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: start it, or correct the address",
  ENOTFOUND: "this host name does not exist: correct the address",
  EAI_AGAIN: "the name cannot be resolved now: check the network, then run again",
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out: check that it is up and accepts this machine",
  ETIMEDOUT: "the connection timed out: check that it is up and accepts this machine",
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: "its certificate has expired: tell its operator",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host: correct the address",
  ERR_SSL_WRONG_VERSION_NUMBER: "it speaks no TLS: try http instead of https",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it speaks no TLS: try http instead of https",
};

/** Explains a broken connection by its error code. Undefined for other codes. */
const causeText = (code: string | undefined): string | undefined => CAUSES[code ?? ""];

/** The same for a call that goes into a recording: a lost answer is part of it. */
export const recordedCauseText = (code: string | undefined): string | undefined =>
  causeText(code) === CUT
    ? `${CLOSED}: the call is recorded as lost. Go on if that was on purpose; if not, check the service's own log`
    : causeText(code);

function transportFault(error: unknown, url: string, timeoutMs: number): TargetFault {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === "TimeoutError")
    return new LostAnswer(
      `${url} did not answer within ${timeoutMs / 1000} s: check that it is up, or give it more time (--timeout)`,
    );
  const known = causeText(cause?.code) ?? (message === "terminated" ? CUT : undefined);
  const line = `${url}: ${known ?? `${cause?.message ?? message}: correct the address`}`;
  return known === CUT ? new LostAnswer(line) : new TargetFault(line);
}
