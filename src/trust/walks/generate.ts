import * as z from "zod";
import { defaultPolicy } from "../../facts/assumptions.js";
import { draw } from "../../scenario/draw.js";
import { endpoints } from "../../wire/endpoints/index.js";
import type { Json } from "../target.js";

/** One call of a walk. */
export interface Step {
  readonly operation: string;
  /** Plain values, or what is known only when the walk is walked: `{idOf: n}`, `{referenceOf: n}` of the n-th order, `{token: true}`. */
  readonly params: Json;
  /** The number of the order that the call asks for. */
  readonly makes?: number;
}

/** Calls that delete nothing and open no card entry; what they charge is small. */
const SAFE = [
  "hosted-checkout/create",
  "hosted-checkout/create",
  "direct/sale",
  "tokenization/sale",
  "hosted-checkout/query",
  "direct/query",
  "hosted-checkout/void",
  "direct/void",
  "tokenization/void",
  "hosted-checkout/refund",
  "direct/refund",
  "tokenization/query-token",
] as const;

export const SALE = "tokenization/sale";
const MAKES_ORDER: readonly string[] = ["hosted-checkout/create", "direct/sale", SALE];

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

/** The parameters of an operation, as its endpoint states them. */
function schemaOf(operation: string): SchemaNode {
  const known = schemas.get(operation);
  if (known) return known;
  const endpoint = endpoints.find(({ path }) => path === operation)!;
  const schema = z.toJSONSchema(endpoint.params(defaultPolicy), {
    io: "input",
    unrepresentable: "any",
    // What a parameter takes stands beside its reader.
    override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override),
  }) as SchemaNode;
  schemas.set(operation, schema);
  return schema;
}

/** A random program of safe calls, the same for the same seed and number. */
export function walkOf(seed: number, number: number, length: number, userId: string): readonly Step[] {
  let draws = 0;
  const lucky = () => draw(seed, "walk", String(number), draws++);
  const steps: Step[] = [];
  let orders = 0;
  for (let i = 0; i < length; i++) {
    const operation = orders === 0 ? SAFE[0] : SAFE[Math.floor(lucky() * SAFE.length)]!;
    const params = paramsFor(operation, { lucky, orders, userId });
    steps.push({ operation, params, ...(MAKES_ORDER.includes(operation) && { makes: orders++ }) });
  }
  return steps;
}

interface Drawing {
  readonly lucky: () => number;
  /** How many orders the program has asked for so far. */
  readonly orders: number;
  readonly userId: string;
}

/** Members that the walk fills by itself, since they tie calls together or name somebody. */
function tied(operation: string, { lucky, orders, userId }: Drawing): Json {
  if (operation === "tokenization/query-token") return { userId };
  const any = () => Math.floor(lucky() * orders);
  if (MAKES_ORDER.includes(operation))
    return {
      merchantReference: { referenceOf: orders > 0 && lucky() < 0.15 ? any() : orders },
      ...(operation === SALE && { userId, tokenId: { token: true } }),
    };
  const order = any();
  const how = lucky();
  if (how < 0.45) return { orderId: { idOf: order } };
  if (how < 0.85) return { merchantReference: { referenceOf: order } };
  return { orderId: { idOf: order }, merchantReference: { referenceOf: how < 0.93 ? order : any() } };
}

const NOT_DRAWN = [
  "merchantId",
  "merchantReference",
  "orderId",
  "userId",
  "tokenId",
  "callbackUrl",
  "notifyUrl",
  "expiryTime",
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

/** Small, and now and then one that is at an edge. */
function amount(operation: string, { lucky }: Drawing): unknown {
  if (operation === SALE) return 0.3;
  const edges = [0, -1, 1.005, "2.50", "a lot", 9_000_000.01];
  if (lucky() < 0.15) return edges[Math.floor(lucky() * edges.length)];
  return Math.round(lucky() * 2000 + 1) / 100;
}

/** A value that a schema takes; now and then one that it does not. */
function valueFor(node: SchemaNode, drawing: Drawing): unknown {
  const { lucky } = drawing;
  if (lucky() < 0.04) return "\u0000 odd";
  const one = node.anyOf ? node.anyOf[Math.floor(lucky() * node.anyOf.length)]! : node;
  const examples = one.examples ?? node.examples;
  if (one.enum) return one.enum[Math.floor(lucky() * one.enum.length)];
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
