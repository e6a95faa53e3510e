#!/usr/bin/env bash
# swell-node 5.6.1 (npm, the server's client of Swell's shops): a connection that ends in the middle sends each open call again by itself, also a
# refund. Which calls are open it counts by order and not by $req_id: if the second of two refunds is answered first and the connection
# then ends, the second is made again and the first stays without an answer for ever. A call whose data holds a promise, which it waits for,
# resolves with undefined before anything is sent.
# Safe: one call that moves money at a time, looking the refund up before the next; no promises in the data. Needs openssl.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts swell-node@5.6.1 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
cat >shop.cjs <<'JS'
const { readFileSync } = require("node:fs");
const tls = require("node:tls");
const swell = require("swell-node");
const made = [];
let loses;
const server = tls.createServer({ key: readFileSync("key.pem"), cert: readFileSync("cert.pem") }, (socket) => {
  let rest = "";
  socket.on("error", () => {});
  socket.on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    for (const [method, url, ...more] of lines.map((line) => JSON.parse(line))) {
      if (method === "post") made.push(url);
      const { $req_id } = more.at(-1) ?? url;
      const last = !made.includes("/refunds/first") || made.includes("/refunds/second");
      if (url !== loses) socket.write(`${JSON.stringify({ $req_id, $status: 200, $data: { url } })}\n`);
      if (method !== "post" || !loses || !last) continue;
      loses = undefined;
      setTimeout(() => socket.end(), 50);
    }
  });
});
const settled = (call) => Promise.race([call.then((data) => data?.url), new Promise((done) => setTimeout(done, 2000, "no answer"))]);
server.listen(0, async () => {
  swell.init("shop", "key", { host: "localhost", port: server.address().port, verifyCert: false });
  await swell.get("/settings");
  loses = "/refunds/lost";
  console.log("lost answer:", await settled(swell.post("/refunds/lost", { amount: 50 })), made.splice(0).join(" "));
  loses = "/refunds/first";
  const [first, second] = ["/refunds/first", "/refunds/second"].map((url) => settled(swell.post(url, { amount: 50 })));
  console.log("two at once:", await second, "|", await first, "|", made.splice(0).join(" "));
  console.log("a promise:  ", await swell.post("/refunds/promised", { amount: Promise.resolve(50) }), made.length, "sent");
  process.exit();
});
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
lost answer: /refunds/lost /refunds/lost /refunds/lost
two at once: /refunds/second | no answer | /refunds/first /refunds/second /refunds/second
a promise:   undefined 0 sent
TEXT
