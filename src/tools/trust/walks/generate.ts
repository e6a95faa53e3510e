import * as z from "zod";
import { defaultPolicy } from "../../../core/facts/assumptions.js";
import { draw } from "../../../core/scenario/matching/draw.js";
import type { Json } from "../../../package/json.js";
import { endpoints } from "../../../server/payment-api/endpoints/index.js";
import { SALE_MINOR } from "../calibrate/session/charges.js";
import { chargesCard, makesOrder, refundsOrder, voidsOrder } from "../recording/exchange.js";

/** One call of a walk. */
export interface WalkStep {
  readonly operation: string;
  /**
   * Plain values, or references that are resolved during the walk: `{idOf: n}` and `{referenceOf: n}` for the n-th
   * order, `{token: true}`.
   */
  readonly params: Json;
  /** The number of the order that the call creates. */
  readonly makes?: number;
}

/** Calls that delete nothing and open no card entry. Their charges are small. */
const SAFE = [
  ...["hosted-checkout/create", "hosted-checkout/create", "direct/sale"],
  ...["tokenization/sale", "tokenization/sale", "tokenization/recurring", "tokenization/recurring"],
  ...["hosted-checkout/query", "direct/query"],
  ...["hosted-checkout/void", "direct/void", "tokenization/void"],
  ...["hosted-checkout/refund", "hosted-checkout/refund", "direct/refund"],
  "tokenization/query-token",
] as const;

/** What happens to an order besides the merchant's calls, by the names that scenarios use. */
export const ACTS = { "checkout/pay": "pay", "checkout/cancel": "cancel", settlement: "settle" } as const;
export type WalkAct = keyof typeof ACTS;
export const isAct = (operation: string): operation is WalkAct => Object.hasOwn(ACTS, operation);

const SALE = "tokenization/sale";
const RECURRING = "tokenization/recurring";

interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
}

const schemas = new Map<string, SchemaNode>();

/** The parameters of an operation, according to its endpoint. */
function schemaOf(operation: string): SchemaNode {
  const known = schemas.get(operation);
  if (known) return known;
  const endpoint = endpoints.find(({ path }) => path === operation)!;
  const schema = z.toJSONSchema(endpoint.params(defaultPolicy), {
    io: "input",
    unrepresentable: "any",
    // Adds the possible values of a parameter, which are registered separately.
    override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override),
  }) as SchemaNode;
  schemas.set(operation, schema);
  return schema;
}

/**
 * A random sequence of safe calls, and of acts if both services have somebody who does them. The same seed and number
 * give the same sequence.
 */
export function walkOf(
  seed: number,
  number: number,
  length: number,
  userId: string,
  acts: readonly WalkAct[] = [],
): readonly WalkStep[] {
  const pool = [...SAFE, ...acts, ...acts];
  let draws = 0;
  const lucky = () => draw(seed, "walk", String(number), draws++);
  const steps: WalkStep[] = [];
  const [open, paid, recurring]: [number[], number[], number[]] = [[], [], []];
  let orders = 0;
  for (let i = 0; i < length; i++) {
    const first = lucky() < 0.5 ? SALE : SAFE[0];
    const operation = orders === 0 ? first : oneOf(pool, lucky);
    if (isAct(operation)) {
      const order = mostly(operation === "settlement" ? paid : open, lucky, orders);
      if (operation === "checkout/pay") paid.push(order);
      steps.push({ operation, params: { orderId: { idOf: order } } });
      continue;
    }
    const params = paramsFor(operation, { lucky, orders, paid, recurring, userId });
    if (chargesCard(operation)) paid.push(orders);
    else if (makesOrder(operation)) open.push(orders);
    if (params.isRecurring === true) recurring.push(orders);
    steps.push({ operation, params, ...(makesOrder(operation) && { makes: orders++ }) });
  }
  return steps;
}

interface Drawing {
  readonly lucky: () => number;
  /** How many orders the sequence has created so far. */
  readonly orders: number;
  /** Orders for which a stored card was charged. */
  readonly paid: readonly number[];
  /** Those of them that allow recurring charges. */
  readonly recurring: readonly number[];
  readonly userId: string;
}

