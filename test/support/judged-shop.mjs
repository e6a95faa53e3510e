// A shop of one sale, for tests of the judge. SHOP says what it is like.
import { spawn } from "node:child_process";
import { createPrivateKey, sign } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const { env } = process;
const key = createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
const traits = (env.SHOP ?? "right").split(" ");
const is = (trait) => traits.includes(trait);
const lane = (name) => `${env.PAYMENT_SANDBOX_URL}/lane/${name}`;
const base = is("names-its-lane") ? lane("own") : is("has-two-lanes") ? lane("b") : env.PAYMENT_SANDBOX_URL;

async function call(path, params, to = base) {
  const request = JSON.stringify({ merchantId: 3, ...params });
  const signature = sign("sha256", Buffer.from(request), key).toString("base64");
  const response = await fetch(`${to}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ request, signature }),
  });
  return JSON.parse(await response.text());
}
const believe = (text) => writeFileSync(env.PAYMENT_SANDBOX_BELIEFS_FILE, text);

if (env.SHOP_PIDS) appendFileSync(env.SHOP_PIDS, `${process.pid}\n`);
if (is("leaves-a-child")) leaveChild();

if (is("lingers")) {
  await sellAndLinger();
  process.exit();
}

const order = {
  userId: "user1",
  tokenId: 351,
  merchantReference: "A-1",
  amount: 20,
  lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }],
};
let paid = 0;
let shipped = 0;
if (is("has-two-lanes")) await call("tokenization/query-token", { userId: "user1" }, lane("a"));
try {
  const sold = await call("tokenization/sale", order);
  if (sold.responseCode === "0000") paid = 20;
  if (is("fails")) process.exitCode = 3;
} catch {
  if (is("hangs")) await new Promise(() => setInterval(() => {}, 1000));
  if (is("ends-badly")) process.exitCode = 3;
  if (is("gives-up")) process.exit();
  if (is("ships-twice")) shipped++;
  if (is("unsure")) paid = null;
  else if (!is("careless"))
    paid = (await call("hosted-checkout/query", { merchantReference: "A-1" })).order?.amount ?? 0;
}
if (paid > 0) shipped++;
writeFileSync(`${env.PAYMENT_SANDBOX_BELIEFS_FILE}.shipped`, JSON.stringify({ "A-1": { shipped } }));
if (is("no-json")) believe("{\n  paid");
else if (is("negative")) believe('{"A-1": {"paid": -20}}');
else if (!is("silent")) believe(JSON.stringify({ "A-1": { paid } }));

/** A process that runs on when the shop has ended, and holds none of its streams. */
function leaveChild() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  child.unref();
  appendFileSync(env.SHOP_CHILDREN, `${child.pid}\n`);
}

/** A page is paid, and the shop says what it believes though the notice is late; it ends when that has come. */
async function sellAndLinger() {
  let paid = 0;
  let heard;
  const notified = new Promise((resolve) => (heard = resolve));
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    paid = 20;
    response.end("OK", heard);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { order } = await call("hosted-checkout/create", {
    merchantReference: "A-1",
    amount: 20,
    callbackUrl: { notify: `http://127.0.0.1:${server.address().port}` },
    lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }],
  });
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ action: "pay" });
  await fetch(`${base}/_sandbox/orders/${order.id}/simulate`, { method: "POST", headers, body });
  const isLate = async () => {
    const [notice] = (await (await fetch(`${base}/_sandbox/notifications`)).json()).notifications;
    return Date.parse(notice.nextAt) > Date.now() + 1_800_000;
  };
  while (paid === 0 && !(await isLate()));
  believe(JSON.stringify({ "A-1": { paid } }));
  await notified;
}
