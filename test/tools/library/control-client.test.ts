import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { sandboxAddress } from "../../../src/package/sandbox-address.js";
import { ControlClient } from "../../../src/tools/library/control-client.js";
import { startTestSandbox } from "../../support/sandbox.js";

describe("a sandbox's address", () => {
  it.each([
    ["http://localhost:4655/", "http://localhost:4655"],
    ["https://localhost:4655/lane/a", "https://localhost:4655/lane/a"],
  ])("%s is %s", (given, expected) => {
    expect(sandboxAddress("--url", given)).toBe(expected);
  });

  it.each([
    ["localhost:5150", 'expected an address such as http://localhost:4655, found "localhost:5150"'],
    ["/_sandbox/mcp", "/_sandbox/mcp is the address for agents over HTTP; leave out /_sandbox/mcp"],
    ["/lane/a/_sandbox/mcp/", "/_sandbox/mcp/ is the address for agents over HTTP; leave out /_sandbox/mcp/"],
    ["/_sandbox/ui/orders?q=1", "is the console's address; leave out /_sandbox/ui/orders?q=1"],
    ["/_sandbox", "/_sandbox is the control API's address; leave out /_sandbox"],
  ])("is not %s", (given, said) => {
    const address = given.startsWith("/") ? `http://localhost:5301${given}` : given;
    expect(() => sandboxAddress("--url", address)).toThrow(said);
    expect(() => sandboxAddress("--url", address)).toThrow(/^--url: /);
  });
});

it("a call by https of a plain http server is told the right address", async () => {
  await using sandbox = await startTestSandbox();
  const base = `${sandbox.url.replace("http:", "https:")}/lane/a`;
  await expect(new ControlClient({ base }).call("GET /health", {})).rejects.toThrow(
    `no sandbox answers at ${base}; a plain http server answers there: use ${sandbox.url}/lane/a, or start with --https`,
  );
});

it("a call by plain http of an https server is told the right address", async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(new ControlClient({ base: `http://${at}` }).call("GET /health", {})).rejects.toThrow(
    `no sandbox answers at http://${at}; it closed the connection: if it was started with --https, use https://${at}`,
  );
});
