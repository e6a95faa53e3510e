import { Document } from "yaml";
import type { Assume } from "../../scenario/assume-schema.js";
import { endpoints } from "../../wire/endpoints/index.js";
import { objectIn, operationOf, paramsIn, type Recorded } from "../exchange.js";
import type { Json } from "../target.js";
import { givenOf } from "./given.js";

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
  /** Choices under which the sandbox answers so by itself: no rule is needed. */
  readonly assume?: Assume | undefined;
}

/** The calls of the payment API; whatever else was recorded is nothing to import. */
export const paymentCalls = (recorded: readonly Recorded[]): readonly Recorded[] =>
  recorded.filter(({ path }) => operations.includes(operationOf(path)));

/** A scenario file of what was recorded: what was there before as `given`, the odd answers as rules, expectations left open. */
export function scenarioText(recorded: readonly Recorded[], { name, description, assume }: About): string {
  const calls = paymentCalls(recorded);
  const successes = new Map<string, number>();
  const rules = assume ? [] : calls.flatMap((call, i) => ruleOf(call, i + 1, successes) ?? []);
  const given = givenOf(calls);
  const document = new Document({
    name,
    description:
      description ?? `What ${calls.length} recorded calls tell${rules.length === 0 ? ": no answer was odd" : ""}.`,
    ...(assume && { assume }),
    ...(Object.keys(given).length > 0 && { given }),
    ...(rules.length > 0 && { rules }),
  });
  document.commentBefore = " yaml-language-server: $schema=node_modules/payment-sandbox/scenario.schema.json";
  const open =
    "# What your program should have done with it is yours to say:\n# expect:\n#   - order: { merchantReference: A-1, status: SUCCESS }\n";
  return `${document.toString({ lineWidth: 0 })}${open}`;
}

/** What forces an answer that is no success; undefined for a success. */
function ruleOf(call: Recorded, number: number, successes: Map<string, number>): ImportedRule | undefined {
  const operation = operationOf(call.path);
  const then = thenOf(call);
  const params = paramsIn(call.request) ?? {};
  const which = ["merchantReference", "userId"].find((member) => typeof params[member] === "string");
  const when = { operation, ...(which !== undefined && { [which]: escaped(String(params[which])) }) };
  // What went well before must go well again: the rule lets as many calls pass.
  const passed = successes.get(JSON.stringify(when)) ?? 0;
  if (then === undefined) {
    successes.set(JSON.stringify(when), passed + 1);
    return undefined;
  }
  return { name: `call ${number}`, when, ...(passed > 0 && { after: passed }), times: 1, then };
}

/** `*` stands for anything in a rule, and a text between slashes is a regex. */
const escaped = (text: string): string =>
  /[*]|^\//.test(text) ? `/^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$/` : text;

const STATUS_FAULTS: readonly number[] = [429, 500, 502, 503, 504];

function thenOf({ response, fault, durationMs }: Recorded): Json | undefined {
  const late = durationMs >= SLOW_MS ? { delay: `${Math.round(durationMs)}ms` } : undefined;
  if (response === undefined)
    return {
      fault: /TIMEDOUT|timeout|hung up/i.test(fault ?? "") ? "no-response" : "connection-reset",
      placed: "after-commit",
    };
  if (STATUS_FAULTS.includes(response.status)) return { fault: `http-${response.status}`, placed: "before-commit" };
  const body = objectIn(response.body);
  if (body === undefined)
    return { fault: response.body === "" ? "empty-response" : "garbage-body", placed: "after-commit" };
  const { responseCode, message } = body;
  if (responseCode === "0000" || typeof responseCode !== "string") return late;
  return { outcome: { responseCode, message: typeof message === "string" ? message : "" }, ...late };
}

/** An answer that takes longer is part of the incident. */
const SLOW_MS = 5000;
