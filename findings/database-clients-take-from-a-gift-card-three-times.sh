#!/usr/bin/env bash
# A gift card's balance, or the stock of an item, is lowered by one call of a database's client over HTTP. The database does it, and its answer is lost twice in a row.
# The clients send the call again by themselves, the card has paid three times, and your code gets the third answer as a success: @upstash/redis 1.39.0 (DECRBY),
# DynamoDB's client 3.1169.0 (ADD), @elastic/elasticsearch 9.4.3 and @opensearch-project/opensearch 3.9.0 (a script) and algoliasearch 5.65.0 (Decrement, at its next host).
# If each answer is lost, it arrives 6 times in Upstash's and 4 times in the next three. nano, meilisearch, arangojs and Supabase's client send it once.
# Safe: retry: false, maxAttempts: 1, maxRetries: 0; or a condition on the order's reference in the same call. The database here is a stand-in that counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @upstash/redis@1.39.0 @aws-sdk/client-dynamodb@3.1169.0 @elastic/elasticsearch@9.4.3 \
  @opensearch-project/opensearch@3.9.0 algoliasearch@5.65.0 nano@11.0.7 >/dev/null
cat >take.mjs <<'JS'
import { createServer } from "node:http";
import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { Client as Elasticsearch } from "@elastic/elasticsearch";
import { Client as OpenSearch } from "@opensearch-project/opensearch";
import { Redis } from "@upstash/redis";
import { algoliasearch } from "algoliasearch";
import nano from "nano";
let [balance, lost] = [0, 0];
const answer = (request, response) =>
  request.resume().on("end", () => {
    balance -= 50;
    if (lost-- > 0) return request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json", "x-elastic-product": "Elasticsearch" });
    response.end(request.url === "/pipeline" ? JSON.stringify([{ result: balance }]) : "{}");
  });
const nodes = [1, 2, 3].map(() => createServer(answer).listen(0, "127.0.0.1"));
await new Promise((listening) => nodes[2].on("listening", listening));
const hosts = nodes.map((node) => ({ url: `127.0.0.1:${node.address().port}`, accept: "readWrite", protocol: "http" }));
const url = `http://${hosts[0].url}`;
const item = { index: "cards", id: "C-1", script: { source: "ctx._source.balance -= 50" } };
const credentials = { accessKeyId: "id", secretAccessKey: "key" };
const take = {
  "@upstash/redis": () => new Redis({ url, token: "t" }).decrby("C-1", 50),
  "@aws-sdk/client-dynamodb": () =>
    new DynamoDBClient({ endpoint: url, region: "eu-west-1", credentials }).send(
      new UpdateItemCommand({ TableName: "cards", Key: { id: { S: "C-1" } }, UpdateExpression: "ADD balance :by", ExpressionAttributeValues: { ":by": { N: "-50" } } }),
    ),
  "@elastic/elasticsearch": () => new Elasticsearch({ node: url }).update(item),
  "@opensearch-project/opensearch": () => new OpenSearch({ node: url }).update({ index: item.index, id: item.id, body: { script: item.script } }),
  algoliasearch: () =>
    algoliasearch("app", "key", { hosts }).partialUpdateObject({ indexName: "cards", objectID: "C-1", attributesToUpdate: { balance: { _operation: "Decrement", value: 50 } } }),
  nano: () => nano(url).use("cards").insert({ take: 50 }),
};
for (const [name, call] of Object.entries(take)) {
  [balance, lost] = [300, 2];
  const told = await call().then(() => "done", () => "an error");
  console.log(`${name}: ${told}, 300 - 50 is ${balance}`);
}
process.exit();
JS
node take.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
@upstash/redis: done, 300 - 50 is 150
@aws-sdk/client-dynamodb: done, 300 - 50 is 150
@elastic/elasticsearch: done, 300 - 50 is 150
@opensearch-project/opensearch: done, 300 - 50 is 150
algoliasearch: done, 300 - 50 is 150
nano: an error, 300 - 50 is 250
TEXT
