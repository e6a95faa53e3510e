import { DEFAULT_LANE } from "../../lane/ports/name.js";

/** Where a request goes. */
export interface LanePath {
  /** The lane's name, as it stands in the path. */
  readonly lane: string;
  /** The path inside the lane, without its query and a slash at its end. */
  readonly path: string;
}

/** Splits a path below /lane/<name>. Called once for each request. */
export function splitLane(path: string): LanePath {
  const isNamed = path.startsWith("/lane/");
  const start = isNamed ? path.indexOf("/", 6) : 0;
  const lane = isNamed ? path.slice(6, start === -1 ? undefined : start) : DEFAULT_LANE;
  const inside = start === -1 ? "/" : path.slice(start);
  return { lane, path: inside.length > 1 && inside.endsWith("/") ? inside.slice(0, -1) : inside };
}

/** The path of a request's target, without its query. A proxy may send an absolute URL. */
export function pathIn(target: string): string {
  if (!target.startsWith("/")) return pathOf(target);
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** The path of an absolute URL, without its query. Faster than a URL object. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** Cuts the path of the base URL off a request's target. A proxy may have done so already. */
export function basePathCutter(baseUrl: string | undefined): (target: string) => string {
  const base = baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/+$/, "");
  // Below such a path, a target that was cut already looks like one that was not.
  if (base === "" || OWN_PATHS.test(base)) return (target) => target;
  return (target) => {
    const rest = target.slice(base.length);
    if (!target.startsWith(base) || !/^(?:[/?]|$)/.test(rest)) return target;
    return rest.startsWith("/") ? rest : `/${rest}`;
  };
}

const OWN_PATHS = /^\/(?:_sandbox|lane|checkout|card-entry|hosted-checkout|tokenization|direct)(?:\/|$)/;
