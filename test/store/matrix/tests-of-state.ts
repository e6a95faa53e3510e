// The wire tests of state, as they are, on the store that STORE names. What assumptions choose is decided without a store.
await import("../../wire/states.test.js");
await import("../../wire/direct/sale.test.js");
await import("../../wire/direct/refund.test.js");
await import("../../wire/hosted-checkout/recurring.test.js");
await import("../../wire/tokenization/add-token.test.js");
await import("../../wire/tokenization/delete-token.test.js");
await import("../../wire/tokenization/void.test.js");
await import("../../engine/counting.test.js");
await import("../../engine/carried-decline.test.js");
