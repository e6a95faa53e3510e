import { type Json, objectIn } from "../../../package/json.js";
import { scanJson } from "../../../package/json-scan.js";
import { paramsIn, type Recorded, recordedSchema } from "./exchange.js";
import { recordedOfObject } from "./json-line.js";
import { masked } from "./mask.js";

const OPERATION = /\b(?:hosted-checkout|tokenization|direct)\/[a-z-]+/;
/**
 * `2026-01-05T02:00:00+00:00 DEBUG …` is WooCommerce's format, `[2026-01-05 02:00:00] production.INFO: …` Laravel's.
 */
const TIME = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)\]?/;
/** The end of an entry: not inside JSON that a logger has formatted over several lines. */
const END = /\r?\n(?=\[?\d{4}-\d\d-\d\d[T ])|(?<![{[,]\s*)\r?\n(?!\s*[}\]])/;
const STATUS = /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?:Code)?)\W{1,4}([1-5]\d\d)\b/i;

/**
 * The calls in a shop's log, such as JSON lines, WooCommerce's and Laravel's: a line with the request and one with the answer, or one
 * with both. If it isn't certain which request an answer belongs to, it is left out.
 */
export function recordedOfLog(text: string): readonly Recorded[] {
  const all: Recorded[] = [];
  let pending: Recorded[] = [];
  let path: string | undefined;
  for (const line of text.split(END)) {
    path = OPERATION.exec(line)?.[0] ?? path;
    for (const value of objectsIn(line)) {
      const known = { path, time: timeOf(line) };
      const call =
        recordedSchema.safeParse(value).data ??
        recordedOfObject({ ...known, ...value }) ??
        recordedOfObject({ ...known, request: value });
      const answer = answerIn(value);
      if (call?.response && isAnswer(objectIn(call.response.body))) all.push(call);
      else if (answer) {
        const asked = requestOf(pending, answer);
        const status = Number(STATUS.exec(line)?.[1] ?? value.status ?? 200);
        const response = { status, contentType: "", body: masked(JSON.stringify(answer)) };
        if (asked) all[all.lastIndexOf(asked)] = { ...asked, fault: undefined, response };
        pending = pending.filter((one) => asked && one !== asked);
      } else if (call) {
        all.push(call);
        pending.push(call);
      }
    }
  }
  return all;
}

const timeOf = (line: string): string | undefined => {
  const [, time] = TIME.exec(line) ?? [];
  return time && (/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time.replace(" ", "T")}Z`);
};

/** The answer itself, or the answer inside a logger's context. */
const answerIn = ({ body, response, ...own }: Json): Json | undefined =>
  [own, body, response]
    .map((one) => (typeof one === "string" ? objectIn(one) : (one as Json | undefined)))
    .find(isAnswer);

const isAnswer = (value: Json | null | undefined): boolean => typeof value?.responseCode === "string";

/** The request of an answer: the only pending one, or the only one with the answer's reference. */
function requestOf(pending: readonly Recorded[], { order }: Json): Recorded | undefined {
  if (pending.length === 1) return pending[0];
  const { merchantReference, id } = (order ?? {}) as Json;
  const fitting = pending.filter(({ request }) => {
    const params = paramsIn(request) ?? {};
    return (
      (merchantReference !== undefined && params.merchantReference === merchantReference) ||
      (id !== undefined && String(params.orderId) === String(id))
    );
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The JSON objects in a line of text, from left to right. nginx writes \\x22 for a quotation mark inside a text. */
function objectsIn(written: string): readonly Json[] {
  const line = written.replace(/\\x([0-9A-Fa-f]{2})/g, "\\u00$1");
  const whole = objectIn(line);
  if (whole) return [whole];
  const found: Json[] = [];
  for (let at = line.indexOf("{"); at >= 0; at = line.indexOf("{", at)) {
    const rest = line.slice(at);
    // The first token that JSON doesn't allow stands after the object, if it is one.
    const end = scanJson(rest) ?? rest.length;
    const value = objectIn(rest.slice(0, end));
    if (value) found.push(value);
    at += value ? end : 1;
  }
  return found;
}
