import { DEFAULT_URL } from "../../package/default-url.js";
import { typed } from "../../package/typed.js";

/** A call of the control API: what it is for, the call, its body, and what to ask the docs. */
type Way = readonly [aim: string, call: string, body: string | undefined, asked: string];

/** Words that one types as a command, but that are calls of the control API. */
export const ways: Readonly<Record<string, Way>> = {
  clock: ["move the clock", "PUT /clock", '{ "action": "advance", "by": "20m" }', "move the clock"],
  settle: ["settle all paid orders", "POST /settle", "{}", "settle orders"],
  reset: ["empty the lane", "POST /reset", "{}", "empty a lane"],
  rules: [
    "force an outcome",
    "POST /rules",
    '{ "when": { "operation": "*/refund" }, "then": { "outcome": "maintenance" } }',
    "force an outcome",
  ],
  next: ["force the next call's outcome", "POST /next", '{ "outcome": "maintenance" }', "force an outcome"],
  scenario: ["load a scenario", "PUT /scenario", '{ "name": "refund-short-of-balance" }', "load a scenario"],
  orders: ["list the orders", "GET /orders", undefined, "list orders"],
  requests: ["list the shop's calls", "GET /requests", undefined, "list orders"],
  tokens: ["list stored cards", "GET /tokens", undefined, "list stored cards"],
  wait: ["wait for a notification", "POST /wait", '{ "for": "notification" }', "wait for a notification"],
};

/** Words that are operations of the payment API. */
export const operationWords = ["create", "refund", "void", "query"];

/** How to do what is no command. Undefined for a word that says nothing. */
export function wayTo(word: string): string | undefined {
  if (operationWords.includes(word)) return `to ${word}: ${typed()} call hosted-checkout/${word} --demo`;
  if (!Object.hasOwn(ways, word)) return undefined;
  const [aim, call, body, asked] = ways[word]!;
  const [method, path] = call.split(" ");
  const how = `${method === "PUT" ? "-X PUT " : ""}${DEFAULT_URL}/_sandbox${path}${body === undefined ? "" : ` -d '${body}'`}`;
  return `to ${aim} (${typed()} docs ${asked}): curl ${how}`;
}
