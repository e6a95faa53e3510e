import type { Redirects, Values } from "../../../core/domain/parameters.js";

/** Addresses for the shopper's browser. Leaves out `notify`, because it is no redirect. */
export function redirectsOf(given: Values["addresses"] | undefined): Redirects | undefined {
  return given && { success: given.success, fail: given.fail, cancel: given.cancel };
}
