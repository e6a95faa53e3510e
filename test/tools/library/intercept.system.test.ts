import "../../support/dist.js";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { casesFor } from "../../support/proof.js";
import { projectOf, type runners, testsRun, writeFiles } from "../../support/runner-projects.js";
import { testFolder } from "../../support/sandbox.js";

/** Undici is loaded while the address is intercepted, as an SDK under test would. */
const undici = JSON.stringify(packagePath("node_modules/undici"));

const body = `
const lane = laneOfTest();
const service = "https://pay.invalid/v1";
const query = (send, base) => send(base + "/hosted-checkout/query", { method: "POST", body: "{}" });
const isRefused = (promise) => promise.then(() => false, () => true);
test("one", async () => {
  lane.intercept(service);
  await query(fetch, service);
  const { request } = require(${undici});
  await query(request, service);
  await query(request, lane.url);
  if ((await lane.requests()).length !== 3) throw new Error("not in the lane");
});
test("two", async () => {
  const { request } = require(${undici});
  await query(fetch, service).then(() => { throw new Error("answered"); }, ({ message }) => { if (!/was dropped/.test(message)) throw new Error(message); });
  if (!(await isRefused(query(fetch, service))) || !(await isRefused(query(request, service)))) throw new Error("answered");
  await query(request, lane.url);
});`;

/** Nothing in these processes has used fetch before. */
it.each(
  casesFor<readonly [keyof typeof runners, string, string]>([
    [
      "node-test",
      "it.test.cjs",
      `const { test } = require("node:test"); const { laneOfTest } = require("payment-sandbox/node-test"); ${body}`,
    ],
    ["jest", "it.test.js", `const { laneOfTest } = require("payment-sandbox/jest"); ${body}`],
  ]),
)("%s: an intercepted address is answered until its test ends, forgotten or not", async (runner, file, text) => {
  using folder = testFolder();
  const at = projectOf(runner, join(folder.path, runner));
  writeFiles(at, { [file]: text });
  const { code, said } = await testsRun(runner, at, { more: [file] });
  expect(code, said).toBe(0);
});
