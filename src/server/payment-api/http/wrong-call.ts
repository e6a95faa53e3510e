import { similar } from "../../../core/scenario/values/similar.js";
import { laneNow } from "../../../lane/commands/load-call.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import type { Arrival, CallWarning } from "../../../lane/ports/explanation.js";
import { isName } from "../../../lane/ports/name.js";
import { endpoints } from "../endpoints/index.js";
import { refuseEarly } from "../ladder/early-refusal.js";
import type { AnswerOptions } from "./answer-call.js";

/** Why a call reaches no endpoint. */
export type WrongCallName = "unknown-path" | "wrong-method" | "wrong-content-type" | "body-too-large";

/** A call that reaches no endpoint, because of its path, method, content type or size. */
export interface WrongCall {
  readonly name: WrongCallName;
  readonly method: string;
  /** The path inside the lane, with its first slash and without its query. */
  readonly path: string;
  readonly contentType?: string | undefined;
  /** Absent if it was not read. */
  readonly body?: string | undefined;
  readonly traceparent?: string | undefined;
  readonly arrival?: Arrival | undefined;
}

/** How many characters of a path are kept. */
const PATH_MAX = 100;

/** Browsers request these without being asked. */
const BY_ITSELF = /^\/(favicon\.ico|robots\.txt|apple-touch-icon[^/]*|\.well-known\/.*)$/;

export const isAskedByBrowsers = ({ method, path }: Pick<WrongCall, "method" | "path">): boolean =>
  method === "GET" && BY_ITSELF.test(path);

/** Refuses a wrong call and records it in the journal like any other request. */
export async function answerWrongCall(lane: Lane, { counts, watch }: AnswerOptions, call: WrongCall): Promise<Reply> {
  const since = performance.now();
  const operation = operationOf(call);
  const { warning, detail, isEntrance = false } = hintOn(lane.name, call);
  const isFirst = isEntrance && Object.keys(await lane.store.views.orderCounts(1)).length === 0;
  const said = isFirst ? withEntrance(warning) : warning;
  const { name, body, traceparent, arrival } = call;
  const received = { path: printable(call.path), contentType: call.contentType, body };
  const refused = { reason: name, detail, request: "", body, warnings: [said], traceparent, arrival, received };
  const { reply } = await lane.store.transact((tx) => refuseEarly(tx, laneNow(tx, lane), operation, refused));
  const ms = performance.now() - since;
  counts.answered(paths.includes(operation) ? operation : "unknown", reply, ms);
  for (const watcher of watch?.watchers ?? []) watcher(lane, { operation, reply, ms });
  return reply;
}

const paths = endpoints.map(({ path }) => path);

/**
 * True if the shop itself most likely made the call: it uses an endpoint by another method, or posts to a path that is
 * nearly one. Such a call makes its lane, as a right one does. A scanner's paths don't.
 */
export const isByShop = ({ name, method }: WrongCall, { warning }: Hint): boolean =>
  name === "wrong-method" ? !/^(HEAD|OPTIONS)$/.test(method) : method === "POST" && warning.didYouMean !== undefined;

/** What to tell about a wrong call. */
export const hintOn = (lane: string, call: WrongCall): Hint =>
  controlHint(lane, call) ??
  slashesHint(call) ??
  pageHint(call) ??
  lostLaneHint(lane, call) ??
  rootHint(lane, call) ??
  hintFor(lane, call);

/** The path without its first slash, made fit for one line. */
const operationOf = ({ path }: WrongCall): string => printable(path.slice(1)) || "/";

const printable = (text: string): string => text.slice(0, PATH_MAX).replace(/[^\x20-\x7e]/g, "?");

/** `detail` is appended to the answer's message. */
interface Hint {
  readonly warning: CallWarning;
  readonly detail?: string;
  /** True if the path is like no endpoint's. In a lane without an order, it helps to know the first call. */
  readonly isEntrance?: boolean;
}

const END_WITH_SLASH = "end the base URL with a slash, and begin the path without one";

/** For clients that glue a path to the base URL. Some take its slash away first, as HTTParty does. */
const NO_SLASH_BETWEEN = "no slash is between the base URL and the path: begin the path with one";

/** For a name such as pytest's `tests/test_a.py::test_b`, or a branch's `feature/x`. */
const noSlashIn = (laneName: string): string => `a lane's name has no slash, so the lane here is ${laneName}`;

/**
 * What to do if the lane's name was cut at a slash, if the path replaced it or was joined to it, as in `/lane/hosted-checkout/create`: many clients
 * resolve a path against a base URL as browsers do.
 */
function lostLaneDetail(laneName: string, path: string): string | undefined {
  if (laneName !== "default" && (hasRestOfName(path) || /.\/_sandbox(?:\/|$)/.test(path))) return noSlashIn(laneName);
  const joined = `${laneName}${path}`;
  const meant = paths.find((one) => joined.endsWith(one));
  if (meant === undefined || path.endsWith(meant)) return undefined;
  return joined === meant ? END_WITH_SLASH : NO_SLASH_BETWEEN;
}

/** True if a part of a file's or a test's name stands before an endpoint. */
const hasRestOfName = (path: string): boolean =>
  paths.some((one) => path.endsWith(`/${one}`) && /::|\.\w/.test(path.slice(0, -one.length)));

/** A call of the control API without the lane's name after /lane, without the underscore, or an agent's without /_sandbox. */
function controlHint(laneName: string, { name, path }: WrongCall): Hint | undefined {
  if (name !== "unknown-path") return undefined;
  const [, rest] = /^\/sandbox((?:\/.*)?)$/.exec(path) ?? [];
  const meant = rest !== undefined ? `/_sandbox${rest}` : path === "/mcp" ? "POST /_sandbox/mcp" : undefined;
  const isNameless = laneName === "_sandbox";
  if (meant === undefined && !isNameless) return undefined;
  const detail = isNameless ? "the lane's name is missing before /_sandbox" : `did you mean ${printable(meant!)}?`;
  return {
    warning: { message: `unknown path ${printable(isNameless ? `/lane/_sandbox${path}` : path)}: ${detail}` },
    detail,
  };
}

