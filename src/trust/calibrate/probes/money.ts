import { orderIn } from "../../recording/exchange.js";
import { isTaken, limitSeen, limitText } from "../limits.js";
import { finding, type Probe, sure } from "../probe.js";
import type { Session } from "../session.js";
import { shapeOf } from "../shape.js";
import { tryCall } from "../try-call.js";
import { Undetermined } from "../undetermined.js";
import { creates } from "./parameters.js";

const amountDigits: Probe = {
  id: "amount-digits",
  run: async (session) => {
    const limit = await limitSeen(session, "amount-minor");
    const tried = limitText("amount-minor", limit);
    const choice = { 999999999: "nine-in-all", 99999999999: "nine-before-point" }[limit.accepts];
    return choice === undefined || limit.refuses === undefined ? finding(`an amount: ${tried}`) : sure(choice, tried);
  },
};

const amountPrecision: Probe = {
  id: "amount-precision",
  run: async (session) => {
    for (const amount of [0, -1])
      if (await isTaken(session, () => ({ amount }))) return finding(`an amount of ${amount} is taken`);
    const { kind, answer } = await creates(session, { amount: 1.01 }, { amount: 1.005 });
    if (kind === "refused") return sure("refuse", "0, -1 and 1.005 are refused");
    const { amount } = orderIn(answer.body);
    return amount === 1.01
      ? sure("round", "1.005 is taken as 1.01; 0 and -1 are refused")
      : finding(`an amount of 1.005 is taken as ${JSON.stringify(amount)}`);
  },
};

/** True if a path voids a stored card's payment. */
const voidsTokenOrder = async (session: Session, path: string) => {
  const { kind } = await tryCall(session, {
    path,
    controlPath: "tokenization/void",
    control: async () => ({ orderId: (await session.sold()).id }),
    odd: async () => ({ orderId: (await session.sold()).id }),
    refusal: "void-not-allowed",
  });
  return kind;
};

const voidPaths: Probe = {
  id: "void-paths",
  run: async (session) => {
    const hosted = await voidsTokenOrder(session, "hosted-checkout/void");
    const direct = await voidsTokenOrder(session, "direct/void");
    if (hosted !== direct)
      return finding(`of a token sale hosted-checkout/void is ${hosted}, direct/void is ${direct}`);
    const tried = `a token sale is ${hosted} by hosted-checkout/void and by direct/void`;
    return sure(hosted === "accepted" ? "any" : "own-kind", tried);
  },
};

const issuerCountry: Probe = {
  id: "issuer-country",
  isRepeated: true,
  run: async (session) => {
    const order = orderIn((await session.needSeen("tokenization/sale", await session.sale())).body);
    if (!("issuerCountryCode" in order)) return sure("absent");
    return typeof order.issuerCountryCode === "string"
      ? sure("present")
      : finding(`issuerCountryCode is ${shapeOf(order.issuerCountryCode)}`);
  },
};

const walletSale = (session: Session) => ({
  ...session.creation(),
  paymentType: "ALIPAYHK",
  paymentTerminal: "SDK",
});

const directSaleAnswer: Probe = {
  id: "direct-sale-answer",
  isRepeated: true,
  run: async (session) => {
    const { body } = await session.needSeen("direct/sale", walletSale(session));
    if (!("order" in body)) return sure("no-order");
    return orderIn(body).id !== undefined
      ? sure("order")
      : finding(`the order of direct/sale is ${shapeOf(body.order)}`);
  },
};

const sdkPayloads: Probe = {
  id: "sdk-payloads",
  isRepeated: true,
  run: async (session) => {
    const { body } = await session.needSeen("direct/sale", walletSale(session));
    if (typeof body.alipayData !== "string") throw new Undetermined("direct/sale answered no alipayData");
    if (/^\s*\{/.test(body.alipayData)) return sure("json");
    return /^[\w.]+=[^&]*&/.test(body.alipayData)
      ? sure("query-string")
      : finding("alipayData is neither a query string nor JSON");
  },
};

export const moneyProbes: readonly Probe[] = [
  amountDigits,
  amountPrecision,
  voidPaths,
  issuerCountry,
  directSaleAnswer,
  sdkPayloads,
];
