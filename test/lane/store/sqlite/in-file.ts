import { join } from "node:path";
import type { Store } from "../../../../src/lane/ports/store.js";
import { testFolder } from "../../../support/sandbox.js";
import { describeStore } from "../contract.js";

/** Holds the contract against a store whose file outlives it. */
export const describeInFile = (what: string, open: (file: string) => Store): void =>
  describeStore(what, async () => {
    const folder = testFolder();
    const opened = () => open(join(folder.path, "lane.sqlite"));
    let store = opened();
    return {
      store,
      again: async () => {
        await store.close();
        store = opened();
        return store;
      },
      [Symbol.asyncDispose]: async () => {
        await store.close();
        folder[Symbol.dispose]();
      },
    };
  });
