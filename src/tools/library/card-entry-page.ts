import { idOfSession } from "../../lane/commands/session.js";

/** What the address of add-token's page, which stores a card, says. Undefined for any other address. */
export function cardEntryAt(address: string) {
  const [, base, lane, session = ""] = /^(.*?(?:\/lane\/([^/]+))?)\/card-entry\/([^/?#]+)/.exec(address) ?? [];
  const id = idOfSession(session);
  return id === undefined || base === undefined ? undefined : { base, lane, id };
}
