import type { Policy } from "../../facts/assumptions.js";
import { isPublishedColour } from "../../facts/colours.js";
import { stayingScheme } from "../../facts/redirects.js";
import type { PageOptions } from "../checkout-options.js";

/** Options that a hosted page refuses, each with a message that names the parameter. */
interface WrongOptions {
  readonly redirect?: string | undefined;
  readonly colour?: string | undefined;
}

/** Checks the page parameters that depend on an assumption. The wire layer has already checked their format. */
export const wrongOptions = (options: PageOptions, policy: Policy): WrongOptions => ({
  redirect: wrongRedirect(options, policy),
  colour: wrongColour(options, policy),
});

const redirects = ["success", "fail", "cancel"] as const;

function wrongRedirect({ callbackUrl = {} }: PageOptions, policy: Policy): string | undefined {
  for (const name of redirects) {
    const fault = redirectFault(callbackUrl[name] ?? "", policy);
    if (fault !== undefined) return `callbackUrl.${name}: ${fault}`;
  }
  return undefined;
}

/** The reason why a shopper cannot be redirected to an address, or undefined if they can. */
export function redirectFault(url: string, policy: Policy): string | undefined {
  const scheme = stayingScheme(url);
  // ASSUMED(redirect-schemes): what runs in the browser is refused; an app's own scheme is not.
  if (!scheme || policy["redirect-schemes"] === "never-followed") return undefined;
  return `expected an address to lead the shopper to (https:, http:, or an app's own scheme), found ${scheme}`;
}

const colours = ["themeColor", "buttonBackgroundColor", "buttonFontColor"] as const;

function wrongColour(options: PageOptions, policy: Policy): string | undefined {
  const wrong = colours.find((name) => !isPublishedColour(options[name] ?? "#000000"));
  // ASSUMED(colour-forms): alpha, short forms and names are taken as CSS reads them.
  if (!wrong || policy["colour-forms"] === "css") return undefined;
  return `${wrong}: expected a colour as #RRGGBB`;
}
