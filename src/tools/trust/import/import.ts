import { Document, isCollection, isScalar } from "yaml";
import { isFaultName } from "../../../core/scenario/effects/faults.js";
import { onlyReads } from "../../../core/scenario/values/operations.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { type Json, objectIn, objectOf } from "../../../package/json.js";
import { queriesOrder, type Recorded, SETTLEMENT, tellsRefusal } from "../recording/exchange.js";
import {
  afterwards,
  callsOnly,
  isOutage,
  isSuccessful,
  type LogCall,
  logCallsOf,
  writtenReference,
} from "../recording/log-call.js";
import { type Placed, placedOf, placementOf } from "../recording/lost-calls.js";
import { givenOf } from "./given.js";
import type { OwnAnswers } from "./own-answers.js";
import { shopperAct } from "./shopper-act.js";

interface About {
  readonly name: string;
  /** How the sandbox answers the calls by itself. Undefined: as the service did, except refusals. */
  readonly own?: OwnAnswers | undefined;
  /** The comment that names the schema, for editors. */
  readonly schema?: string;
}

/**
 * Makes a scenario file from a recording: earlier state as `given`, unusual answers and the shopper's acts as rules.
 * Proposes the orders' last states as expectations, in a comment.
 */
export function scenarioText(recorded: readonly Recorded[], { name, own, schema }: About): string {
  const history = logCallsOf(recorded, { keepsUnread: true });
  const made = rulesOf(history, own, (call) => recorded.indexOf(call.recorded) + 1);
  const rules = made.map(({ rule }) => rule);
  const given = givenOf(history);
  const document = new Document({
    name,
    description: [
      `Made from ${plural(callsOnly(history).length, "recorded call")}.`,
      ...leftOut(history),
      ...(own && own.otherwise.size > 0
        ? [`${otherwiseText(recorded, own)}.`]
        : rules.length === 0
          ? ["No answer needed a rule."]
          : []),
    ].join(" "),
    ...(own && Object.keys(own.assume).length > 0 && { assume: own.assume }),
    ...(Object.keys(given).length > 0 && { given }),
    ...(rules.length > 0 && { rules }),
  });
  if (schema !== undefined) document.commentBefore = ` ${schema}`;
  const ruled = document.get("rules", true);
  if (isCollection(ruled) && rules.some(namesReference)) ruled.commentBefore = OTHER_REFERENCES;
  for (const [i, { isGuess }] of made.entries()) {
    const placed = document.getIn(["rules", i, "then", "placed"], true);
    if (isGuess && isScalar(placed)) placed.comment = ` a guess: ${NOT_SHOWN} ${OTHER[placed.value as Placed]}`;
  }
  return `${document.toString({ lineWidth: 0 })}${proposal(history)}`;
}

/** What no rule repeats. */
function leftOut(history: readonly LogCall[]): readonly string[] {
  const settled = history.filter(({ operation }) => operation === SETTLEMENT || operation === "checkout/settle");
  const declined = history.filter(
    (call) =>
      call.operation === "checkout/pay" &&
      tellsRefusal(call.body) &&
      afterwards(call).some((later) => later.operation === "checkout/pay" && isSuccessful(later)),
  );
  return [
    ...(settled.length > 0 ? [plural(settled.length, "settlement")] : []),
    ...(declined.length > 0 ? [`${plural(declined.length, "declined payment")} before one that succeeded`] : []),
  ].map((what) => `No rule repeats ${what}.`);
}

/** The calls that the sandbox answers otherwise although the scenario is loaded. */
export function otherwiseText(recorded: readonly Recorded[], { otherwise }: OwnAnswers): string {
  const history = logCallsOf(recorded, { keepsUnread: true });
  const told = [...otherwise].slice(0, TOLD_MAX).map(([index, here]) => {
    const { operation, body, recorded: one } = history[index]!;
    return `call ${recorded.indexOf(one) + 1} ${operation} (${String(body.responseCode)} there, ${here} here)`;
  });
  const more = otherwise.size - told.length;
  return `The sandbox answers ${plural(otherwise.size, "call")} otherwise: ${told.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** How many calls are named. */
const TOLD_MAX = 5;

/** How many orders are proposed as expectations. */
const PROPOSED_MAX = 10;

function proposal(history: readonly LogCall[]): string {
  const last = new Map<string, string>();
  for (const { reference, outcome, operation, order } of history) {
    if (reference === undefined || outcome.kind === "refused") continue;
    const { status, netAmount } = order;
    if (typeof status === "string") {
      const net = typeof netAmount === "number" ? `, netAmount: ${netAmount}` : "";
      const named = JSON.stringify(writtenReference(reference));
      last.set(reference, `#   - order: { merchantReference: ${named}, status: ${status}${net} }\n`);
    } else if (outcome.kind === "lost" && !queriesOrder(operation)) last.delete(reference);
  }
  const orders = [...last.values()].slice(0, PROPOSED_MAX);
  if (orders.length === 0) return "";
  return `# The orders' last states in the recording. Keep what your program should end with:\n# expect:\n${orders.join("")}`;
}

