// Part of `npm run bench -- suite`: a test file as `node --test` runs it, in a process of its own. Writes its CPU in ms.
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.argv[2]}/dist/${name}`).href);
let lane;
if (existsSync(`${process.argv[2]}/dist/node-test.js`)) lane = (await load("node-test.js")).laneOfTest();
else {
  // As docs/runners.md said at the base.
  let sandbox;
  before(async () => {
    sandbox = await (await load("index.js")).startSandbox();
    lane = await sandbox.lane("a-call");
  });
  after(() => sandbox.stop());
}
test("a call", async () => {
  const { http } = await lane.call("hosted-checkout/query", { merchantReference: "A-1" });
  if (http !== 200) throw new Error(`expected 200, found ${http}`);
});
after(() => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`${JSON.stringify({ cpuMs: (user + system) / 1000, wallMs: performance.now() })}\n`);
});
