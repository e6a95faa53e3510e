import "../../support/dist.js";
import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";

const urlOf = (file: string): string => JSON.stringify(pathToFileURL(packagePath(file)).href);

/** Collects garbage between a call and its caller's abort. */
const script = `
import { startSandbox } from ${urlOf("dist/index.js")};
import undici from ${urlOf("node_modules/undici/index.js")};
const sandbox = await startSandbox();
const service = "https://pay.invalid/v1/hosted-checkout/query";
const ways = {
  "lane.fetch": (lane, init) => lane.fetch("/hosted-checkout/query", init),
  "lane.fetch-request": (lane, init) => lane.fetch(new Request(service.replace("/v1", ""), init)),
  "fetch": (_, init) => fetch(service, init),
  "fetch-request": (_, init) => fetch(new Request(service, init)),
  "undici.request": (_, init) => undici.request(service, init),
  "undici.fetch": (_, init) => undici.fetch(service, init),
};
for (const [name, send] of Object.entries(ways)) {
  const lane = await sandbox.lane(name);
  using off = lane.intercept("https://pay.invalid/v1");
  await lane.next({ fault: "no-response", placed: "after-commit" });
  const body = JSON.stringify(await lane.sign({ merchantId: 3, merchantReference: "A-1" }));
  const caller = new AbortController();
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: caller.signal };
  const ended = send(lane, init).then(() => "answered", (error) => error.name);
  await lane.waitFor({ for: "request", match: { operation: "hosted-checkout/query" } });
  for (let i = 0; i < 5; i++) {
    await new Promise((done) => setImmediate(done));
    globalThis.gc();
  }
  caller.abort();
  const patience = setTimeout(() => { console.log(name, "hangs"); process.exit(); }, 30_000);
  console.log(name, await ended);
  clearTimeout(patience);
}
await sandbox.stop();
`;

it("a caller's signal ends its call after a collection of garbage", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--expose-gc",
    "--input-type=module",
    "--eval",
    script,
  ]);
  expect(stdout.trim().split("\n")).toEqual([
    "lane.fetch AbortError",
    "lane.fetch-request AbortError",
    "fetch AbortError",
    "fetch-request AbortError",
    "undici.request AbortError",
    "undici.fetch AbortError",
  ]);
});
