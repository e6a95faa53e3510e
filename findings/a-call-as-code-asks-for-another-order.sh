#!/usr/bin/env bash
# Tools that turn a call into code: httpsnippet 3.0.10, postman-code-generators 2.1.1 (Postman's own) and curlconverter 4.12.0 (npm). They read the JSON
# as JavaScript does and write it again as the language's own values. So the code asks for another order than the call if the id has 19 digits, also in
# Python, PHP, Ruby, R and Swift, which could keep it, and 50.00 is 50, by which a signature over the text no longer fits. Only curlconverter's Python and
# Julia keep both. As a text the body stays in curl, Go, Java, C# and others: see docs/test-tools.md.
# Safe: send the text of the body, or ids in quotes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
install() { mkdir "$1" && (cd "$1" && npm install --silent --no-audit --no-fund --ignore-scripts "$2" >/dev/null); }
install httpsnippet httpsnippet@3.0.10
install postman postman-code-generators@2.1.1
install curlconverter curlconverter@4.12.0
cat >show.cjs <<'JS'
const text = '{"amount":50.00,"orderId":1000000000000000001}';
const json = "application/json";
const url = "http://127.0.0.1:9000/query";
const tell = (tool, target, code) => {
  const lines = code.split("\n").filter((line) => !/^\s*(#|\/\/|;;|--)/.test(line)).join(" ");
  console.log(`${tool} ${target}: ${/50\.00/.test(lines) ? "50.00" : "50"}, ${lines.match(/10{15,}[01]*\b/)[0]}`);
};
module.exports = { text, json, url, tell };
JS
cat >httpsnippet/convert.cjs <<'JS'
const { text, json, url, tell } = require("../show.cjs");
const { HTTPSnippet } = require("httpsnippet");
const call = { method: "POST", url, headers: [{ name: "Content-Type", value: json }], postData: { mimeType: json, text } };
for (const [language, library] of [["python", "requests"], ["php", "curl"], ["swift", "nsurlsession"], ["node", "axios"], ["go", "native"]])
  tell("httpsnippet", `${language} ${library}`, String(new HTTPSnippet(call).convert(language, library)));
JS
cat >postman/convert.cjs <<'JS'
const { text, json, url, tell } = require("../show.cjs");
const { Request } = require("postman-collection");
const body = { mode: "raw", raw: text, options: { raw: { language: "json" } } };
const call = new Request({ url, method: "POST", header: [{ key: "Content-Type", value: json }], body });
for (const [language, library] of [["python", "Requests"], ["php", "Guzzle"], ["ruby", "Net::HTTP"], ["r", "httr"], ["java", "OkHttp"]])
  require("postman-code-generators").convert(language, library, call, {}, (error, code) => tell("postman", `${language} ${library}`, code));
JS
cat >curlconverter/convert.mjs <<'JS'
import { createRequire } from "node:module";
import * as converter from "curlconverter";
const { text, json, url, tell } = createRequire(import.meta.url)("../show.cjs");
const call = `curl ${url} --header 'Content-Type: ${json}' --data '${text}'`;
for (const target of ["Python", "Julia", "PhpGuzzle", "Ruby", "Httpie", "Ansible", "Go"]) tell("curlconverter", target, converter[`to${target}`](call));
JS
{
  node httpsnippet/convert.cjs
  node postman/convert.cjs
  node curlconverter/convert.mjs
} | tee seen
diff seen - <<'TEXT'
httpsnippet python requests: 50, 1000000000000000000
httpsnippet php curl: 50, 1000000000000000000
httpsnippet swift nsurlsession: 50, 1000000000000000000
httpsnippet node axios: 50, 1000000000000000000
httpsnippet go native: 50.00, 1000000000000000001
postman python Requests: 50, 1000000000000000000
postman php Guzzle: 50, 1000000000000000000
postman ruby Net::HTTP: 50, 1000000000000000000
postman r httr: 50, 1000000000000000000
postman java OkHttp: 50.00, 1000000000000000001
curlconverter Python: 50.00, 1000000000000000001
curlconverter Julia: 50.00, 1000000000000000001
curlconverter PhpGuzzle: 50, 1000000000000000000
curlconverter Ruby: 50, 1000000000000000000
curlconverter Httpie: 50, 1000000000000000000
curlconverter Ansible: 50, 1000000000000000000
curlconverter Go: 50.00, 1000000000000000001
TEXT
