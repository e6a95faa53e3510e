#!/usr/bin/env bash
# parse-address 1.1.2 (npm), parseLocation of American addresses, for a parcel or an address check. 100 1/2 Main St is 100 Main St, another house; 100-A Main St is number "100-" of A Main St; "Floor 3 Apt 2" loses the
# flat, the city, the state and the code. addresser 1.1.22 keeps the half, but calls the street "1/2 Main". No error.
# Safe: compare the parts with the address, or send the line as it was typed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-address@1.1.2 addresser@1.1.22 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import addresser from "addresser";
import { parseLocation } from "parse-address";
for (const street of ["100 Main St Apt 2", "100 1/2 Main St", "100-A Main St", "100 Main St, Floor 3 Apt 2"]) {
  const address = `${street}, Salem, MA 01970`;
  const { number, street: name, type, sec_unit_type: unit, sec_unit_num: flat, city, zip } = parseLocation(address);
  console.log(`${street}: ${[number, name, type, unit, flat, city, zip].map((part) => part ?? "–").join(" | ")}`);
}
const { streetNumber, streetName, addressLine1 } = addresser.parseAddress("100 1/2 Main St, Salem, MA 01970");
console.log(`addresser: ${addressLine1}, number ${streetNumber} of ${streetName}`);
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
100 Main St Apt 2: 100 | Main | St | Apt | 2 | Salem | 01970
100 1/2 Main St: 100 | Main | St | – | – | Salem | 01970
100-A Main St: 100- | A Main | St | – | – | Salem | 01970
100 Main St, Floor 3 Apt 2: 100 | Main | St | Floor | 3 | – | –
addresser: 100 1/2 Main St, number 100 of 1/2 Main
TEXT
