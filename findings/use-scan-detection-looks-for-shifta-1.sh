#!/usr/bin/env bash
# use-scan-detection 0.2.3 and use-scan-detection-react18 0.2.3 (npm) give a till's page what a scanner types. A scanner presses Shift before a capital letter,
# and the hook takes that key's name for text: the order A-1 is "ShiftA-1", AB-1 is "ShiftAShiftB-1". So no order with a capital letter is found.
# Safe: take "Shift" out of what it answers, or references of digits and small letters.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts use-scan-detection-react18@0.2.3 react@18.3.1 react-dom@18.3.1 happy-dom@21.0.4 >/dev/null
cat >scan.cjs <<'JS'
const { Window } = require("happy-dom");
const page = new Window();
for (const name of ["document", "navigator", "HTMLElement", "Node", "Event", "HTMLIFrameElement"])
  Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
globalThis.window = page;
const { createElement, useEffect } = require("react");
const { createRoot } = require("react-dom/client");
const scanDetection = require("use-scan-detection-react18");
const press = (key) => {
  const event = new page.KeyboardEvent("keydown", { key, bubbles: true });
  Object.defineProperty(event, "keyCode", { value: { Shift: 16, Enter: 13 }[key] ?? key.charCodeAt(0) });
  document.dispatchEvent(event);
};
const scan = (text) =>
  new Promise((scanned) => {
    const Till = () => {
      (scanDetection.default ?? scanDetection)({ minLength: 1, averageWaitTime: 1000, onComplete: scanned });
      useEffect(() => {
        for (const sign of text) for (const key of /[A-Z]/.test(sign) ? ["Shift", sign] : [sign]) press(key);
        press("Enter");
      }, []);
      return null;
    };
    createRoot(document.body.appendChild(document.createElement("div"))).render(createElement(Till));
  });
const main = async () => {
  for (const text of ["0051", "a-1", "A-1", "AB-1"]) console.log(`${text} is ${await scan(text)}`);
  process.exit();
};
main();
JS
node scan.cjs | tee seen
diff seen - <<'TEXT'
0051 is 0051
a-1 is a-1
A-1 is ShiftA-1
AB-1 is ShiftAShiftB-1
TEXT
