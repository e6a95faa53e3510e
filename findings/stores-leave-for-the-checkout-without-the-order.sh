#!/usr/bin/env bash
# Stores that write a shop's state to localStorage: redux-persist 6.0.0, easy-peasy 6.1.1 and valtio-persist 2.2.5 (npm) have written nothing when the dispatch returns, nor after the microtasks. A shop that
# keeps the id of its new order and leaves for the hosted checkout by location.assign in the same handler may come back without it. pinia-plugin-persistedstate 4.7.1 needs a
# nextTick. zustand, vuex-persistedstate, vuex-persist, redux-remember and redux-localstorage have it at once.
# Safe: await persistor.flush(), store.persist.flush(), the persist() that valtio-persist returns, or nextTick(); or the order's id in the URL of return.
# Its packages need Node.js 22 or newer: where there is an older one, it installs Node 24 for itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node -p 'parseInt(process.versions.node) > 20')" = true ] || { npm install --silent --no-audit --no-fund --prefix node24 node@24.21.0 >/dev/null; PATH=$folder/node24/node_modules/node/bin:$PATH; }
npm install --silent --no-audit --no-fund --ignore-scripts redux@5.0.1 redux-persist@6.0.0 easy-peasy@6.1.1 react@19.3.1 react-dom@19.3.1 valtio@2.3.2 valtio-persist@2.2.5 vue@3.5.45 pinia@4.1.0 pinia-plugin-persistedstate@4.7.1 vuex@4.1.0 vuex-persistedstate@4.1.0 vuex-persist@3.1.3 zustand@5.1.0 redux-remember@6.0.2 redux-localstorage@0.4.1 jsdom@31.0.1 >/dev/null
cat >redirect.mjs <<'JS'
import { JSDOM } from "jsdom";
const { window } = new JSDOM("", { url: "https://shop.example/", pretendToBeVisual: true });
for (const name of ["document", "localStorage", "sessionStorage", "Element", "SVGElement"]) Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
globalThis.window = window;
const { createApp, nextTick } = await import("vue");
const plain = (module) => module.default?.default ?? module.default ?? module;
const { createStore } = await import("redux");
const reducer = (state = { id: null }, { type, id }) => (type === "ordered" ? { ...state, id } : state);
const ordered = { type: "ordered", id: "A-1" };
const saved = () => Object.values({ ...localStorage }).some((text) => text.includes("A-1"));

async function leave(name, order, flush) {
  const atOnce = saved();
  await nextTick();
  const afterTick = saved();
  await flush?.();
  console.log(`${name}: at once ${atOnce}, after microtasks ${afterTick}${flush ? `, after flush ${saved()}` : ""}`);
  localStorage.clear();
}
{
  const { persistReducer, persistStore } = plain(await import("redux-persist"));
  const storage = { getItem: async (key) => localStorage.getItem(key), setItem: async (key, text) => localStorage.setItem(key, text) };
  const store = createStore(persistReducer({ key: "root", storage }, reducer));
  const persistor = await new Promise((ready) => { const made = persistStore(store, null, () => setImmediate(() => ready(made))); });
  await leave("redux-persist", store.dispatch(ordered), () => persistor.flush());
}
{
  const { action, createStore, persist } = await import("easy-peasy");
  const store = createStore(persist({ id: null, ordered: action((state, id) => { state.id = id; }) }, { storage: "localStorage" }));
  await store.persist.resolveRehydration();
  await leave("easy-peasy", store.getActions().ordered("A-1"), () => store.persist.flush());
}
{
  const { persist } = await import("valtio-persist");
  const { store, persist: flush } = await persist({ id: "" }, "order");
  await leave("valtio-persist", (store.id = "A-1"), flush);
}
{
  const { createPinia, defineStore, setActivePinia } = await import("pinia");
  const pinia = createPinia().use((await import("pinia-plugin-persistedstate")).default);
  createApp({ render: () => null }).use(pinia).mount(document.createElement("div"));
  setActivePinia(pinia);
  const store = defineStore("order", { state: () => ({ id: null }), persist: true })();
  await leave("pinia-plugin-persistedstate", (store.id = "A-1"));
}
const vuex = await import("vuex");
const module = { state: { id: null }, mutations: { ordered: (state, id) => { state.id = id; } } };
await leave("vuex-persistedstate", vuex.createStore({ ...module, plugins: [plain(await import("vuex-persistedstate"))({ storage: localStorage })] }).commit("ordered", "A-1"));
{
  const { VuexPersistence } = await import("vuex-persist").then((found) => found.default?.VuexPersistence ? found.default : found);
  await leave("vuex-persist", vuex.createStore({ ...module, plugins: [new VuexPersistence({ storage: localStorage }).plugin] }).commit("ordered", "A-1"));
}
{
  const { createStore } = await import("zustand/vanilla");
  const { persist } = await import("zustand/middleware");
  await leave("zustand", createStore(persist(() => ({ id: null }), { name: "order" })).setState({ id: "A-1" }));
}
{
  const { rememberEnhancer, rememberReducer } = await import("redux-remember");
  const store = createStore(rememberReducer({ order: reducer }), rememberEnhancer(localStorage, ["order"]));
  await new Promise((ready) => store.subscribe(() => setImmediate(ready)));
  await leave("redux-remember", store.dispatch(ordered));
}
await leave("redux-localstorage", createStore(reducer, plain(await import("redux-localstorage"))()).dispatch(ordered));
process.exit();
JS
node redirect.mjs 2>/dev/null | tee seen
diff seen - <<'TEXT'
redux-persist: at once false, after microtasks false, after flush true
easy-peasy: at once false, after microtasks false, after flush true
valtio-persist: at once false, after microtasks false, after flush true
pinia-plugin-persistedstate: at once false, after microtasks true
vuex-persistedstate: at once true, after microtasks true
vuex-persist: at once true, after microtasks true
zustand: at once true, after microtasks true
redux-remember: at once true, after microtasks true
redux-localstorage: at once true, after microtasks true
TEXT
