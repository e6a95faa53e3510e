/** Loaded with the helpers, so that it is Node's own also where a test replaces the global one, as a mock of the provider. */
export const ownFetch = globalThis.fetch;
