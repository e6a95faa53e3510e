// Part of `npm run bench -- suite`: the library of a built checkout in a process of its own. Prints one line of JSON.
import { setTimeout as after } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [folder, part] = process.argv.slice(2);
const TESTS = Number(process.env.BENCH_SUITE_TESTS ?? 5000);
const LANES = 300;
const RESTING = 2000;

/** CPU of all threads, and time, from one mark to the next. */
function clock() {
  let [cpu, wall] = [process.cpuUsage(), performance.now()];
  return (times = 1) => {
    const { user, system } = process.cpuUsage(cpu);
    const cost = { cpuMs: (user + system) / 1000 / times, wallMs: (performance.now() - wall) / times };
    [cpu, wall] = [process.cpuUsage(), performance.now()];
    return cost;
  };
}

const spent = clock();
const { startSandbox, sign } = await import(pathToFileURL(`${folder}/dist/index.js`).href);
const sandbox = await startSandbox();
const start = spent();

// Signed beforehand, because that is the shop's work.
const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];
const call = (path, params) => [`/${path}`, JSON.stringify(sign({ merchantId: 3, ...params }))];
const create = (merchantReference) => call("hosted-checkout/create", { amount: 20, merchantReference, lineItems });
const sale = (merchantReference) =>
  call("tokenization/sale", { amount: 20, merchantReference, userId: "user1", tokenId: 351, lineItems });
const query = (merchantReference) => call("hosted-checkout/query", { merchantReference });

async function send(lane, [path, body]) {
  const headers = { "Content-Type": "application/json" };
  const answer = await lane.fetch(path, { method: "POST", headers, body });
  const { responseCode, message } = await answer.json();
  if (responseCode !== "0000") throw new Error(`expected a success of ${path}, found ${responseCode} ${message}`);
}

const parts = {
  parts: async () => {
    const creates = Array.from({ length: 100 }, (_, n) => create(`A-${n}`));
    spent();
    const lane = await sandbox.lane("first");
    const firstLane = spent();
    await send(lane, creates[0]);
    const firstCall = spent();
    for (const each of creates.slice(1)) await send(lane, each);
    const calls = spent(creates.length - 1);
    for (let n = 0; n < LANES; n++) await sandbox.lane(`lane-${n}`);
    return { start, firstLane, firstCall, call: calls, lane: spent(LANES) };
  },
  suite: async () => {
    const calls = [create("A-1"), query("A-1"), sale("A-2"), query("A-2"), create("A-3")];
    spent();
    for (let n = 0; n < TESTS; n++) {
      const lane = await sandbox.lane(`test-${n}`);
      for (const each of calls) await send(lane, each);
      await lane.drop();
    }
    return { suite: spent(TESTS) };
  },
  rest: async () => {
    const order = create("A-1");
    const memory = () => {
      globalThis.gc();
      return process.memoryUsage.rss();
    };
    const grown = async (name, lanes) => {
      for (let n = 0; n < lanes; n++) await send(await sandbox.lane(`${name}-${n}`), order);
      await after(4000);
    };
    await grown("warm", 300);
    const before = memory();
    await grown("rest", RESTING);
    return { rest: (memory() - before) / RESTING / 1024 };
  },
};
console.log(JSON.stringify(await parts[part]()));
await sandbox.stop();
