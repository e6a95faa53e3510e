#!/usr/bin/env bash
# odoo-await 3.4.1 (npm). create(model, record, externalId) is two calls: the record, then its external id, by which a shop would find it again. If the second is
# lost or refused, `create` rejects without the record's id, so that the shop bills again and finds nothing by the reference. And external ids
# are looked up by their name alone, whatever the model and the module: where a sale and its invoice both have the reference A-1, readByExternalId,
# updateByExternalId and deleteByExternalId take the first of the two. The service is a stand-in that writes the second call's row and loses its answer once.
# Safe: a record with its own reference, searched by it before it is created; external ids with the model in them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts odoo-await@3.4.1 >/dev/null
cat >shop.cjs <<'JS'
const { createServer } = require("xmlrpc");
const Odoo = require("odoo-await");
const rows = [];
let lose = 0;
const service = createServer({ host: "localhost", port: 0 });
const answer = (model, method, [first]) => {
  if (method === "create") return rows.push({ model, ...[first].flat()[0], id: rows.length + 1 });
  if (method === "unlink") return Boolean(rows.find((row) => row.id === [first].flat()[0] && (row.gone = true)));
  return rows.filter((row) => row.model === model && first.every(([name, , value]) => row[name] === value));
};
service.on("execute_kw", (error, [, , , model, method, args], callback) => {
  if (model === "ir.model.data" && method === "create") {
    const [{ model: of, name, res_id }] = args.flat();
    if (lose-- > 0) return callback({ faultCode: 1, faultString: "out of order" });
    rows.push({ model, of, name, res_id, id: rows.length + 1 });
    return callback(null, rows.length);
  }
  callback(null, answer(model, method, args));
});
service.httpServer.on("listening", async () => {
  const odoo = new Odoo({ baseUrl: `http://localhost:${service.httpServer.address().port}` });
  lose = 1;
  const bill = () => odoo.create("account.move", { ref: "A-1", amount: 50 }, "A-1").then((id) => `record ${id}`, (error) => error.message);
  console.log(`first try: ${await bill()}`);
  console.log(`is it there: ${await odoo.searchByExternalId("A-1").catch((error) => error.message)}`);
  console.log(`second try: ${await bill()}`);
  console.log(`invoices of A-1: ${rows.filter(({ model }) => model === "account.move").length}`);
  await odoo.create("sale.order", { ref: "A-2" }, "A-2");
  await odoo.create("account.move", { ref: "A-2", amount: 9 }, "A-2", "invoices");
  await odoo.deleteByExternalId("A-2");
  console.log(`deleteByExternalId("A-2") deletes ${rows.find(({ gone }) => gone)?.model}`);
  service.httpServer.close();
  service.httpServer.closeAllConnections();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
first try: XML-RPC fault: out of order
is it there: No matching record found for external identifier A-1
second try: record 2
invoices of A-1: 2
deleteByExternalId("A-2") deletes sale.order
TEXT
