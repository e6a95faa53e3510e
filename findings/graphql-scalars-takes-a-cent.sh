#!/usr/bin/env bash
# graphql-scalars 2.0.0 (npm): USCurrency reads "$19.99" as 1998.9999999999998 cents and shows that as $19.98. Of the amounts from $0.01 to $99.99 it reads
# 1146 as a fraction of a cent, and shows 573 of these a cent lower. Its integers cut what a
# client sends as a variable: PositiveInt, NonNegativeInt and UnsignedInt read 19.99 as 19, "1e2" as 1. In the query's own text 19.99 is refused.
# Safe: whole cents, with GraphQL's own Int, which refuses 19.99.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts graphql-scalars@2.0.0 graphql@16.15.0 >/dev/null
cat >read.cjs <<'JS'
const { GraphQLInt, graphqlSync, GraphQLObjectType, GraphQLSchema, GraphQLNonNull } = require("graphql");
const { GraphQLUSCurrency, GraphQLPositiveInt, GraphQLNonNegativeInt, GraphQLUnsignedInt } = require("graphql-scalars");
const answered = (scalar, value) => {
  const args = { amount: { type: new GraphQLNonNull(scalar) } };
  let read;
  const sell = { type: scalar, args, resolve: (_, { amount }) => (read = amount) };
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields: { sell } }) });
  const { data, errors } = graphqlSync({ schema, source: `query ($amount: ${scalar}!) { sell(amount: $amount) }`, variableValues: { amount: value } });
  return errors ? "refused" : { read, shown: data.sell };
};
for (const text of ["$19.99", "$0.29", "$1.10", "$50.00"]) {
  const { read, shown } = answered(GraphQLUSCurrency, text);
  console.log(`USCurrency ${text}: ${read}, shown as ${shown}`);
}
let [fractions, lower] = [0, 0];
for (let cents = 1; cents <= 9999; cents++) {
  const read = GraphQLUSCurrency.parseValue(`$${(cents / 100).toFixed(2)}`);
  if (!Number.isInteger(read)) fractions++;
  if (GraphQLUSCurrency.serialize(read) !== `$${(cents / 100).toFixed(2)}`) lower++;
}
console.log(`of 9999 amounts: ${fractions} are a fraction, ${lower} are shown as another amount`);
for (const scalar of [GraphQLPositiveInt, GraphQLNonNegativeInt, GraphQLUnsignedInt, GraphQLInt])
  console.log(`${scalar}: ${[19.99, "1e2"].map((value) => answered(scalar, value).read ?? "refused").join(", ")}`);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
USCurrency $19.99: 1998.9999999999998, shown as $19.98
USCurrency $0.29: 28.999999999999996, shown as $0.28
USCurrency $1.10: 110.00000000000001, shown as $1.10
USCurrency $50.00: 5000, shown as $50.00
of 9999 amounts: 1146 are a fraction, 573 are shown as another amount
PositiveInt: 19, 1
NonNegativeInt: 19, 1
UnsignedInt: 19, 1
Int: refused, refused
TEXT
