#!/usr/bin/env bash
# Writers of HTTP archives, and a sale whose answer is lost: the service takes the POST and closes the connection. node-fetch-har 1.0.1 and
# Polly.JS 6.0.6 (npm) leave the sale out of the archive, so the incident has no trace, though its money moved. axios-har-tracker 0.8.0
# keeps it with the empty text as its status, which is no number as HAR asks. Safe: the service's own list of orders.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts axios@1.21.1 axios-har-tracker@0.8.0 node-fetch@2.7.0 node-fetch-har@1.0.1 \
  @pollyjs/core@6.0.6 @pollyjs/adapter-node-http@6.0.6 @pollyjs/persister-fs@6.0.6 >/dev/null
cat >writers.cjs <<'JS'
const http = require("node:http");
const fs = require("node:fs");
const path = require("node:path");

async function main() {
  const sold = [];
  const server = http.createServer((request, response) => {
    sold.push(request.url);
    request.resume().on("end", () => {
      if (request.url.endsWith("lost")) return request.socket.destroy();
      response.setHeader("Content-Type", "application/json");
      response.end("{}");
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}`;

  async function twoSales(name, post, entries) {
    sold.length = 0;
    for (const sale of ["answered", "lost"]) await post(`${base}/${sale}`).catch(() => {});
    const kept = (await entries()).map(
      ({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${JSON.stringify(response.status)}`,
    );
    console.log(`${name}: sold ${sold.length}, in the archive ${kept.length} (${kept.join(", ")})`);
  }

  const { AxiosHarTracker } = require("axios-har-tracker");
  const client = require("axios").create();
  const tracker = new AxiosHarTracker(client);
  await twoSales("axios-har-tracker", (url) => client.post(url, { amount: 1 }), () => tracker.getGeneratedHar().log.entries);

  const har = { log: { version: "1.2", creator: { name: "shop", version: "1" }, entries: [] } };
  const fetchWithHar = require("node-fetch-har").withHar(require("node-fetch"), { har });
  const byFetch = async (url) => (await fetchWithHar(url, { method: "POST", body: "{}" })).text();
  await twoSales("node-fetch-har", byFetch, () => har.log.entries);

  const { Polly } = require("@pollyjs/core");
  Polly.register(require("@pollyjs/adapter-node-http"));
  Polly.register(require("@pollyjs/persister-fs"));
  const options = { adapters: ["node-http"], persister: "fs", persisterOptions: { fs: { recordingsDir: "tapes" } } };
  const polly = new Polly("sales", { ...options, mode: "record", logLevel: "silent" });
  const byHttp = (url) =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method: "POST" }, (answer) => answer.resume().on("end", resolve));
      request.on("error", reject).end("{}");
    });
  await twoSales("Polly.JS", byHttp, async () => {
    await polly.stop().catch(() => {});
    const [file] = fs.readdirSync("tapes", { recursive: true }).filter((name) => name.endsWith(".har"));
    return JSON.parse(fs.readFileSync(path.join("tapes", file), "utf8")).log.entries;
  });
}
main().then(() => process.exit(0));
JS
node writers.cjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
axios-har-tracker: sold 2, in the archive 2 (post /answered 200, post /lost "")
node-fetch-har: sold 2, in the archive 1 (POST /answered 200)
Polly.JS: sold 2, in the archive 1 (POST /answered 200)
TEXT
