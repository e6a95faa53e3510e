import { withoutCardNumbers } from "../../core/domain/card-text.js";
import type { ParameterRows } from "../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../core/facts/parameters/parameters.js";
import type { PaymentOperation } from "../../core/scenario/values/operations.js";
import type { SignedEnvelope } from "../../core/signing/envelope.js";
import { completed } from "../../lane/views/demo-params.js";
import { InvalidInput } from "../../package/errors.js";
import { jsonIn, objectIn } from "../../package/json.js";
import { withValueAt } from "../../package/json-text.js";
import type { ControlClient } from "./control-client.js";
import type { Fetch } from "./in-process.js";
import type { Order, OrderFilter } from "./language.js";
import type { Called } from "./types.js";

/** Posts a signed envelope. Rejects if a fault cuts the connection. */
export async function postCall(fetchHere: Fetch, url: string, envelope: SignedEnvelope): Promise<Called> {
  const response = await fetchHere(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(envelope),
  });
  const text = await response.text();
  const body = jsonIn(text);
  const warnings = response.headers.get("X-Sandbox-Warnings");
  return {
    http: response.status,
    body: body === undefined ? text : body,
    text,
    requestId: response.headers.get("X-Sandbox-Request-Id") ?? undefined,
    warnings: warnings ? warnings.split("; ") : [],
  };
}

interface Sent {
  readonly operation: PaymentOperation;
  /** The text that was signed. */
  readonly request: string;
  /** As its answer names it. Undefined if a fault lost the answer, or a proxy replaced it. */
  readonly requestId?: string | undefined;
}

/** A call as the lane got it. Undefined if it did not come. */
export async function arrivedCall(api: Pick<ControlClient, "call">, { operation, request, requestId }: Sent) {
  const sent = withoutCardNumbers(request, String(objectIn(request)?.merchantReference));
  const sentHere = async () => {
    const { requests } = await api.call("GET /requests", { query: { operation, bodies: true, limit: 20 } });
    return requests.find((call) => call.request === sent)?.id;
  };
  const id = requestId ?? (await sentHere());
  return id === undefined ? undefined : api.call("GET /requests/{id}", { params: { id } });
}

/** The real time that an answer may take. */
const ANSWER_MS = 30_000;

/** Rejects if the answer takes longer, or once one of `ends` is aborted, with its reason. Aborts the signal then. */
export function inTime<T>(
  called: string,
  ends: readonly (AbortSignal | undefined)[],
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const late = `${called}: no answer within ${ANSWER_MS / 1000} s; lane.requests() shows whether the call arrived`;
  const timer = setTimeout(() => leaving.abort(new Error(late)), ANSWER_MS);
  const over = new AbortController();
  const answer = Promise.race([(async () => call(signal))(), left]).finally(() => {
    clearTimeout(timer);
    over.abort();
  });
  const end = (by: AbortSignal): void => {
    // A test may end without awaiting its call: that alone fails no test.
    answer.catch(() => {});
    leaving.abort(by.reason);
  };
  for (const by of ends) by?.addEventListener("abort", () => end(by), { signal: over.signal });
  return answer;
}

/** The parameters of a call, with demo data for those that are missing. What is given keeps its bytes. */
export async function withDemo(
  operation: PaymentOperation,
  text: string,
  listOrders: (input: { readonly query: OrderFilter }) => Promise<{ readonly orders: readonly Order[] }>,
): Promise<string> {
  const given = objectIn(text) ?? {};
  const { merchantReference } = given;
  const rows: ParameterRows = parameters[operation].rows;
  const isCharge = rows.parentOrderId?.need === "required";
  // A charge's own reference is new.
  const query = { limit: 1, ...(!isCharge && typeof merchantReference === "string" && { merchantReference }) };
  const [latest] = (await listOrders({ query })).orders;
  const namesNone = isCharge
    ? given.parentOrderId === undefined
    : rows.orderId !== undefined && given.orderId === undefined && merchantReference === undefined;
  if (latest === undefined && namesNone)
    throw new InvalidInput(
      `demo: ${operation} needs an order, and this lane has none yet; create one first: hosted-checkout/create with demo${isCharge ? " and isRecurring: true" : ""}`,
    );
  const all = completed(operation, given, { latest, reference: `DEMO-${Date.now().toString(36).toUpperCase()}` });
  const missing = Object.entries(all).filter(([name]) => !Object.hasOwn(given, name));
  return missing.reduce((more, [name, value]) => withValueAt(more, [name], JSON.stringify(value)), text);
}
