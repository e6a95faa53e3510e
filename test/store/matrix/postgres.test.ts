import type { StoreKind } from "../../support/store-kinds.js";

// The wire tests of state, as they are, on another store.
process.env.STORE = "postgres" satisfies StoreKind;
await import("../../wire/states.test.js");
await import("../../engine/counting.test.js");
