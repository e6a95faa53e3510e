import { createPublicKey, verify } from "node:crypto";
import type { Belief, Beliefs, SandboxLane } from "../../src/index.js";
import { packageText } from "../../src/package/files.js";
import { listening } from "./listening.js";
import { callOf } from "./sale-shop.js";

/** What a hosted shop gets wrong; nothing where it is right. */
export type Bug =
  | "takes-redirect-for-proof"
  | "checks-no-signature"
  | "believes-amounts"
  | "believes-until-it-asks"
  | "closes-when-declined"
  | "books-by-amount"
  | undefined;

const key = createPublicKey(packageText("fixtures/keys/notification.public.pem"));
const isGenuine = ({ signature = "", ...fields }: Record<string, string>): boolean => {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("&");
  return verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64"));
};

/** Sells two orders on hosted pages, and gives the second one back. A declined shopper pays up to `tries` times. */
export async function sellHosted(
  lane: SandboxLane,
  bug?: Bug,
  tries = 1,
  amounts: readonly number[] = [AMOUNT, AMOUNT],
): Promise<Beliefs> {
  const beliefs: Record<string, Belief> = {};
  /** The wrong shop listens to nothing about these any more. */
  const closed = new Set<string>();
  const open = new Map<string, number>();
  const ask = async (merchantReference: string): Promise<void> => {
    if (closed.has(merchantReference)) return;
    for (let tries = 3; tries > 0; tries--) {
      const { order, responseCode } = (await callOf(lane, "hosted-checkout/query", { merchantReference })) ?? {};
      if (responseCode !== "0000" || !order) continue;
      const isPaid = ["SUCCESS", "SETTLED", "REFUNDED"].includes(order.status);
      const paid = isPaid ? order.amount : 0;
      beliefs[merchantReference] = { paid, refunded: isPaid ? order.amount - order.netAmount : 0 };
      return;
    }
    beliefs[merchantReference] = { paid: null };
  };
  const hear = async (body: string): Promise<boolean> => {
    const fields = JSON.parse(body) as Record<string, string>;
    const { merchantReference = "", amount } = fields;
    const believes = bug === "checks-no-signature" || bug === "believes-amounts" || bug === "believes-until-it-asks";
    if (!believes && !isGenuine(fields)) return false;
    if (bug === "books-by-amount") {
      const [oldest] =
        [...open].find(([reference, sum]) => beliefs[reference]?.paid === 0 && sum === Number(amount)) ?? [];
      if (oldest !== undefined) beliefs[oldest] = { paid: Number(amount) };
    } else if (!believes) await ask(merchantReference);
    else beliefs[merchantReference] = { paid: bug === "checks-no-signature" ? AMOUNT : Number(amount) };
    return true;
  };
  await using server = await listening(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    const [, what, reference = ""] = request.url!.split("/");
    if (what === "notify") response.writeHead((await hear(body)) ? 200 : 400).end("OK");
    else {
      if (bug === "takes-redirect-for-proof") beliefs[reference] = { paid: AMOUNT };
      else if (what === "success" && bug !== "books-by-amount") await ask(reference);
      response.end("thank you");
    }
  });
  const at = server.url;
  for (const [i, reference] of ["H-1", "H-2"].entries()) {
    const amount = amounts[i]!;
    const created = await callOf(lane, "hosted-checkout/create", {
      merchantReference: reference,
      amount,
      callbackUrl: {
        notify: `${at}/notify`,
        success: `${at}/success/${reference}`,
        cancel: `${at}/cancel/${reference}`,
      },
      lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: amount } }],
    });
    if (created?.order === undefined) await ask(reference);
    else {
      beliefs[reference] ??= { paid: 0 };
      open.set(reference, amount);
      // The shopper may find that it cannot be paid.
      let isPaid = false;
      for (let left = tries; left > 0 && !isPaid; left--)
        isPaid = await lane.simulate(created.order.id, "pay").then(
          ({ status }) => status === "SUCCESS",
          () => false,
        );
      if (!isPaid && bug === "closes-when-declined") closed.add(reference);
    }
    if (bug === "believes-until-it-asks") {
      await lane.clock.advance("1s");
      await ask(reference);
    }
    // What the payment sent has arrived before the next order begins: each run orders its events alike.
    await lane.clock.runUntilIdle();
  }
  if (bug === undefined && Number(beliefs["H-2"]?.paid) > 0) {
    await callOf(lane, "hosted-checkout/refund", { merchantReference: "H-2", amount: amounts[1] });
    await ask("H-2");
  }
  await lane.clock.runUntilIdle();
  return beliefs;
}

const AMOUNT = 50;
