#!/usr/bin/env bash
# klaviyo-api 23.0.0 (npm): each call that is answered 503, 504, 524 or 429 is sent again by itself, also createEvent. A gateway's 504 says nothing of
# whether the event was taken. Without a uniqueId, which the client doesn't add, Klaviyo tells events apart by the second in which they came, so
# one order of 50.00 may stand as two or three, half a second and more apart, in turnover, flows and thank-you mails.
# Safe: uniqueId with the merchantReference in each event. Calls no network.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts klaviyo-api@23.0.0 >/dev/null
cat >order.cjs <<'JS'
const axios = require("axios");
const { ApiKeySession, EventsApi } = require("klaviyo-api");
const taken = [];
axios.defaults.adapter = async (config) => {
  const { value, properties, unique_id } = JSON.parse(config.data).data.attributes;
  taken.push(JSON.stringify({ value, ...properties, unique_id }));
  const response = { status: taken.length < 3 ? 504 : 202, data: "", headers: {}, config };
  if (response.status === 504) throw new axios.AxiosError("gateway", "ERR_BAD_RESPONSE", config, null, response);
  return response;
};
const order = async (more) => {
  const profile = { data: { type: "profile", attributes: { email: "shopper@example.com" } } };
  const metric = { data: { type: "metric", attributes: { name: "Placed Order" } } };
  const attributes = { profile, metric, properties: { orderId: "A-1" }, value: 50, ...more };
  const { response } = await new EventsApi(new ApiKeySession("pk_0")).createEvent({ data: { type: "event", attributes } });
  console.log(response.status, "after", taken.length, [...new Set(taken.splice(0))].join(" "));
};
order({}).then(() => order({ uniqueId: "A-1" }));
JS
node order.cjs | tee seen
diff seen - <<'TEXT'
202 after 3 {"value":50,"orderId":"A-1"}
202 after 3 {"value":50,"orderId":"A-1","unique_id":"A-1"}
TEXT
