import type * as z from "zod";
import type { Redirects } from "../../domain/checkout-options.js";
import type { Params } from "../params.js";

/** Where the shopper is led; `notify` leads nobody and is kept apart. */
export function redirectsOf(given: z.output<Params["callbackUrl"]>): Redirects | undefined {
  if (!given) return undefined;
  const { notify: _, ...redirects } = given;
  return redirects;
}
