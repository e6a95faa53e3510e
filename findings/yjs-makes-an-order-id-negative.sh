#!/usr/bin/env bash
# yjs 13.6.33 (npm), a Y.Map of an order that two devices share. A BigInt is sent with 64 bits: the id 12345678901234567890n arrives as -6101065172474983726n, and two ids that differ by 2^64 are one. The device that wrote
# it keeps the right one, until it loads its own document again. A Date arrives as {}. No error.
# @automerge/automerge 3.5.0 keeps both; loro-crdt 1.17.1 refuses a BigInt, and has {} for a Date.
# Safe: ids as texts, times as ISO texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts yjs@13.6.33 @automerge/automerge@3.5.0 loro-crdt@1.17.1 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import * as Automerge from "@automerge/automerge";
import { LoroDoc } from "loro-crdt";
import * as Y from "yjs";
const peers = {
  yjs(value) {
    const [here, there] = [new Y.Doc(), new Y.Doc()];
    here.getMap("order").set("value", value);
    Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
    return [here, there].map((doc) => doc.getMap("order").get("value"));
  },
  automerge(value) {
    const here = Automerge.from({ value });
    return [here, Automerge.load(Automerge.save(here))].map((doc) => doc.value);
  },
  loro(value) {
    const [here, there] = [new LoroDoc(), new LoroDoc()];
    here.getMap("order").set("value", value);
    there.import(here.export({ mode: "update" }));
    return [here, there].map((doc) => doc.getMap("order").get("value"));
  },
};
const text = (value) => (typeof value === "bigint" ? `${value}n` : JSON.stringify(value));
for (const [name, share] of Object.entries(peers))
  for (const value of [12345678901234567890n, 1234567890123456789n, new Date(0)]) {
    let seen;
    try {
      seen = share(value).map(text).join(", there ");
    } catch {
      seen = "refused";
    }
    console.log(`${name}, ${text(value)}: here ${seen}`);
  }
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
yjs, 12345678901234567890n: here 12345678901234567890n, there -6101065172474983726n
yjs, 1234567890123456789n: here 1234567890123456789n, there 1234567890123456789n
yjs, "1970-01-01T00:00:00.000Z": here "1970-01-01T00:00:00.000Z", there {}
automerge, 12345678901234567890n: here 12345678901234567890n, there 12345678901234567890n
automerge, 1234567890123456789n: here 1234567890123456789n, there 1234567890123456789n
automerge, "1970-01-01T00:00:00.000Z": here "1970-01-01T00:00:00.000Z", there "1970-01-01T00:00:00.000Z"
loro, 12345678901234567890n: here refused
loro, 1234567890123456789n: here refused
loro, "1970-01-01T00:00:00.000Z": here {}, there {}
TEXT
