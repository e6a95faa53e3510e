import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { clientOf, envelope, type Params, requests, sold } from "../client.js";
import { control, testFolder } from "../sandbox.js";
import { type HttpClient, postedBy } from "./clients.js";

/** What an HTTP client shows a shop whose answer was lost after the commit. */
export interface Loss {
  readonly operation: string;
  /** The response code that the shop reads, or `lost`. */
  readonly told: string;
  /** The advice of `why` for each copy that the client sent. */
  readonly copies: readonly string[];
}

interface LossOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly fault?: string;
  readonly placed?: "before-parse" | "before-commit" | "after-commit";
  readonly copies?: "answer" | "cut";
}

const SETTLED_MS = 50;

/** Loses one answer of each operation that changes something, on a connection that was used before. */
export async function lossesOf(
  client: HttpClient,
  url: string,
  { env = {}, ...then }: LossOptions = {},
): Promise<readonly Loss[]> {
  using folder = testFolder();
  const first = clientOf(url);
  const [refunded, voided] = [(await sold(first)).id, (await sold(first)).id];
  const calls: readonly (readonly [operation: string, params: Params])[] = [
    ["hosted-checkout/query", { merchantId: 3, orderId: refunded }],
    ["tokenization/sale", requests.sale()],
    ["hosted-checkout/create", requests.create()],
    ["hosted-checkout/refund", { merchantId: 3, orderId: refunded, amount: 20 }],
    ["hosted-checkout/void", { merchantId: 3, orderId: voided }],
    ["tokenization/delete-token", { merchantId: 3, userId: "user1", tokenId: 351 }],
  ];
  const lost = calls.slice(1).map(([operation]) => operation);
  for (const operation of lost)
    await control(url, "POST", "rules", {
      ...{ when: { operation }, times: 1 },
      then: { fault: client.fault ?? "connection-reset", placed: "after-commit", ...then },
    });
  const posts = calls.map(([operation, params], i) => {
    const file = join(folder.path, `${i}.json`);
    writeFileSync(file, envelope(params));
    return { url: `${url}/${operation}`, file };
  });
  const [, ...said] = await postedBy(client, posts, env);
  return Promise.all(
    lost.map(async (operation, i) => ({
      operation,
      told: toldIn(said[i] ?? ""),
      copies: await copiesIn(url, operation),
    })),
  );
}

/** Half an answer, and a proxy's page, have no code. */
function toldIn(line: string): string {
  try {
    return JSON.parse(line).responseCode;
  } catch {
    return "lost";
  }
}

async function copiesIn(url: string, operation: string): Promise<readonly string[]> {
  // A client may be told of its loss before the journal has the copy.
  await pause(SETTLED_MS);
  const { requests: all } = (await control(url, "GET", `requests?operation=${operation}`)).body;
  const advice: string[] = [];
  for (const { id } of all.toReversed()) {
    const { request, explain } = (await control(url, "GET", `requests/${id}`)).body;
    if (request.resendOf) advice.push(explain.advice);
  }
  return advice;
}

/** What a client that sends lost calls again is told, in the order of the calls. */
export const toldToCopies: readonly string[] = ["2002", "2002", "2004", "2008", "2009"];
