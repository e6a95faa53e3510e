import { idOfSession } from "../../lane/commands/session.js";
import { InvalidInput } from "../../package/errors.js";

/**
 * Refuses the address of add-token's page, which stores a card: no order is paid there. Names the call that saves the
 * card. `baseOf`: the lane's address, by the lane that the page's address names; the page's own when left out.
 */
export function refuseCardEntry(address: string, baseOf?: (lane: string | undefined) => string): void {
  const [, base, lane, session = ""] = /^(.*?(?:\/lane\/([^/]+))?)\/card-entry\/([^/?#]+)/.exec(address) ?? [];
  const id = idOfSession(session);
  if (id === undefined) return;
  const save = `curl ${baseOf?.(lane) ?? base}/_sandbox/card-entries/${id}/simulate -d '{"action":"save"}'`;
  throw new InvalidInput(`${address} is the page that stores a card, and no order's. To save the card: ${save}`);
}