const oneOf = <T>(all: readonly T[], lucky: () => number): T => all[Math.floor(lucky() * all.length)]!;

/** One of some orders, or sometimes any. */
const mostly = (some: readonly number[], lucky: () => number, orders: number): number =>
  some.length > 0 && lucky() < 0.8 ? oneOf(some, lucky) : Math.floor(lucky() * orders);

/** Members that the walk fills in itself, because they connect calls or name a user. */
function tied(operation: string, { lucky, orders, paid, recurring, userId }: Drawing): Json {
  if (operation === "tokenization/query-token") return { userId };
  const any = () => Math.floor(lucky() * orders);
  if (makesOrder(operation))
    return {
      merchantReference: { referenceOf: orders > 0 && lucky() < 0.15 ? any() : orders },
      ...(chargesCard(operation) && { userId, tokenId: { token: true } }),
      ...(operation === SALE && lucky() < 0.5 && { isRecurring: true }),
      ...(operation === RECURRING && { reason: "walk", parentOrderId: { idOf: mostly(recurring, lucky, orders) } }),
    };
  const order = voidsOrder(operation) || refundsOrder(operation) ? mostly(paid, lucky, orders) : any();
  const how = lucky();
  if (how < 0.45) return { orderId: { idOf: order } };
  if (how < 0.85) return { merchantReference: { referenceOf: order } };
  return { orderId: { idOf: order }, merchantReference: { referenceOf: how < 0.93 ? order : any() } };
}

const NOT_DRAWN = [
  ...["merchantId", "merchantReference", "orderId", "parentOrderId", "userId", "tokenId"],
  ...["callbackUrl", "notifyUrl", "expiryTime"],
];

function paramsFor(operation: string, drawing: Drawing): Json {
  const { properties = {}, required = [] } = schemaOf(operation);
  const drawn = Object.entries(properties).flatMap(([name, node]) => {
    if (NOT_DRAWN.includes(name)) return [];
    const isNeeded = required.includes(name) || name === "amount" || name === "lineItems";
    if (!isNeeded && drawing.lucky() > 0.15) return [];
    const value = name === "amount" ? amount(operation, drawing) : valueFor(node, drawing);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(drawn), ...tied(operation, drawing) };
}

/** A small amount, or sometimes a border case. */
function amount(operation: string, { lucky }: Drawing): unknown {
  if (chargesCard(operation)) return SALE_MINOR / 100;
  // For refunds: a part of the charge, all of it, or too much.
  if (refundsOrder(operation) && lucky() < 0.8) return oneOf([SALE_MINOR / 200, SALE_MINOR / 100], lucky);
  if (lucky() < 0.15) return oneOf([0, -1, 1.005, "2.50", "a lot", 9_000_000.01], lucky);
  return Math.round(lucky() * 2000 + 1) / 100;
}

/** A value that the schema accepts, or sometimes one that it doesn't. */
function valueFor(node: SchemaNode, drawing: Drawing): unknown {
  const { lucky } = drawing;
  if (lucky() < 0.04) return "\u0000 odd";
  const one = node.anyOf ? oneOf(node.anyOf, lucky) : node;
  const examples = one.examples ?? node.examples;
  if (one.enum) return oneOf(one.enum, lucky);
  if (one.type === "object" || one.properties) return objectOf(one, drawing);
  if (one.type === "array") return [valueFor(one.items ?? {}, drawing)];
  if (one.type === "boolean") return lucky() < 0.5;
  if (one.type === "null") return null;
  if (examples && examples.length > 0) return examples[0];
  if (one.type === "integer" || one.type === "number") return 1 + Math.floor(lucky() * 9);
  return one.pattern === undefined ? "Walk" : undefined;
}

function objectOf({ properties = {} }: SchemaNode, drawing: Drawing): Json {
  const members = Object.entries(properties).map(([name, node]) => [name, valueFor(node, drawing)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
