// Floor (b), a server of its own: `floors [file]`. Prints its port. Bundled by servers.ts, as ours is.
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import type http from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import Database from "better-sqlite3";
import { Hono } from "hono";
import { defaultPolicy } from "../src/core/facts/assumptions.js";
import { paramsOf } from "../src/server/payment-api/read-parameters/params.js";

const [, , file] = process.argv;
const key = createPublicKey(readFileSync("fixtures/keys/demo-merchant.public.pem"));

/** (b) Hono with the same RSA verify, reading of parameters and three SQLite inserts, nothing else. */
function hono(): http.Server {
  const db = new Database(file ?? ":memory:");
  if (file) db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  db.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, reference TEXT, body TEXT);
    CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INTEGER, wish TEXT);
    CREATE TABLE exchanges (id INTEGER PRIMARY KEY, request TEXT, response TEXT)`);
  const order = db.prepare("INSERT INTO orders (reference, body) VALUES (?, ?)");
  const items = db.prepare("INSERT INTO items (order_id, wish) VALUES (?, ?)");
  const exchange = db.prepare("INSERT INTO exchanges (request, response) VALUES (?, ?)");
  const insert = db.transaction((reference: string, body: string, request: string, response: string) => {
    const { lastInsertRowid } = order.run(reference, body);
    items.run(lastInsertRowid, request);
    exchange.run(request, response);
  });
  const app = new Hono();
  for (const [path, params] of [
    ["/hosted-checkout/create", paramsOf("hosted-checkout/create", defaultPolicy)],
    ["/hosted-checkout/query", paramsOf("hosted-checkout/query", defaultPolicy)],
  ] as const)
    app.post(path, async (context) => {
      const { request, signature } = JSON.parse(await context.req.text());
      if (!verify("sha256", Buffer.from(request), key, Buffer.from(signature, "base64")))
        return context.json({ responseCode: "1002" });
      const { data: given } = params(JSON.parse(request)) as {
        data: { merchantId: number; merchantReference: string };
      };
      const now = new Date().toISOString();
      const about = {
        id: 1,
        merchantId: given.merchantId,
        merchantReference: given.merchantReference,
        currency: "HKD",
        amount: 106,
        netAmount: 0,
        createTime: now,
        updateTime: now,
        status: "OPEN",
        recurring: false,
      };
      const answer = JSON.stringify({
        responseCode: "0000",
        message: "Success",
        checkoutUrl: "http://localhost:4655/checkout/x",
        order: about,
      });
      insert.immediate(String(given.merchantReference), JSON.stringify(about), request, answer);
      return context.body(answer, 200, { "Content-Type": "application/json" });
    });
  return createAdaptorServer({ fetch: app.fetch }) as http.Server;
}

const server = hono();
server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
