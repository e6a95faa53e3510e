import { type Json, objectIn } from "../../../package/json.js";
import type { Recorded } from "./exchange.js";
import { masked } from "./mask.js";

const placesIn = (text: string) => text.split(" ").map((place) => place.split("."));

/** The names that common loggers use for the parts of a call. A dot leads into an object. */
const PLACES = {
  at: placesIn("at time timestamp @timestamp datetime date ts request.time time_iso8601 msec"),
  path: placesIn("path url request_uri uri endpoint request.url request.path req.url http.url http.target"),
  method: placesIn("method request.method req.method http.method"),
  request: placesIn("request.body req.body requestBody request_body request payload body"),
  response: placesIn(
    "response.body res.body responseBody response_body resp_body upstream_response_body response result answer",
  ),
  status: placesIn(
    "response.status response.statusCode res.statusCode res.status statusCode status_code status http.status_code",
  ),
};

/** The request line in web servers' logs. */
const REQUEST_LINE = /^([A-Z]+) (\S+) HTTP\/\d/;

/** The call in a line of JSON, in one of the common formats. Undefined if there is none. */
export function recordedOfObject(line: Json): Recorded | undefined {
  const found = (part: keyof typeof PLACES): unknown =>
    PLACES[part].map((place) => memberAt(line, place)).find((value) => value !== undefined && value !== null);
  const [, verb, target] = REQUEST_LINE.exec(String(line.request)) ?? [];
  const [path, request] = [target ?? found("path"), envelopeText(found("request"))];
  if (typeof path !== "string" || request === undefined) return undefined;
  const response = found("response");
  const body = typeof response === "string" ? response : response === undefined ? undefined : JSON.stringify(response);
  const status = Number(found("status") ?? 200);
  return {
    at: isoInstant(found("at")),
    durationMs: 0,
    method: String(verb ?? found("method") ?? "POST").toUpperCase(),
    path,
    request: masked(request),
    // Browsers write status 0 if no answer came, and axios-har-tracker 0.8.0 an empty text.
    ...(body !== undefined && status > 0
      ? { response: { status, contentType: "", body: masked(body) } }
      : { fault: "no answer" }),
  };
}

const memberAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value;
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? memberAt((value as Json)[name], rest)
    : undefined;
};

/** The envelope as it was sent, or an envelope made from plain parameters. */
function envelopeText(request: unknown): string | undefined {
  const value = typeof request === "string" ? objectIn(request) : request;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { request: inner, merchantId } = value as Json;
  if (typeof inner === "string") return JSON.stringify({ signature: "***", ...value });
  if (typeof inner === "object" && inner !== null) return wrapped(inner as Json);
  return merchantId === undefined ? undefined : wrapped(value as Json);
}

const wrapped = (params: Json): string => JSON.stringify({ request: JSON.stringify(params), signature: "***" });

/**
 * Converts a log's time (a date text, or Unix time in seconds or milliseconds) to ISO 8601. Empty if it isn't a time.
 */
function isoInstant(time: unknown): string {
  const number = typeof time === "number" ? time : Number.NaN;
  const at = Number.isNaN(number) ? Date.parse(String(time)) : number < 1e11 ? number * 1000 : number;
  return Number.isNaN(at) ? "" : new Date(at).toISOString();
}
