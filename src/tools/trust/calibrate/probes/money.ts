import type { Json } from "../../../../package/json.js";
import { orderIn } from "../../recording/exchange.js";
import { createTakes, limitSeen, limitText } from "../session/limits.js";
import type { Session } from "../session/session.js";
import { voids } from "./orders.js";
import { creates } from "./parameters.js";
import { byKinds, finding, type ProbeTable, repeated, shows, sure } from "./probe.js";

export const moneyProbes: ProbeTable = {
  "amount-digits": async (session) => {
    const limit = await limitSeen(session, "amount-minor");
    const tried = limitText("amount-minor", limit);
    const choice = { 999999999: "nine-in-all", 99999999999: "nine-before-point" }[limit.accepts];
    return choice === undefined || limit.refuses === undefined ? finding(`an amount: ${tried}`) : sure(choice, tried);
  },
  "amount-precision": async (session) => {
    for (const amount of [0, -1])
      if (await createTakes(session, () => ({ amount }))) return finding(`an amount of ${amount} is taken`);
    const { kind, answer } = await creates(session, { amount: 1.01 }, { amount: 1.005 });
    if (kind === "refused") return sure("refuse", "0, -1 and 1.005 are refused");
    const { amount } = orderIn(answer.body);
    return amount === 1.01
      ? sure("round", "1.005 is taken as 1.01; 0 and -1 are refused")
      : finding(`an amount of 1.005 is taken as ${JSON.stringify(amount)}`);
  },
  "number-reading": async (session) => {
    // The shortest digits of this double are 19.99.
    const amount = "19.989999999999998";
    const { kind, answer } = await creates(session, { amount: "19.99" }, { amount });
    if (kind === "refused") return sure("decimal", `"${amount}" is refused`);
    const { amount: booked } = orderIn(answer.body);
    if (booked !== 19.99) return finding(`an amount of "${amount}" is taken as ${JSON.stringify(booked)}`);
    const { kind: longer } = await creates(session, { amount: "19.99" }, { amount: "19.991" });
    if (longer === "refused") return sure("double", `"${amount}" is 19.99`);
    // A service that rounds takes it too. The shortest digits of this double are 1.005, which is rounded up.
    const half = "1.0049999999999999";
    const { amount: rounded } = orderIn((await creates(session, { amount: "1.01" }, { amount: half })).answer.body);
    const choice = { 1.01: "double", 1: "decimal" }[rounded as number];
    const text = `"${half}" is taken as ${JSON.stringify(rounded)}`;
    return choice === undefined ? finding(text) : sure(choice, text);
  },
  "void-paths": byKinds({ accepted: "any", refused: "own-kind" }, "of a token sale: ", (session) =>
    Array.fromAsync(
      ["hosted-checkout/void", "direct/void"],
      async (path) => [path, (await voids(session, path, () => session.sold())).kind] as const,
    ),
  ),
  "issuer-country": repeated(shows(sale)),
  stan: shows(sale),
  "direct-sale-answer": repeated(shows(walletSale)),
  "sdk-payloads": repeated(shows(walletSale)),
};

/** Charges a stored card. */
async function sale(session: Session): Promise<Json> {
  return (await session.needSeen("tokenization/sale", await session.sale())).body;
}

async function walletSale(session: Session): Promise<Json> {
  const params = { ...session.creation(), paymentType: "ALIPAYHK", paymentTerminal: "SDK" };
  return (await session.needSeen("direct/sale", params)).body;
}
