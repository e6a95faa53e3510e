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
