import { type Context, Hono } from "hono";
import * as z from "zod";
import type { TokenPage } from "../app/commands/card-entry.js";
import type { Lane } from "../app/lane.js";
import { cancelCardEntry, saveCard } from "../app/shopper/card-entry.js";
import { tokenPageSummary, wholeTokenPage } from "../app/views/card-entry-json.js";
import { brandOf, testCard } from "../facts/cards.js";
import { type DeclineName, declines } from "../facts/codes.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson, readQuery } from "./errors.js";

export const cardEntryFilters = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).optional() });
const numberOf = (card: string): string => testCard(card)?.number ?? card.replaceAll(" ", "");

export const cardEntrySimulation = z.strictObject({
  action: z.enum(["save", "decline", "cancel"]),
  card: z
    .string()
    .refine((card) => /^\d{13,19}$/.test(numberOf(card)) && brandOf(numberOf(card)) !== undefined, {
      error: "expected a test card's name or a card number: payment-sandbox magic lists them",
    })
    .default("visa"),
  expiryDate: z
    .string()
    .regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: "expected YYYYMM" })
    .default("203012"),
  country: z.enum(["HK", "TW", "CA", "UK", "US", "OTHER"]).optional(),
  reason: z.enum(Object.keys(declines) as [DeclineName, ...DeclineName[]]).default("do-not-honour"),
});
type Simulation = z.output<typeof cardEntrySimulation>;

/** The card-entry pages of add-token, and the shopper without a browser. */
export function cardEntryCalls({ laneOf }: Pick<ControlContext, "laneOf">): Hono {
  const app = new Hono();
  app.get("/card-entries", async (c) => {
    const query = readQuery(c, cardEntryFilters);
    if ("response" in query) return query.response;
    const lane = laneOf(c);
    const pages = await lane.store.views.tokenPages(query.value.limit ?? 100);
    return c.json({ cardEntries: await Promise.all(pages.map((page) => tokenPageSummary(lane, page))) });
  });
  app.get("/card-entries/:id", async (c) => {
    const page = await named(laneOf(c), c);
    return page ? c.json(await wholeTokenPage(laneOf(c), page)) : unknown(c);
  });
  app.post("/card-entries/:id/simulate", async (c) => {
    const body = await readJson(c, cardEntrySimulation);
    if ("response" in body) return body.response;
    const lane = laneOf(c);
    const page = await named(lane, c);
    if (!page) return unknown(c);
    const done = await simulate(lane, page, body.value);
    done.release?.();
    const { result } = done;
    if (result.kind === "refused" || result.kind === "forced" || result.kind === "lost")
      return failure(
        c,
        409,
        result.kind === "refused" ? result.reason : "forced",
        result.kind === "refused" ? (result.detail ?? result.reason) : "a rule decided otherwise",
        "GET /_sandbox/card-entries shows how it stands",
      );
    return c.json(await wholeTokenPage(lane, (await named(lane, c))!));
  });
  return app;
}

const named = async (lane: Lane, c: Context): Promise<TokenPage | undefined> => {
  const id = c.req.param("id") ?? "";
  return /^\d{1,10}$/.test(id) ? lane.store.views.tokenPage(Number(id)) : undefined;
};

const unknown = (c: Context): Response =>
  notFound(c, `card-entry page ${c.req.param("id")}`, "GET /_sandbox/card-entries lists them; mind the lane");

function simulate(lane: Lane, page: TokenPage, { action, card, expiryDate, country, reason }: Simulation) {
  if (action === "cancel") return cancelCardEntry(lane, page);
  const declined = action === "decline" ? reason : undefined;
  return saveCard(lane, page, { number: numberOf(card), expiryDate, country, declined });
}
