import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { isHttp } from "../../../../lane/notifications/notification.js";
import { InvalidInput } from "../../../../package/errors.js";

/** How a name is resolved, and which addresses this machine has. */
export interface Machine {
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  readonly addresses: () => readonly string[];
}

const here: Machine = {
  resolve: (hostname) =>
    lookup(hostname, { all: true }).then(
      (found) => found.map(({ address }) => address),
      () => [],
    ),
  addresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
};

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
for (const address of ["::1", "::"]) loopback.addAddress(address, "ipv6");
loopback.addAddress("0.0.0.0", "ipv4");

/**
 * True if each address of a URL's host is loopback or one of this machine's own. False for a name that nobody knows.
 * Sends nothing but the question to the machine's resolver.
 */
export async function isThisMachine(url: string, { resolve, addresses }: Machine = here): Promise<boolean> {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, "");
  // These names mean loopback (RFC 6761), even if the machine's resolver doesn't know that.
  if (/(^|\.)localhost$/.test(name)) return true;
  const found = isIP(name) === 0 ? await resolve(name) : [name];
  const own = new BlockList();
  for (const address of addresses().map((one) => one.replace(/%.*$/, ""))) own.addAddress(address, familyOf(address));
  return found.length > 0 && found.every((one) => loopback.check(one, familyOf(one)) || own.check(one, familyOf(one)));
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** The options that name the shop's addresses. */
export interface ShopAddresses {
  readonly believes?: string | undefined;
  readonly shopReady?: string | undefined;
  readonly shopUrl?: string | undefined;
  /** True if the user says that the shop is on another machine. */
  readonly otherMachine?: boolean | undefined;
}

/** Throws InvalidInput if an option names another machine and the user didn't say so. */
export async function assertThisMachine(
  { otherMachine, believes, shopReady, shopUrl }: ShopAddresses,
  machine?: Machine,
): Promise<void> {
  if (otherMachine) return;
  const named = { "--believes": believes, "--shop-ready": shopReady, "--shop-url": shopUrl };
  for (const [option, given] of Object.entries(named)) {
    const url = given?.replaceAll("{port}", "1").replace(/\{(merchantReference|lane)\}/g, "x");
    if (url === undefined || !isHttp(url) || (await isThisMachine(url, machine))) continue;
    throw new InvalidInput(
      `${option}: ${JSON.stringify(given)} is not on this machine; say so with --other-machine if you mean it`,
    );
  }
}
