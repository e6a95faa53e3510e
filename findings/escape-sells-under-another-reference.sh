#!/usr/bin/env bash
# Middlewares that clean a request before the shop sees it, and the orders 2026/0051, A&B-1 and O'Neil-1. escape() of express-validator 7.3.2 (npm) turns
# the first into 2026&#x2F;0051. So the shop sells under a name that its own books do not have. express-xss-sanitizer
# 2.0.2 and perfect-express-sanitizer 2.0.2 with `xss` do it to an ampersand. perfect-express-sanitizer with `sql` makes 20260051 of the first, which may be
# another order, and takes the quotes out of a JSON text. xss-clean 0.1.4 changes none of these.
# Safe: check a reference with matches(), and escape where HTML is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts express-validator@7.3.2 express-xss-sanitizer@2.0.2 perfect-express-sanitizer@2.0.2 xss-clean@0.1.4 >/dev/null
cat >shop.cjs <<'JS'
const { body } = require("express-validator");
const clean = {
  "express-validator": (request, _, next) => body("*").escape().run(request).then(() => next()),
  "express-xss-sanitizer": require("express-xss-sanitizer").xss(),
  "perfect, xss": require("perfect-express-sanitizer").clean({ xss: true }),
  "perfect, sql": require("perfect-express-sanitizer").clean({ sql: true }),
  "xss-clean": require("xss-clean")(),
};
const orders = { a: "2026/0051", b: "A&B-1", c: "O'Neil-1", d: '{"amount":"50.00"}' };
(async () => {
  for (const [name, middleware] of Object.entries(clean)) {
    const request = { body: { ...orders }, query: {}, params: {}, headers: {}, method: "POST", url: "/" };
    await new Promise((next, failed) => middleware(request, {}, (error) => (error ? failed(error) : next())));
    console.log(`${name}: ${Object.values(request.body).join("  ")}`);
  }
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
express-validator: 2026&#x2F;0051  A&amp;B-1  O&#x27;Neil-1  {&quot;amount&quot;:&quot;50.00&quot;}
express-xss-sanitizer: 2026/0051  A&amp;B-1  O'Neil-1  {"amount":"50.00"}
perfect, xss: 2026/0051  A&amp;B-1  O'Neil-1  {"amount":"50.00"}
perfect, sql: 20260051  A&B-1  ONeil-1  {amount:50.00}
xss-clean: 2026/0051  A&B-1  O'Neil-1  {"amount":"50.00"}
TEXT
