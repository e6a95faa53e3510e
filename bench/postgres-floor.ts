// The floor of the PostgreSQL store: `postgres-floor <url>`. Bare node:http that writes what a create writes (the lane's
// row, an order with its indexes, a line of the journal) in one hand-written statement. Prints its port.
import http from "node:http";
import pg from "pg";

const [, , url] = process.argv;
const CONNECTIONS = 16;
const LANES = 64;

const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
// Without a listener a connection that the database closes while it is idle would end the process.
pool.on("error", (error) => console.error(`floor: ${error.message}`));
await pool.query(`DROP SCHEMA IF EXISTS floor CASCADE; CREATE SCHEMA floor;
  CREATE TABLE floor.lanes (id bigint PRIMARY KEY, version bigint NOT NULL, ids json NOT NULL, last_order bigint NOT NULL) WITH (fillfactor = 50);
  CREATE TABLE floor.orders (lane_id bigint NOT NULL, id bigint NOT NULL, merchant_id bigint NOT NULL, reference text NOT NULL,
    status text NOT NULL, expires_at bigint NOT NULL, doc json NOT NULL, options json, PRIMARY KEY (lane_id, id));
  CREATE INDEX ON floor.orders (lane_id, merchant_id, reference, id);
  CREATE INDEX ON floor.orders (lane_id, expires_at, id) WHERE status = 'OPEN';
  CREATE TABLE floor.exchanges (lane_id bigint NOT NULL, id bigint NOT NULL, operation text NOT NULL, merchant_id bigint,
    reference text, order_id bigint, code text NOT NULL, doc json NOT NULL, PRIMARY KEY (lane_id, id));
  INSERT INTO floor.lanes SELECT n, 0, '{"order":1}', 0 FROM generate_series(0, ${LANES}) n`);

const write = {
  name: "write",
  text: `WITH lane AS (UPDATE floor.lanes SET version = version + 1, ids = $2, last_order = last_order + 1 WHERE id = $1
      RETURNING last_order AS n),
    o AS (INSERT INTO floor.orders SELECT $1, n, 3, $3, 'OPEN', $4, $5, $6 FROM lane)
    INSERT INTO floor.exchanges SELECT $1, n, 'hosted-checkout/create', 3, $3, n, '0000', $7 FROM lane RETURNING id`,
};

async function create(lane: number, body: string): Promise<string> {
  const { request } = JSON.parse(body);
  const { merchantReference, lineItems, ...rest } = JSON.parse(request);
  const answer = {
    responseCode: "0000",
    message: "Success",
    order: { id: 1, merchantReference, currency: "HKD", amount: "1.06" },
  };
  const journal = JSON.stringify({
    id: 1,
    at: Date.now(),
    request,
    response: JSON.stringify(answer),
    explain: request,
  });
  const values = [
    lane,
    '{"order":1,"transaction":2,"exchange":3}',
    merchantReference,
    Date.now() + 1_000_000,
    JSON.stringify(rest),
    JSON.stringify({ lineItems }),
    journal,
  ];
  const { rows } = await pool.query({ ...write, values });
  return JSON.stringify({ ...answer, order: { ...answer.order, id: rows[0].id } });
}

const server = http.createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", async () => {
    const lane = Number(/^\/lane\/[^/]*-(\d+)/.exec(incoming.url!)?.[1] ?? 0);
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
