import { describe, expect, it } from "vitest";
import { isAllowed, isControlPath, targetKindOf } from "../../../src/lane/notify/guard.js";

describe("a target", () => {
  it.each([
    ["localhost", ["127.0.0.1", "::1"], "private"],
    ["127.8.8.8", ["127.8.8.8"], "private"],
    ["shop", ["172.20.0.4"], "private"],
    ["shop", [], "private"],
    ["host.docker.internal", ["192.168.65.254"], "private"],
    ["10.1.2.3", ["10.1.2.3"], "private"],
    ["::1", ["::1"], "private"],
    ["fd12::4", ["fd12::4"], "private"],
    ["::ffff:127.0.0.1", ["::ffff:127.0.0.1"], "private"],
    ["my.dev.example", ["127.0.0.1"], "private"],
    ["shop.example.com", [], "public"],
    ["shop.example.com", ["203.0.113.5"], "public"],
    ["203.0.113.5", ["203.0.113.5"], "public"],
    ["172.32.0.1", ["172.32.0.1"], "public"],
    ["2001:db8::1", ["2001:db8::1"], "public"],
    ["shop", ["203.0.113.5"], "public"],
    ["both.example.com", ["127.0.0.1", "203.0.113.5"], "public"],
    ["169.254.169.254", ["169.254.169.254"], "refused"],
    ["fd00:ec2::254", ["fd00:ec2::254"], "refused"],
    ["::ffff:169.254.169.254", ["::ffff:169.254.169.254"], "refused"],
    ["64:ff9b::a9fe:a9fe", ["64:ff9b::a9fe:a9fe"], "refused"],
    ["fd00:ec2::23", ["fd00:ec2::23"], "refused"],
    ["fd00:ec2::123", ["fd00:ec2::123"], "refused"],
    ["fd20:ce::254", ["fd20:ce::254"], "refused"],
    ["fd20:00ce:0::254", ["fd20:00ce:0::254"], "refused"],
    ["100.100.100.200", ["100.100.100.200"], "refused"],
    ["::ffff:100.100.100.200", ["::ffff:100.100.100.200"], "refused"],
    ["::ffff:6464:64c8", ["::ffff:6464:64c8"], "refused"],
    ["64:ff9b::100.100.100.200", ["64:ff9b::100.100.100.200"], "refused"],
    ["192.0.0.192", ["192.0.0.192"], "refused"],
    ["168.63.129.16", ["168.63.129.16"], "refused"],
    ["fe80::a9fe:a9fe", ["fe80::a9fe:a9fe"], "refused"],
    ["fd00:c1::a9fe:a9fe", ["fd00:c1::a9fe:a9fe"], "refused"],
    ["fd00:42::42", ["fd00:42::42"], "refused"],
    ["100.100.100.201", ["100.100.100.201"], "private"],
    ["fd20:cf::254", ["fd20:cf::254"], "private"],
    ["fe80::1", ["fe80::1"], "private"],
    ["metadata", ["169.254.169.254"], "refused"],
    ["rebound.example.com", ["203.0.113.5", "169.254.1.1"], "refused"],
  ])("%s at %j is %s", (host, addresses, kind) => {
    expect(targetKindOf(host, addresses).kind).toBe(kind);
  });
});

it.each([
  ["/_sandbox", true],
  ["/_sandbox/reset", true],
  ["/lane/a/_sandbox/clock", true],
  ["/%5Fsandbox/reset", true],
  ["//_SANDBOX/reset", true],
  ["/my_sandbox/notify", false],
  ["/_sandboxes", false],
  ["/%E0%A4%A", false],
])("the path %s leads to a control API: %s", (path, expected) => {
  expect(isControlPath(path)).toBe(expected);
});

it.each([
  ["shop.example.com", ["shop.example.com"], true],
  ["SHOP.example.com", ["shop.example.com"], true],
  ["a.example.com", ["*.example.com"], true],
  ["example.com", ["*.example.com"], false],
  ["evil-example.com", ["example.com"], false],
  ["anything.at", ["all"], true],
  ["shop.example.com", [], false],
])("%s with --allow-notify %j may be called: %s", (host, allow, expected) => {
  expect(isAllowed(host, allow)).toBe(expected);
});
