import * as z from "zod";
import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { objections, sentence } from "../../../core/scenario/values/issues.js";
import { isPaymentCall, paymentOperations } from "../../../core/scenario/values/operations.js";
import type { SchemaNode } from "../../../core/scenario/values/schema-node.js";
import { InvalidInput } from "../../../package/errors.js";
import { objectIn, objectOf } from "../../../package/json.js";
import { isOrderAct, type Recorded, recordedSchema, tellsRefusal } from "./exchange.js";
import { recordedOfHar } from "./har.js";
import { logText } from "./log-text.js";
import { recordedOfLog } from "./shop-log.js";

export interface LogOptions {
  /**
   * The base URL of the service. Calls to other addresses are left out. Without it, each path is searched for known
   * operations.
   */
  readonly base?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** The payment calls in logs: HTTP archives, recordings, JSON lines, and text logs of shops. Throws InvalidInput. */
export function readLogs(files: readonly string[], options: LogOptions = {}): readonly Recorded[] {
  const read = files.flatMap((file) => readRecording(file, options.base, recordedOfLog));
  return read.filter(({ path, at }) => operationAt(path) !== undefined && isWithin(Date.parse(at), options));
}

/**
 * Reads a recording (.jsonl), an HTTP archive of a proxy (.har), or a list of a lane's calls. `base`: the base URL of the service;
 * calls to other addresses are left out. Throws InvalidInput with a line `file:line:column: …`.
 */
export function readRecording(file: string, base?: string, linesOf = recordedOfLines): readonly Recorded[] {
  const text = logText(file);
  const whole = objectIn(text);
  if (Array.isArray(whole?.requests)) return recordedOfList(whole.requests, file);
  const isArchive = /\.har(\.gz)?$/i.test(file) || objectOf(whole?.log) !== undefined;
  const read = isArchive ? recordedOfHar(whole, file) : linesOf(text, file);
  return read.flatMap((one) => underBase(one, base));
}

/** Shortens a path below a base, such as a gateway's, to the operation. */
function underBase(one: Recorded, base: string | undefined): readonly Recorded[] {
  const path = one.path.replace(/[?#].*$/, "");
  const operation = operationAt(path);
  if (operation === undefined) return base === undefined ? [one] : [];
  const isElsewhere = base !== undefined && /^https?:/.test(path) && !path.startsWith(`${base.replace(/\/+$/, "")}/`);
  return isElsewhere ? [] : [{ ...one, path: `/${operation}` }];
}

const operationAt = (path: string): string | undefined =>
  paymentOperations.find((name) => path === name || path.endsWith(`/${name}`));

const isWithin = (at: number, { since, until }: LogOptions): boolean =>
  (since === undefined || at >= since) && (until === undefined || at < until);

function recordedOfLines(text: string, file: string): readonly Recorded[] {
  const faults: string[] = [];
  const recorded = text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = objectIn(line);
    const read = recordedSchema.safeParse(value);
    if (read.success) return [read.data];
    faults.push(`${file}:${i + 1}:1: ${faultOf(value, read.error)}`);
    return [];
  });
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 20));
  return recorded;
}

function faultOf(value: object | undefined, error: z.ZodError): string {
  if (value === undefined) return "the line is no JSON object, expected a call that `record` wrote";
  const known = z.toJSONSchema(recordedSchema, { io: "input" }) as SchemaNode;
  return sentence(objections(error.issues, value, known)[0]!);
}

/** A call as `GET /_sandbox/requests?bodies=true` lists it. */
const listedSchema = z.object({
  at: z.string(),
  operation: z.string(),
  merchantId: z.int().optional(),
  merchantReference: z.string().optional(),
  http: z.int(),
  fault: z.string().optional(),
  reachedClient: z.boolean(),
  request: z.string(),
  response: z.string(),
});

type Listed = z.output<typeof listedSchema>;

/** The calls of a lane and what happened to its orders, oldest first. Leaves out what else its pages and clock did. */
const recordedOfList = (listed: readonly unknown[], file: string): readonly Recorded[] =>
  listed.toReversed().flatMap((one): Recorded[] => {
    const { data: call } = listedSchema.safeParse(one);
    if (call === undefined)
      throw new InvalidInput(
        `${file}:1:1: a list of calls without bodies, expected GET /_sandbox/requests?bodies=true`,
      );
    const { at, operation, http, fault = "cut", reachedClient, request, response } = call;
    if (isOrderAct(operation)) return [recordedAct(call)];
    if (!isPaymentCall(operation)) return [];
    // A call that was refused, or declined, has its answer here even if the client never got it.
    const wasRefused = tellsRefusal(objectIn(response) ?? {});
    return [
      {
        ...{ at, durationMs: 0, method: "POST", path: `/${operation}` },
        request: JSON.stringify({ request, signature: "***" }),
        ...((reachedClient || wasRefused) && { response: { status: http, contentType: "", body: response } }),
        ...(!reachedClient && { fault, carriedOut: response !== "" && !wasRefused }),
      },
    ];
  });

/** The order after an act, in the form of an answer. */
function recordedAct({ at, operation, merchantId, merchantReference, ...call }: Listed): Recorded {
  const { orderId: id, method, cardType = method } = objectIn(call.request) ?? {};
  const { status, ...refusal } = objectIn(call.response) ?? {};
  const order = { id, merchantReference, status, cardType };
  const body = JSON.stringify(status === undefined ? refusal : { responseCode: SUCCESS_CODE, order });
  return {
    ...{ at, durationMs: 0, method: "POST", path: `/${operation}` },
    request: JSON.stringify({ request: JSON.stringify({ merchantId, merchantReference }), signature: "***" }),
    response: { status: call.http, contentType: "", body },
  };
}
