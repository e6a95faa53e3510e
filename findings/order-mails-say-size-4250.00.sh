#!/usr/bin/env bash
# The plain text of an order's mail, made from its HTML by packages of npm. A table's cells stand side by side without a space, so that
# "Shoes, size 42" and "50.00" are "Shoes, size 4250.00", and the order 51 of 9.00 is one of 519.00: html-to-text 10.0.1 (29 million downloads a month) unless
# the table is a dataTable, as its documentation says, and so email-templates 13.0.1 and nodemailer-html-to-text 3.2.0, which make the text by themselves;
# html2plaintext 2.1.4, striptags 3.2.0, slackify-html 1.0.1. turndown 7.2.5 and @react-email/render 2.3.1 break the line.
# Safe: html-to-text with selectors: [{ selector: "table.items", format: "dataTable" }], or a space at the end of each cell's text.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps html-to-text@10.0.1 email-templates@13.0.1 nodemailer-html-to-text@3.2.0 html2plaintext@2.1.4 striptags@3.2.0 slackify-html@1.0.1 turndown@7.2.5 @react-email/render@2.3.1 react@19.2.0 react-dom@19.2.0 >/dev/null
cat >mail.cjs <<'JS'
const html = "<table><tr><td>Shoes, size 42</td><td>50.00</td></tr></table>";
const { convert } = require("html-to-text");
const EmailTemplates = require("email-templates");
const makers = {
  "html-to-text": () => convert(html),
  "html-to-text, dataTable": () => convert(html, { selectors: [{ selector: "table", format: "dataTable" }] }),
  "email-templates": () => new EmailTemplates({ preview: false, transport: { jsonTransport: true } }).send({ message: { html } }).then(({ originalMessage }) => originalMessage.text),
  "nodemailer-html-to-text": () => new Promise((resolve) => {
    const mail = { data: { html }, resolveContent: (data, key, done) => done(null, html) };
    require("nodemailer-html-to-text").htmlToText()(mail, () => resolve(mail.data.text));
  }),
  "html2plaintext": () => require("html2plaintext")(html),
  "striptags": () => require("striptags")(html),
  "slackify-html": () => require("slackify-html")(html),
  "turndown": () => new (require("turndown"))().turndown(html),
  "@react-email/render": () => require("@react-email/render").toPlainText(html),
};
(async () => {
  for (const [name, make] of Object.entries(makers)) console.log(`${name}: ${(await make()).trim().replace(/\n+/g, " | ")}`);
})();
JS
node mail.cjs | tee seen
diff seen - <<'TEXT'
html-to-text: Shoes, size 4250.00
html-to-text, dataTable: Shoes, size 42   50.00
email-templates: Shoes, size 4250.00
nodemailer-html-to-text: Shoes, size 4250.00
html2plaintext: Shoes, size 4250.00
striptags: Shoes, size 4250.00
slackify-html: Shoes, size 4250.00
turndown: Shoes, size 42 | 50.00
@react-email/render: Shoes, size 42 | 50.00
TEXT
