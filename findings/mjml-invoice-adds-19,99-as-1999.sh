#!/usr/bin/env bash
# mjml-invoice 3.3.5 (npm) makes the table of an e-mail to the buyer, and adds up its prices by itself. It knows a decimal point alone: three pieces at 19,99€
# come to 5,997.00€, and 1.234,50€ is 1.23€, while the lines above the total show the prices as they are. Half a piece is none, and 1,000 pieces are one.
# Safe: prices with a point and no other sign between digits, quantities of whole digits, or a table of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps mjml@3.3.5 mjml-invoice@3.3.5 >/dev/null
cat >mail.cjs <<'JS'
const { mjml2html } = require("mjml");
require("mjml-invoice");
const total = (price, quantity) => {
  const item = `<mj-invoice-item name="Item" price="${price}" quantity="${quantity}" />`;
  const table = `<mj-column><mj-invoice format="0,0.00€">${item}</mj-invoice></mj-column>`;
  const { html } = mjml2html(`<mjml><mj-body><mj-container><mj-section>${table}</mj-section></mj-container></mj-body></mjml>`);
  const text = html.replace(/<style[^]*?<\/style>|<!--[^]*?-->|<[^>]*>/g, " ").replace(/\s+/g, " ");
  console.log(text.match(/Item .*€/)[0].trim());
};
total("19.99€", "3");
total("1,234.50€", "1");
total("19,99€", "3");
total("1.234,50€", "1");
total("50.00€", "0.5");
total("50.00€", "1,000");
JS
node mail.cjs | tee seen
diff seen - <<'TEXT'
Item 19.99€ 3 Total: 59.97€
Item 1,234.50€ 1 Total: 1,234.50€
Item 19,99€ 3 Total: 5,997.00€
Item 1.234,50€ 1 Total: 1.23€
Item 50.00€ 0.5 Total: 0.00€
Item 50.00€ 1,000 Total: 50.00€
TEXT
