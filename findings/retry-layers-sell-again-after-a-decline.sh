#!/usr/bin/env bash
# A mutation that sells, and a retry layer as it comes: Apollo's RetryLink (@apollo/client 4.3.8) sends it 5 times, Redux Toolkit's retry() (@reduxjs/toolkit
# 2.15.0) 6 times, urql's retryExchange (@urql/exchange-retry 2.0.0) twice. They do so after a lost answer, and also after a decline with 402 and after
# a 409 that says that the order was sold before. react-relay-network-modern 6.2.2 sends a mutation once. An answer 200 with GraphQL's errors is final for all.
# Safe: RetryLink's `attempts.retryIf`, `retryCondition`, `retryIf` that leave mutations out. The delays are shortened here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @apollo/client@4.3.8 @reduxjs/toolkit@2.15.0 @urql/core@6.0.3 @urql/exchange-retry@2.0.0 react-relay-network-modern@6.2.2 relay-runtime@21.0.1 graphql@16.15.0 rxjs@7.8.2 redux@5.0.1 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const { ApolloClient, InMemoryCache, HttpLink, gql } = require("@apollo/client");
const { RetryLink } = require("@apollo/client/link/retry");
const { createApi, fetchBaseQuery, retry } = require("@reduxjs/toolkit/query");
const { configureStore } = require("@reduxjs/toolkit");
const { createClient, fetchExchange } = require("@urql/core");
const { retryExchange } = require("@urql/exchange-retry");
const { RelayNetworkLayer, urlMiddleware, retryMiddleware } = require("react-relay-network-modern");
let [mode, sales] = ["", 0];
const service = http.createServer((request, response) => request.resume().on("end", () => {
  sales++;
  if (mode === "lost") request.socket.destroy();
  else response.writeHead(Number(mode), { "content-type": "application/json" }).end(mode === "200" ? '{"errors":[{"message":"declined"}]}' : "{}");
}));
const text = "mutation Sell { sell }";
const shops = {
  apollo: (uri) => new ApolloClient({ cache: new InMemoryCache(), link: new RetryLink({ delay: { initial: 1 } }).concat(new HttpLink({ uri })) }).mutate({ mutation: gql(text) }),
  toolkit: (baseUrl) => {
    const baseQuery = retry(fetchBaseQuery({ baseUrl }), { backoff: async () => {} });
    const api = createApi({ baseQuery, endpoints: ({ mutation }) => ({ sell: mutation({ query: () => ({ url: "", method: "POST", body: {} }) }) }) });
    const store = configureStore({ reducer: { api: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });
    return store.dispatch(api.endpoints.sell.initiate());
  },
  urql: (url) => createClient({ url, exchanges: [retryExchange({ initialDelayMs: 1 }), fetchExchange] }).mutation(text, {}).toPromise(),
  relay: (url) => new RelayNetworkLayer([urlMiddleware({ url }), retryMiddleware({ retryDelays: [1, 1] })])
    .execute({ operationKind: "mutation", name: "Sell", text, id: null, cacheID: "1" }, {}, {}).toPromise(),
};
service.listen(0, "127.0.0.1", async () => {
  for (const [name, sell] of Object.entries(shops)) {
    const counts = [];
    for (mode of ["lost", "500", "402", "409", "200"]) {
      sales = 0;
      await Promise.resolve(sell(`http://127.0.0.1:${service.address().port}/`)).catch(() => {});
      counts.push(`${mode} ${sales}`);
    }
    console.log(`${name}: ${counts.join(", ")}`);
  }
  process.exit();
});
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
apollo: lost 5, 500 5, 402 5, 409 5, 200 1
toolkit: lost 6, 500 6, 402 6, 409 6, 200 1
urql: lost 2, 500 2, 402 2, 409 2, 200 1
relay: lost 1, 500 1, 402 1, 409 1, 200 1
TEXT
