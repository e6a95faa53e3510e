#!/usr/bin/env bash
# One welcome voucher for each customer in 30 days, counted in memory. rate-limiter-flexible 11.4.0 (RateLimiterMemory, also its blockDuration), hono-rate-limiter 0.5.4 and
# rolling-rate-limiter 0.4.2 (InMemoryRateLimiter) on npm forget the customer by a timer, and Node.js makes a timer of more than 24.8 days one of a millisecond:
# each request gets a voucher. async-sema 3.1.1 and function-rate-limit 1.1.0, told to charge once in 30 days, charge three times at once.
# A limit of 24 days works. express-rate-limit 8.7.5 logs that such a time is invalid, and lets everybody through.
# Safe: a row in the database; @fastify/rate-limit and koa-ratelimit, which compare times.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts rate-limiter-flexible@11.4.0 hono@4.13.19 hono-rate-limiter@0.5.4 rolling-rate-limiter@0.4.2 async-sema@3.1.1 \
  function-rate-limit@1.1.0 fastify@5.12.8 @fastify/rate-limit@11.2.0 >/dev/null
cat >shop.mjs <<'JS'
import flexible from "rate-limiter-flexible";
import { Hono } from "hono";
import { rateLimiter } from "hono-rate-limiter";
import { InMemoryRateLimiter } from "rolling-rate-limiter";
import { RateLimit } from "async-sema";
import functionRateLimit from "function-rate-limit";
import fastify from "fastify";
import fastifyLimit from "@fastify/rate-limit";
const later = () => new Promise((done) => setTimeout(done, 50));
const shops = {
  "rate-limiter-flexible": (time) => {
    const limiter = new flexible.RateLimiterMemory({ points: 1, duration: time / 1000 });
    return () => limiter.consume("customer").then(() => true, () => false);
  },
  "rate-limiter-flexible, blockDuration": (time) => {
    const limiter = new flexible.RateLimiterMemory({ points: 1, duration: 60, blockDuration: time / 1000 });
    limiter.consume("customer", 2).catch(() => undefined);
    return () => limiter.get("customer").then((found) => !found);
  },
  "hono-rate-limiter": (windowMs) => {
    const app = new Hono();
    app.use(rateLimiter({ windowMs, limit: 1, keyGenerator: () => "customer" }));
    app.get("/", (c) => c.text("voucher"));
    return async () => (await app.request("/")).ok;
  },
  "rolling-rate-limiter": (interval) => {
    const limiter = new InMemoryRateLimiter({ interval, maxInInterval: 1 });
    return async () => !(await limiter.limit("customer"));
  },
  "@fastify/rate-limit": (timeWindow) => {
    const app = fastify();
    app.register(fastifyLimit, { max: 1, timeWindow }).after(() => app.get("/", async () => "voucher"));
    return async () => (await app.inject("/")).statusCode === 200;
  },
};
const throttles = {
  "async-sema": (timeUnit, charge) => {
    const turn = RateLimit(1, { timeUnit });
    return () => turn().then(charge);
  },
  "function-rate-limit": (interval, charge) => functionRateLimit(1, interval, charge),
};
const both = async (name, word, count) => console.log(`${name}, 24 days: ${await count(24 * 86_400_000)} ${word}; 30 days: ${await count(30 * 86_400_000)} ${word}`);
for (const [name, open] of Object.entries(shops)) {
  await both(name, "of 3 given", async (time) => {
    const ask = open(time);
    let given = 0;
    for (let i = 0; i < 3; i++) {
      if (await ask()) given++;
      await later();
    }
    return given;
  });
}
for (const [name, open] of Object.entries(throttles)) {
  await both(name, "of 3 charged", async (time) => {
    let charged = 0;
    const charge = open(time, () => charged++);
    for (let i = 0; i < 3; i++) charge();
    await later();
    await later();
    return charged;
  });
}
process.exit();
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
rate-limiter-flexible, 24 days: 1 of 3 given; 30 days: 3 of 3 given
rate-limiter-flexible, blockDuration, 24 days: 0 of 3 given; 30 days: 2 of 3 given
hono-rate-limiter, 24 days: 1 of 3 given; 30 days: 3 of 3 given
rolling-rate-limiter, 24 days: 1 of 3 given; 30 days: 3 of 3 given
@fastify/rate-limit, 24 days: 1 of 3 given; 30 days: 1 of 3 given
async-sema, 24 days: 1 of 3 charged; 30 days: 3 of 3 charged
function-rate-limit, 24 days: 1 of 3 charged; 30 days: 3 of 3 charged
TEXT
