// The floor of the PostgreSQL store: `postgres-floor <url>`. Bare node:http that writes what a create writes (the lane's
// row, the order, a line of the journal), into the same tables and as many bytes, in one hand-written statement. Prints its port.
import http from "node:http";
import pg from "pg";
import { migrations } from "../src/store/postgres/migrations.ts";

const [, , url] = process.argv;
const CONNECTIONS = 16;
const LANES = 64;

const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
// Without a listener a connection that the database closes while it is idle would end the process.
pool.on("error", (error) => console.error(`floor: ${error.message}`));
const ids =
  '{"order":658162,"transaction":4185921,"token":5112,"orders":3,"exchange":1,"notification":0,"cardEntry":0,"commit":3,"ledger":0,"rule":0,"task":0}';
await pool.query(`DROP SCHEMA IF EXISTS floor CASCADE; CREATE SCHEMA floor; SET search_path = floor;
  ${migrations.map(({ sql }) => sql).join("\n")}
  INSERT INTO lanes (name, clock, record, ids) SELECT 'lane-' || n, '{}', '{}', '${ids}' FROM generate_series(1, ${LANES}) n;
  RESET search_path`);

const write = {
  name: "write",
  text: `WITH lane AS (UPDATE floor.lanes SET version = version + 1, used_at = clock_timestamp(), ids = $2,
      journal_bytes = journal_bytes + length($7) WHERE id = $1 RETURNING version AS n),
    o AS (INSERT INTO floor.orders SELECT $1, n, 3, $3, 'OPEN', $4, $5, $6 FROM lane)
    INSERT INTO floor.exchanges (lane_id, id, operation, merchant_id, reference, order_id, code, doc, bytes, changed, node)
      SELECT $1, n, 'hosted-checkout/create', 3, $3, n, '0000', $7::json, length($7), '{"orders":[[658162,null]]}', 'floor'
      FROM lane RETURNING id`,
};

async function create(lane: number, body: string): Promise<string> {
  const { request } = JSON.parse(body);
  const { merchantReference, lineItems, callbackUrl } = JSON.parse(request);
  const now = Date.now();
  const at = new Date(now).toISOString();
  const answer = JSON.stringify({
    responseCode: "0000",
    message: "Success",
    checkoutUrl: "http://localhost:4655/lane/x-1/checkout/e3ua-epcUZdMyyxIah_zX0uG8Ydda",
    order: {
      ...{ id: 658_162, merchantId: 3, merchantReference, currency: "HKD", amount: 106, netAmount: 0 },
      ...{ createTime: at, updateTime: at, status: "OPEN", recurring: false },
    },
  });
  const order = {
    ...{ id: 658_162, merchantId: 3, reference: merchantReference, currency: "HKD", amount: 10_600, origin: "hosted" },
    ...{ recurring: false, createdAt: now, updatedAt: now, expiresAt: now + 1_000_000, email: "" },
    ...{ session: "e3ua-epcUZdMyyxIah_zX0uG8Ydda", transactions: [] },
  };
  const shown = ["showLang", "showPoweredBy", "showOrderDetail", "showEmail", "showMerchantReference", "showOrderId"];
  const options = { lineItems, lang: "en", ...Object.fromEntries(shown.map((name) => [name, true])), callbackUrl };
  const explain = `{"version":1000001,"subject":{"operation":"hosted-checkout/create","merchantId":"3","merchantReference":"${merchantReference}","amountMinor":10600,"currency":"HKD","isRecurring":false},"matched":[]}`;
  const journal = {
    ...{ id: 1, at: now, operation: "hosted-checkout/create", merchantId: 3, reference: merchantReference },
    ...{ orderId: 658_162, signature: "valid", responseCode: "0000", http: 200, request, response: answer, explain },
  };
  const docs = [order, options, journal].map((doc) => JSON.stringify(doc));
  await pool.query({ ...write, values: [lane, ids, merchantReference, now + 1_000_000, ...docs] });
  return answer;
}

const server = http.createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", async () => {
    const lane = 1 + Number(/^\/lane\/[^/]*-(\d+)/.exec(incoming.url!)?.[1] ?? 0);
    let status = 200;
    const answer = await create(lane, Buffer.concat(chunks).toString()).catch((error) => {
      status = 503;
      return String(error);
    });
    outgoing.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) });
    outgoing.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
