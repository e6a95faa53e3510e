import type { StoreKind } from "../../support/store-kinds.js";

process.env.STORE = "postgres" satisfies StoreKind;
await import("./tests-of-state.js");
