import * as z from "zod";
import { allCodes, type DeclineName, declines, refusals, SUCCESS_CODE } from "../../../core/facts/codes.js";
import { type Json, objectIn, objectOf } from "../../../package/json.js";

/** A recorded call and its outcome, with secrets masked. It is one line of a recording. */
export const recordedSchema = z.strictObject({
  /** ISO 8601. */
  at: z.string(),
  durationMs: z.number().min(0),
  method: z.string(),
  /** The part after the base URL, with its first slash. */
  path: z.string(),
  request: z.string(),
  /** Absent if no answer came. */
  response: z.strictObject({ status: z.int(), contentType: z.string(), body: z.string() }).optional(),
  /** Why there was no complete answer. */
  fault: z.string().optional(),
  /** Whether a call without a complete answer was carried out. Only a lane's own list of calls knows it. */
  carriedOut: z.boolean().optional(),
});

export type Recorded = z.output<typeof recordedSchema>;

/** The operation of a path: its name in scenario files. */
export const operationOf = (path: string): string => path.replace(/[?#].*$/, "").replace(/^\/+|\/+$/g, "");

/** The parameters inside an envelope. Undefined if it isn't an envelope. Numbers that a double would change are texts. */
export function paramsIn(request: string): Json | undefined {
  const outer = objectIn(request);
  if (typeof outer?.request !== "string") return undefined;
  const params = objectIn(outer.request);
  if (!params || !/\d{16}/.test(outer.request)) return params;
  try {
    return objectOf(JSON.parse(outer.request, keepDigits));
  } catch {
    // Nested too deep for a reviver.
    return params;
  }
}

/** A reference of 19 digits would be another one as a double. 0.30000000000000004 stays as it is. */
function keepDigits(_: string, value: unknown, { source = "" }: { readonly source?: string } = {}): unknown {
  const isChanged = typeof value === "number" && source.length > 15 && String(value) !== source;
  return isChanged ? source : value;
}

/** What a lane's own list of calls says of a settlement of all orders. */
export const SETTLEMENT = "settlement";

/** What shoppers, testers or the clock did to orders. Only a lane's own list of calls has it. */
export const isOrderAct = (operation: string): boolean =>
  operation === SETTLEMENT || /^checkout\/(pay|cancel|expire|settle)$/.test(operation);

export const tellsSuccess = ({ responseCode }: Json): boolean => responseCode === SUCCESS_CODE;
export const tellsRefusal = (body: Json): boolean => typeof body.responseCode === "string" && !tellsSuccess(body);

/** Compares with the sandbox's own code, or with the message, because the service's codes aren't published. */
export const isRefusedAs = (body: Json, name: keyof typeof refusals, message: RegExp): boolean =>
  tellsRefusal(body) && (body.responseCode === refusals[name].code || message.test(String(body.message ?? "")));

/** True if an answer says that there is no such card. */
export const knowsNoCard = (body: Json): boolean => isRefusedAs(body, "token-not-found", /token.*not found/i);

/** True if an answer to a call that names a card shows that it is stored. A refusal in the service's own words may mean that it isn't. */
export const knowsCard = (body: Json): boolean =>
  !knowsNoCard(body) &&
  (tellsSuccess(body) || ownCodes.has(String(body.responseCode)) || declineIn(body) !== undefined);

const ownCodes: ReadonlySet<string> = new Set(Object.values(allCodes).map(({ code }) => code));

/** Why the issuer declined, by the sandbox's own code or by the message. Undefined if the answer is no decline. */
export function declineIn(body: Json): DeclineName | undefined {
  if (!tellsRefusal(body)) return undefined;
  const message = String(body.message ?? "").toLowerCase();
  const names = Object.keys(declines) as DeclineName[];
  const coded = names.find((name) => declines[name].code === body.responseCode);
  if (coded !== undefined || ownCodes.has(String(body.responseCode))) return coded;
  const named = names.find((name) => message.includes(name.replaceAll("-", " ")));
  return named ?? (message.includes("declined") ? "do-not-honour" : undefined);
}

/** The order in an answer. Empty if there is none. */
export const orderIn = (body: Json): Json => objectOf(body.order) ?? {};

/** True if an order with this status was paid. */
export const isPaidStatus = (status: unknown): boolean => /^(SUCCESS|REFUNDED|SETTLED)$/.test(String(status));

/** What an operation does to an order. */
export const makesOrder = (operation: string): boolean => /\/(create|sale|recurring)$/.test(operation);
export const queriesOrder = (operation: string): boolean => /(^|\/)query$/.test(operation);
export const refundsOrder = (operation: string): boolean => operation.endsWith("/refund");
export const voidsOrder = (operation: string): boolean => operation.endsWith("/void");
/** True if it charges a stored card. */
export const chargesCard = (operation: string): boolean => /^tokenization\/sale$|\/recurring$/.test(operation);

/** An id that no merchant, order or token of a service has reached yet. */
export const NO_ID = 2_147_483_599;
