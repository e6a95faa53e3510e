#!/usr/bin/env bash
# gql-query-builder 3.8.0 (npm) declares each variable by its value: 19.99 is a Float and 50.00 an Int, which a GraphQL service with amounts in Float refuses. A shop whose tests
# sell at 19.99 can't sell at a whole amount. A list is declared as a String and left out of the variables, and a reference that is undefined asks
# for all orders.
# Safe: { value, type: "Float", required: true } for each variable, and { value, type: "String", list: [true] } for lists.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts gql-query-builder@3.8.0 graphql@16.12.0 >/dev/null
cat >shop.cjs <<'JS'
const { buildSchema, graphql } = require("graphql");
const { mutation, query } = require("gql-query-builder");
const schema = buildSchema("type Mutation { sell(amount: Float!, pieces: Int, items: [String!]): String } type Query { orders(ref: String): [String!] }");
const rootValue = {
  sell: ({ amount, items }) => `sold for ${amount} with ${items ?? "no items"}`,
  orders: ({ ref }) => ["A-1", "A-2", "A-3"].filter((one) => ref === undefined || one === ref),
};
const ask = async (title, { query: source, variables }) => {
  const { data, errors } = await graphql({ schema, source, rootValue, variableValues: variables });
  console.log(`${title}: ${errors?.[0].message ?? Object.values(data)[0]}`);
};
const sell = (variables) => mutation({ operation: "sell", variables });
(async () => {
  const sale = (amount, lines) => sell({ amount: { value: amount, required: true }, ...lines });
  await ask("19.99", sale(19.99));
  await ask("50.00", sale(50.0));
  await ask("19.99 for two items", sale(19.99, { items: ["shoes", "socks"] }));
  await ask("the order A-2", query({ operation: "orders", variables: { ref: "A-2" } }));
  await ask("the order undefined", query({ operation: "orders", variables: { ref: undefined } }));
  const items = { value: ["shoes", "socks"], type: "String", list: [true] };
  await ask("50.00 with its types", sell({ amount: { value: 50.0, type: "Float", required: true }, items }));
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
19.99: sold for 19.99 with no items
50.00: Variable "$amount" of type "Int!" used in position expecting type "Float!".
19.99 for two items: Variable "$items" of type "String" used in position expecting type "[String!]".
the order A-2: A-2
the order undefined: 
50.00 with its types: sold for 50 with shoes,socks
TEXT
