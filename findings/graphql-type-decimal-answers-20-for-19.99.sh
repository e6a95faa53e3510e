#!/usr/bin/env bash
# graphql-type-decimal 1.0.0 (npm), a scalar "to represent currency values": it answers with two significant digits, not two decimals. 19.99 is "20",
# 123.45 is "1.2e+2", 120 dollars. What it reads is right.
# Safe: an amount as a text of your own, String(amount), or whole cents.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts graphql-type-decimal@1.0.0 >/dev/null
cat >answer.cjs <<'JS'
const { graphqlSync, GraphQLObjectType, GraphQLSchema, GraphQLString } = require("graphql");
const Decimal = require("graphql-type-decimal");
const order = { type: Decimal, args: { amount: { type: GraphQLString } }, resolve: (_, { amount }) => amount };
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields: { order } }) });
for (const amount of ["19.99", "50.00", "123.45", "1234.50", "0.05"]) {
  const { data } = graphqlSync({ schema, source: `{ order(amount: "${amount}") }` });
  console.log(`${amount}: ${data.order}`);
}
JS
node answer.cjs | tee seen
diff seen - <<'TEXT'
19.99: 20
50.00: 50
123.45: 1.2e+2
1234.50: 1.2e+3
0.05: 0.050
TEXT
