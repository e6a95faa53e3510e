#!/usr/bin/env bash
# @tanstack/query-core 5.108.4 with query-persist-client-core 5.104.5 (npm, the parts of TanStack Query that keep a sale of a shopper who is offline). A sale
# waits in localStorage until the network is back. Each tab that is opened meanwhile restores it, and each tab sells it when the network
# comes back: two tabs, two sales of one order; a browser that reopens its three tabs sells it three times. No tab looks whether another one did.
# Safe: an id of the order, made before the sale waits and sent as its key (ours: merchantReference), or resumePausedMutations() under
# navigator.locks, after reading localStorage again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @tanstack/query-core@5.108.4 @tanstack/query-persist-client-core@5.104.5 @tanstack/query-sync-storage-persister@5.104.4 >/dev/null
cat >shop.mjs <<'JS'
import { MutationObserver, QueryClient, onlineManager } from "@tanstack/query-core";
import { persistQueryClientRestore, persistQueryClientSave } from "@tanstack/query-persist-client-core";
import { createSyncStoragePersister } from "@tanstack/query-sync-storage-persister";
const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key) };
const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
let sold;
const openTab = async () => {
  const queryClient = new QueryClient();
  queryClient.setMutationDefaults(["sell"], { mutationFn: async (order) => { sold.push(order); return order; } });
  const persister = createSyncStoragePersister({ storage, throttleTime: 0 });
  await persistQueryClientRestore({ queryClient, persister });
  return { queryClient, persister };
};
for (const more of [0, 1, 2]) {
  kept.clear();
  sold = [];
  onlineManager.setOnline(false);
  const first = await openTab();
  new MutationObserver(first.queryClient, { mutationKey: ["sell"] }).mutate("A-1");
  await pause();
  await persistQueryClientSave(first);
  await pause();
  const tabs = [first];
  for (let tab = 0; tab < more; tab += 1) tabs.push(await openTab());
  onlineManager.setOnline(true);
  await Promise.all(tabs.map(({ queryClient }) => queryClient.resumePausedMutations()));
  console.log(tabs.length, tabs.length === 1 ? "tab: " : "tabs:", "sold", sold.join(", "));
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
1 tab:  sold A-1
2 tabs: sold A-1, A-1
3 tabs: sold A-1, A-1, A-1
TEXT
