import { isLoopback } from "../../package/loopback.js";
import { idOfSession } from "../commands/session.js";
import type { Lane } from "../lane.js";
import { DEFAULT_LANE } from "../ports/name.js";

/** What a checkoutUrl says: the page of an order, or that of add-token, which stores a card. Undefined for any other text. */
export function pageAt(address: string) {
  const [, server = "", lane, kind, session = ""] =
    /^(https?:\/\/.*?)?(?:\/lane\/([^/]+))?\/(checkout|card-entry)\/([^/?#]+)/.exec(address) ?? [];
  const id = idOfSession(session);
  return id === undefined ? undefined : { server, lane, isCardEntry: kind === "card-entry", id, session };
}

interface NamedPage {
  readonly id: number;
  readonly isCardEntry: boolean;
}

interface NoPage {
  readonly none: string;
  readonly fix: string;
}

/**
 * The page of this lane that a text names by its address. Says why if there is none: all lanes begin with the same ids, and with one
 * seed their pages have the same sessions. Undefined if the text is no page's address.
 */
export async function pageNamed(lane: Lane, text: string): Promise<NamedPage | NoPage | undefined> {
  const page = pageAt(text);
  if (!page) return undefined;
  const { id, isCardEntry, session } = page;
  const path = isCardEntry ? "card-entry" : "checkout";
  const none = (why: string, fix: string): NoPage => ({ none: `lane ${lane.name} has no page ${text}${why}`, fix });
  const asked = page.lane ?? DEFAULT_LANE;
  if (isOtherPort(page.server, lane.baseUrl))
    return none(`: that is of another sandbox, and this one is ${lane.baseUrl}`, "use an address of this sandbox");
  if (asked !== lane.name)
    return none(`: that is of lane ${asked}`, `act in lane ${asked}, or use an address of lane ${lane.name}`);
  const { views } = lane.store;
  const found = isCardEntry ? await views.cardEntry(id) : await views.order(id);
  if (found?.session === session) return page;
  return found === undefined || found.session === ""
    ? none("", `GET /_sandbox/${isCardEntry ? "card-entries" : "orders"} lists what it has`)
    : none(
        `: that of ${isCardEntry ? "card entry" : "order"} ${id} is ${lane.baseUrl}/${path}/${found.session}`,
        "send the shopper to the checkoutUrl as it was answered",
      );
}

/** Only on this machine: elsewhere a proxy may listen on another port. */
function isOtherPort(one: string, other: string): boolean {
  const [asked, own] = [URL.parse(one), URL.parse(other)];
  const areLocal = [asked, own].every((url) => url && isLoopback(url.hostname));
  return areLocal && asked?.port !== own?.port;
}
