import { idOfSession } from "../../lane/commands/session.js";
import { InvalidInput } from "../../package/errors.js";

/** What the address of add-token's page, which stores a card, says. Undefined for any other address. */
export function cardEntryAt(address: string) {
  const [, base, lane, session = ""] = /^(.*?(?:\/lane\/([^/]+))?)\/card-entry\/([^/?#]+)/.exec(address) ?? [];
  const id = idOfSession(session);
  return id === undefined ? undefined : { base, lane, id };
}

/** Refuses the address of such a page: no order is paid there. Names the call that saves the card. */
export function refuseCardEntry(address: string): void {
  const page = cardEntryAt(address);
  if (!page) return;
  const save = `curl ${page.base}/_sandbox/card-entries/${page.id}/simulate -d '{"action":"save"}'`;
  throw new InvalidInput(`${address} is the page that stores a card, and no order's. To save the card: ${save}`);
}
