import { describe, expect, it } from "vitest";
import { assertThisMachine, isThisMachine, type Machine } from "../../../src/tools/judge/run/shop/this-machine.js";

/** A machine with two addresses and a resolver of its own. Nothing is sent anywhere. */
const known: Readonly<Record<string, readonly string[]>> = {
  shop: ["192.168.7.20"],
  "shop.test": ["127.0.0.1"],
  both: ["127.0.0.1", "203.0.113.9"],
  "host.docker.internal": ["192.168.7.1"],
  "x.localhost": ["127.0.0.1", "::1"],
  "example.org": ["203.0.113.9"],
};
const machine: Machine = {
  resolve: async (name) => known[name] ?? [],
  addresses: () => ["127.0.0.1", "192.168.7.20", "fe80::1%eth0", "2001:db8::7"],
};

describe("an address of a shop", () => {
  it.each([
    ["http://localhost:3000", true],
    ["http://127.0.0.1:3000/{port}", true],
    ["http://127.9.9.9", true],
    ["http://0.0.0.0:3000", true],
    ["http://[::1]:3000", true],
    ["http://[::ffff:127.0.0.1]", true],
    ["http://2130706433/", true],
    ["http://192.168.7.20", true],
    ["http://[2001:db8::7]", true],
    ["http://[fe80::1]", true],
    ["http://shop:3000", true],
    ["http://shop.test", true],
    ["http://203.0.113.9", false],
    ["http://[2001:db8::8]", false],
    ["http://192.168.7.21", false],
    ["http://both", false],
    ["http://host.docker.internal", false],
    ["http://example.org", false],
    ["http://nobody-knows", false],
  ])("%s is on this machine: %s", async (url, expected) => {
    expect(await isThisMachine(url, machine)).toBe(expected);
  });

  it.each([
    ["--believes", { believes: "http://example.org/beliefs/{merchantReference}" }],
    ["--shop-ready", { shopReady: "http://203.0.113.9:{port}/ready" }],
    ["--shop-url", { shopUrl: "https://example.org" }],
  ])("of another machine is refused for %s, unless the user says so", async (option, given) => {
    await expect(assertThisMachine(given, machine)).rejects.toThrow(`${option}: `);
    await expect(assertThisMachine(given, machine)).rejects.toThrow("--other-machine");
    await assertThisMachine({ ...given, otherMachine: true }, machine);
  });

  it("is not looked up if it is a path or a command", async () => {
    const none = { resolve: () => Promise.reject(new Error("asked")), addresses: () => [] };
    await assertThisMachine({ believes: "/beliefs", shopReady: "/ready" }, none);
    await assertThisMachine({ believes: "node beliefs.mjs" }, none);
  });

  it("on this machine is known by its own resolver, too", async () => {
    expect(await isThisMachine("http://localhost:1")).toBe(true);
    expect(await isThisMachine("http://203.0.113.9:1")).toBe(false);
  });
});
