#!/usr/bin/env bash
# A cart in localStorage by a hook of React (npm). With react-use 17.6.1 (12,000,000 downloads a month), ahooks 3.11.0 (1,900,000) and
# react-storage-hooks 4.0.1, two parts of one page don't hear of each other: the page adds shoes, the cart in the header adds a hat, and the hat
# alone is kept. Two items that one handler adds (a bundle): react-use and @uidotdev/usehooks 2.4.1 (3,000,000) keep the second one, though they are added by a
# function of the state before. A coat that another tab adds is overwritten by react-use and ahooks. usehooks-ts 3.1.1, use-local-storage-state
# 20.0.0, rooks 9.9.0 and @reactuses/core 6.5.9 keep all.
# Safe: one of these; or a single store for the page that reads localStorage again before it writes, and on the event "storage".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts react@18.3.1 react-dom@18.3.1 react-use@17.6.1 ahooks@3.11.0 react-storage-hooks@4.0.1 @uidotdev/usehooks@2.4.1 \
  usehooks-ts@3.1.1 use-local-storage-state@20.0.0 rooks@9.9.0 @reactuses/core@6.5.9 jsdom@26.1.0 \
  @testing-library/react@16.3.0 @testing-library/dom@10.4.1 --legacy-peer-deps >/dev/null
cat >shop.mjs <<'JS'
import { JSDOM } from "jsdom";
const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/", pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis) || /Event|^localStorage$/.test(name)) globalThis[name] = window[name];
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) globalThis[name] = window[name].bind(window);
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const { createElement, Fragment } = await import("react");
const { render, cleanup, act } = await import("@testing-library/react");
const load = async (name, member) => { const all = await import(name); return all[member] ?? all.default[member] ?? all.default; };
const hooks = {
  "react-use": (hook) => hook("cart", []),
  ahooks: (hook) => hook("cart", { defaultValue: [] }),
  "ahooks, listening": (hook) => hook("cart", { defaultValue: [], listenStorageChange: true }),
  "react-storage-hooks": (hook) => hook(localStorage, "cart", []),
  "@uidotdev/usehooks": (hook) => hook("cart", []),
  "usehooks-ts": (hook) => hook("cart", []),
  "use-local-storage-state": (hook) => hook("cart", { defaultValue: [] }),
  rooks: (hook) => hook("cart", []),
  "@reactuses/core": (hook) => hook("cart", []),
};
const members = { ahooks: "useLocalStorageState", "react-storage-hooks": "useStorageState", rooks: "useLocalstorageState" };
const settle = (work) => act(async () => { work(); await new Promise((resolve) => setImmediate(resolve)); });
for (const [name, use] of Object.entries(hooks)) {
  const hook = await load(name.split(",")[0], members[name.split(",")[0]] ?? "useLocalStorage");
  const part = {};
  const Part = ({ place }) => { part[place] = use(hook); return null; };
  const open = async (...places) => {
    cleanup();
    localStorage.clear();
    await settle(() => render(createElement(Fragment, null, ...places.map((place) => createElement(Part, { place, key: place })))));
  };
  const add = (place, item) => part[place][1]((cart) => [...cart, item]);
  const kept = () => JSON.parse(localStorage.getItem("cart")).join("+");
  await open("page", "header");
  await settle(() => add("page", "shoes"));
  await settle(() => add("header", "hat"));
  const parts = kept();
  await open("page");
  await settle(() => { add("page", "shoes"); add("page", "hat"); });
  const bundle = kept();
  await open("page");
  await settle(() => add("page", "shoes"));
  const [oldValue, newValue] = [localStorage.getItem("cart"), JSON.stringify(["shoes", "coat"])];
  await settle(() => {
    localStorage.setItem("cart", newValue);
    window.dispatchEvent(new window.StorageEvent("storage", { key: "cart", oldValue, newValue, storageArea: window.localStorage }));
  });
  await settle(() => add("page", "hat"));
  console.log(name.padEnd(23), "two parts:", parts.padEnd(9), "one handler:", bundle.padEnd(9), "two tabs:", kept());
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
react-use               two parts: hat       one handler: hat       two tabs: hat
ahooks                  two parts: hat       one handler: shoes+hat two tabs: shoes+hat
ahooks, listening       two parts: shoes+hat one handler: shoes+hat two tabs: shoes+coat+hat
react-storage-hooks     two parts: hat       one handler: shoes+hat two tabs: shoes+coat+hat
@uidotdev/usehooks      two parts: shoes+hat one handler: hat       two tabs: shoes+coat+hat
usehooks-ts             two parts: shoes+hat one handler: shoes+hat two tabs: shoes+coat+hat
use-local-storage-state two parts: shoes+hat one handler: shoes+hat two tabs: shoes+coat+hat
rooks                   two parts: shoes+hat one handler: shoes+hat two tabs: shoes+coat+hat
@reactuses/core         two parts: shoes+hat one handler: shoes+hat two tabs: shoes+coat+hat
TEXT
