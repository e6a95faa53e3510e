import { roomOf } from "../../test/support/rooms.ts";
import { callsDuring, type TracedCall, type TracedFunction, traceSources } from "./call-trace.ts";
import { measuredFiles } from "./files.ts";

/** A function of fewer lines is a word rather than a step. */
const STEP_LINES = 8;

/** The calls between the arrival of a call and its answer, by the name of the call. */
export type Roads = Readonly<Record<string, readonly TracedCall[]>>;

/**
 * Makes a refund and a page payment over HTTP, in a lane in memory. Both are made several times, and the last one
 * counts: what is loaded or cached at the first one is there by then.
 */
export async function roads(): Promise<Roads> {
  traceSources();
  const { sign, startSandbox }: typeof import("../../src/index.js") = await import(`${"../../src/index"}.ts`);
  await using sandbox = await startSandbox({ port: 0 });
  const lane = await sandbox.lane("road");
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];
  let last: Roads = {};
  for (const merchantReference of ["A", "B", "C"]) {
    const created = await lane.call("hosted-checkout/create", { amount: 20, merchantReference, lineItems });
    const { order, checkoutUrl } = created.body as { order: { id: number }; checkoutUrl: string };
    const form = formOf(await (await fetch(checkoutUrl)).text());
    const payment = await callsDuring(() =>
      answered(fetch(`${checkoutUrl}/pay`, { method: "POST", body: form, redirect: "manual" }), 303),
    );
    await lane.simulate(order.id, "settle");
    await lane.putMerchant(3, { unsettledBalance: { HKD: 100 } });
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(sign({ merchantId: 3, orderId: order.id, amount: 5 }));
    const refund = await callsDuring(() =>
      answered(fetch(`${lane.url}/hosted-checkout/refund`, { method: "POST", headers, body }), 200, '"REFUNDED"'),
    );
    last = { refund: holding(refund, "decideRefundOrder"), "page payment": holding(payment, "decidePayOrder") };
  }
  return last;
}

const formOf = (page: string): URLSearchParams =>
  new URLSearchParams({
    token: /name="token" value="([^"]+)"/.exec(page)![1]!,
    method: "CARD",
    "card-number": "4111111111111111",
    "card-holder": "A B",
    "card-expiry": "12/35",
    "card-cvc": "123",
    country: "HK",
    email: "a@shop.example",
  });

async function answered(asked: Promise<Response>, status: number, part = ""): Promise<void> {
  const response = await asked;
  const text = await response.text();
  if (response.status !== status || !text.includes(part))
    throw new Error(`expected ${status} ${part}, found ${response.status} ${text.slice(0, 500)}`);
}

function holding(calls: readonly TracedCall[], name: string): readonly TracedCall[] {
  if (!calls.some(({ callee }) => callee.name === name)) throw new Error(`expected a call of ${name}, found none`);
  return calls;
}

/**
 * Counts every call of a function of ours; the steps among them; and the climbs. A step is a call of a function of
 * eight lines or more that calls others of ours. A climb is a call into a room that the caller's room doesn't import,
 * directly or by others: the function was handed to it, or stands behind an interface, such as the store's. An import
 * that is loaded late does not count.
 */
export function roadFigure(calls: readonly TracedCall[]): string {
  const steps = calls.filter(isStepAmong(calls));
  const count = (all: readonly TracedCall[], of: (one: TracedFunction) => unknown): number =>
    new Set(all.map(({ callee }) => of(callee))).size;
  return [
    `${calls.length} calls of ${count(calls, (one) => one)} functions in ${count(calls, ({ path }) => path)} files`,
    `${steps.length} steps of ${count(steps, (one) => one)} functions in ${count(steps, ({ path }) => path)} files`,
    `${calls.filter(isClimb()).length} climbs, ${steps.filter(isClimb()).length} of them steps`,
  ].join("; ");
}

/** Each call: `=` marks a step, `^` a climb. */
export function roadText(calls: readonly TracedCall[]): string {
  const [isStep, climbs] = [isStepAmong(calls), isClimb()];
  const nameOf = (one: TracedFunction | undefined): string =>
    one ? `${one.path.slice("src/".length)} ${one.name}` : "-";
  return calls
    .map((one) => `${isStep(one) ? "=" : " "}${climbs(one) ? "^" : " "} ${nameOf(one.caller)} > ${nameOf(one.callee)}`)
    .join("\n");
}

function isStepAmong(calls: readonly TracedCall[]): (call: TracedCall) => boolean {
  const callers = new Set(calls.map(({ caller }) => caller));
  return ({ callee }) => callee.lines >= STEP_LINES && callers.has(callee);
}

function isClimb(): (call: TracedCall) => boolean {
  const imports = new Map<string, Set<string>>();
  for (const { path, imports: targets } of measuredFiles().filter((one) => one.path.startsWith("src/")))
    for (const target of targets)
      imports.set(roomOf(path), (imports.get(roomOf(path)) ?? new Set([roomOf(path)])).add(roomOf(target)));
  const reached = (room: string): ReadonlySet<string> => {
    const found = new Set([room]);
    // Those that are added meanwhile are visited, too.
    for (const one of found) for (const next of imports.get(one) ?? []) found.add(next);
    return found;
  };
  return ({ caller, callee }) => caller !== undefined && !reached(roomOf(caller.path)).has(roomOf(callee.path));
}
