#!/usr/bin/env bash
# @modelcontextprotocol/sdk 1.32.2 (npm): its client drops a progress notification that arrives in one write with the answer. It answers
# the call at once and handles the notification a moment later, when the call's token is forgotten, and reports an unknown token. On a
# busy machine an agent may so miss the progress of a long tool's last step, or all of it. Safe: read the answer, which has everything.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/sdk@1.32.2 >/dev/null
cat >server.mjs <<'JS'
import { createInterface } from "node:readline";

const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
for await (const text of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(text);
  if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: "jobs", version: "1" };
    process.stdout.write(line({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }));
  } else if (method === "tools/call") {
    const { progressToken } = params._meta;
    const step = line({ method: "notifications/progress", params: { progressToken, progress: 1, total: 1, message: "step" } });
    const answer = line({ id, result: { content: [{ type: "text", text: "done" }] } });
    if (params.name === "in-one-write") process.stdout.write(step + answer);
    else process.stdout.write(step, () => setTimeout(() => process.stdout.write(answer), 1000));
  }
}
JS
cat >client.mjs <<'JS'
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const client = new Client({ name: "agent", version: "1" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ["server.mjs"] }));
const seen = [];
for (const name of ["in-one-write", "apart"]) {
  let steps = 0;
  await client.callTool({ name, arguments: {} }, undefined, { onprogress: () => steps++ });
  await new Promise((resolve) => setImmediate(resolve));
  seen.push(`${name} ${steps}`);
}
console.log(seen.join(", "));
await client.close();
JS
seen=$(node client.mjs)
echo "seen:     $seen"
expected="in-one-write 0, apart 1"
echo "expected: $expected"
[ "$seen" = "$expected" ]
