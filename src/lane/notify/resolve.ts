import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isMetadata, isNearby } from "./guard.js";

/** Returns a name's addresses, as this machine resolves them: hosts file, compose network, DNS. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const LOOKUP_TIMEOUT_MS = 3000;

/** Empty if the name is unknown or no resolver answers in time. */
export const resolveByMachine: Resolve = (hostname) => {
  // RFC 6761: these names mean loopback, even if the machine's resolver doesn't know that.
  if (hostname.endsWith(".localhost")) return Promise.resolve(["127.0.0.1", "::1"]);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), LOOKUP_TIMEOUT_MS);
    lookup(hostname, { all: true }, (error, found) => {
      clearTimeout(timer);
      resolve(error ? [] : found.map(({ address }) => address));
    });
  });
};

const KEPT_MS = 5000;
const KEPT_NAMES = 1000;

/** Resolves each name at most once in five seconds. Connections check their address again. */
export function remembering(resolve: Resolve, now: () => number): Resolve {
  const known = new Map<string, { readonly until: number; readonly addresses: Promise<readonly string[]> }>();
  return (hostname) => {
    if (isIP(hostname) !== 0) return Promise.resolve([hostname]);
    const found = known.get(hostname);
    if (found && found.until > now()) return found.addresses;
    if (known.size >= KEPT_NAMES) known.clear();
    const addresses = resolve(hostname);
    known.set(hostname, { until: now() + KEPT_MS, addresses });
    return addresses;
  };
}

/**
 * A lookup for sockets that returns only checked addresses. It stops names whose address changes between the guard's
 * check and the connection (DNS rebinding).
 */
export function checkedLookup(resolve: Resolve, mayBePublic: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const family = options.family === 4 || options.family === "IPv4" ? 4 : options.family === 6 ? 6 : 0;
    void resolve(hostname).then((found) => {
      const addresses = found
        .filter((address) => !isMetadata(address) && (mayBePublic || isNearby(address)))
        .map((address) => ({ address, family: isIP(address) }))
        .filter((candidate) => family === 0 || candidate.family === family);
      const [first] = addresses;
      if (!first) return callback(notFound(hostname), "", 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

const notFound = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} has no address that may be called`), { code: "ENOTFOUND" });
