#!/usr/bin/env bash
# @shopify/hydrogen-react 2026.4.4 (npm), useMoney and Money of Shopify's storefronts. `amount`, which <Money withoutCurrency> shows, is made of digits and marks alone: a refund or discount of
# -19.99 is shown as 19.99, and often with a space of the currency. withoutTrailingZerosAndCurrency has two decimals for each currency: 1.005 dinars are 1.01.
# Safe: localizedString, or Intl.NumberFormat with the currency's own digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @shopify/hydrogen-react@2026.4.4 @shopify/graphql-client@2.0.0 react@19.3.1 react-dom@19.3.1 >/dev/null
cat >shop.mjs <<'JS'
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Money, ShopifyProvider, useMoney } from "@shopify/hydrogen-react";
const shop = { storeDomain: "https://shop.example", storefrontToken: "token", storefrontApiVersion: "2026-04" };
const Row = ({ money }) => {
  const { localizedString, amount, withoutTrailingZerosAndCurrency } = useMoney(money);
  return createElement("p", null, `${localizedString}; amount "${amount}"; without zeros ${withoutTrailingZerosAndCurrency}; Money `, createElement(Money, { data: money, withoutCurrency: true, as: "b" }));
};
const show = (countryIsoCode, languageIsoCode, amount, currencyCode) => {
  const html = renderToStaticMarkup(createElement(ShopifyProvider, { ...shop, countryIsoCode, languageIsoCode }, createElement(Row, { money: { amount, currencyCode } })));
  console.log(`${languageIsoCode}, ${amount} ${currencyCode}: ${html.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"').replace(/\u00a0/g, " ").replace(/\u2212/g, "-")}`);
};
show("US", "EN", "-19.99", "USD");
show("DE", "DE", "-19.99", "EUR");
show("US", "EN", "1.005", "KWD");
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
EN, -19.99 USD: -$19.99; amount "19.99"; without zeros -19.99; Money 19.99
DE, -19.99 EUR: -19,99 €; amount "19,99 "; without zeros -19,99; Money 19,99 
EN, 1.005 KWD: KWD 1.005; amount " 1.005"; without zeros 1.01; Money  1.005
TEXT
