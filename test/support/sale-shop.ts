import type { Beliefs, SandboxLane } from "../../src/index.js";

interface Answer {
  readonly responseCode?: string;
  readonly order?: {
    readonly id: number;
    readonly status: string;
    readonly amount: number;
    readonly netAmount: number;
  };
}

/** A slow machine answers within it. */
const ANSWER_MAX_MS = 1500;

/** A call of the payment API; undefined where its answer was lost. */
export async function callOf(lane: SandboxLane, path: string, params: object): Promise<Answer | undefined> {
  try {
    const response = await posted(lane, path, params);
    return JSON.parse(await response.text()) as Answer;
  } catch {
    return undefined;
  }
}

const posted = async (lane: SandboxLane, path: string, params: object): Promise<Response> =>
  fetch(`${lane.url}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(await lane.sign({ merchantId: 3, ...params })),
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  });

const AMOUNT = 20;
export const saleParams = (merchantReference: string, amount = AMOUNT) => ({
  userId: "user1",
  tokenId: 351,
  merchantReference,
  amount,
  lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: amount } }],
});
export const saleAt = (lane: SandboxLane, reference: string, amount?: number) =>
  callOf(lane, "tokenization/sale", saleParams(reference, amount));

/** The sale's HTTP response, for a shop that reads its status. */
export const postedSale = (lane: SandboxLane, reference: string) =>
  posted(lane, "tokenization/sale", saleParams(reference));

async function queried(lane: SandboxLane, merchantReference: string): Promise<Answer | undefined> {
  for (let tries = 3; tries > 0; tries--) {
    const answer = await callOf(lane, "hosted-checkout/query", { merchantReference });
    if (answer?.responseCode === "0000" || answer?.responseCode === "2001") return answer;
  }
  return undefined;
}

/** Sells once and asks wherever it is in doubt. */
export async function rightSale(lane: SandboxLane): Promise<Beliefs> {
  const sold = await saleAt(lane, "A-1");
  if (sold?.responseCode === "0000") return { "A-1": { paid: AMOUNT, cart: "c1" } };
  const asked = await queried(lane, "A-1");
  if (asked === undefined) return { "A-1": { paid: null, cart: "c1" } };
  return { "A-1": { paid: asked.order?.netAmount ?? 0, cart: "c1" } };
}
