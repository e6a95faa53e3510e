#!/usr/bin/env bash
# A payment link whose "&" isn't written as "&amp;", in an HTML mail: browsers keep "&currency=HKD", as a name within an attribute that goes on isn't an entity. These
# packages decode it as text, where &curren, &not, &reg, &sect, &cent, &para and &copy need no semicolon. The link that they write has
# another currency, and no notify address: insane 2.6.2, node-html-markdown 2.0.0 (1.5 million downloads a month), and he 2.0.0 (130 million) and
# html-entities 2.6.0 as they are called first. slackify-html 1.0.1 turns "&order=" into another sign, too. sanitize-html 2.18.1 keeps all.
# Safe: write &amp; in templates; he.decode(href, { isAttributeValue: true }); decode(href, { scope: "attribute" }).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts insane@2.6.2 node-html-markdown@2.0.0 he@2.0.0 html-entities@2.6.0 slackify-html@1.0.1 sanitize-html@2.18.1 >/dev/null
cat >mail.cjs <<'JS'
const he = require("he");
const { decode } = require("html-entities");
const { NodeHtmlMarkdown } = require("node-html-markdown");
const link = "https://pay.example/pay?amount=50&currency=HKD&notify=1&order=A-1";
const html = `<a href="${link}">Pay</a>`;
const href = (text) => text.match(/https:[^"|)]*/)[0].replaceAll("&amp;", "&");
const readers = {
  "sanitize-html": () => require("sanitize-html")(html),
  "insane": () => require("insane")(html).replace(/&#x(\w+);/g, (_, code) => String.fromCharCode(parseInt(code, 16))),
  "node-html-markdown": () => NodeHtmlMarkdown.translate(html),
  "slackify-html": () => require("slackify-html")(html),
  "he": () => he.decode(link),
  "he, an attribute": () => he.decode(link, { isAttributeValue: true }),
  "html-entities": () => decode(link),
  "html-entities, an attribute": () => decode(link, { scope: "attribute" }),
};
for (const [name, read] of Object.entries(readers)) console.log(`${name}: ${href(read())}`);
JS
node mail.cjs | tee seen
diff seen - <<'TEXT'
sanitize-html: https://pay.example/pay?amount=50&currency=HKD&notify=1&order=A-1
insane: https://pay.example/pay?amount=50¤cy=HKD¬ify=1&order=A-1
node-html-markdown: https://pay.example/pay?amount=50¤cy=HKD¬ify=1&order=A-1
slackify-html: https://pay.example/pay?amount=50&currency=HKD&notify=1ℴ=A-1
he: https://pay.example/pay?amount=50¤cy=HKD¬ify=1&order=A-1
he, an attribute: https://pay.example/pay?amount=50&currency=HKD&notify=1&order=A-1
html-entities: https://pay.example/pay?amount=50¤cy=HKD¬ify=1&order=A-1
html-entities, an attribute: https://pay.example/pay?amount=50&currency=HKD&notify=1&order=A-1
TEXT
