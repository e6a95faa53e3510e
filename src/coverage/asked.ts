// The room `coverage`: which of all that can be asked, in which state of the order, with which outcome, was tried.
import type { Command } from "../app/commands/command.js";
import type { Operation } from "../scenario/operations.js";

/** A new operation does not compile until it stands here. A page exists only with what it is about. */
const asked = {
  "hosted-checkout/create": "create-order",
  "hosted-checkout/query": "query-order",
  "hosted-checkout/refund": "refund-order",
  "hosted-checkout/void": "void-order",
  "hosted-checkout/recurring": "charge-parent",
  "tokenization/sale": "charge-token",
  "tokenization/recurring": "charge-token",
  "tokenization/query-token": "query-tokens",
  "tokenization/add-token": "open-card-entry",
  "tokenization/delete-token": "delete-token",
  "tokenization/void": "void-order",
  "direct/sale": "create-order",
  "direct/query": "query-order",
  "direct/refund": "refund-order",
  "direct/void": "void-order",
  "checkout/open": "open-order",
  "checkout/pay": "pay-order",
  "checkout/cancel": "cancel-order",
  "card-entry/save": "save-card",
  "card-entry/cancel": "cancel-card-entry",
} as const satisfies Record<Operation, Command["kind"]>;

/** What is asked by a call or on a page, whichever path it takes: `refund-order`. */
export type Asked = (typeof asked)[Operation];

export const operationRows: readonly (readonly [string, Asked])[] = Object.entries(asked);

/** Undefined for what testers and time do. */
export const askedBy = (operation: string): Asked | undefined => asked[operation as Operation];

/** Whether it is done on a page, which nobody can open without what it is about. */
export const isOnPage = (operation: string): boolean => /^(checkout|card-entry)\//.test(operation);
