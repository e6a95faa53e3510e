import { DEFAULT_URL } from "./default-url.js";
import { InvalidInput } from "./errors.js";

/**
 * A sandbox's or a lane's address, without a trailing slash. `source` is the name that the user gave it by. Throws
 * InvalidInput.
 */
export function sandboxAddress(source: string, found: string): string {
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new InvalidInput(`${source}: expected an address such as ${DEFAULT_URL}, found ${JSON.stringify(found)}`);
  const [inside, page] = /\/_sandbox(?:\/(mcp|ui))?(?:[/?#].*)?$/.exec(found) ?? [];
  if (inside === undefined) return found.replace(/\/+$/, "");
  const whose = { mcp: "the address for agents over HTTP", ui: "the console's address" }[page ?? ""];
  throw new InvalidInput(`${source}: ${found} is ${whose ?? "the control API's address"}; leave out ${inside}`);
}
