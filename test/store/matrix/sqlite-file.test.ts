import type { StoreKind } from "../../support/store-kinds.js";

process.env.STORE = "sqlite-file" satisfies StoreKind;
await import("./tests-of-state.js");
