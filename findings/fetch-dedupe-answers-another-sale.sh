#!/usr/bin/env bash
# fetch-dedupe 3.0.0 (npm) joins equal requests that are under way. Called with a Request object, which its documentation shows, it doesn't look at the
# body: the sale of A-2 is never sent, and its caller gets A-1's answer. With an address and options, two sales are two. Requests that differ in their
# headers alone, such as two merchants' tokens, are joined in both forms.
# Safe: pass the address and the options, not a Request, and give each call a requestKey with its merchantReference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts fetch-dedupe@3.0.0 >/dev/null
cat >sell.cjs <<'JS'
const { fetchDedupe } = require("fetch-dedupe");
const sent = [];
const server = require("http").createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const order = [request.url, body, request.headers["x-merchant"]].filter(Boolean).join(" ");
  sent.push(order);
  setTimeout(() => response.setHeader("content-type", "application/json").end(JSON.stringify(order)), 200);
});
server.listen(0, "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const post = (body, headers) => ({ method: "POST", body, headers });
  const cases = {
    "addresses": [[base + "/sale", post("A-1")], [base + "/sale", post("A-2")]],
    "requests": [[new Request(base + "/sale", post("A-1"))], [new Request(base + "/sale", post("A-2"))]],
    "headers": [[base + "/sale", post("A-1", { "x-merchant": "1" })], [base + "/sale", post("A-1", { "x-merchant": "2" })]],
  };
  for (const [name, calls] of Object.entries(cases)) {
    const answers = await Promise.all(calls.map((call) => fetchDedupe(...call)));
    console.log(`${name}: sent ${sent.splice(0).sort().join(", ")}; answers ${answers.map(({ data }) => data).join(", ")}`);
  }
  server.close();
  server.closeAllConnections();
});
JS
node sell.cjs | tee seen
diff seen - <<'TEXT'
addresses: sent /sale A-1, /sale A-2; answers /sale A-1, /sale A-2
requests: sent /sale A-1; answers /sale A-1, /sale A-1
headers: sent /sale A-1 1; answers /sale A-1 1, /sale A-1 1
TEXT
