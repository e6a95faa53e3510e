import { lineItems, type Params } from "../support/client.js";
import type { Model } from "./model.js";
import type { Step } from "./steps.js";

/** A step that is a call of the merchant API. */
export type Calling = Extract<Step, { kind: "create" | "sale" | "recurring" | "refund" | "void" | "query" }>;

export const decimal = (minor: number): number => minor / 100;

/** What is called; `parentId` is the order that a recurring charge names. */
export function callOf(step: Calling, parentId?: number): { readonly path: string; readonly params: Params } {
  const merchant = { merchantId: 3, merchantReference: step.reference };
  switch (step.kind) {
    case "create":
      return { path: "hosted-checkout/create", params: { ...wanted(step), ...itemsOf(step) } };
    case "sale":
      return { path: "tokenization/sale", params: { ...charge(step), ...itemsOf(step) } };
    case "recurring":
      return { path: "tokenization/recurring", params: { ...charge(step), reason: "plan", parentOrderId: parentId } };
    case "refund":
      return { path: "hosted-checkout/refund", params: { ...merchant, amount: decimal(step.amount) } };
    case "void":
    case "query":
      return { path: step.path, params: merchant };
  }
}

const itemsOf = ({ recurring, currency }: { recurring: boolean; currency: string }) => ({
  isRecurring: recurring,
  currency,
  lineItems,
});

const wanted = (step: { reference: string; amount: number }) => ({
  merchantId: 3,
  merchantReference: step.reference,
  amount: decimal(step.amount),
});
const charge = (step: Extract<Step, { token: unknown }>) => ({
  ...wanted(step),
  tokenId: step.token[0],
  userId: step.token[1],
});

/** What the model says to the step, in the form that `codeOf` gives of an answer. */
export function foretold(model: Model, step: Step): string {
  switch (step.kind) {
    case "create":
      return model.create(step);
    case "sale":
    case "recurring":
      return model.sale(step, step.token[0], step.token[1], step.parent);
    case "pay":
      return model.pay(step.reference, step.method) ? "paid" : "not paid";
    case "refund":
      return model.refund(step.reference, step.amount);
    case "void":
      return model.void(step.reference);
    case "query":
      return model.find(step.reference) ? "0000" : "2001";
    case "settle":
      return `settled ${model.settle()}`;
    case "advance":
      model.advance(step.byMs);
      return "moved";
    case "back":
      model.advance(-step.byMs);
      return "moved";
    case "restart":
      return "restarted";
  }
}

export const codeOf = (said: string): string => (said.startsWith("{") ? JSON.parse(said).responseCode : said);
