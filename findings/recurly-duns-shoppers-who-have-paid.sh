#!/usr/bin/env bash
# recurly 4.81.0 (npm, 200,000 downloads a month), a pager such as listInvoices({ params: { state: "past_due" } }): it sends its filters with the first request only, whether that request was
# answered or not. Where the first answer is lost, or two loops begin at once, the next loop over the same pager holds the paid invoices, too, and a shop duns or charges them again.
# A second loop over a pager is empty; one that was left goes on with the next page, so the rest of the page is skipped.
# Safe: a new listInvoices(…) for each loop and each retry; the state of each invoice looked at before it is charged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts recurly@4.81.0 >/dev/null
cat >dunning.cjs <<'JS'
const recurly = require("recurly");
const { HttpAdapter, HttpResponse } = require("recurly/lib/recurly/HttpAdapter");
const invoices = [1, 2, 3, 4, 5].map((number) => ({ object: "invoice", id: `${number}`, number: `${number}`, state: number > 3 ? "paid" : "past_due" }));
let lost = false;
// A stand-in for the network, by the SDK's own class: pages of two.
class Network extends HttpAdapter {
  async execute(method, address) {
    if (lost) {
      lost = false;
      throw new Error("socket hang up");
    }
    const query = new URL(address).searchParams, from = Number(query.get("cursor")), state = query.get("state");
    const found = invoices.filter((invoice) => !state || invoice.state === state);
    const more = from + 2 < found.length;
    const next = more ? `/invoices?cursor=${from + 2}${state ? `&state=${state}` : ""}` : null;
    return new HttpResponse(200, { "content-type": "application/json" }, JSON.stringify({ object: "list", has_more: more, next, data: found.slice(from, from + 2) }));
  }
}
const client = new recurly.Client("key", { httpAdapter: new Network() });
const pastDue = () => client.listInvoices({ params: { state: "past_due" } });
const loop = async (pager, end = Number.POSITIVE_INFINITY) => {
  const seen = [];
  for await (const invoice of pager.each()) {
    seen.push(`${invoice.id}${invoice.state === "paid" ? " (paid)" : ""}`);
    if (seen.length === end) break;
  }
  return seen.join(", ") || "none";
};
(async () => {
  let pager = pastDue();
  console.log(`past due: ${await loop(pager)}; the same pager again: ${await loop(pager)}`);
  pager = pastDue();
  lost = true;
  console.log(`the first answer is lost: ${await loop(pager).catch((error) => error.message)}; the same pager again: ${await loop(pager)}`);
  pager = pastDue();
  console.log(`two loops at once: ${(await Promise.all([loop(pager), loop(pager)])).join("; ")}`);
  pager = pastDue();
  console.log(`left after the first: ${await loop(pager, 1)}; the same pager again: ${await loop(pager)}`);
})();
JS
node dunning.cjs | tee seen
diff seen - <<'TEXT'
past due: 1, 2, 3; the same pager again: none
the first answer is lost: socket hang up; the same pager again: 1, 2, 3, 4 (paid), 5 (paid)
two loops at once: 1, 2, 3, 4 (paid), 5 (paid); 1, 2, 3, 4 (paid), 5 (paid)
left after the first: 1; the same pager again: 3
TEXT
