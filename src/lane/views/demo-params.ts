import type { ParameterRow, ParameterRows } from "../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../core/facts/parameters/parameters.js";
import type { PaymentOperation } from "../../core/scenario/values/operations.js";
import { knownEnding, similar } from "../../core/scenario/values/similar.js";

/** The context of the demo data. */
export interface DemoContext {
  /** A merchantReference that no order has. */
  readonly reference: string;
  /** The latest order of the lane, if there is one. */
  readonly latest: { readonly id: number; readonly amount: number; readonly netAmount: number } | undefined;
  /** The price of the demo's item, if a given amount is charged. */
  readonly price?: unknown;
}

/** The stored card that the demo can do without. */
const SPARE_TOKEN = 375;

/** Parameters with which an operation works for the demo merchant: its user, its stored card, the latest order. */
export function demoParams(operation: PaymentOperation, context: DemoContext): Readonly<Record<string, unknown>> {
  const rows: ParameterRows = parameters[operation].rows;
  const needed = Object.entries(rows).filter(([name, { need }]) => need === "required" || name === "orderId");
  const given = needed.map(([name, row]) => [
    name,
    demoValue(name, row, { operation, ofOrder: "orderId" in rows, ...context }),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

interface Demo extends DemoContext {
  readonly operation: PaymentOperation;
  /** True if the operation is about an order. */
  readonly ofOrder: boolean;
}

function demoValue(name: string, row: ParameterRow, { operation, ofOrder, reference, latest, price }: Demo): unknown {
  if (name === "orderId" || name === "parentOrderId") return latest?.id;
  if (name === "merchantReference") return reference;
  if (name === "amount" && ofOrder) return latest && (latest.netAmount || latest.amount);
  if (operation === "tokenization/delete-token" && name === "tokenId") return SPARE_TOKEN;
  return exampleOf(row, price);
}

function exampleOf(row: ParameterRow, price: unknown): unknown {
  if (row.kind === "unit-amount") return price ?? row.example;
  if (!("members" in row)) return row.example;
  const members = Object.entries(row.members);
  const example = Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, price)]));
  return row.kind === "line-items" ? [example] : example;
}

/**
 * Fills in demo data for omitted parameters. If the order is identified already, adds no second identifier. Fills in
 * nothing that a misspelt parameter meant, such as the whole amount beside `refundAmount: 20`.
 */
export function completed(
  operation: PaymentOperation,
  given: Readonly<Record<string, unknown>>,
  context: DemoContext,
): Readonly<Record<string, unknown>> {
  const { orderId, ...demo } = demoParams(operation, { ...context, price: given.amount });
  const known = Object.keys(parameters[operation].rows);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const meant = new Set(unknown.map((name) => similar(name, known).didYouMean ?? knownEnding(name, known)));
  const isGiven = (name: string): boolean => given[name] !== undefined || meant.has(name);
  const namesOrder = isGiven("orderId") || isGiven("merchantReference");
  const filled = Object.entries(demo).filter(([name]) => !meant.has(name));
  return { ...Object.fromEntries(filled), ...(orderId !== undefined && !namesOrder && { orderId }), ...given };
}
