#!/usr/bin/env bash
# react-native-offline 6.0.2 (npm) keeps thunks while a phone is offline, and takes two for the same if their source text is the same. The thunks of one action
# creator always have the same text, so of three sales, each of another order, only the last is kept and sold. Nothing says so. Two equal actions
# that are objects are one, too: of two tips of 5.00 one is left. Run here without a phone, with empty stand-ins for React Native itself.
# Safe: createReducer(comparisonFn) with one that compares the order's own reference.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps react-native-offline@6.0.2 redux@5.0.1 redux-saga@1.5.1 react@18.3.1 react-redux@9.2.0 >/dev/null
mkdir -p node_modules/react-native node_modules/@react-native-community/netinfo
echo 'exports.AppState = { addEventListener() {} }; exports.Platform = { OS: "ios" };' >node_modules/react-native/index.js
echo 'exports.default = {};' >node_modules/@react-native-community/netinfo/index.js
cat >shop.cjs <<'JS'
const { createStore, applyMiddleware, combineReducers } = require("redux");
const { reducer, createReducer, createNetworkMiddleware, offlineActionTypes } = require("react-native-offline");
const thunk = (store) => (next) => (action) => (typeof action === "function" ? action(store.dispatch) : next(action));
const sell = (reference, amount) => {
  const call = (dispatch) => dispatch({ type: "SOLD", text: `${reference} ${amount}` });
  return Object.assign(call, { reference, interceptInOffline: true, meta: { retry: true } });
};
const tip = () => ({ type: "TIP", amount: 5, meta: { retry: true } });
const offline = async (network, actions) => {
  const sold = [];
  const shop = (state = {}, { type, text, amount }) => (type === "SOLD" && sold.push(text), type === "TIP" && sold.push(`tip ${amount}`), state);
  const middleware = applyMiddleware(createNetworkMiddleware({ queueReleaseThrottle: 1, regexActionType: /TIP/ }), thunk);
  const store = createStore(combineReducers({ network, shop }), middleware);
  store.dispatch({ type: offlineActionTypes.CONNECTION_CHANGE, payload: false });
  for (const action of actions) store.dispatch(action);
  await store.dispatch({ type: offlineActionTypes.CONNECTION_CHANGE, payload: true });
  return sold.join(", ");
};
const byReference = (action, queue) => queue.find((queued) => queued.reference === action.reference);
(async () => {
  const orders = [["A-1", 19.99], ["A-2", 50], ["A-3", 7]];
  console.log(`three sales: ${await offline(reducer, orders.map((order) => sell(...order)))}`);
  console.log(`two tips: ${await offline(reducer, [tip(), tip()])}`);
  console.log(`three sales by reference: ${await offline(createReducer(byReference), orders.map((order) => sell(...order)))}`);
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
three sales: A-3 7
two tips: tip 5
three sales by reference: A-1 19.99, A-2 50, A-3 7
TEXT
