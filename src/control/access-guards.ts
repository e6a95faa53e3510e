import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { failure } from "./errors.js";

export interface AccessGuards {
  /** Host names that may be called besides loopback, one-label names, IP literals and host.docker.internal. */
  readonly allowedHosts: readonly string[];
  /** Asked for off loopback; undefined: not asked for. */
  readonly bearerToken: string | undefined;
}

/** The name in a Host header, without port and brackets. */
const hostName = (host: string): string =>
  host
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();

/** Whether a Host header names this machine: what a page of a foreign site that rebinds its name cannot send. */
export function isOwnHost(host: string, allowed: readonly string[]): boolean {
  const name = hostName(host);
  const isLocal = name === "localhost" || name.endsWith(".localhost") || name === "host.docker.internal";
  return (
    isLocal ||
    isIP(name) !== 0 ||
    (name !== "" && !name.includes(".")) ||
    allowed.some((one) => one.toLowerCase() === name || one === "*")
  );
}

/** The Host list: for the control API and the pages. */
export function hostGuard({ allowedHosts }: AccessGuards): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("Host") ?? "";
    if (isOwnHost(host, allowedHosts)) return next();
    return failure(
      c,
      403,
      "foreign-host",
      `Host ${host} is not this sandbox's`,
      `call it by localhost, or start with --allowed-hosts ${hostName(host)}`,
    );
  };
}

const reads = new Set(["GET", "HEAD", "OPTIONS"]);

/** A foreign origin may not write: no page of another site moves money here. */
export function originGuard({ allowedHosts }: AccessGuards): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("Origin");
    if (
      reads.has(c.req.method) ||
      origin === undefined ||
      isOwnOrigin(origin, c.req.header("Host") ?? "", allowedHosts)
    )
      return next();
    return failure(
      c,
      403,
      "foreign-origin",
      `Origin ${origin} may not write here`,
      "call the control API from a test or a terminal, not from a page of another site",
    );
  };
}

function isOwnOrigin(origin: string, host: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || allowed.some((one) => one === from.hostname);
}

/** Off loopback the control API asks for a bearer token. */
export function tokenGuard({ bearerToken }: AccessGuards): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header("Authorization") ?? "";
    if (bearerToken === undefined || isEqual(given, `Bearer ${bearerToken}`)) return next();
    // A browser cannot send a bearer token: on the inspection page, which changes nothing, it asks for a password.
    const isPage = c.req.method === "GET" && /^\/_sandbox\/ui(\/|$)/.test(c.req.path);
    if (isPage && isEqual(passwordOf(given), bearerToken)) return next();
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

function passwordOf(authorization: string): string {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization)?.[1] ?? "";
  return Buffer.from(encoded, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");
}

/** Takes the same time wherever the two differ, whatever their lengths. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
