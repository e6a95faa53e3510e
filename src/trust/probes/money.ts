import { finding, type Probe, sure } from "../probe.js";
import { orderIn, type Session } from "../session.js";
import { brief, takes } from "../takes.js";
import { isSuccess } from "../target.js";
import { Undetermined } from "../undetermined.js";
import { creates } from "./parameters.js";

const amountDigits: Probe = {
  id: "amount-digits",
  run: async (session) => {
    const small = { amount: 8_999_999.99 };
    const { kind } = await creates(session, small, { amount: 10_000_000 });
    if (kind === "refused") return sure("nine-in-all");
    const largest = await creates(session, small, { amount: 999_999_999.99 });
    return largest.kind === "taken"
      ? sure("nine-before-point")
      : finding("10,000,000.00 is taken, and 999,999,999.99 is refused");
  },
};

const amountPrecision: Probe = {
  id: "amount-precision",
  run: async (session) => {
    const { kind, answer } = await creates(session, { amount: 10.01 }, { amount: 10.005 });
    if (kind === "refused") return sure("refuse");
    const { amount } = orderIn(answer.body);
    return amount === 10.01 ? sure("round") : finding(`an amount of 10.005 is taken as ${JSON.stringify(amount)}`);
  },
};

/** Whether a path voids what a stored card paid. */
const voidsTokenOrder = async (session: Session, path: string) => {
  const { kind } = await takes(session, {
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
    return sure(hosted === "taken" ? "any" : "own-kind");
  },
};

const issuerCountry: Probe = {
  id: "issuer-country",
  run: async (session) => {
    const answer = await session.ask("tokenization/sale", await session.sale());
    if (!isSuccess(answer)) throw new Undetermined(`a sale was answered ${brief(answer)}`);
    return sure("issuerCountryCode" in orderIn(answer.body) ? "present" : "absent");
  },
};

const walletSale = (session: Session) => ({
  ...session.creation(),
  paymentType: "ALIPAYHK",
  paymentTerminal: "SDK",
});

const directSaleAnswer: Probe = {
  id: "direct-sale-answer",
  run: async (session) => {
    const answer = await session.ask("direct/sale", walletSale(session));
    if (!isSuccess(answer)) throw new Undetermined(`direct/sale was answered ${brief(answer)}`);
    return sure("order" in answer.body ? "order" : "no-order");
  },
};

const sdkPayloads: Probe = {
  id: "sdk-payloads",
  run: async (session) => {
    const { body } = await session.ask("direct/sale", walletSale(session));
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
