/** The lane of a path without a lane's name. */
export const DEFAULT_LANE = "default";

/** Splits a path below /lane/<name> into the lane's name and the path inside it, without a trailing slash. */
export function splitLane(path: string): { readonly lane: string; readonly path: string } {
  if (!path.startsWith("/lane/")) return { lane: DEFAULT_LANE, path: bare(path) };
  const end = path.indexOf("/", 6);
  return end === -1 ? { lane: path.slice(6), path: "/" } : { lane: path.slice(6, end), path: bare(path.slice(end)) };
}

const bare = (path: string): string => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);

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
