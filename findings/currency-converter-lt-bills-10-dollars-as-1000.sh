#!/usr/bin/env bash
# currency-converter-lt 2.0.1 (npm, 47,000 downloads a month) keeps the amount of a conversion in the converter. With its cache of rates on, two
# conversions at once go wrong: an order of 10.00 US dollars is told the price of the other one, of 1000.00, and a rate that is asked for while a
# second conversion begins is kept at a hundredth (10.00 dollars by the second order's 1000.00), so that all orders of the next hour are a hundredth.
# Its source of rates is replaced here by a page that says 0.9 euros for each dollar.
# Safe: ask rates() with an amount of 1 once, and multiply by yourself; or await each conversion before the next.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts currency-converter-lt@2.0.1 >/dev/null
cat >shop.cjs <<'JS'
const asked = [];
require.cache[require.resolve("request", { paths: [require.resolve("currency-converter-lt")] })] = {
  exports: (url, done) => {
    asked.push(url);
    const amount = Number(new URL(url).searchParams.get("q").split(" ")[0]);
    setTimeout(() => done(null, {}, `<span class="iBp4i">${(amount * 0.9).toFixed(2)} Euro</span>`), 10);
  },
};
const Converter = require("currency-converter-lt");
const converterWithCache = () => new Converter({ from: "USD", to: "EUR" }).setupRatesCache({ isRatesCaching: true, ratesCacheDuration: 3600 });
(async () => {
  const warm = converterWithCache();
  console.log("one by one:", await warm.convert(10), await warm.convert(1000));
  console.log("at once, with a known rate:", ...(await Promise.all([warm.convert(10), warm.convert(1000)])));
  const cold = converterWithCache();
  console.log("at once, at first:", ...(await Promise.all([cold.convert(10), cold.convert(1000)])));
  console.log("from then on, 1000 dollars:", await cold.convert(1000));
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
one by one: 9 900
at once, with a known rate: 900 900
at once, at first: 9 900
from then on, 1000 dollars: 9
TEXT
