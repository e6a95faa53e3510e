import type { Exchange } from "./exchange.js";
import type { Views } from "./store.js";

const PAGE = 500;

/** All recorded exchanges, oldest first, read page by page. */
export async function* journalOf(views: Pick<Views, "exchangesAfter">, afterId = 0): AsyncGenerator<Exchange> {
  let last = afterId;
  for (;;) {
    const page = await views.exchangesAfter(last, PAGE);
    yield* page;
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = end.id;
  }
}

/** How many calls and acts on pages there were. Ids are consecutive, so the latest one is the number. */
export const callCount = async (views: Pick<Views, "exchanges">): Promise<number> =>
  (await views.exchanges({ limit: 1 }))[0]?.id ?? 0;
