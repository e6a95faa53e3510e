import { type Context, Hono } from "hono";
import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { cancelCardEntry, saveCard } from "../app/shopper/card-entry.js";
import type { ShopperDone } from "../app/shopper/shopper-action.js";
import { cardEntrySummary, wholeCardEntry } from "../app/views/card-entry-json.js";
import type { CardEntry } from "../domain/card-entry.js";
import { testCard } from "../facts/cards.js";
import { type DeclineName, declines } from "../facts/codes.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson, readQuery } from "./errors.js";

export const cardEntryFilters = z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).optional() });
const numberOf = (card: string): string => testCard(card)?.number ?? card.replaceAll(" ", "");

export const cardEntrySimulation = z.strictObject({
  action: z.enum(["save", "decline", "cancel"]),
  card: z
    .string()
    .refine((card) => /^\d{12,19}$/.test(numberOf(card)), {
      error: "expected a test card's name or a card number: payment-sandbox magic lists them",
    })
    .optional(),
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
    const entries = await lane.store.views.cardEntries(query.value.limit ?? 100);
    return c.json({ cardEntries: await Promise.all(entries.map((entry) => cardEntrySummary(lane, entry))) });
  });
  app.get("/card-entries/:id", async (c) => {
    const entry = await named(laneOf(c), c);
    return entry ? c.json(await wholeCardEntry(laneOf(c), entry)) : unknown(c);
  });
  app.post("/card-entries/:id/simulate", async (c) => {
    const body = await readJson(c, cardEntrySimulation);
    if ("response" in body) return body.response;
    const lane = laneOf(c);
    const entry = await named(lane, c);
    if (!entry) return unknown(c);
    const done = await simulate(lane, entry, body.value);
    done.release?.();
    const { result, notAllowed } = done;
    if (notAllowed)
      return failure(c, 409, "not-allowed", `the page takes no such card: ${notAllowed.message}`, notAllowed.fix);
    if (result.kind === "refused" || result.kind === "forced" || result.kind === "lost")
      return failure(
        c,
        409,
        result.kind === "refused" ? result.reason : "forced",
        result.kind === "refused" ? (result.detail ?? result.reason) : "a rule decided otherwise",
        "GET /_sandbox/card-entries shows how it stands",
      );
    return c.json(await wholeCardEntry(lane, (await named(lane, c))!));
  });
  return app;
}

const named = async (lane: Lane, c: Context): Promise<CardEntry | undefined> => {
  const id = c.req.param("id") ?? "";
  return /^\d{1,10}$/.test(id) ? lane.store.views.cardEntry(Number(id)) : undefined;
};

const unknown = (c: Context): Response =>
  notFound(c, `card-entry page ${c.req.param("id")}`, "GET /_sandbox/card-entries lists them; mind the lane");

function simulate(
  lane: Lane,
  entry: CardEntry,
  { action, card, expiryDate, country, reason }: Simulation,
): Promise<ShopperDone> {
  if (action === "cancel") return cancelCardEntry(lane, entry);
  const declined = action === "decline" ? reason : undefined;
  return saveCard(lane, entry, { number: card && numberOf(card), expiryDate, country, declined });
}