const NOT_SHOWN = "no later call of the recording shows whether it was carried out; the other choice is";
const OTHER: Readonly<Record<Placed, Placed>> = { "before-commit": "after-commit", "after-commit": "before-commit" };

/** A rule for each call that the sandbox would answer differently, or whose page was used. `compare` has the same numbers. */
function rulesOf(
  history: readonly LogCall[],
  own: OwnAnswers | undefined,
  numberOf: (call: LogCall) => number,
): readonly Made[] {
  /** The calls that need no rule. */
  const passed: ReturnType<typeof subjectOf>[] = [];
  return callsOnly(history).flatMap((call) => {
    const page = shopperAct(call);
    const answer = own?.unread.has(call.index)
      ? undefined
      : thenOf(call.recorded, placementOf(call), own?.refused.has(call.index));
    const subject = subjectOf(call);
    if (answer === undefined && page === undefined) {
      if (!own?.unread.has(call.index)) passed.push(subject);
      return [];
    }
    const of = whichOf(subject);
    // A rule counts each call that it matches, unless an earlier rule acts on it.
    const after = passed.filter((one) => Object.entries(of).every(([member, value]) => one[member] === value)).length;
    const when = Object.fromEntries(Object.entries(of).map(([member, value]) => [member, escaped(value)]));
    const then = { ...answer, ...(page && { page }) };
    const rule = { name: `call ${numberOf(call)}`, when, ...(after > 0 && { after }), times: 1, then };
    return [{ rule, isGuess: placedOf(call) === undefined && !onlyReads(call.operation) }];
  });
}

interface Made {
  readonly rule: Json;
  /** True if the recording doesn't show whether the call was carried out. */
  readonly isGuess: boolean;
}

const namesReference = ({ when }: Json): boolean => objectOf(when)?.merchantReference !== undefined;
const OTHER_REFERENCES =
  " These are the references of the recording. If your program makes new ones in each run, delete merchantReference, or write a pattern: `after` then counts the calls of all orders.";

/** What a rule can match. A call that names its order by id has its reference, too. */
function subjectOf({ operation, params, reference }: LogCall): Readonly<Record<string, string>> {
  const named = writtenReference(reference);
  const { userId } = params;
  return {
    operation,
    ...(named !== undefined && { merchantReference: named }),
    ...(/^(string|number)$/.test(typeof userId) && { userId: String(userId).toLowerCase() }),
  };
}

/** The members of a rule's `when`: the fewest that single the call out. */
const whichOf = ({ operation, merchantReference, userId }: ReturnType<typeof subjectOf>) => ({
  operation: operation!,
  ...(merchantReference !== undefined ? { merchantReference } : userId !== undefined && { userId }),
});

/** `*` stands for anything in a rule, and a text between slashes is a regex. */
const escaped = (text: string): string =>
  /[*]|^\//.test(text) ? `/^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$/` : text;

/** What a rule does to cause the same late or failed answer. Undefined for a success. `isOwn`: the sandbox refuses the call by itself. */
function thenOf(recorded: Recorded, placed: Placed, isOwn = false): Json | undefined {
  const { response, fault, durationMs } = recorded;
  const late = durationMs >= SLOW_MS ? { delay: `${Math.round(durationMs)}ms` } : undefined;
  if (response === undefined) return { fault: faultOf(fault), placed, ...late };
  if (isOutage(recorded)) return { fault: `http-${response.status}`, placed, ...late };
  const body = objectIn(response.body);
  if (body === undefined) return { fault: response.body === "" ? "empty-response" : "garbage-body", placed, ...late };
  const then = {
    ...(tellsRefusal(body) &&
      !isOwn && { outcome: { responseCode: body.responseCode, message: textOf(body.message) } }),
    ...(fault !== undefined && { fault: faultOf(fault), placed: "after-commit" }),
    ...late,
  };
  return Object.keys(then).length > 0 ? then : undefined;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A lane's own list of calls has the fault's name. */
const faultOf = (fault = ""): string =>
  isFaultName(fault) ? fault : /TIMEDOUT|timeout|hung up/i.test(fault) ? "no-response" : "connection-reset";

/** A slower answer belongs to the incident. */
const SLOW_MS = 5000;
