#!/usr/bin/env bash
# A European bank transfer by QR code begins with BCD and says that its texts are UTF-8. qrcode-svg 1.1.0 (npm) sets a byte order mark before the BCD, if the shop's or the
# payee's name has one letter that isn't ASCII. qrcode-generator 2.0.4, qrcode-npm 0.0.3, qr.js 0.0.0 and qrcode-terminal 0.12.0 keep the low byte of each letter, so that
# Łódź Tea is read as Aódz Tea, and Müller isn't UTF-8. Banks that compare the payee's name warn the shopper. qrcode 1.5.4 and qr-image 3.2.0 write UTF-8.
# Safe: qrcode or qr-image, or qrcode-generator with its stringToBytesFuncs["UTF-8"].
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts qrcode-svg@1.1.0 qrcode-generator@2.0.4 qrcode-npm@0.0.3 qr.js@0.0.0 qrcode-terminal@0.12.0 qrcode@1.5.4 qr-image@3.2.0 jsqr@1.4.0 >/dev/null
cat >pay.cjs <<'JS'
const jsQR = require("jsqr");
const square = (size, isDark) => Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => isDark(y, x)));
const made = (code, text) => {
  code.addData(text);
  code.make();
  return square(code.getModuleCount(), (y, x) => code.isDark(y, x));
};
const Terminal = require("qrcode-terminal/vendor/QRCode");
const makers = {
  qrcode: (text) => {
    const { size, ...modules } = require("qrcode").create(text).modules;
    return square(size, (y, x) => modules.data[y * size + x]);
  },
  "qr-image": (text) => require("qr-image").matrix(text),
  "qrcode-svg": (text) => new (require("qrcode-svg"))({ content: text }).qrcode.modules,
  "qrcode-generator": (text) => made(require("qrcode-generator")(0, "M"), text),
  "qrcode-npm": (text) => made(require("qrcode-npm").qrcode(10, "M"), text),
  "qr.js": (text) => require("qr.js")(text).modules,
  "qrcode-terminal": (text) => made(new Terminal(-1, require("qrcode-terminal/vendor/QRCode/QRErrorCorrectLevel").L), text),
};
// The code as a picture, and what a scanner reads.
const scanned = (modules) => {
  const width = (modules.length + 8) * 4;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++) for (let x = 0; x < width; x++) if (modules[(y >> 2) - 4]?.[(x >> 2) - 4]) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return Buffer.from(jsQR(pixels, width, width).binaryData);
};
for (const [maker, code] of Object.entries(makers)) {
  const read = ["Müller", "Łódź Tea"].map((name) => {
    const bytes = scanned(code(["BCD", "002", "1", "SCT", "", name, "DE89370400440532013000", "EUR19.99", "", "", "A-1"].join("\n")));
    const isUtf8 = Buffer.from(bytes.toString()).equals(bytes);
    return `${isUtf8 ? "UTF-8" : "no UTF-8"}, begins with ${JSON.stringify(bytes.subarray(0, 3).toString("latin1"))}, pays to ${bytes.toString(isUtf8 ? "utf8" : "latin1").split("\n")[5]}`;
  });
  console.log(`${maker}: ${read.join("; ")}`);
}
JS
node pay.cjs | tee seen
diff seen - <<'TEXT'
qrcode: UTF-8, begins with "BCD", pays to Müller; UTF-8, begins with "BCD", pays to Łódź Tea
qr-image: UTF-8, begins with "BCD", pays to Müller; UTF-8, begins with "BCD", pays to Łódź Tea
qrcode-svg: UTF-8, begins with "ï»¿", pays to Müller; UTF-8, begins with "ï»¿", pays to Łódź Tea
qrcode-generator: no UTF-8, begins with "BCD", pays to Müller; no UTF-8, begins with "BCD", pays to Aódz Tea
qrcode-npm: no UTF-8, begins with "BCD", pays to Müller; no UTF-8, begins with "BCD", pays to Aódz Tea
qr.js: no UTF-8, begins with "BCD", pays to Müller; no UTF-8, begins with "BCD", pays to Aódz Tea
qrcode-terminal: no UTF-8, begins with "BCD", pays to Müller; no UTF-8, begins with "BCD", pays to Aódz Tea
TEXT
