#!/usr/bin/env bash
# A payment link whose token is base64url ends with "_" once in 64. In Markdown, marked 18.2.1 and remark-gfm 4.0.1 (npm) leave the last "_" out of the
# link that they make of a bare address. The shopper opens a page that is not there. markdown-it 15.0.3 with linkify keeps it.
# Safe: write <https://…> or [Pay](https://…), not the bare address.
# Its packages need Node.js 20 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts marked@18.2.1 remark@15.0.1 remark-gfm@4.0.1 remark-html@16.0.1 markdown-it@15.0.3 >/dev/null
cat >message.mjs <<'JS'
import { marked } from "marked";
import MarkdownIt from "markdown-it";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkHtml from "remark-html";
const makers = {
  "marked": (text) => marked.parse(text),
  "remark-gfm": async (text) => String(await remark().use(remarkGfm).use(remarkHtml).process(text)),
  "markdown-it": (text) => new MarkdownIt({ linkify: true }).render(text),
};
const linked = (html) => html.match(/href="([^"]*)"/)?.[1];
for (const [name, make] of Object.entries(makers)) {
  for (const address of ["https://pay.example/checkout/eH2_x", "https://pay.example/checkout/eH2x_", "<https://pay.example/checkout/eH2x_>"]) {
    console.log(`${name}: ${address} links to ${linked(await make(`Pay: ${address} today`))}`);
  }
}
JS
node message.mjs | tee seen
diff seen - <<'TEXT'
marked: https://pay.example/checkout/eH2_x links to https://pay.example/checkout/eH2_x
marked: https://pay.example/checkout/eH2x_ links to https://pay.example/checkout/eH2x
marked: <https://pay.example/checkout/eH2x_> links to https://pay.example/checkout/eH2x_
remark-gfm: https://pay.example/checkout/eH2_x links to https://pay.example/checkout/eH2_x
remark-gfm: https://pay.example/checkout/eH2x_ links to https://pay.example/checkout/eH2x
remark-gfm: <https://pay.example/checkout/eH2x_> links to https://pay.example/checkout/eH2x_
markdown-it: https://pay.example/checkout/eH2_x links to https://pay.example/checkout/eH2_x
markdown-it: https://pay.example/checkout/eH2x_ links to https://pay.example/checkout/eH2x_
markdown-it: <https://pay.example/checkout/eH2x_> links to https://pay.example/checkout/eH2x_
TEXT
