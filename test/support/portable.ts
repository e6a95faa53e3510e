/** For tests that need only the payment API: SANDBOX_URL runs them, and no others, against another address. */
export const portable = { tags: ["portable"] };
