import { Hono } from "hono";
import { statusOf } from "../../src/core/domain/order.js";
import type { Policy } from "../../src/core/facts/assumptions.js";
import { assume } from "../../src/lane/choices.js";
import type { Lane } from "../../src/lane/lane.js";
import { pathOf, splitLane } from "../../src/server/lanes/lane-path.js";
import { hostedPages, type PageRoutes } from "../../src/server/pages/mount.js";
import { formToken } from "../../src/server/pages/visit.js";
import { commanded, type HostedOrder, hostedOrder } from "./hosted-orders.js";
import { testLanes } from "./lanes.js";
import { ofFile } from "./of-file.js";
import { openCardEntry } from "./orders.js";
import { FROZEN_AT } from "./sandbox.js";

let opened = 0;
const lanes = ofFile(await testLanes());

async function frozenLane(): Promise<Lane> {
  const lane = await lanes.ready(`pages-${++opened}`);
  await lane.clock.freeze(FROZEN_AT);
  return lane;
}

/** The pages as the server's routes hand them a lane. */
export const pagesIn = (lane: Lane, pages: Hono<PageRoutes>): Hono<PageRoutes> =>
  new Hono<PageRoutes>({ getPath: ({ url }) => splitLane(pathOf(url)).path })
    .use((c, next) => {
      c.set("page", { lane, context: undefined! });
      return next();
    })
    .route("/", pages);

interface Shown {
  readonly headers?: Readonly<Record<string, string>>;
  readonly hasTestPanel?: boolean;
}

/** What the pages of one session answer, in process. In texts and addresses, the session is called s1. */
function pagesOf(kind: string, session: Promise<{ lane: Lane; session: string }>, shown: Shown) {
  const { headers = {}, hasTestPanel = true } = shown;
  const defects: unknown[] = [];
  const pages = hostedPages({ hasTestPanel, onDefect: (defect) => defects.push(defect) });
  const ask = async (path: string, init: RequestInit = {}, of?: string) => {
    const { lane, session: own } = await session;
    const whole = `/${kind}/${of ?? own}${path}`;
    return pagesIn(lane, pages).request(whole, { headers, ...init });
  };
  const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams({ token: formToken((await session).session), ...fields });
    return ask(path, { method: "POST", body });
  };
  const named = async (text: string | null) => text?.replaceAll((await session).session, "s1");
  const textOf = async (answer: Response) => (await named(await answer.text())) ?? "";
  return {
    defects,
    lane: async () => (await session).lane,
    get: (path = "", of?: string) => ask(path, {}, of),
    post,
    html: async (path = "") => textOf(await ask(path)),
    htmlAfter: async (path: string, fields?: Readonly<Record<string, string>>) => textOf(await post(path, fields)),
    leadsTo: async (answer: Response) => named(answer.headers.get("location")),
  };
}

/** The pages of one order, in a lane of its own. */
export function orderPages(wanted: HostedOrder = {}, shown: Shown = {}) {
  const made = frozenLane().then(async (lane) => {
    const { id, session } = await hostedOrder(lane, wanted);
    return { lane, id, session };
  });
  return {
    ...pagesOf("checkout", made, shown),
    /** The order as it is now. */
    order: async () => {
      const { lane, id } = await made;
      const order = (await lane.store.views.order(id))!;
      return { ...order, status: statusOf(order, await lane.clock.now()) };
    },
  };
}

interface WantedEntry extends Pick<Parameters<typeof openCardEntry>[0] & object, "options"> {
  readonly policy?: Partial<Policy>;
}

/** The pages of one card entry, in a lane of its own. */
export function cardEntryPages({ options, policy }: WantedEntry = {}, shown: Shown = {}) {
  const callbackUrl = { success: "https://shop.example/saved", cancel: "https://shop.example/wallet" };
  const made = frozenLane().then(async (lane) => {
    if (policy) await assume(lane, policy);
    const command = openCardEntry({ options: { callbackUrl, ...options } });
    const done = await commanded(lane, "tokenization/add-token", command);
    if (done.kind !== "card-entry") throw new Error(`expected a card entry, found ${done.kind}`);
    const { id, session } = done.cardEntry;
    return { lane, id, session };
  });
  return {
    ...pagesOf("card-entry", made, shown),
    /** The card entry as it is now. */
    entry: async () => {
      const { lane, id } = await made;
      return (await lane.store.views.cardEntry(id))!;
    },
  };
}

/** What a card form sends. */
export const cardFields = {
  method: "CARD",
  "card-number": "4111111111111111",
  "card-expiry": "12/30",
  "card-cvc": "864",
};
