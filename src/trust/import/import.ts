import { Document } from "yaml";
import { objectIn } from "../../package/json.js";
import type { Assume } from "../../scenario/rule/assume-schema.js";
import { plural } from "../../scenario/values/plural.js";
import { endpoints } from "../../wire/endpoints/index.js";
import { operationOf, paramsIn, type Recorded } from "../recording/exchange.js";
import type { Json } from "../target/target.js";
import { givenOf } from "./given.js";
import { type HistoryCall, historyOf } from "./history.js";
import { type Place, placeOf } from "./place.js";
import { shopperAct } from "./shopper.js";

interface ImportedRule {
  readonly name: string;
  readonly when: Json;
  readonly after?: number;
  readonly times: 1;
  readonly then: Json;
}

const operations = endpoints.map(({ path }) => path);

interface About {
  readonly name: string;
  readonly description?: string;
  /** Choices under which the sandbox gives this answer without a rule. */
  readonly assume?: Assume | undefined;
  /** The indices of payment calls that the sandbox refuses in the same way without a rule. */
  readonly own?: ReadonlySet<number>;
}

/** The calls of the payment API. Other recorded calls can't be imported. */
export const paymentCalls = (recorded: readonly Recorded[]): readonly Recorded[] =>
  recorded.filter(({ path }) => operations.includes(operationOf(path)));

/**
 * Makes a scenario file from a recording: earlier state as `given`, unusual answers and the shopper's acts as rules.
 * Its expectations are left open.
 */
export function scenarioText(recorded: readonly Recorded[], { name, description, assume, own }: About): string {
  const calls = paymentCalls(recorded);
  const rules = assume ? [] : rulesOf(calls, own ?? new Set());
  const given = givenOf(calls);
  const document = new Document({
    name,
    description:
      description ??
      `Made from ${plural(calls.length, "recorded call")}.${rules.length === 0 ? " No answer needed a rule." : ""}`,
    ...(assume && { assume }),
    ...(Object.keys(given).length > 0 && { given }),
    ...(rules.length > 0 && { rules }),
  });
  document.commentBefore = " yaml-language-server: $schema=node_modules/payment-sandbox/scenario.schema.json";
  const open =
    "# What your program should have done with it is yours to say:\n# expect:\n#   - order: { merchantReference: A-1, status: SUCCESS }\n";
  return `${document.toString({ lineWidth: 0 })}${open}`;
}

/** A rule for each call that the sandbox would answer differently, or whose page was used. */
function rulesOf(calls: readonly Recorded[], own: ReadonlySet<number>): readonly ImportedRule[] {
  const history = historyOf(calls);
  const passed = new Map<string, number>();
  return calls.flatMap((call, i) => {
    const page = shopperAct(history, i);
    const answer = own.has(i) ? undefined : thenOf(call, placeOf(history, i));
    const when = whenOf(call, history[i]!);
    // The number of earlier calls of the same kind that need no rule. The rule skips as many.
    const after = passed.get(JSON.stringify(when)) ?? 0;
    if (answer === undefined && page === undefined) {
      passed.set(JSON.stringify(when), after + 1);
      return [];
    }
    const then = { ...answer, ...(page && { page }) };
    return [{ name: `call ${i + 1}`, when, ...(after > 0 && { after }), times: 1 as const, then }];
  });
}

function whenOf(call: Recorded, { operation }: HistoryCall): Json {
  const params = paramsIn(call.request) ?? {};
  const which = ["merchantReference", "userId"].find((member) => typeof params[member] === "string");
  return { operation, ...(which !== undefined && { [which]: escaped(String(params[which])) }) };
}

/** `*` stands for anything in a rule, and a text between slashes is a regex. */
const escaped = (text: string): string =>
  /[*]|^\//.test(text) ? `/^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$/` : text;

const STATUS_FAULTS: readonly number[] = [429, 500, 502, 503, 504];

/** The effect that causes the same failed answer. Undefined for a success. */
function thenOf({ response, fault, durationMs }: Recorded, placed: Place | undefined): Json | undefined {
  const late = durationMs >= SLOW_MS ? { delay: `${Math.round(durationMs)}ms` } : undefined;
  if (response === undefined)
    return {
      fault: /TIMEDOUT|timeout|hung up/i.test(fault ?? "") ? "no-response" : "connection-reset",
      placed: placed ?? "after-commit",
    };
  if (STATUS_FAULTS.includes(response.status))
    return { fault: `http-${response.status}`, placed: placed ?? "before-commit" };
  const body = objectIn(response.body);
  if (body === undefined)
    return { fault: response.body === "" ? "empty-response" : "garbage-body", placed: placed ?? "after-commit" };
  const { responseCode, message } = body;
  if (responseCode === "0000" || typeof responseCode !== "string") return late;
  return { outcome: { responseCode, message: typeof message === "string" ? message : "" }, ...late };
}

/** A slower answer belongs to the incident. */
const SLOW_MS = 5000;
