import type { IncomingMessage } from "node:http";
import { limits } from "../../../core/facts/limits.js";
import { type BodyText, bodyText } from "../../../package/bounded-body.js";
import type { PaymentApi, WireAnswer, WireCall } from "./payment-api.js";
import type { Outgoing } from "./response.js";

/** Where a standard request is going, and the socket that it came over, if it came over one. */
export interface RequestTarget extends Pick<WireCall, "lane" | "path"> {
  readonly incoming?: IncomingMessage | undefined;
  readonly outgoing?: Outgoing | undefined;
}

/** Answers a standard request. `cut` makes what the caller gets for a cut connection. */
export async function answerRequest(
  api: PaymentApi,
  request: Request,
  target: RequestTarget,
  cut: (answer: Required<WireAnswer>) => Promise<Response>,
): Promise<Response> {
  const answer = await api.answer({
    ...target,
    method: request.method,
    signal: request.signal,
    headers: Object.fromEntries(request.headers),
    body: async () => decoded(Buffer.from(await request.arrayBuffer())),
  });
  const { status, headers, body, fault } = answer;
  return fault ? cut({ ...answer, fault }) : new Response(body, { status, headers });
}

/** A POST in plain values. */
interface PostTarget extends Pick<WireCall, "lane" | "path" | "headers"> {
  readonly body: string;
}

export const answerPost = (api: PaymentApi, { body, ...call }: PostTarget): Promise<WireAnswer> =>
  api.answer({ ...call, method: "POST", body: async () => decoded(Buffer.from(body)) });

const decoded = (bytes: Buffer): BodyText | undefined =>
  bytes.byteLength > limits.bodyMaxBytes.value ? undefined : bodyText([bytes]);
