import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { failure } from "./errors.js";

/** Off loopback the control API asks for a bearer token; `undefined`: it asks for none. */
export function tokenGuard(bearerToken: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header("Authorization") ?? "";
    if (bearerToken === undefined || isEqual(tokenOf(given), bearerToken)) return next();
    // A browser cannot send a bearer token: for the console it asks for a password, and sends it along from there.
    const isPage = c.req.method === "GET" && /^\/_sandbox\/ui(\/|$)/.test(c.req.path);
    if ((isPage || isOfConsole(c)) && isEqual(passwordOf(given), bearerToken)) return next();
    if (isPage) c.header("WWW-Authenticate", 'Basic realm="payment-sandbox: any user, the admin token as password"');
    return failure(
      c,
      401,
      "no-token",
      "the control API asks for a bearer token off loopback",
      "send Authorization: Bearer <the --admin-token that was printed at start>",
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

/** Takes the same time wherever the two differ, whatever their lengths. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
