#!/usr/bin/env bash
# conf 16.0.0 and configstore 8.0.0 (npm, the settings of a till's program). A dot in a key is a path: set("51.2", …) of a refund replaces the order "51", whose text is gone, and one of
# the order "2026.51" makes a list of 52 entries. No error.
# Safe: one object under one key, orders as its members; accessPropertiesByDotNotation: false in conf, a dot written as \. in configstore.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts conf@16.0.0 configstore@8.0.0 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import Conf from "conf";
import Configstore from "configstore";
const cwd = process.cwd();
const till = { conf: new Conf({ cwd, configName: "a" }), "conf without dots": new Conf({ cwd, configName: "b", accessPropertiesByDotNotation: false }), configstore: new Configstore("shop", {}, { configPath: `${cwd}/c.json` }) };
for (const [name, store] of Object.entries(till)) {
  store.set("51", "PAID 50.00");
  store.set("51.2", "REFUNDED 19.99");
  console.log(`${name}: 51 is ${JSON.stringify(store.get("51"))}`);
  store.set("2026.51", "PAID");
  console.log(`${name}: 2026 has ${store.get("2026")?.length ?? 0} entries`);
}
till.configstore.set("52", "PAID 50.00");
till.configstore.set("52\\.2", "REFUNDED 19.99");
console.log(`configstore, a dot as \\.: 52 is ${JSON.stringify(till.configstore.get("52"))}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
conf: 51 is [null,null,"REFUNDED 19.99"]
conf: 2026 has 52 entries
conf without dots: 51 is "PAID 50.00"
conf without dots: 2026 has 0 entries
configstore: 51 is [null,null,"REFUNDED 19.99"]
configstore: 2026 has 52 entries
configstore, a dot as \.: 52 is "PAID 50.00"
TEXT
