// A whole shop in one file: node shop.mjs [reference]. No dependencies, Node 18 or newer.
// It creates an order, is notified, asks again to be sure, and gives the money back. See README.md.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const { env } = process;
for (const name of ["URL", "PRIVATE_KEY_FILE", "PUBLIC_KEY_FILE"].map((end) => `PAYMENT_SANDBOX_${end}`)) {
  if (env[name]) continue;
  console.error(`${name} is not set: run it by npx payment-sandbox exec -- node examples/shop.mjs`);
  process.exit(2);
}
const baseUrl = env.PAYMENT_SANDBOX_URL;
const merchantId = env.PAYMENT_SANDBOX_MERCHANT_ID;
const ourKey = createPrivateKey(readFileSync(env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE));
const theirKey = createPublicKey(readFileSync(env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE));

/** What the shop knows of its order: a row of your database. */
const book = {
  reference: process.argv[2] ?? env.SHOP_REFERENCE ?? "SHOP-1",
  amount: Number(env.SHOP_AMOUNT ?? "100.00"),
  notified: false,
  state: "new", // then unpaid, paid, refunded or voided
  paid: 0, // in money; null while the shop does not know
  refunded: 0,
};

// --- The payment service ---------------------------------------------------------------------

/** Signs exactly the text that is sent. Throws where no answer can be read: then nobody knows what happened. */
async function call(path, parameters) {
  const request = JSON.stringify({ merchantId, ...parameters });
  const signature = sign("sha256", Buffer.from(request), ourKey).toString("base64");
  const response = await fetch(baseUrl + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ request, signature }),
    signal: AbortSignal.timeout(Number(env.SHOP_TIMEOUT_MS ?? 20_000)),
  });
  return JSON.parse(await response.text());
}

// Refusals come with HTTP 200 too. Only this code means that it was done; a refund has no message at all.
const done = (answer) => answer.responseCode === "0000";

const create = (notify) =>
  call("/hosted-checkout/create", {
    amount: book.amount,
    merchantReference: book.reference,
    callbackUrl: { notify },
    lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: book.amount } }],
  });
const refund = () => call("/hosted-checkout/refund", { merchantReference: book.reference, amount: book.amount });
const cancel = () => call("/hosted-checkout/void", { merchantReference: book.reference });

/** A query changes nothing, so it may be repeated until it is answered; a refused one tells nothing. */
async function query(tries = 3) {
  try {
    const answer = await call("/hosted-checkout/query", { merchantReference: book.reference });
    if (done(answer) || tries === 1) return answer.order ?? {};
  } catch (lost) {
    if (tries === 1) throw lost;
  }
  return query(tries - 1);
}

const states = { SUCCESS: "paid", SETTLED: "paid", REFUNDED: "refunded", VOIDED: "voided" };

/** Writes down what a query answered. */
function learn({ status, amount, netAmount }) {
  if (status === undefined) return;
  const state = states[status] ?? "unpaid";
  Object.assign(book, state === "unpaid" ? { state, paid: 0 } : { state, paid: amount, refunded: amount - netAmount });
}

// --- The notify endpoint ---------------------------------------------------------------------

function isGenuine({ signature, ...fields }) {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  return verify("sha256", Buffer.from(pairs.sort().join("&")), theirKey, Buffer.from(String(signature), "base64"));
}

let heard = () => {};
const notification = new Promise((resolve) => {
  heard = resolve;
});

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  const accepted = takeNotification(body);
  response.writeHead(accepted ? 200 : 400).end(accepted ? "OK" : "refused");
  if (accepted) heard();
});

/** May run twice for one order: a notification is sent again until it was answered with OK. */
function takeNotification(body) {
  try {
    const fields = JSON.parse(body);
    if (!isGenuine(fields)) return false;
    if (fields.merchantReference !== book.reference || Number(fields.amount) !== book.amount) return false;
    book.notified = true;
    return true;
  } catch {
    return false;
  }
}

// --- Giving the money back -------------------------------------------------------------------

/** A refusal is not the end: ask what is true, then try what can still work. */
async function giveBack(first) {
  const tries = [];
  let way = first;
  for (let left = Number(env.SHOP_TRIES ?? 2); left > 0; left--) {
    book.refunded = null;
    const answer = await (way === "void" ? cancel() : refund()).catch((lost) => ({
      message: `no answer: ${lost.message}`,
    }));
    tries.push({ way, code: answer.responseCode ?? null, message: answer.message ?? null });
    const believed = env.SHOP_WRONG === "ignore-refusal"; // The mistake that this shop can be told to make.
    if (done(answer) || believed)
      Object.assign(book, { state: way === "void" ? "voided" : "refunded", refunded: book.amount });
    else learn(await query());
    if (book.state !== "paid") break;
    if (answer.responseCode) way = "refund"; // Too late for a void: what is settled is refunded.
  }
  return tries;
}

// --- One sale, start to end ------------------------------------------------------------------

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
let tries = [];
let status = null;
let error = null;
try {
  const created = await create(`http://127.0.0.1:${server.address().port}/notify`);
  if (!done(created)) throw new Error(`create refused: ${created.responseCode} ${created.message}`);
  Object.assign(book, { state: "unpaid", paid: null }); // From here on the shopper can pay.
  // Here a real shop redirects the shopper to created.checkoutUrl. Ours pays without a browser.
  const simulated = await fetch(`${baseUrl}/_sandbox/orders/${created.order.id}/simulate`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ action: "pay" }),
  });
  const wait = setTimeout(heard, Number(env.SHOP_WAIT_MS ?? 5000));
  await notification;
  clearTimeout(wait);
  // A notification may be late or lost; the query is what counts.
  learn(await query());
  if (book.state !== "paid") throw new Error(`not paid: ${await simulated.text()}`);
  const then = env.SHOP_THEN ?? "refund";
  if (then !== "none") tries = await giveBack(then);
  status = (await query()).status;
} catch (problem) {
  error = problem.message;
}
server.closeAllConnections();
server.close();

// What it believes in the end: `payment-sandbox judge` holds it against the books.
const { reference, paid, refunded } = book;
if (env.PAYMENT_SANDBOX_BELIEFS_FILE)
  writeFileSync(env.PAYMENT_SANDBOX_BELIEFS_FILE, JSON.stringify({ [reference]: { paid, refunded } }));

const agreed = { paid: ["SUCCESS", "SETTLED"], refunded: ["REFUNDED"], voided: ["VOIDED"] }[book.state] ?? [];
const consistent = error === null && agreed.includes(status);
console.log(JSON.stringify({ shop: "node", ...book, tries, status, consistent, error }));
// A shop that ignores refusals sees nothing wrong, so it ends well; the sandbox's expectations tell.
process.exitCode = consistent || (env.SHOP_WRONG && tries.length > 0) ? 0 : 1;