/** Somebody looks at the address itself, without a browser, or wants to drop the lane. */
function rootHint(laneName: string, { name, method, path }: WrongCall): Hint | undefined {
  if (name !== "unknown-path" || path !== "/" || (method !== "GET" && method !== "DELETE")) return undefined;
  const isGet = method === "GET";
  const detail = isGet
    ? `the console is ${laneName === "default" ? "" : `/lane/${laneName}`}/_sandbox/ui`
    : `did you mean DELETE /_sandbox/lanes/${laneName}?`;
  return { warning: { message: `unknown path /: ${detail}` }, detail, isEntrance: isGet };
}

/** JSON to an address of a hosted page, which takes forms. */
function pageHint({ name, method, path }: WrongCall): Hint | undefined {
  const isForm = /^\/(checkout|card-entry)\/[^/]+\/(pay|save|cancel|expire|challenge|(sheet|qr|phone)\/[^/]+)$/.test(
    path,
  );
  if (name !== "unknown-path" || method !== "POST" || !isForm) return undefined;
  const detail = "a hosted page takes a form (application/x-www-form-urlencoded), not JSON";
  return { warning: { message: `${printable(path)}: ${detail}` }, detail };
}

/** A base URL that ends with a slash, before a path that begins with one. */
function slashesHint({ name, path }: WrongCall): Hint | undefined {
  const single = path.replace(/\/{2,}/g, "/");
  const isKnown = single.startsWith("/_sandbox/") || paths.some((one) => single.endsWith(`/${one}`));
  if (name !== "unknown-path" || single === path || !isKnown) return undefined;
  const detail = `${printable(path)} has two slashes, take the last one from the base URL`;
  return { warning: { message: `unknown path: ${detail}`, didYouMean: printable(single) }, detail };
}

function lostLaneHint(laneName: string, { name, path }: WrongCall): Hint | undefined {
  const detail = name === "unknown-path" ? lostLaneDetail(laneName, path) : undefined;
  if (detail === undefined) return undefined;
  return { warning: { message: `unknown path ${printable(path)} in the lane ${laneName}: ${detail}` }, detail };
}

function hintFor(laneName: string, { name, method, path, contentType }: WrongCall): Hint {
  switch (name) {
    case "unknown-path":
      return pathHint(laneName, path);
    case "wrong-method":
      return { warning: { message: `Use POST, not ${printable(method)}${method === "GET" ? REDIRECTED : ""}` } };
    case "wrong-content-type": {
      const given = contentType ? `, not ${printable(contentType)}` : "";
      return { warning: { message: `Send application/json${given}` } };
    }
    case "body-too-large":
      return { warning: { message: "Send at most 1 MB" } };
  }
}

/** Most clients do so at a 301, 302 or 303. */
const REDIRECTED = ". If your code posts, a redirect made it a GET: use the final address as the base URL";

function pathHint(laneName: string, path: string): Hint {
  const didYouMean = nearestPath(path) ?? namesakes(path);
  const message = `unknown path ${printable(path)}`;
  if (didYouMean === undefined) return { warning: { message }, isEntrance: true };
  const isCut = laneName !== "default" && path.split("/").length > 3;
  const detail = `did you mean ${didYouMean}?${isCut ? ` (${noSlashIn(laneName)})` : ""}`;
  return { warning: { message, didYouMean }, detail };
}

/** The first call of every payment, for a path that is like no endpoint's. */
export const withEntrance = ({ message }: CallWarning): CallWarning => ({
  message: `${message}; a payment begins with POST /hosted-checkout/create`,
});

/**
 * The endpoint that was probably meant: the path has a prefix before it, its group lacks its first word, or its group
 * and name are spelt slightly wrong.
 */
function nearestPath(path: string): string | undefined {
  const [group = "", name = ""] = path.slice(-PATH_MAX).toLowerCase().split("/").slice(-2);
  const nearGroup = groupLike(group);
  const named = paths.filter((one) => one.startsWith(`${nearGroup}/`)).map(nameIn);
  const nearName = similar(name, named).didYouMean;
  return nearName === undefined ? undefined : `${nearLane(path)}/${nearGroup}/${nearName}`;
}

/** The lane that a path such as `/lanes/a/hosted-checkout/query` was to name. */
function nearLane(path: string): string {
  const [, name = ""] = /^\/lanes?\/([^/]+)\//i.exec(path) ?? [];
  return isName(name) ? `/lane/${name}` : "";
}

/**
 * Endpoints of that name, or of a similar one: all of them if the path is a name alone, else the first, because a group was
 * meant that has no such call.
 */
function namesakes(path: string): string | undefined {
  const [name = "", group = ""] = path.slice(-PATH_MAX).toLowerCase().split("/").toReversed();
  if (group !== "" && groupLike(group) === undefined) return undefined;
  const names = paths.map(nameIn);
  const meant = names.includes(name) ? name : similar(name, names).didYouMean;
  const found = paths.filter((one) => nameIn(one) === meant).map((one) => `/${one}`);
  return found.length === 0 ? undefined : group === "" ? found.join(" or ") : found[0];
}

const groupLike = (group: string): string | undefined =>
  groups.find((one) => one.endsWith(`-${group}`)) ?? similar(group, groups).didYouMean;

const nameIn = (path: string): string => path.slice(path.indexOf("/") + 1);
const groups = [...new Set(paths.map((path) => path.slice(0, path.indexOf("/"))))];
