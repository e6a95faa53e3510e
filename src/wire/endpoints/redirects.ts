import type * as z from "zod";
import type { Redirects } from "../../domain/checkout-options.js";
import type { Params } from "../params.js";

/** Addresses for the shopper's browser. Leaves out `notify`, because it is no redirect. */
export function redirectsOf(given: z.output<Params["callbackUrl"]>): Redirects | undefined {
  if (!given) return undefined;
  const { notify: _, ...redirects } = given;
  return redirects;
}
