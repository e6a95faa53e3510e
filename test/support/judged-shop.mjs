// A shop of one sale, for tests of the judge. SHOP says what it is like.
import { createPrivateKey, sign } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";

const { env } = process;
const key = createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
const traits = (env.SHOP ?? "right").split(" ");
const is = (trait) => traits.includes(trait);
const lane = (name) => `${env.PAYMENT_SANDBOX_URL}/lane/${name}`;
const base = is("names-its-lane") ? lane("own") : is("has-two-lanes") ? lane("b") : env.PAYMENT_SANDBOX_URL;

async function call(path, params, to = base) {
  const request = JSON.stringify({ merchantId: 3, ...params });
  const signature = sign("sha256", Buffer.from(request), key).toString("base64");
  return answerOf(`${to}/${path}`, { request, signature });
}

/** By a socket: to load `fetch` or `node:http` takes longer than all else in this process, of which a test starts many. */
async function answerOf(url, body) {
  const { hostname, port, pathname } = new URL(url);
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = `${body === undefined ? "GET" : "POST"} ${pathname} HTTP/1.0\r\nHost: ${hostname}:${port}`;
  const socket = connect(port, hostname).setEncoding("utf8");
  socket.write(
    `${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  let answer = "";
  for await (const piece of socket) answer += piece;
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
}
const believe = (text) => writeFileSync(env.PAYMENT_SANDBOX_BELIEFS_FILE, text);

if (env.SHOP_PIDS) appendFileSync(env.SHOP_PIDS, `${process.pid}\n`);
if (is("leaves-a-child")) await leaveChild();

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
async function leaveChild() {
  const { spawn } = await import("node:child_process");
  const child = spawn("sleep", ["1000"], { stdio: "ignore" });
  child.unref();
  appendFileSync(env.SHOP_CHILDREN, `${child.pid}\n`);
}

/** A page is paid, and the shop says what it believes though the notice is late; it ends when that has come. */
async function sellAndLinger() {
  let paid = 0;
  let heard;
  const notified = new Promise((resolve) => (heard = resolve));
  const { createServer } = await import("node:http");
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
  await answerOf(`${base}/_sandbox/orders/${order.id}/simulate`, { action: "pay" });
  const isLate = async () => {
    const [notice] = (await answerOf(`${base}/_sandbox/notifications`)).notifications;
    return Date.parse(notice.nextAt) > Date.now() + 1_800_000;
  };
  while (paid === 0 && !(await isLate()));
  believe(JSON.stringify({ "A-1": { paid } }));
  await notified;
}
