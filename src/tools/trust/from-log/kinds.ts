import { createHash } from "node:crypto";
import type { LogCall } from "../recording/log-call.js";

/** The same for other references, ids and times. */
export function storyKindOf(story: readonly LogCall[]): string {
  const seen = new Map<string, string>();
  const named = (kind: string, value: string): string => {
    const name = seen.get(value) ?? `${kind}${seen.size}`;
    seen.set(value, name);
    return name;
  };
  const first = story[0]!.at;
  const text = story
    .map(({ operation, params, outcome, body, reference, parent, at }) => {
      const answer = outcome.kind === "success" ? body : outcome;
      const text = JSON.stringify([params, answer])
        .replace(/"(signature|request)":"[^"]*"/g, "")
        .replace(/"(createTime|updateTime)":"[^"]*?([+-]\d\d:?\d\d|Z)?"/g, "$2")
        .replace(/"checkoutUrl":"[^"]*"/g, "url")
        .replace(/"stan":"?\d+"?/g, "stan")
        .replace(
          /"(id|orderId|parentOrderId|tokenId)":"?(\d+)"?/g,
          (_, name: string, id: string) => `${name}=${named("id", id)}`,
        )
        .replace(/"merchantReference":("(?:[^"\\]|\\.)*")/g, (_, one: string) => named("r", one));
      const seconds = Math.round((at - first) / 60_000);
      return `${operation} ${named("r", `"${reference}"`)} ${named("r", `"${parent}"`)} ${seconds > 15 ? "later" : ""} ${text}`;
    })
    .join("\n");
  return hashOf(text);
}

/** The same for other amounts and texts too: operations, members, codes, and sizes of numbers. */
export function storyShapeOf(story: readonly LogCall[]): string {
  const shapes = story.map(({ operation, params, outcome, body, at }) => {
    const shown = (_: string, value: unknown): unknown =>
      typeof value === "number" ? numberForm(value) : typeof value === "string" ? textForm(value, at) : value;
    const answer = outcome.kind === "refused" ? outcome.code : outcome.kind === "success" ? body : "lost";
    return `${operation} ${JSON.stringify(params, shown)} ${JSON.stringify(answer, shown)}`;
  });
  return hashOf(shapes.join("\n"));
}

const numberForm = (value: number): string =>
  `${Math.sign(value)} ${`${Math.trunc(value)}`.length}${Number.isInteger(value) ? "" : `.${`${value}`.split(".")[1]?.length}`}`;

const YEAR_MS = 365 * 86_400_000;

/** Currencies, methods and states stay as they are; of other texts what a limit or a rule may look at. */
function textForm(text: string, at: number): string {
  if (/^[A-Z_,]{0,20}$/.test(text)) return text;
  if (/^#?[\da-f]+$/i.test(text)) return `${text[0] === "#" ? "#" : ""}${text.length}`;
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const aheadMs = Date.parse(text) - at;
    return `${aheadMs < 0 ? "past" : aheadMs > YEAR_MS ? "far" : "future"} ${/(?:Z|[+-][\d:]+)$/.exec(text)?.[0]}`;
  }
  const [scheme] = /^[a-z]+:/i.exec(text) ?? [""];
  return `text ${scheme} ${Math.ceil(text.length / 64)} ${/^[ -~]*$/.test(text)} ${text.includes("@")}`;
}

/** Short, since a long log has many. */
const hashOf = (text: string): string => createHash("sha1").update(text).digest("base64");
