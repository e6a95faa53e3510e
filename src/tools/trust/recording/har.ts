import { InvalidInput } from "../../../package/errors.js";
import { type Json, objectOf } from "../../../package/json.js";
import type { Recorded } from "./exchange.js";
import { recordedOfObject } from "./json-line.js";
import { bodyOfBase64 } from "./log-text.js";
import { masked } from "./mask.js";

/** The calls with an envelope in an HTTP archive, with their whole addresses. Throws InvalidInput if it isn't one. */
export function recordedOfHar(value: Json | undefined, file: string): readonly Recorded[] {
  const log = objectOf(value?.log);
  if (Array.isArray(log?.entries)) return log.entries.flatMap((entry) => recordedOf(objectOf(entry) ?? {}));
  const what = value === undefined ? "no JSON object" : log === undefined ? "log is missing" : "log has no entries";
  throw new InvalidInput(`${file}:1:1: ${what}, expected an HTTP archive (HAR), a recording, or a lane's calls`);
}

/** Browsers and HTTP clients leave members out, or write null or an empty text, for calls that were cut or blocked. */
function recordedOf({ startedDateTime: at, time, request, response }: Json): readonly Recorded[] {
  const { url: path, method, postData } = objectOf(request) ?? {};
  const { status = 0, content } = objectOf(response) ?? {};
  const [{ text: sent = "" }, { text, encoding }] = [objectOf(postData) ?? {}, objectOf(content) ?? {}];
  const body = encoding === "base64" ? bodyOfBase64(String(text)) : String(text ?? "");
  const read = recordedOfObject({ at, path, method, request: sent, response: body, status });
  return read ? [{ ...read, request: masked(String(sent)), durationMs: Math.max(0, Number(time) || 0) }] : [];
}
