#!/usr/bin/env bash
# Sessions that a shop keeps on its server (npm). A page that only reads, such as one that waits for its order, begins while the session says OPEN; meanwhile
# the return from the payment page writes PAID; when the slow page ends, it writes its old session back, and the order is OPEN again. So do
# express-session 1.19.0 as it begins (resave), @fastify/session 11.1.3 as it begins (rolling) and koa-session 7.0.2 with rolling.
# express-session with resave: false, koa-session as it begins, @hapi/yar 11.0.3 and cookie-session 2.1.1 don't.
# Two items that are added at once: all keep one. Safe: keep orders and carts in a database, by an id in the session; switch resave and rolling off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts express@5.1.0 express-session@1.19.0 cookie-session@2.1.1 koa@3.0.1 koa-session@7.0.2 fastify@5.6.1 \
  @fastify/cookie@11.0.2 @fastify/session@11.1.3 @hapi/hapi@21.4.3 @hapi/yar@11.0.3 >/dev/null
cat >shop.mjs <<'JS'
import fastifyCookie from "@fastify/cookie";
import fastifySession from "@fastify/session";
import Hapi from "@hapi/hapi";
import Yar from "@hapi/yar";
import cookieSession from "cookie-session";
import express from "express";
import session from "express-session";
import fastify from "fastify";
import Koa from "koa";
import koaSession from "koa-session";
const secret = "a secret of at least thirty-two characters";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const show = async (path, read, write) => {
  if (path === "/start") { write("status", "OPEN"); write("cart", ""); }
  if (path === "/wait") { read("status"); await pause(200); }
  if (path === "/return") write("status", "PAID");
  if (path.startsWith("/add/")) { const cart = read("cart"); await pause(50); write("cart", `${cart} ${path.slice(5)}`); }
  return `${read("status")}${read("cart")}`;
};
const onObject = (path, kept) => show(path, (name) => kept[name], (name, value) => { kept[name] = value; });
const onExpress = (middleware) => async () => {
  const server = express().use(middleware).use(async (request, response) => response.send(await onObject(request.path, request.session))).listen(0);
  await pause(50);
  return server.address().port;
};
const onKoa = (options) => async () => {
  const kept = new Map();
  const store = { get: async (id) => JSON.parse(kept.get(id) ?? "null"), set: async (id, value) => kept.set(id, JSON.stringify(value)), destroy: async (id) => kept.delete(id) };
  const app = Object.assign(new Koa(), { keys: [secret] });
  app.use(koaSession({ store, ...options }, app)).use(async (context) => { context.body = await onObject(context.path, context.session); });
  return app.listen(0).address().port;
};
const shops = {
  "express-session": onExpress(session({ secret })),
  "express-session, resave: false": onExpress(session({ secret, resave: false, saveUninitialized: false })),
  "cookie-session": onExpress(cookieSession({ secret })),
  "koa-session": onKoa({}),
  "koa-session, rolling: true": onKoa({ rolling: true }),
  "@fastify/session": async () => {
    const app = fastify().register(fastifyCookie).register(fastifySession, { secret, cookie: { secure: false } });
    app.get("/*", ({ url, session: kept }) => show(url, (name) => kept.get(name), (name, value) => kept.set(name, value)));
    await app.listen({ port: 0 });
    return app.server.address().port;
  },
  "@hapi/yar": async () => {
    const app = Hapi.server({ port: 0 });
    await app.register({ plugin: Yar, options: { maxCookieSize: 0, cookieOptions: { password: secret, isSecure: false } } });
    app.route({ method: "GET", path: "/{path*}", handler: ({ path, yar }) => show(path, (name) => yar.get(name), (name, value) => yar.set(name, value)) });
    await app.start();
    return app.info.port;
  },
};
console.error = console.warn = () => {};
for (const [name, open] of Object.entries(shops)) {
  const port = await open();
  const jar = new Map();
  const visit = async (path) => {
    const answer = await fetch(`http://localhost:${port}${path}`, { headers: { cookie: [...jar].map((pair) => pair.join("=")).join("; ") } });
    for (const cookie of answer.headers.getSetCookie()) jar.set(...cookie.match(/^(.*?)=([^;]*)/).slice(1));
    return answer.text();
  };
  await visit("/start");
  await Promise.all([visit("/wait"), pause(50).then(() => visit("/return"))]);
  const after = await visit("/");
  await visit("/start");
  await Promise.all([visit("/add/shoes"), visit("/add/hat")]);
  console.log(name.padEnd(31), "paid while a page waits:", after.trim(), "- two items at once:", (await visit("/")).split(" ").slice(1).length);
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
express-session                 paid while a page waits: OPEN - two items at once: 1
express-session, resave: false  paid while a page waits: PAID - two items at once: 1
cookie-session                  paid while a page waits: PAID - two items at once: 1
koa-session                     paid while a page waits: PAID - two items at once: 1
koa-session, rolling: true      paid while a page waits: OPEN - two items at once: 1
@fastify/session                paid while a page waits: OPEN - two items at once: 1
@hapi/yar                       paid while a page waits: PAID - two items at once: 1
TEXT
