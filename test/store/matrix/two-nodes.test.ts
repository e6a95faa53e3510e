import type { StoreKind } from "../../support/store-kinds.js";

process.env.STORE = "two-nodes" satisfies StoreKind;
await import("./tests-of-state.js");
