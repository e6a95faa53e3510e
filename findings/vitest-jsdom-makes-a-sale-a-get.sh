#!/usr/bin/env bash
# Vitest 4.1.12 and 5.1.1 with jsdom 27.0.0 (npm). In the environment jsdom, Vitest puts a Request of its own in the place of Node's, and it copies only the own members of the second
# argument. So `new Request(url, request)`, by which a client sends a sale on to another address, makes a GET without a body. In the environment node it stays a POST.
# Safe: name the members, `new Request(url, { method: request.method, headers: request.headers, body: request.body, duplex: "half" })`; or `// @vitest-environment node` for what a server does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >sale.test.mjs <<'JS'
import { expect, it } from "vitest";
it("a sale that is sent on", async () => {
  const sale = new Request("http://shop.test/sale", { method: "POST", body: '{"amount":19.99}' });
  const { headers, method, body } = sale.clone();
  const on = new Request("http://pay.test/sale", sale);
  const named = new Request("http://pay.test/sale", { method, headers, body, duplex: "half" });
  process.stdout.write(`seen: ${on.method} ${(await on.text()) || "no body"}, named: ${named.method} ${await named.text()}\n`);
});
JS
for version in 4.1.12 5.1.1; do
  echo '{"private": true, "type": "module"}' >package.json
  npm install --silent --no-audit --no-fund "vitest@$version" jsdom@27.0.0 >/dev/null
  for environment in node jsdom; do
    echo "$version $environment $(npx vitest run --environment "$environment" --disable-console-intercept 2>&1 | grep '^seen:')"
  done
done | tee seen
diff seen - <<'TEXT'
4.1.12 node seen: POST {"amount":19.99}, named: POST {"amount":19.99}
4.1.12 jsdom seen: GET no body, named: POST {"amount":19.99}
5.1.1 node seen: POST {"amount":19.99}, named: POST {"amount":19.99}
5.1.1 jsdom seen: GET no body, named: POST {"amount":19.99}
TEXT
