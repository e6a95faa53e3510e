import { BlockList, isIP } from "node:net";

/** The kind of a target, or why nothing is sent there. `held`: not until the user allows the host. */
export type TargetKind =
  | { readonly kind: "private" | "public" }
  | { readonly kind: "refused" | "held"; readonly why: string };

/**
 * Addresses at which clouds serve secrets: metadata, credentials, the machine's agent. No shop has such an address.
 */
const metadata = new BlockList();
for (const [net, bits] of [
  // The link-local network, which AWS, Azure, Google, Oracle, Tencent, Scaleway and most others use.
  ["169.254.0.0", 16],
  // Alibaba.
  ["100.100.100.200", 32],
  // Azure's machine agent.
  ["168.63.129.16", 32],
  // Oracle's older metadata address.
  ["192.0.0.192", 32],
] as const) {
  metadata.addSubnet(net, bits, "ipv4");
  // The same addresses through NAT64.
  metadata.addSubnet(`64:ff9b::${net}`, 96 + bits, "ipv6");
}
for (const [net, bits] of [
  // AWS: metadata at ::254, credentials of Kubernetes pods at ::23.
  ["fd00:ec2::", 32],
  // Google.
  ["fd20:ce::", 64],
  // Oracle.
  ["fd00:c1::a9fe:a9fe", 128],
  // Scaleway.
  ["fd00:42::42", 128],
  // OpenStack.
  ["fe80::a9fe:a9fe", 128],
] as const)
  metadata.addSubnet(net, bits, "ipv6");

/** Loopback, this machine, and the networks of homes, offices and containers. */
const nearby = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  nearby.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 128],
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  nearby.addSubnet(net, bits, "ipv6");

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

export const isMetadata = (address: string): boolean => isIn(metadata, address);
export const isNearby = (address: string): boolean => isIn(nearby, address);

/** An address as in a URL, with IPv6 in brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** Names that no public shop has: those with a single label (a compose service), and those reserved for local use. */
const isLocalName = (name: string): boolean =>
  !name.includes(".") || /\.(localhost|local|internal|lan|home\.arpa|test|invalid)$/.test(name);

/** Classifies a host by its name and all its addresses. Without addresses, by its name only. */
export function targetKindOf(hostname: string, addresses: readonly string[]): TargetKind {
  const bad = addresses.find(isMetadata);
  if (bad !== undefined) return { kind: "refused", why: `${bad} is a metadata address of a cloud, never a shop` };
  const isPrivate = addresses.length > 0 ? addresses.every(isNearby) : isLocalName(hostname);
  return { kind: isPrivate ? "private" : "public" };
}

/** True if a path leads to a control API: `/_sandbox`, under a lane or not, in any encoding. */
export function isControlPath(pathname: string): boolean {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // If a path can't be decoded, it is checked as it is.
  }
  return /(^|[/\\])_sandbox([/\\]|$)/i.test(path);
}

/** True if `--allow-notify` names the host, or a domain above it as in `*.shop.example`. */
export function isAllowed(hostname: string, allow: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return allow.some((given) => {
    const name = given.trim().toLowerCase();
    return name === "all" || name === host || (name.startsWith("*.") && host.endsWith(name.slice(1)));
  });
}
