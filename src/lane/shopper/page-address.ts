import { idOfSession } from "../commands/session.js";

/** What a checkoutUrl says: the page of an order, or that of add-token, which stores a card. Undefined for any other text. */
export function pageAt(address: string) {
  const [, server = "", lane, kind, session = ""] =
    /^(https?:\/\/.*?)?(?:\/lane\/([^/]+))?\/(checkout|card-entry)\/([^/?#]+)/.exec(address) ?? [];
  const id = idOfSession(session);
  return id === undefined ? undefined : { server, lane, isCardEntry: kind === "card-entry", id, session };
}
