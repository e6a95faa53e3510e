#!/usr/bin/env bash
# A shop adds its reference to a callback address that has a query of its own, by a package of npm. url-parse 1.5.10 with its parser keeps the first of
# two members with one name, build-url-ts 6.3.0 the last, and append-query 2.1.1 gives them another name, so that a cart of two items comes back with one or none.
# build-url-ts also encodes a plus again, which stood for a space. build-url 6.0.1 writes a second question mark, and puts the query
# behind a "#", where no server sees it; url-join-ts 1.0.5 does the first.
# Safe: const url = new URL(callback); url.searchParams.append("reference", reference).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts url-parse@1.5.10 build-url-ts@6.3.0 append-query@2.1.1 build-url@6.0.1 url-join-ts@1.0.5 >/dev/null
cat >shop.cjs <<'JS'
const Parse = require("url-parse");
const buildUrl = require("build-url");
const builders = {
  "URL": (url) => Object.assign(new URL(url), { search: `${new URL(url).search}&reference=A-1` }).href,
  "url-parse": (url, parsed = new Parse(url, true)) => parsed.set("query", { ...parsed.query, reference: "A-1" }).toString(),
  "build-url-ts": (url) => require("build-url-ts").buildUrl(url, { queryParams: { reference: "A-1" } }),
  "append-query": (url) => require("append-query")(url, { reference: "A-1" }),
  "build-url": (url) => (buildUrl.default ?? buildUrl)(url, { queryParams: { reference: "A-1" } }),
  "url-join-ts": (url) => require("url-join-ts").urlJoin(url, "?reference=A-1"),
};
const callback = "https://shop.example/back?item=51&item=52&name=Ann+Lee";
for (const [name, build] of Object.entries(builders)) {
  const { searchParams } = new URL(build(callback));
  console.log(`${name}: items ${searchParams.getAll("item").join(" and ") || "none"}, ${searchParams.get("name")}, order ${searchParams.get("reference")}`);
}
console.log(builders["build-url"]("https://shop.example/back#paid"));
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
URL: items 51 and 52, Ann Lee, order A-1
url-parse: items 51, Ann Lee, order A-1
build-url-ts: items 52, Ann+Lee, order A-1
append-query: items none, Ann Lee, order A-1
build-url: items 51 and 52, Ann Lee?reference=A-1, order null
url-join-ts: items 51 and 52, Ann Lee/?reference=A-1, order null
https://shop.example/back#paid?reference=A-1
TEXT
