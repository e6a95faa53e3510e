import { type Json, objectIn } from "../../../package/json.js";
import { paramsIn, type Recorded } from "./exchange.js";
import { envelopeText, isoInstant, recordedOfObject } from "./json-line.js";

const OPERATION = /\b(?:hosted-checkout|tokenization|direct)\/[a-z-]+/;
/**
 * `2026-01-05T02:00:00+00:00 DEBUG …` is WooCommerce's format, `[2026-01-05 02:00:00] production.INFO: …` Laravel's.
 */
const TIME = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)\]?/;
const STATUS = /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?:Code)?)\W{1,4}([1-5]\d\d)\b/i;

/** A request whose answer did not come yet. */
interface Pending {
  readonly path: string;
  readonly time: string;
  readonly request: string;
}

/**
 * The calls in a shop's text log, such as WooCommerce's and Laravel's: a line with the request and one with the
 * answer, or one with both. If it isn't certain which request an answer belongs to, both are left out.
 */
export function recordedOfText(lines: readonly string[]): readonly Recorded[] {
  const all: Recorded[] = [];
  let pending: Pending[] = [];
  let path: string | undefined;
  for (const line of joined(lines)) {
    const time = timeOf(line);
    path = OPERATION.exec(line)?.[0] ?? path;
    for (const value of objectsIn(line)) {
      const whole = path === undefined ? undefined : recordedOfObject({ path, time, ...value });
      const answer = answerIn(value);
      if (whole?.response && isAnswer(objectIn(whole.response.body))) all.push(whole);
      else if (answer) {
        const asked = requestOf(pending, answer);
        const status = STATUS.exec(line)?.[1] ?? value.status;
        if (asked) all.push(...recordedOf(asked, { response: answer, status }));
        else all.push(...pending.flatMap((one) => recordedOf(one)));
        pending = asked ? pending.filter((one) => one !== asked) : [];
      } else {
        const request = envelopeText(value) ?? envelopeText(value.request) ?? envelopeText(value.body);
        if (request !== undefined && path !== undefined) pending.push({ path, time, request });
      }
    }
  }
  return [...all, ...pending.flatMap((one) => recordedOf(one))].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** A request, and its answer if there is one. */
const recordedOf = (call: Pending, answer: Json = {}): readonly Recorded[] => {
  const read = recordedOfObject({ ...call, ...answer });
  return read ? [read] : [];
};

/** The maximum number of lines of JSON that a logger has formatted over several lines. */
const PRINTED_MAX_LINES = 400;

/** Joins JSON that was formatted over several lines into one line. */
function joined(lines: readonly string[]): readonly string[] {
  const all: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (!/[{[,]\s*$/.test(line)) {
      all.push(line);
      continue;
    }
    const rest = lines.slice(i + 1, i + PRINTED_MAX_LINES);
    const end = rest.findIndex((one) => TIME.test(one));
    const text = [line, ...(end < 0 ? rest : rest.slice(0, end))].join(" ");
    const start = text.indexOf("{");
    const whole = start < 0 ? undefined : endOf(text, start);
    if (whole === undefined) all.push(line);
    else {
      all.push(text);
      i += end < 0 ? rest.length : end;
    }
  }
  return all;
}

const timeOf = (line: string): string => {
  const [, time] = TIME.exec(line) ?? [];
  if (time === undefined) return "";
  return isoInstant(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time.replace(" ", "T")}Z`);
};

/** The answer itself, or the answer inside a logger's context. */
const answerIn = ({ body, response, ...own }: Json): Json | undefined =>
  [own, body, response]
    .map((one) => (typeof one === "string" ? objectIn(one) : (one as Json | undefined)))
    .find(isAnswer);

const isAnswer = (value: Json | null | undefined): boolean => typeof value?.responseCode === "string";

/** The request of an answer: the only pending one, or the only one with the answer's reference. */
function requestOf(pending: readonly Pending[], { order }: Json): Pending | undefined {
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

/** The JSON objects in a line of text, from left to right. */
function objectsIn(line: string): readonly Json[] {
  const found: Json[] = [];
  for (let start = line.indexOf("{"); start >= 0; start = line.indexOf("{", start + 1)) {
    const end = endOf(line, start);
    const value = end === undefined ? undefined : objectIn(line.slice(start, end));
    if (value === undefined || end === undefined) continue;
    found.push(value);
    start = end - 1;
  }
  return found;
}

function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let i = start; i < text.length; i++) {
    const one = text[i];
    if (isText) {
      if (one === "\\") i++;
      else if (one === '"') isText = false;
    } else if (one === '"') isText = true;
    else if (one === "{") depth++;
    else if (one === "}" && --depth === 0) return i + 1;
  }
  return undefined;
}
