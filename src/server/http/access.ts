import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Settings } from "../options/settings.js";

/** Returns true if the call may proceed. If not, it has already answered. */
export type LetsIn = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** How many Host headers are remembered as valid. */
const KNOWN_HOSTS = 100;

/**
 * Checks Host and Origin for every path. A page of another site can neither call through DNS rebinding nor write
 * through a developer's browser. `turnedAway` hears of each refusal. A known Host without an Origin costs one look-up.
 */
export function accessOf(settings: AccessSettings, turnedAway?: (refusal: RefusalBody) => void): LetsIn {
  const ownNames = ownNamesOf(settings);
  const isOwnOrigin = ownOriginsOf(settings);
  const allowed = new Set(settings.allowOrigin.map((one) => new URL(one).origin));
  const known = new Set<string>();
  const refused = (outgoing: ServerResponse, refusal: RefusalBody): false => {
    sendRefusal(outgoing, 403, refusal);
    turnedAway?.(refusal);
    return false;
  };
  return (incoming, outgoing) => {
    const { host = "", origin } = incoming.headers;
    if (!known.has(host)) {
      if (!isOwnHost(host, ownNames)) return refused(outgoing, foreignHost(host));
      if (known.size < KNOWN_HOSTS) known.add(host);
    }
    if (origin === undefined) return true;
    if (allowed.has(origin)) return !isPreflightAnswered(incoming, outgoing, origin);
    return reads.has(incoming.method!) || isOwnOrigin(origin, host) || refused(outgoing, foreignOrigin(origin));
  };
}

type AccessSettings = Pick<Settings, "baseUrl" | "host"> & {
  readonly allowedHosts: readonly string[];
  readonly allowOrigin: readonly string[];
};

/** The user's own names for the sandbox. */
function ownNamesOf({ allowedHosts, baseUrl, host }: AccessSettings): readonly string[] {
  const ofBase = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  return [...allowedHosts, ofBase, host].filter((name) => name !== undefined).map((name) => name.toLowerCase());
}

/** The origins of the sandbox's own pages: that of the called Host, or of the proxy in front. */
function ownOriginsOf({ allowedHosts, baseUrl }: AccessSettings): (origin: string, host: string) => boolean {
  const names = allowedHosts.map((name) => name.toLowerCase());
  const ofBase = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  return (origin, host) => {
    if (!URL.canParse(origin)) return false;
    const from = new URL(origin);
    return from.host === host.toLowerCase() || origin === ofBase || names.includes(from.hostname);
  };
}

/** The name in a Host header, without port and brackets. */
const hostName = (host: string): string =>
  host
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();

/** True if a Host header names this machine. A page that uses DNS rebinding can't send such a header. */
export function isOwnHost(host: string, ownNames: readonly string[]): boolean {
  const name = hostName(host);
  const isLocal = name === "localhost" || name.endsWith(".localhost") || name === "host.docker.internal";
  return (
    isLocal ||
    isIP(name) !== 0 ||
    (name !== "" && !name.includes(".")) ||
    ownNames.includes(name) ||
    ownNames.includes("*")
  );
}

const reads = new Set(["GET", "HEAD", "OPTIONS"]);

/** Adds the CORS headers for an allowed origin. Answers a preflight, and returns true if it was one. */
function isPreflightAnswered({ method, headers }: IncomingMessage, outgoing: ServerResponse, origin: string): boolean {
  outgoing.setHeader("Access-Control-Allow-Origin", origin);
  outgoing.setHeader("Access-Control-Expose-Headers", "*");
  outgoing.setHeader("Vary", "Origin");
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
  outgoing.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  const wanted = headers["access-control-request-headers"];
  if (wanted !== undefined) outgoing.setHeader("Access-Control-Allow-Headers", wanted);
  outgoing.writeHead(204).end();
  return true;
}

const foreignHost = (host: string): RefusalBody => ({
  code: "foreign-host",
  message: `Host ${host} is neither this sandbox's nor in --allowed-hosts`,
  fix: `call it by localhost, or start with --allowed-hosts ${hostName(host)}`,
});

const foreignOrigin = (origin: string): RefusalBody => ({
  code: "foreign-origin",
  message: `Origin ${origin} may not write here: it is neither this sandbox's nor in --allow-origin`,
  fix: `call from a server, a test or a terminal, or allow the page with --allow-origin ${origin}`,
});

/** A fault and its fix, in the control API's form. */
export interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** Answers without the routes. */
export function sendRefusal(outgoing: ServerResponse, http: 403 | 503, refusal: RefusalBody): void {
  const body = JSON.stringify(refusal);
  outgoing.writeHead(http, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  outgoing.end(body);
}
