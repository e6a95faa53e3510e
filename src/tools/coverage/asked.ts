// The room `coverage`: which combinations of operation, order state and outcome were tried.

import type { Operation } from "../../core/scenario/values/operations.js";
import type { Command } from "../../lane/commands/command.js";

/** The kind of request for each operation. TypeScript requires every operation here. */
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

/**
 * The kind of request, such as `refund-order`. It is the same for every endpoint or page that can make this request.
 */
export type Asked = (typeof asked)[Operation];

export const operationRows: readonly (readonly [string, Asked])[] = Object.entries(asked);

/** Undefined for acts of testers and of time. */
export const askedBy = (operation: string): Asked | undefined => asked[operation as Operation];

/** True for acts on a page. A page exists only if its subject exists. */
export const isOnPage = (operation: string): boolean => /^(checkout|card-entry)\//.test(operation);
