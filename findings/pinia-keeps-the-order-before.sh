#!/usr/bin/env bash
# An amount as a BigInt (1999n) in a store that is kept in localStorage. pinia-plugin-persistedstate 4.7.1 (npm, 1.7 million downloads a month) keeps nothing of that state from then on and says nothing
# about it: after the reload the shop has the order before. redux-persist 6.0.0 leaves out the slice with the amount alone and writes the others: the cart of order-1 stands beside
# the id of order-2; it logs an error. zustand throws in setState, when the state has changed already.
# Safe: amounts in minor units as texts or numbers, or a serializer of your own; debug: true for the plugin of Pinia.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts redux@5.0.1 redux-persist@6.0.0 vue@3.5.45 pinia@4.1.0 pinia-plugin-persistedstate@4.7.1 zustand@5.1.0 jsdom@31.0.1 >/dev/null
cat >orders.mjs <<'JS'
import { JSDOM } from "jsdom";
const { window } = new JSDOM("", { url: "https://shop.example/" });
for (const name of ["document", "localStorage", "sessionStorage", "Element", "SVGElement"]) Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
globalThis.window = window;
const said = [];
for (const level of ["log", "warn", "error"]) console[level] = (...texts) => said.push(texts.join(" "));
const print = (name, key) => process.stdout.write(`${name}: ${localStorage.getItem(key)}, ${said.splice(0).length ? "with a message" : "no message"}\n`);
{
  const { createApp, nextTick } = await import("vue");
  const { createPinia, defineStore, setActivePinia } = await import("pinia");
  const pinia = createPinia().use((await import("pinia-plugin-persistedstate")).default);
  createApp({ render: () => null }).use(pinia).mount(document.createElement("div"));
  setActivePinia(pinia);
  const store = defineStore("pinia", { state: () => ({ id: null, amount: 0 }), persist: true })();
  store.$patch({ id: "order-1", amount: 50 });
  await nextTick();
  store.$patch({ id: "order-2", amount: 1999n });
  await nextTick();
  print("pinia-plugin-persistedstate", "pinia");
}
{
  const { combineReducers, createStore } = await import("redux");
  const { persistReducer, persistStore } = (await import("redux-persist")).default;
  const storage = { getItem: async (key) => localStorage.getItem(key), setItem: async (key, text) => localStorage.setItem(key, text) };
  const cart = (state = null, { type, id, amount }) => (type === "ordered" ? { id, amount } : state);
  const order = (state = null, { type, id }) => (type === "ordered" ? { id } : state);
  const store = createStore(persistReducer({ key: "redux", storage }, combineReducers({ cart, order })));
  const persistor = await new Promise((ready) => { const made = persistStore(store, null, () => setImmediate(() => ready(made))); });
  for (const [id, amount] of [["order-1", 50], ["order-2", 1999n]]) {
    store.dispatch({ type: "ordered", id, amount });
    await persistor.flush();
  }
  print("redux-persist", "persist:redux");
}
{
  const { createStore } = await import("zustand/vanilla");
  const { persist } = await import("zustand/middleware");
  const store = createStore(persist(() => ({ id: null, amount: 0 }), { name: "zustand" }));
  store.setState({ id: "order-1", amount: 50 });
  try {
    store.setState({ id: "order-2", amount: 1999n });
  } catch {
    said.push("thrown");
  }
  print(`zustand with ${store.getState().id} in memory`, "zustand");
}
process.exit();
JS
node orders.mjs | tee seen
diff seen - <<'TEXT'
pinia-plugin-persistedstate: {"id":"order-1","amount":50}, no message
redux-persist: {"cart":"{\"id\":\"order-1\",\"amount\":50}","order":"{\"id\":\"order-2\"}","_persist":"{\"version\":-1,\"rehydrated\":true}"}, with a message
zustand with order-2 in memory: {"state":{"id":"order-1","amount":50},"version":0}, with a message
TEXT
