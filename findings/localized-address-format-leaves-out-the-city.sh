#!/usr/bin/env bash
# localized-address-format 1.3.3 (npm), formatAddress, for a parcel's label. A shop that asks for street, city, state and code, as most payment pages do, gets a label without the city in Japan, Macao and
# the Emirates, without the district in Hong Kong and Taiwan, and without the state in Britain and France. Its data are right by the post's customs, in which the city stands in the street's lines; nothing tells what was left out.
# Safe: compare the label with the address, and add what is missing as a line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts localized-address-format@1.3.3 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { formatAddress } from "localized-address-format";
const address = { name: "Name", addressLines: ["18 Road"], dependentLocality: "District", locality: "City", administrativeArea: "State", postalCode: "12345" };
for (const postalCountry of ["US", "BR", "JP", "MO", "AE", "HK", "TW", "GB", "FR"]) {
  const label = formatAddress({ ...address, postalCountry }).join("\n");
  console.log(`${postalCountry} is without ${["District", "City", "State"].filter((part) => !label.includes(part)).join(", ") || "nothing"}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
US is without District
BR is without nothing
JP is without District, City
MO is without District, City, State
AE is without District, City
HK is without District
TW is without District
GB is without District, State
FR is without District, State
TEXT
