import type { Context, MiddlewareHandler } from "hono";
import { type AdminToken, ALL_LANES, NotYours, opens, tokenGiven } from "./admin-token.js";
import { failure } from "./errors.js";

const TEAM = "team";
/** Who asks where no token is asked for. */
const everybody: AdminToken = { name: "everybody", token: "", lanes: ALL_LANES };

/** The team that asks. Throws where the guard does not stand before. */
export function teamOf(c: Context): AdminToken {
  const team: AdminToken | undefined = c.get(TEAM);
  if (!team) throw new Error("expected the token guard before what asks for the team");
  return team;
}

/** What is the server's and no lane's: what of it is a lane's is left out in the answer. */
const ofServer =
  /^\/metrics$|^\/_sandbox$|^\/_sandbox\/(health|keys|openapi\.json|docs(\/.*)?|snapshots|lanes(\/[^/]*)?)$/;

/** The control API asks for one of these bearer tokens, where there are any. Throws NotYours where it does not open the lane. */
export function tokenGuard(tokens: readonly AdminToken[], laneOf: (c: Context) => string): MiddlewareHandler {
  return async (c, next) => {
    if (tokens.length === 0) {
      c.set(TEAM, everybody);
      return next();
    }
    const given = c.req.header("Authorization") ?? "";
    // A browser cannot send a bearer token: for the console it asks for a password, and sends it along from there.
    const isPage = c.req.method === "GET" && /^\/_sandbox\/ui(\/|$)/.test(c.req.path);
    const team =
      tokenGiven(tokens, tokenOf(given)) ??
      (isPage || isOfConsole(c) ? tokenGiven(tokens, passwordOf(given)) : undefined);
    if (team) {
      const isRead = c.req.method === "GET" || /\/lanes(\/|$)/.test(c.req.path);
      if (!(isRead && ofServer.test(c.req.path)) && !opens(team, laneOf(c))) throw new NotYours(team, laneOf(c));
      c.set(TEAM, team);
      return next();
    }
    if (isPage) c.header("WWW-Authenticate", 'Basic realm="payment-sandbox: any user, the admin token as password"');
    return failure(
      c,
      401,
      "no-token",
      "the control API asks for a bearer token off loopback, and where tokens are configured",
      "send Authorization: Bearer <the --admin-token that was printed at start, or one of adminTokens>",
    );
  };
}

/** What the console's script asks: a page of another site can send no such header, and cannot read the events. */
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
