import type { AnswerName } from "../../../../core/facts/codes.js";
import type { Json } from "../../../../package/json.js";
import { makesOrder } from "../../recording/exchange.js";
import type { HttpAnswer } from "../../target/target.js";
import type { LearntCodes } from "./learnt-codes.js";

/** Members that depend on the order or have their own assumptions. Their own probes check them. */
const COVERED = /(^|\.)(cardType|email|maskedPan|stan|issuerCountryCode|alipayData|wechatOrder|checkoutUrl)$/;
const PLACED: ReadonlySet<string> = new Set(["responseCode", "message", "checkoutUrl"]);
/** Operations after which an order always has the same status. */
const ANCHORED = /^(hosted-checkout\/(create|refund)|direct\/refund|tokenization\/(sale|recurring|void))$/;

/** The shape of a success: HTTP status, message, and the members in their order with their types. */
function successShape(path: string, params: Json, body: Json): string {
  // Whether direct/void has a message is an assumption of its own.
  const { message, ...others } = body;
  if (path === "direct/void") return `HTTP 200 ${shapeOf(path, others, params).join(" ")}`;
  return `HTTP 200 ${JSON.stringify(message) ?? "without a message"} ${shapeOf(path, body, params).join(" ")}`;
}

function shapeOf(path: string, body: Json, params: Json): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    // Only their position counts here. Their value is checked elsewhere.
    if (value !== undefined && PLACED.has(name))
      return name === "checkoutUrl" && !path.endsWith("/create") ? [] : [name];
    if (value === undefined || COVERED.test(name) || name === "list") return [];
    // Other members of direct/sale and of voids depend on assumptions and on the order.
    if ((path === "direct/sale" && name === "order") || (name === "transaction" && /\/void$/.test(path))) return [];
    if (typeof value !== "object" || value === null) return [`${name}:${typeof value}`];
    return [`${name}{${partsOf(path, value as Json, params).join(" ")}}`];
  });
}

/** The relation of an order's amount to the requested amount; the service may round. */
function amountForm(amount: unknown, { amount: asked }: Json): string {
  if (typeof amount !== "number") return typeof amount;
  return Math.abs(amount - Number(asked)) < 0.01 ? "as-requested" : "another-number";
}

const partsOf = (path: string, part: Json, params: Json): readonly string[] =>
  Object.entries(part).flatMap(([name, value]) => {
    if (COVERED.test(name)) return [];
    if ((name === "status" || name === "type") && ANCHORED.test(path)) return [`${name}:${JSON.stringify(value)}`];
    if (name === "currency") return [`${name}:${/^[A-Z]{3}$/.test(String(value)) ? "code" : JSON.stringify(value)}`];
    if (name === "amount" && makesOrder(path)) return [`${name}:${amountForm(value, params)}`];
    if (name === "netAmount" && ANCHORED.test(path)) return [`${name}:${netForm(part, params)}`];
    return [`${name}:${value === null ? "null" : typeof value}`];
  });

/** How the net amount relates to the amount. */
function netForm({ amount, netAmount }: Json, params: Json): string {
  const [whole, net, asked] = [amount, netAmount, params.amount].map((value) => Math.round(Number(value) * 100));
  if (typeof netAmount !== "number") return typeof netAmount;
  if (net === 0) return "zero";
  if (net === whole) return "amount";
  return net === whole! - asked! ? "amount-minus-refund" : "another-number";
}

/** What an answer showed, in words, once the codes are learnt. Undefined if it says nothing. */
type Told = (codes: LearntCodes) => string | undefined;

/** The shapes of the answers in a run. */
export class AnswerShapes {
  readonly #known: Readonly<Record<string, string>>;
  /** The shapes of the successes of each operation. */
  readonly #successes = new Map<string, Set<string>>();
  readonly #noted = new Map<string, Told>();

  /** `known`: what an earlier run has seen. */
  constructor(known: Readonly<Record<string, string>> = {}) {
    this.#known = known;
  }

  /** Records a success. */
  see(path: string, params: Json, body: Json): void {
    this.#successes.set(path, (this.#successes.get(path) ?? new Set()).add(successShape(path, params, body)));
  }

  /** Records what calls showed that were made for this alone. */
  note(key: string, told: Told): void {
    this.#noted.set(key, told);
  }

  /** True if something was recorded under this key, but not by `see`. */
  has(key: string): boolean {
    return this.#noted.has(key) || key in this.#known;
  }

  /** By operation. Each shape of an operation is one line. */
  seen(codes: LearntCodes): Readonly<Record<string, string>> {
    const successes = [...this.#successes].map(([path, shapes]) => [path, [...shapes].sort().join("\n")] as const);
    const noted = [...this.#noted].map(([key, told]) => [key, told(codes)] as const);
    const all = [...successes, ...noted].filter((one): one is [string, string] => one[1] !== undefined);
    return { ...Object.fromEntries(all), ...this.#known };
  }
}

/** The shape of a refusal, without a code that `responseCodes` already has. Undefined if its meaning is unknown. */
export function refusalShape(
  expected: AnswerName,
  { http, code, body }: HttpAnswer,
  codes: LearntCodes,
): string | undefined {
  if (code === undefined || codes.codeOf(expected) === undefined || codes.isUnasked(code)) return undefined;
  const as = codes.meanings(code).includes(expected) ? `refused as ${expected}` : `refused with ${code}`;
  return `HTTP ${http} ${as} ${Object.entries(body)
    .map(([name, value]) => `${name}:${typeof value}`)
    .join(" ")}`;
}
