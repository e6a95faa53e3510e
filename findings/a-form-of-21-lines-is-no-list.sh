#!/usr/bin/env bash
# qs 6.17.1 (npm), which reads forms and queries for koa-body 8, @koa/bodyparser 6 and Express's extended query parser. A list ends at 20: 21 lines of a cart are an object with the members 0 to 20, also if
# they come as items[]= or as items=. length is undefined, so that a loop over the lines sells nothing and the total is 0. Of 600 lines with two fields each, 100 are dropped, as 1000 parameters are read. No error.
# express.urlencoded counts the parameters first, and reads a list of 101.
# Safe: JSON; qs: { arrayLimit, parameterLimit, throwOnLimitExceeded: true }; Array.isArray before the sum.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts qs@6.17.1 koa@3.3.0 koa-body@8.0.1 @koa/bodyparser@6.1.0 express@5.3.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { bodyParser } from "@koa/bodyparser";
import express from "express";
import Koa from "koa";
import { koaBody } from "koa-body";
import qs from "qs";
const total = ({ items }) => {
  let sum = 0;
  for (let line = 0; line < items.length; line++) sum += Number(items[line].price ?? items[line]);
  return sum;
};
const koa = (parser) => new Koa().use(parser).use((context) => (context.body = String(total(context.request.body)))).callback();
const shops = { "koa-body": koa(koaBody()), "@koa/bodyparser": koa(bodyParser()), express: express().use(express.urlencoded({ extended: true })).use((request, response) => response.send(String(total(request.body)))) };
const form = (lines, line) => Array.from({ length: lines }, (_, index) => line(index)).join("&");
for (const lines of [20, 21, 101]) {
  const body = form(lines, (index) => `items[${index}][price]=10`);
  for (const [name, shop] of Object.entries(shops)) {
    const server = (await import("node:http")).createServer(shop).listen(0);
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded", connection: "close" } });
    console.log(`${name}, ${lines} lines of 10: ${await answer.text()}`);
    server.close();
  }
}
for (const name of ["items[]", "items"]) console.log(`qs, 21 of ${name}=10: ${total(qs.parse(form(21, () => `${name}=10`)))}`);
console.log(`qs, 600 lines of two fields: ${Object.keys(qs.parse(form(600, (index) => `items[${index}][price]=10&items[${index}][quantity]=1`)).items).length} lines`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
koa-body, 20 lines of 10: 200
@koa/bodyparser, 20 lines of 10: 200
express, 20 lines of 10: 200
koa-body, 21 lines of 10: 0
@koa/bodyparser, 21 lines of 10: 0
express, 21 lines of 10: 210
koa-body, 101 lines of 10: 0
@koa/bodyparser, 101 lines of 10: 0
express, 101 lines of 10: 1010
qs, 21 of items[]=10: 0
qs, 21 of items=10: 0
qs, 600 lines of two fields: 500 lines
TEXT
