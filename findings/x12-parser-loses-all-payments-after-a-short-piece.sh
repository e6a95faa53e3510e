#!/usr/bin/env bash
# x12-parser 1.3.0 (npm) reads X12, in which American banks send payments (820) and remittances (835), from a stream. If the stream's first piece is shorter than
# the head of the file, 106 characters, as pieces from a network may be, it answers the head and nothing after it: no payment, and no error.
# Safe: collect the first 106 characters before you pipe the stream, or read the file into one text; look for the last segment, IEA.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts x12-parser@1.3.0 >/dev/null
cat >read.cjs <<'JS'
const { Readable } = require("stream");
const { X12parser } = require("x12-parser");
const file =
  `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SHOP           *260131*1000*U*00401*000000001*0*P*>~GS*RA*B*S*20260131*1000*1*X*004010~` +
  `ST*820*0001~BPR*C*50.00*C*ACH*CTX*01*999*DA*1*1**01*998*DA*2*20260131~RMR*IV*A-1**50.00~SE*4*0001~GE*1*1~IEA*1*000000001~`;
const read = (first) =>
  new Promise((ended, failed) => {
    const names = [];
    Readable.from([file.slice(0, first), file.slice(first)])
      .pipe(new X12parser())
      .on("error", failed)
      .on("data", ({ name }) => names.push(name))
      .on("end", () => ended(names.join(" ")));
  });
const main = async () => {
  for (const first of [200, 106, 105, 50]) console.log(`first piece of ${first}: ${await read(first)}`);
};
main();
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
first piece of 200: ISA GS ST BPR RMR SE GE IEA
first piece of 106: ISA GS ST BPR RMR SE GE IEA
first piece of 105: ISA
first piece of 50: ISA
TEXT
