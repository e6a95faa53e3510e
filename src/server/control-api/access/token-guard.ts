import type { Context, MiddlewareHandler } from "hono";
import type { Log } from "../../../lane/ports/log.js";
import { failure } from "../http/errors.js";
import { type AdminToken, ALL_LANES, NotYours, opens, tokenGiven } from "./admin-token.js";

const TEAM = "team";
/** Context key: the caller, even if the lane is another team's. */
const TEAM_ASKED = "teamAsked";
const STILL_OPEN = "stillOpen";
/** The caller if no token is needed. */
const everybody: AdminToken = { name: "everybody", token: "", lanes: ALL_LANES };

const WHICH =
  "the --admin-token (PAYMENT_SANDBOX_ADMIN_TOKEN) that it was started with or printed, or one of adminTokens";

/** The name of the lane in the path, which the server puts into the environment of each request. */
const laneOf = (c: Context): string => c.env.lane;

/** The calling team. Throws if the guard hasn't run. */
export function teamOf(c: Context): AdminToken {
  const team: AdminToken | undefined = c.get(TEAM);
  if (!team) throw new Error("expected the token guard before what asks for the team");
  return team;
}

/** Server-wide calls. Their answers leave out other teams' lanes. */
const ofServer = /^\/metrics$|^\/_sandbox$|^\/_sandbox\/(health|keys|openapi\.json|snapshots|lanes(\/[^/]*)?)$/;

/** A snapshot's name says whose it is, whatever the lane. */
const isSnapshotDeletion = (c: Context): boolean =>
  c.req.method === "DELETE" && /^\/_sandbox\/snapshots\/[^/]+$/.test(c.req.path);

/** True if the caller's token still opens the lane. A stream may outlive its token. */
export const stillOpen = (c: Context): boolean => c.get(STILL_OPEN)?.() ?? true;

/** Requires one of these bearer tokens, if there are any. Throws NotYours if the token does not open the lane. */
export function tokenGuard(
  tokensNow: (() => readonly AdminToken[]) | undefined,
  defaultLane: string,
): MiddlewareHandler {
  return async (c, next) => {
    if (tokensNow === undefined) {
      c.set(TEAM, everybody);
      return next();
    }
    const tokens = tokensNow();
    const given = c.req.header("Authorization") ?? "";
    // Browsers can't send a bearer token by themselves. For the console, they ask for a password instead and send it
    // with each request.
    const isPage = c.req.method === "GET" && /^\/_sandbox\/ui(\/|$)/.test(c.req.path);
    const texts = [tokenOf(given), isPage || isOfConsole(c) ? passwordOf(given) : ""].filter((text) => text !== "");
    const team = texts.map((text) => tokenGiven(tokens, text)).find((found) => found !== undefined);
    if (team) {
      const isRead = c.req.method === "GET" || /\/lanes(\/|$)/.test(c.req.path);
      c.set(TEAM_ASKED, team.name);
      const lane = laneOf(c);
      // Only on the default lane: under another lane's URL the request would open or create that lane.
      const isOfServer = lane === defaultLane && ((isRead && ofServer.test(c.req.path)) || isSnapshotDeletion(c));
      if (!isOfServer && !opens(team, lane)) throw new NotYours(team, lane, isPage ? "console" : undefined);
      c.set(TEAM, team);
      c.set(STILL_OPEN, () => tokensNow().some(({ token, lanes }) => token === team.token && opens({ lanes }, lane)));
      return next();
    }
    if (isPage) c.header("WWW-Authenticate", 'Basic realm="payment-sandbox: any user, the admin token as password"');
    return texts.length === 0
      ? failure(
          c,
          401,
          "no-token",
          "the control API requires a bearer token if it listens beyond loopback, or if tokens are configured",
          `send Authorization: Bearer <${WHICH}>`,
        )
      : failure(
          c,
          401,
          "unknown-token",
          "the bearer token opens nothing here: was it changed, or cut off?",
          `compare it with ${WHICH}`,
        );
  };
}

/**
 * Logs each control call: who asked for which path, in which lane, and the status of the answer. The lane of a drop is
 * the dropped one. Leaves out query and body, which may hold secrets.
 */
export const audit = (log: Log): MiddlewareHandler => {
  return async (c, next) => {
    await next();
    const { method, path } = c.req;
    // `none` if the call has no token, or an unknown one.
    const token: string = c.get(TEAM_ASKED) ?? "none";
    const [, named] = /\/_sandbox\/lanes\/([^/]+)$/.exec(path) ?? [];
    const lane = (named === undefined ? laneOf(c) : textOfUrl(named)).slice(0, 64);
    log.info("control call", { token, method, path: path.slice(0, 200), lane, http: c.res.status });
  };
};

/** The path as it came if it cannot be decoded. */
function textOfUrl(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True for requests from the console's script. A page of another origin can't send this header or read the events. */
const isOfConsole = (c: Context): boolean =>
  c.req.header("X-Sandbox-Console") !== undefined || (c.req.method === "GET" && c.req.path === "/_sandbox/events");

/** The scheme's name is read in any case (RFC 9110, 11.1). */
const tokenOf = (authorization: string): string => /^Bearer +(.+)$/i.exec(authorization)?.[1] ?? "";

function passwordOf(authorization: string): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1] ?? "";
  return Buffer.from(encoded, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");
}
