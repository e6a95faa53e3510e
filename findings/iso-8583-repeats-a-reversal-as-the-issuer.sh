#!/usr/bin/env bash
# iso_8583 2.6.7 (npm), messages of card terminals. A reversal whose answer doesn't come is repeated as 0401, and toRetransmit makes that of 0400. Called again, for the next repeat, it makes 0402, which is a
# reversal that the card's issuer begins, then 0403. The package itself knows no answer to them. The network refuses or drops them: the shopper's card stays charged for a sale that the terminal
# has called off. The same is true of an advice, 0220.
# Safe: set field 0 by yourself, to 0401, for each repeat.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iso_8583@2.6.7 >/dev/null
cat >terminal.cjs <<'JS'
const Iso8583 = require("iso_8583");
const { getResType } = require("iso_8583/lib/tools");
for (const mti of ["0400", "0220"]) {
  const message = new Iso8583({ 0: mti, 3: "000000", 4: "000000001999", 7: "1129100000", 11: "000001", 41: "T0000001" });
  const sent = [mti];
  for (let repeat = 1; repeat <= 3; repeat++) sent.push(message.toRetransmit()["0"]);
  console.log(sent.map((type) => `${type}, answered with ${getResType(type).error ?? getResType(type)}`).join("; "));
}
JS
node terminal.cjs | tee seen
diff seen - <<'TEXT'
0400, answered with 0410; 0401, answered with 0410; 0402, answered with mti invalid; 0403, answered with mti invalid
0220, answered with 0230; 0221, answered with 0230; 0222, answered with mti invalid; 0223, answered with mti invalid
TEXT
