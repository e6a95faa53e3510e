import { similar } from "../../scenario/issues.js";
import { calls } from "../calls.js";

const ALL = "GET /_sandbox/openapi.json lists every call";

/** Suggests a call instead of an unknown one: the same path with another method, or a similar path. */
export function hintFor(method: string, path: string): string {
  const asked = path.slice(path.indexOf("/_sandbox") + "/_sandbox".length);
  const filled = calls.map((call) => ({ method: call.method, path: filledBy(call.path, asked) }));
  const methods = filled.filter((call) => call.path === asked).map((call) => `${call.method} /_sandbox${asked}`);
  if (methods.length > 0) return `it is ${methods.join(" or ")}; ${ALL}`;
  const { didYouMean } = similar(asked, [...new Set(filled.map((call) => call.path))]);
  if (didYouMean === undefined) return ALL;
  const near = filled.filter((call) => call.path === didYouMean);
  const { method: fit } = near.find((call) => call.method === method) ?? near[0]!;
  return `did you mean ${fit} /_sandbox${didYouMean}? ${ALL}`;
}

/** A call's path, with its parameters replaced by the requested ids. */
function filledBy(template: string, asked: string): string {
  const given = asked.split("/");
  return template
    .split("/")
    .map((part, i) => (part.startsWith("{") ? (given[i] ?? part) : part))
    .join("/");
}
