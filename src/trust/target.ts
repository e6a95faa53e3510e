import type { KeyObject } from "node:crypto";
import { SUCCESS_CODE } from "../facts/codes.js";
import { boundedBody } from "../package/bounded-body.js";
import type { SignedEnvelope } from "../signing/envelope.js";
import { signedEnvelope } from "../signing/sign.js";
import { TargetFault } from "./fault.js";

export type Json = Readonly<Record<string, unknown>>;

/** What came back over HTTP, whatever it is worth. */
export interface Answer {
  readonly http: number;
  /** Exactly as it came. */
  readonly text: string;
  readonly contentType: string;
  /** The JSON object of the body; empty where it is none. */
  readonly body: Json;
  /** `responseCode`, where it is a text. */
  readonly code: string | undefined;
  readonly message: string | undefined;
}

export const isSuccess = ({ http, code }: Answer): boolean => http === 200 && code === SUCCESS_CODE;

/** A service that is called from outside, as a merchant does. */
export interface Target {
  /** Posts a signed call. Throws TargetFault where no answer comes. */
  call(path: string, params: Json): Promise<Answer>;
  /** Posts any body. */
  post(path: string, body: string): Promise<Answer>;
  /** What `call` would post. */
  envelope(params: Json): SignedEnvelope;
}

export interface TargetOptions {
  readonly url: string;
  readonly merchantId: number | string;
  readonly key: KeyObject;
  /** Milliseconds of real time that one answer may take. */
  readonly timeoutMs: number;
  /** Called before each call; it waits until one may be sent. */
  readonly turn: () => Promise<void>;
}

/** No answer of the service is longer. */
const ANSWER_MAX_BYTES = 4 * 1_048_576;

export function httpTarget({ url, merchantId, key, timeoutMs, turn }: TargetOptions): Target {
  const post = async (path: string, body: string): Promise<Answer> => {
    await turn();
    try {
      const response = await fetch(`${url}/${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { "Content-Type": "application/json" },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await answerOf(response, url);
    } catch (error) {
      throw error instanceof TargetFault ? error : new TargetFault(transportLine(error, url, timeoutMs));
    }
  };
  const envelope = (params: Json) => signedEnvelope(JSON.stringify({ merchantId, ...params }), key);
  return { post, envelope, call: (path, params) => post(path, JSON.stringify(envelope(params))) };
}

async function answerOf(response: Response, url: string): Promise<Answer> {
  const pieces = await boundedBody(response.body, ANSWER_MAX_BYTES);
  if (!pieces) throw new TargetFault(`${url} answered more than 4 MB: is it the payment service's base URL?`);
  const text = Buffer.concat(pieces).toString("utf8");
  const body = objectIn(text);
  const { responseCode, message } = body;
  return {
    http: response.status,
    text,
    contentType: response.headers.get("content-type") ?? "",
    body,
    code: typeof responseCode === "string" ? responseCode : undefined,
    message: typeof message === "string" ? message : undefined,
  };
}

function objectIn(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
  } catch {
    return {};
  }
}

const CUT = "closed the connection before its answer was complete: look at the service's own log, then run again";
const UNTRUSTED = "its certificate is not trusted: NODE_EXTRA_CA_CERTS names the file of the CA that signed it";

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: start it, or correct the address",
  ENOTFOUND: "no host has this name: correct the address",
  EAI_AGAIN: "the name cannot be resolved now: look at the network, then run again",
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time: look whether it is up and lets this machine in",
  ETIMEDOUT: "no connection came about in time: look whether it is up and lets this machine in",
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: "its certificate has expired: tell whoever runs it",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is of another host: correct the address",
  ERR_SSL_WRONG_VERSION_NUMBER: "it speaks no TLS: try http instead of https",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it speaks no TLS: try http instead of https",
};

/** What a broken connection says to people, by its code; undefined where it is another. */
export const causeText = (code: string | undefined): string | undefined => CAUSES[code ?? ""];

function transportLine(error: unknown, url: string, timeoutMs: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === "TimeoutError")
    return `${url} did not answer within ${timeoutMs / 1000} s: look whether it is up, or give it more time (--timeout)`;
  const known = causeText(cause?.code) ?? (message === "terminated" ? CAUSES.ECONNRESET : undefined);
  return `${url}: ${known ?? `${cause?.message ?? message}: correct the address`}`;
}
